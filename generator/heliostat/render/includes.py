"""Looks at the files of cdk8s' `Include` before cdk8s does.

Of a file that is no YAML, cdk8s takes what it can read for the whole; of one that is not there, or holds no objects, it speaks in
stack traces of JavaScript. What has an address is fetched here, once, and cdk8s is given the copy.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import cdk8s

from heliostat.manifests.errors import RefusedError
from heliostat.manifests.head import head_faults
from heliostat.manifests.origin import origin_here
from heliostat.manifests.shown_value import shown_value
from heliostat.manifests.yaml_reader import UnreadableYamlError, read_documents


@contextmanager
def checked_includes() -> Iterator[None]:
    """While the code of an environment runs, refuse each `Include` of what it would not take as a whole.

    Raises:
        RefusedError: from the `Include`, naming all that is wrong with the file, or why its address does not give it.
    """
    make = cdk8s.Include.__init__

    @wraps(make)
    def __init__(self: cdk8s.Include, scope: Any, id: str, *, url: str) -> None:
        if not isinstance(url, str):
            make(self, scope, id, url=url)
            return
        where = f'{origin_here()}: {type(self).__name__} "{id}": {url}'
        try:
            content = _content(url)
        except OSError as error:
            raise RefusedError([f"{where}: cannot be read, {error.strerror}"]) from error
        if faults := [*_faults(content)]:
            raise RefusedError([f"{where}: {fault}" for fault in faults])
        with _file_of(url, content) as file:
            make(self, scope, id, url=file)

    cdk8s.Include.__init__ = __init__  # type: ignore[method-assign]  # there is no other way in
    try:
        yield
    finally:
        cdk8s.Include.__init__ = make  # type: ignore[method-assign]  # as it was


def _content(url: str) -> bytes:
    if "://" not in url:
        return Path(url).read_bytes()
    from heliostat.render.download import download  # noqa: PLC0415  # takes a while, and few environments need it

    return download(url)


@contextmanager
def _file_of(url: str, content: bytes) -> Iterator[str]:
    """Name the file that cdk8s reads: the author's own, or a copy of what an address gave."""
    if "://" not in url:
        yield url
        return
    with tempfile.NamedTemporaryFile(suffix=".yaml") as copy:
        copy.write(content)
        copy.flush()
        yield copy.name


def _faults(content: bytes) -> Iterator[str]:
    try:
        documents = read_documents(content)
    except UnreadableYamlError as error:
        yield str(error)
    else:
        for number, document in enumerate(documents, 1):
            where = f"document {number}: " if len(documents) > 1 else ""
            yield from (f"{where}{fault}" for fault in _document_faults(document.body))


def _document_faults(document: object) -> Iterator[str]:
    if not document:
        return  # cdk8s leaves it out
    if not isinstance(document, dict):
        yield f"must be a mapping, got {shown_value(document)}"
        return
    metadata = document.get("metadata") or {}
    if isinstance(metadata, dict):
        metadata = {"name": "made by cdk8s where there is none", **metadata}
    yield from head_faults({**document, "metadata": metadata})
