"""Digests of upstream's CRDs, descriptions aside, and the command that takes them: `python tests/schemas/digests.py CATALOGUE FILE…`.

CATALOGUE is the name of a file in schemas/data without its ending, `kuberay-1.7`; FILE… are upstream's CRDs. Nothing of Heliostat
is used here, so that a digest says what upstream has and not what Heliostat made of it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import yaml

TABLE = Path(__file__).with_name("digests.json")


class CrdLoader(yaml.CSafeLoader):
    """Reads a lone "=" as text, as Go does; it stands in an enumeration of AlertmanagerConfig."""


CrdLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:value"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def bare(value: Any, *, names: bool = False) -> Any:
    """Drop every description; `names` says that the keys of a mapping are the names of properties, which may be called that."""
    if isinstance(value, dict):
        kept = {key: item for key, item in value.items() if names or key != "description" or not isinstance(item, str)}
        return {key: bare(item, names=key == "properties" and not names) for key, item in kept.items()}
    return [bare(item) for item in value] if isinstance(value, list) else value


def digest(crd: Any) -> str:
    """Take the SHA-256 of a CRD as JSON with sorted keys."""
    return hashlib.sha256(json.dumps(bare(crd), sort_keys=True).encode()).hexdigest()


def main(catalogue: str, files: list[str]) -> None:
    """Write the digests of some files into the table."""
    crds = [yaml.load(Path(file).read_text(encoding="utf-8"), CrdLoader) for file in files]
    table = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    table[catalogue] = {crd["metadata"]["name"]: digest(crd) for crd in crds}
    TABLE.write_text(json.dumps(table, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
