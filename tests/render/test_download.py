"""What an environment includes by its address is fetched, or the reason is told."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import cdk8s
import pytest

from heliostat.constructs.environment import Environment
from heliostat.manifests.errors import RefusedError
from heliostat.render.download import download
from heliostat.render.includes import checked_includes

PAGES = {"/right": b"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n", "/wrong": b"<html>sign in</html>\n"}


class _Pages(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer with a page, or that there is none."""
        content = PAGES.get(self.path)
        if content is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of pages, on a port that the system chooses."""
    with HTTPServer(("127.0.0.1", 0), _Pages) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_what_an_address_gives_is_included(address: str) -> None:
    """As if it had been a file."""
    with checked_includes():
        included = cdk8s.Include(Environment("dev").app("main"), "page", url=f"{address}/right")

    assert [each.name for each in included.api_objects] == ["a"]


@pytest.mark.parametrize(
    ("page", "fault"), [("nowhere", "cannot be read, HTTP 404 Not Found"), ("wrong", "must be a mapping, got '<html>sign in</html>'")]
)
def test_what_is_no_manifest_is_refused(address: str, page: str, fault: str) -> None:
    """With the line of the environment and the address, and without a word of JavaScript."""
    app = Environment("dev").app("main")
    with checked_includes(), pytest.raises(RefusedError) as refused:
        cdk8s.Include(app, "page", url=f"{address}/{page}")

    assert [problem.split(".py:", 1)[1].partition(": ")[2] for problem in refused.value.problems] == [
        f'Include "page": {address}/{page}: {fault}'
    ]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://127.0.0.1:1/a.yaml", "Connection refused"),
        ("ftps://example.com/a.yaml", "unknown url type: ftps"),
        ("http://[::1/a.yaml", "Invalid IPv6 URL"),
        ("file:///nowhere/a.yaml", "No such file or directory"),
    ],
)
def test_the_reason_is_told(url: str, reason: str) -> None:
    """That of the system, where it knows one."""
    with pytest.raises(OSError, match=re.escape(reason)) as failed:
        download(url)

    assert failed.value.strerror == reason
