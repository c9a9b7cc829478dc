"""On which line of a file a path of an object stands."""

from __future__ import annotations

import yaml

from heliostat.lint.resource import Place
from heliostat.manifests.json_value import Path


def line_of(text: str, place: Place, path: Path) -> int:
    """Find the line of a key or a list item, or of the nearest that is there around it; counted from 1."""
    documents = [node for node in yaml.compose_all(text, Loader=yaml.CSafeLoader) if node is not None]
    node: yaml.Node = documents[place.document]
    line: int = node.start_mark.line
    for step in (*place.path, *path):
        below = _below(node, step)
        if below is None:
            break
        line, node = below
    return line + 1


def _below(node: yaml.Node, step: str | int) -> tuple[int, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        return next(((key.start_mark.line, value) for key, value in node.value if key.value == step), None)
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step].start_mark.line, node.value[step]
    return None
