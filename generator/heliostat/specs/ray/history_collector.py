"""What is kept of a Ray cluster after it is gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from heliostat.manifests.json_value import JsonObject
from heliostat.schemas.targets import Targets
from heliostat.specs.amount import Amount
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.pod.container import ImagePullPolicy, image_problems
from heliostat.specs.pod.environment import Env, env_json, env_problems
from heliostat.specs.pod.resources import resource_problems, resources_json
from heliostat.specs.ray.history_storage import storage_problems
from heliostat.specs.version_need import version_problems


@arguments
class HistoryCollector:
    """What sends logs and events of every Ray pod to storage, where a `HistoryServer` finds them.

    KubeRay 1.7 has it, with its gate RayClusterHistoryServer.

    Args:
        image: image of the collector.
        env: where to: STORAGE_BACKEND (GCS, S3, AZUREBLOB, ALIYUNOSS), what that backend needs, with keys from Secrets, and
            STORAGE_ROOT_DIR.
        image_pull_policy: when to pull the image.
        requests: resources requested; 50m and 64Mi by default.
        limits: resources limited; 200m and 256Mi by default.
    """

    image: str
    env: Env
    image_pull_policy: ImagePullPolicy | None = None
    requests: Mapping[str, Amount] = field(default_factory=dict)
    limits: Mapping[str, Amount] = field(default_factory=dict)

    def wire(self) -> JsonObject:
        collector: JsonObject = {"image": self.image, "env": env_json(self.env)}
        if self.image_pull_policy is not None:
            collector["imagePullPolicy"] = self.image_pull_policy
        if resources := resources_json({}, self.limits, self.requests):
            collector["resources"] = resources
        return {"collectorOptions": collector}

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Name what KubeRay refuses (KubeRay 1.7 controllers/ray/utils/validation.go)."""
        yield from version_problems("", "kuberay", "1.7", targets)
        yield from env_problems("env", self.env)
        yield from resource_problems({}, self.limits, self.requests)
        yield from image_problems("image", self.image)
        for name in self.env:
            if name in _INJECTED:
                yield Problem(f'env["{name}"]', "must be left out, since KubeRay sets it")
        yield from storage_problems("env", self.env)


_INJECTED = frozenset(
    {
        "EVENTS_PORT",
        "FQ_RAY_IP",
        "OWNER_KIND",
        "OWNER_NAME",
        "POD_IP",
        "RAY_CLUSTER_NAME",
        "RAY_CLUSTER_NAMESPACE",
        "RAY_ROLE",
    }
)
"""Variables that KubeRay sets."""
