"""Development: one small queue without GPUs, to try the platform's objects and the programs themselves."""

from __future__ import annotations

from environments._platform import TARGETS, cpu_nodes, data_of, deliver, install_platform, team
from heliostat import ClusterQueue, Environment, Head, RayCluster, RayJob, WorkerGroup

dev = Environment("dev", targets=TARGETS)
deliver(dev)
install_platform(dev, gpus=False)

queues = dev.app("queues")
cpu = cpu_nodes(queues)
quota = ClusterQueue(queues, "dev", quotas={cpu: {"cpu": 32, "memory": "128Gi"}})

vision = team(dev, "vision", queues={"default": quota})
language = team(dev, "language", queues={"default": quota})

RayJob(
    dev.app("vision-train"),
    "train",
    team=vision,
    queue=vision.queue("default"),
    rerun="content-hash",
    head=Head(cpu=1, memory="4Gi", flavor=cpu, schedulable=False, volumes=data_of(vision)),
    workers=[WorkerGroup("cpu", replicas=2, cpu=2, memory="4Gi", flavor=cpu, volumes=data_of(vision))],
    code=["workloads/model.py", "workloads/train.py"],
    entrypoint="python train.py --data /data/train --checkpoint-dir /data/checkpoints --epochs 3 --workers 2",
    active_deadline_seconds=1800,
)

RayCluster(
    dev.app("language-notebooks"),
    "notebooks",
    team=language,
    queue=language.queue("default"),
    elastic=True,
    head=Head(cpu=2, memory="8Gi", flavor=cpu, volumes=data_of(language)),
    workers=[WorkerGroup("cpu", max_replicas=2, cpu=2, memory="4Gi", flavor=cpu, volumes=data_of(language))],
)
