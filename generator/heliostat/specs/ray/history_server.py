"""What is kept of a Ray cluster after it is gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from heliostat.specs.arguments import arguments
from heliostat.specs.pod.container import ImagePullPolicy
from heliostat.specs.pod.environment import EnvValue


@arguments
class HistoryServer:
    """The collector that sends logs and events of every Ray pod to storage (KubeRay 1.7, with its gate RayClusterHistoryServer).

    Args:
        image: image of the collector.
        env: where to: STORAGE_BACKEND (GCS, S3, AZUREBLOB, ALIYUNOSS) and what that backend needs.
        image_pull_policy: when to pull the image.
        requests: resources requested; 50m and 64Mi by default.
        limits: resources limited; 200m and 256Mi by default.
    """

    image: str
    env: Mapping[str, EnvValue]
    image_pull_policy: ImagePullPolicy | None = None
    requests: Mapping[str, float | str] = field(default_factory=dict)
    limits: Mapping[str, float | str] = field(default_factory=dict)
