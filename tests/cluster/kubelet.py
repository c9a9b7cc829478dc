"""A stand-in for the scheduler and the kubelets: nothing runs in a pod, and every pod that finds a node is ready all the same.

Only the operators do run, as processes of this machine: with the arguments, the environment, the ConfigMaps, the Secrets and the
service account of their pods, which are ready when the process is.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

from tests.cluster.control_plane import ControlPlane
from tests.cluster.kubernetes_api import ApiError, Object
from tests.cluster.nodes import NODES, Node, node_for
from tests.cluster.process import Process, Processes, answers
from tests.cluster.programs import program

_SECONDS_BETWEEN_LOOKS = 0.5


@dataclass(frozen=True)
class HostProgram:
    """What runs on this machine in the place of a container.

    Args:
        name: the program, and its folder among the mounted files.
        image: part of the image's name by which the container is known.
        ready: URL that answers when the program is ready.
        arguments: what it is given beside the container's own arguments; `{kubeconfig}` stands for its service account's.
        environment: variables beside those of the container.
    """

    name: str
    image: str
    ready: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


class Kubelet:
    """Looks at all pods of a control plane, again and again, and does for them what can be done without containers."""

    def __init__(self, plane: ControlPlane, processes: Processes, hosted: tuple[HostProgram, ...], files: Path) -> None:
        self._plane = plane
        self._processes = processes
        self._hosted = hosted
        self._files = files
        self._running: dict[str, Process] = {}
        self.failures: list[str] = []
        """Last words of the operators that ended, which were started again as the kubelet does."""

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Look at pods for as long as the block lasts; what failed meanwhile fails the block."""
        for node in NODES:
            self._register(node)
        stop, failed = Event(), list[BaseException]()

        def work() -> None:
            while not stop.wait(_SECONDS_BETWEEN_LOOKS):
                try:
                    self.look()
                except ApiError:
                    pass  # a pod that has gone or changed since; it is looked at again
                except BaseException as error:
                    failed.append(error)
                    return

        thread = Thread(target=work, daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()
        if failed:
            raise failed[0]

    def _register(self, node: Node) -> None:
        """Make a node ready, which it is not when it is made: the API server taints it until somebody says that it is."""
        api = self._plane.api
        made = api.apply(node.manifest(), manager="kubelet")
        api.patch(made, {"status": {"conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady"}]}}, part="status")
        taints = [{"key": key, "value": value, "effect": "NoSchedule"} for key, value in node.taints.items()]
        api.patch(made, {"spec": {"taints": taints}})

    def logs(self) -> list[str]:
        """Read what the operators that run have written."""
        return [each.log.read_text(encoding="utf-8", errors="replace") for each in self._running.values()]

    def look(self) -> None:
        """Bring every pod one step further."""
        pods = {pod["metadata"]["uid"]: pod for pod in self._plane.api.list("v1", "Pod")}
        for uid in self._running.keys() - pods.keys():
            self._running.pop(uid).end()
        for uid, pod in pods.items():
            if "deletionTimestamp" in pod["metadata"]:
                self._plane.api.delete(pod, grace_period_seconds=0)
                continue
            if "nodeName" not in pod["spec"]:
                if (node := node_for(pod)) is None:
                    continue
                self._plane.api.bind(pod, node)
            host = next((each for each in self._hosted if each.image in pod["spec"]["containers"][0]["image"]), None)
            if host is None:
                self._run_nothing(pod)
            elif uid in self._running and self._running[uid].has_ended:
                self.failures.append(f"{host.name} ended:\n{self._running.pop(uid).last_lines()}")
            elif uid in self._running:
                self._mount(host, pod)
                if answers(host.ready):
                    self._mark_ready(pod)
            elif self._mount(host, pod):
                self._running[uid] = self._start(host, pod)

    def _run_nothing(self, pod: Object) -> None:
        """Make a pod ready; where it has but to empty a Redis, as of a head that has gone, it has done so."""
        if pod["metadata"].get("labels", {}).get("ray.io/node-type") == "redis-cleanup":
            if pod["status"].get("phase") != "Succeeded":
                self._plane.api.patch(pod, {"status": {"phase": "Succeeded"}}, part="status", manager="kubelet")
        else:
            self._mark_ready(pod)

    def _mark_ready(self, pod: Object) -> None:
        if pod["status"].get("phase") != "Pending":
            return
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        containers = [
            {
                "name": container["name"],
                "image": container["image"],
                "imageID": "",
                "ready": True,
                "started": True,
                "restartCount": 0,
                "state": {"running": {"startedAt": now}},
            }
            for container in pod["spec"]["containers"]
        ]
        conditions = [
            {"type": each, "status": "True", "lastTransitionTime": now}
            for each in ("PodScheduled", "Initialized", "ContainersReady", "Ready")
        ]
        status = {
            "phase": "Running",
            "startTime": now,
            "podIP": "10.1.0.1",
            "podIPs": [{"ip": "10.1.0.1"}],
            "conditions": conditions,
            "containerStatuses": containers,
        }
        self._plane.api.patch(pod, {"status": status}, part="status", manager="kubelet")

    def _start(self, host: HostProgram, pod: Object) -> Process:
        container, namespace = pod["spec"]["containers"][0], pod["metadata"]["namespace"]
        token = self._plane.api.token_of(namespace, pod["spec"]["serviceAccountName"])
        kubeconfig = str(self._plane.kubeconfig(host.name, token, namespace))
        root = self._files / host.name
        (root / "tmp").mkdir(parents=True, exist_ok=True)
        mounted = [mount["mountPath"] for mount in container.get("volumeMounts", [])]
        arguments = [*container.get("command", [])[1:], *container.get("args", [])]
        for path in mounted:
            arguments = [argument.replace(path, f"{root}{path}") for argument in arguments]
        variables = {each["name"]: _value(each, pod) for each in container.get("env", [])}
        return self._processes.start(
            host.name,
            [program(host.name), *arguments, *(argument.format(kubeconfig=kubeconfig) for argument in host.arguments)],
            environment={**variables, **host.environment, "KUBECONFIG": kubeconfig, "TMPDIR": str(root / "tmp")},
            cwd=root,
        )

    def _mount(self, host: HostProgram, pod: Object) -> bool:
        """Write what the container mounts, anew where it has changed; False where something of it is not there yet."""
        volumes = {volume["name"]: volume for volume in pod["spec"].get("volumes", [])}
        for mount in pod["spec"]["containers"][0].get("volumeMounts", []):
            content = self._content(volumes[mount["name"]], pod["metadata"]["namespace"])
            if content is None:
                return False
            place = Path(f"{self._files / host.name}{mount['mountPath']}")
            if sub_path := mount.get("subPath"):
                _write(place, content[sub_path])
            else:
                place.mkdir(parents=True, exist_ok=True)
                for name, written in content.items():
                    _write(place / name, written)
        return True

    def _content(self, volume: Object, namespace: str) -> dict[str, bytes] | None:
        if "configMap" in volume:
            found = self._plane.api.get("v1", "ConfigMap", volume["configMap"]["name"], namespace)
            return None if found is None else {name: text.encode() for name, text in found.get("data", {}).items()}
        if "secret" in volume:
            found = self._plane.api.get("v1", "Secret", volume["secret"]["secretName"], namespace)
            return None if found is None else {name: base64.b64decode(text) for name, text in found.get("data", {}).items()}
        return {}


def _value(variable: Object, pod: Object) -> str:
    """Give what a container's variable holds: a value, or a field of the pod."""
    path = variable.get("valueFrom", {}).get("fieldRef", {}).get("fieldPath")
    if path is None:
        return str(variable.get("value", ""))
    found = pod
    for key in path.split("."):
        found = found[key]
    return str(found)


def _write(file: Path, content: bytes) -> None:
    if not file.exists() or file.read_bytes() != content:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f".{file.name}")
        part.write_bytes(content)
        part.replace(file)
