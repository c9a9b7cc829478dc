"""Production: vision and language share A100s and spot L4s; what serves has quota of its own."""

from __future__ import annotations

from environments._platform import (
    RECLAIM,
    TARGETS,
    a100_nodes,
    cpu_nodes,
    data_of,
    deliver,
    install_platform,
    install_redis,
    l4_spot_nodes,
    priorities,
    scorer,
    team,
)
from heliostat import (
    Auth,
    Autoscaler,
    ClusterQueue,
    Cohort,
    DisruptionBudget,
    Environment,
    Head,
    Quota,
    RayCluster,
    RayCronJob,
    RayJob,
    RayService,
    RedisFaultTolerance,
    WorkerGroup,
)

prod = Environment("prod", targets=TARGETS)
deliver(prod)
install_platform(prod, gpus=True)

queues = prod.app("queues")
cpu, l4_spot, a100 = cpu_nodes(queues), l4_spot_nodes(queues), a100_nodes(queues)
priority = priorities(queues)

ml = Cohort(queues, "ml")

# room for two of every service at a time, since an upgrade starts the new cluster beside the old one
serving = ClusterQueue(queues, "serving", quotas={cpu: {"cpu": 32, "memory": "96Gi"}})

vision = team(
    prod,
    "vision",
    queues={
        "default": ClusterQueue(
            queues,
            "vision",
            cohort=ml,
            preemption=RECLAIM,
            quotas={
                cpu: {"cpu": 64, "memory": "256Gi"},
                l4_spot: {"cpu": 64, "memory": "256Gi", "nvidia.com/gpu": Quota(8, borrow=8)},
                a100: {"cpu": 96, "memory": "1280Gi", "nvidia.com/gpu": Quota(8, borrow=8, lend=4)},
            },
        ),
        "serving": serving,
    },
)
language = team(
    prod,
    "language",
    queues={
        "default": ClusterQueue(
            queues,
            "language",
            cohort=ml,
            preemption=RECLAIM,
            quotas={
                cpu: {"cpu": 64, "memory": "256Gi"},
                l4_spot: {"cpu": 64, "memory": "256Gi", "nvidia.com/gpu": Quota(8, borrow=8)},
                a100: {"cpu": 192, "memory": "2560Gi", "nvidia.com/gpu": Quota(16, borrow=4, lend=8)},
            },
        ),
    },
)

redis = install_redis(prod, cpu, [vision])

RayJob(
    prod.app("vision-train"),
    "train",
    team=vision,
    queue=vision.queue("default"),
    priority_class=priority.urgent,
    rerun="content-hash",
    head=Head(cpu=4, memory="16Gi", flavor=cpu, schedulable=False, volumes=data_of(vision)),
    workers=[WorkerGroup("a100", replicas=4, cpu=12, memory="160Gi", gpus=1, flavor=a100, volumes=data_of(vision))],
    code=["workloads/model.py", "workloads/train.py"],
    entrypoint="python train.py --data /data/train --checkpoint-dir /data/checkpoints --epochs 200 --workers 4 --gpus-per-worker 1",
    active_deadline_seconds=24 * 3600,
    backoff_limit=2,
)

RayCronJob(
    prod.app("vision-score-nightly"),
    "score-nightly",
    team=vision,
    queue=vision.queue("default"),
    schedule="0 2 * * *",
    time_zone="Europe/Berlin",
    head=Head(cpu=2, memory="8Gi", flavor=cpu, schedulable=False, volumes=data_of(vision)),
    workers=[WorkerGroup("cpu", replicas=4, cpu=8, memory="32Gi", flavor=cpu, volumes=data_of(vision))],
    code=["workloads/model.py", "workloads/batch_inference.py"],
    entrypoint="python batch_inference.py --checkpoint-dir /data/checkpoints --input /data/incoming --output /data/scores",
    active_deadline_seconds=4 * 3600,
)

RayService(
    prod.app("vision-scorer"),
    "scorer",
    team=vision,
    queue=vision.queue("serving"),
    head=Head(cpu=2, memory="8Gi", flavor=cpu, schedulable=False),
    workers=[WorkerGroup("cpu", replicas=3, cpu=4, memory="8Gi", flavor=cpu, volumes=data_of(vision))],
    code=["workloads/model.py", "workloads/serve_app.py"],
    serve_config=scorer(replicas=9),
    exclude_head_pod_from_serve_svc=True,
    gcs_fault_tolerance=RedisFaultTolerance(redis),
    disruption_budget=DisruptionBudget(groups={"cpu": 2}),
)

RayCluster(
    prod.app("language-notebooks"),
    "notebooks",
    team=language,
    queue=language.queue("default"),
    priority_class=priority.interactive,
    elastic=True,
    head=Head(cpu=4, memory="16Gi", flavor=cpu, schedulable=False, volumes=data_of(language)),
    workers=[
        WorkerGroup("cpu", max_replicas=8, cpu=4, memory="16Gi", flavor=cpu, volumes=data_of(language)),
        WorkerGroup("l4", max_replicas=4, cpu=8, memory="32Gi", gpus=1, flavor=l4_spot, volumes=data_of(language)),
    ],
    autoscaler=Autoscaler(idle_timeout_seconds=900),
    auth=Auth(),
)
