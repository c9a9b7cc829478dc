"""serve_app.py: deployed as a RayService deploys it, asked over HTTP."""

from __future__ import annotations

import json
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from environments.workloads.model import Model, save_checkpoint
from tests.environments.workloads.ray_cluster import RayCluster, running, until

pytestmark = pytest.mark.xdist_group("ray")

MODEL = Model(features=("x", "y"), weights=(4.0, -4.0), bias=0.25, epoch=3)


@dataclass(frozen=True)
class Answer:
    status: int
    body: str

    @property
    def json(self) -> object:
        return json.loads(self.body)


@dataclass(frozen=True)
class Service:
    """The served application, by its port."""

    port: int

    def ask(self, path: str, body: object = None) -> Answer:
        """POST a body, or GET without one."""
        data = None if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", data, timeout=10) as response:
                return Answer(response.status, response.read().decode())
        except urllib.error.HTTPError as refused:
            with refused:
                return Answer(refused.code, refused.read().decode())

    def serves(self) -> bool:
        """Tell whether the application has its route."""
        try:
            return self.ask("/-/routes").json == {"/": "scorer"}
        except (OSError, ValueError):
            return False


def deployed(folder: Path, port: int, checkpoints: Path) -> list[str]:
    """Write the configuration that a RayService hands to Serve, and spell the command that deploys it as it is now."""
    deployment = {"name": "Scorer", "user_config": {"checkpoint_dir": str(checkpoints)}, "ray_actor_options": {"num_cpus": 0}}
    application = {"name": "scorer", "route_prefix": "/", "import_path": "serve_app:app", "deployments": [deployment]}
    config = folder / "serve.yaml"  # JSON is YAML
    config.write_text(json.dumps({"http_options": {"host": "127.0.0.1", "port": port}, "applications": [application]}))
    return [sys.executable, "-c", "from ray.serve.scripts import cli; cli()", "run", str(config)]


@pytest.fixture(scope="module")
def service(ray: RayCluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The application, with a checkpoint to load."""
    folder = tmp_path_factory.mktemp("serve")
    save_checkpoint(MODEL, folder / "checkpoints")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with running(deployed(folder, port, folder / "checkpoints"), ray.variables, folder / "serve.log") as process:
        served = Service(port)
        until(served.serves, process)
        yield served


def test_a_row_is_scored(service: Service) -> None:
    """The answer is the model's probability, and says which model gave it."""
    answer = service.ask("/", {"features": {"y": -1, "x": 0.5}})

    assert (answer.status, answer.json) == (
        200,
        {"probability": MODEL.probability([0.5, -1]), "model": MODEL.digest, "epoch": 3},
    )


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ({"features": {"x": 1}}, "the features are x, y; missing or unknown: y"),
        ({"features": {"x": 1, "y": 1, "z": 1}}, "the features are x, y; missing or unknown: z"),
        ({"features": {"x": 1, "y": "one"}}, "should be a valid number"),
        ({"feature": {}}, "Extra inputs are not permitted"),
        ("not JSON", "Invalid JSON"),
    ],
)
def test_what_is_no_row_is_refused(service: Service, body: object, complaint: str) -> None:
    """A caller's mistake is answered with 422 and what is wrong, and is no failure of the service."""
    answer = service.ask("/", body)

    assert answer.status == 422
    assert isinstance(answer.json, dict)
    assert complaint in answer.json["error"]


def test_the_proxy_says_that_it_is_healthy(service: Service) -> None:
    """This is what the readiness probe of a serving pod asks."""
    assert service.ask("/-/healthz") == Answer(200, "success")


def test_another_folder_loads_without_a_restart(ray: RayCluster, service: Service, tmp_path: Path) -> None:
    """A new `user_config` brings its model in place; one without a checkpoint leaves the model that answers."""
    newer = Model(features=("x", "y"), weights=(1.0, 1.0), epoch=4)
    save_checkpoint(newer, tmp_path / "newer")
    row = {"features": {"x": 0, "y": 0}}
    log = tmp_path / "serve.log"

    with running(deployed(tmp_path, service.port, tmp_path / "newer"), ray.variables, log) as process:
        until(lambda: service.ask("/", row).json == {"probability": 0.5, "model": newer.digest, "epoch": 4}, process)
    with running(deployed(tmp_path, service.port, tmp_path / "empty"), ray.variables, log) as process:
        until(lambda: f"model {newer.digest} stays" in log.read_text(), process)
        assert service.ask("/", row).status == 200
