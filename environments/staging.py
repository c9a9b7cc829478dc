"""Staging: what vision runs in production, smaller, on the Ray of today and on the next one."""

from __future__ import annotations

from environments._platform import TARGETS, cpu_nodes, data_of, deliver, install_platform, install_redis, l4_spot_nodes, scorer, team
from heliostat import ClusterQueue, Environment, Head, RayJob, RayService, RedisFaultTolerance, WorkerGroup

RAY = {"today": "2.52.0", "next": "2.53.0"}

staging = Environment("staging", targets=TARGETS)
deliver(staging)
install_platform(staging, gpus=True)

queues = staging.app("queues")
cpu, l4_spot = cpu_nodes(queues), l4_spot_nodes(queues)
quota = ClusterQueue(
    queues,
    "vision",
    quotas={
        cpu: {"cpu": 48, "memory": "192Gi"},
        l4_spot: {"cpu": 32, "memory": "128Gi", "nvidia.com/gpu": 4},
    },
)
vision = team(staging, "vision", queues={"default": quota})
redis = install_redis(staging, cpu, [vision])

for which, ray_version in RAY.items():
    RayService(
        staging.app(f"vision-scorer-{which}"),
        f"scorer-{which}",
        team=vision,
        queue=vision.queue("default"),
        ray_version=ray_version,
        head=Head(cpu=2, memory="8Gi", flavor=cpu, schedulable=False),
        workers=[WorkerGroup("cpu", replicas=1, cpu=4, memory="8Gi", flavor=cpu, volumes=data_of(vision))],
        code=["workloads/model.py", "workloads/serve_app.py"],
        serve_config=scorer(replicas=2),
        exclude_head_pod_from_serve_svc=True,
        gcs_fault_tolerance=RedisFaultTolerance(redis),
    )
    RayJob(
        staging.app(f"vision-train-{which}"),
        f"train-{which}",
        team=vision,
        queue=vision.queue("default"),
        rerun="content-hash",
        ray_version=ray_version,
        head=Head(cpu=2, memory="8Gi", flavor=cpu, schedulable=False, volumes=data_of(vision)),
        workers=[WorkerGroup("l4", replicas=2, cpu=8, memory="32Gi", gpus=1, flavor=l4_spot, volumes=data_of(vision))],
        code=["workloads/model.py", "workloads/train.py"],
        entrypoint=(
            f"python train.py --data /data/train --checkpoint-dir /data/checkpoints-{which} --epochs 20 --workers 2 --gpus-per-worker 1"
        ),
        active_deadline_seconds=3600,
    )
