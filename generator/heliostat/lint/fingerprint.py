"""What a finding is recognised by in another version of its file, wherever the lines have gone."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping

from heliostat.lint.finding import Finding
from heliostat.manifests.json_value import show_path


def fingerprints(findings: Iterable[Finding], texts: Mapping[str, str]) -> list[str]:
    """Give each finding what tells it from all others in its file.

    Where a finding is about an object, that is the policy, the object and the path in it; else the policy and the text of the line. Those
    that agree in it are numbered, in the order in which they come.

    Args:
        findings: in the order of a report.
        texts: contents of files, by name; a file that is missing has empty lines.
    """
    lines = {file: text.split("\n") for file, text in texts.items()}
    seen: Counter[tuple[str, str]] = Counter()
    found: list[str] = []
    for finding in findings:
        where = (finding.object, show_path(finding.path)) if finding.object else ("", _line(lines.get(finding.file, []), finding))
        digest = hashlib.sha256("\0".join((finding.policy, *where)).encode("utf-8", "surrogatepass")).hexdigest()[:32]
        seen[finding.file, digest] += 1
        found.append(f"{digest}:{seen[finding.file, digest]}")
    return found


def _line(lines: list[str], finding: Finding) -> str:
    number = finding.position.line
    return lines[number - 1].strip() if 0 < number <= len(lines) else ""
