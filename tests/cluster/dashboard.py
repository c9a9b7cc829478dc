"""A stand-in for the dashboards and Serve proxies of all Ray clusters, which KubeRay's operator reaches as its HTTP proxy.

A job runs until it is told to end. An application of Serve runs, with all its deployments healthy, from when its configuration is put.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any
from urllib.parse import urlsplit

_JOBS = "/api/jobs/"
_APPLICATIONS = "/api/serve/applications/"


class Dashboard:
    """What the dashboards know."""

    def __init__(self) -> None:
        self._jobs: dict[str, str] = {}
        self._serve: dict[str, Any] = {}
        self._lock = Lock()

    def end_job(self, submission_id: str, status: str = "SUCCEEDED") -> None:
        """Have a job end."""
        with self._lock:
            self._jobs[submission_id] = status

    def answer(self, method: str, host: str, path: str, body: Any) -> Any:
        """Answer as the dashboard of a cluster does."""
        with self._lock:
            if path == _APPLICATIONS:
                if method == "PUT":
                    self._serve[host] = body
                    return {}
                return {"applications": {each["name"]: _running(each) for each in self._serve.get(host, {}).get("applications", [])}}
            if path == _JOBS and method == "POST":
                submission_id = body["submission_id"]
                self._jobs.setdefault(submission_id, "RUNNING")
                return {"job_id": submission_id, "submission_id": submission_id}
            if path.startswith(_JOBS):
                submission_id, _, verb = path.removeprefix(_JOBS).partition("/")
                if verb == "stop":
                    self._jobs[submission_id] = "STOPPED"
                    return {"stopped": True}
                status = self._jobs.get(submission_id, "RUNNING")
                return {"status": status, "submission_id": submission_id, "entrypoint": "", "start_time": 1, "message": ""}
            return {}


def _running(application: Any) -> Any:
    deployments = {each["name"]: {"name": each["name"], "status": "HEALTHY"} for each in application.get("deployments", [])}
    return {"name": application["name"], "status": "RUNNING", "route_prefix": application.get("route_prefix"), "deployments": deployments}


@contextmanager
def served(dashboard: Dashboard) -> Iterator[str]:
    """Serve a dashboard, and give the URL that its users take for their HTTP proxy."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            """Keep the tests' output to what they say."""

        def answer(self) -> None:
            url = urlsplit(self.path)
            sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            told = json.dumps(dashboard.answer(self.command, url.netloc, url.path, json.loads(sent) if sent else None)).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        do_GET = do_PUT = do_POST = answer  # noqa: N815  the names that BaseHTTPRequestHandler looks up

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
