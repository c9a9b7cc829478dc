"""The kinds that Kueue has webhooks for: its own, and those whose jobs it queues."""

from __future__ import annotations

from dataclasses import dataclass

GROUP = "kueue.x-k8s.io"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind by its lower-case singular, in the version that Kueue's webhooks read."""

    name: str
    group: str
    version: str

    @property
    def plural(self) -> str:
        """The resource, as roles and webhooks name it."""
        return f"{self.name[:-1]}ies" if self.name.endswith("y") else f"{self.name}s"


def _kinds(table: str) -> dict[str, Kind]:
    """Read a table: a line for each API version, with its group first (`core` has no name) and its kinds last."""
    made: dict[str, Kind] = {}
    for line in table.strip().splitlines():
        group, version, *names = line.split()
        made |= {name: Kind(name, "" if group == "core" else group, version) for name in names}
    return made


QUEUE_KINDS = _kinds(f"{GROUP} v1beta2 clusterqueue cohort localqueue resourceflavor topology workload")

JOB_KINDS = _kinds(
    """
    core                        v1        pod
    apps                        v1        deployment statefulset
    batch                       v1        job
    jobset.x-k8s.io             v1alpha2  jobset
    kubeflow.org                v1        jaxjob paddlejob pytorchjob tfjob xgboostjob
    kubeflow.org                v2beta1   mpijob
    leaderworkerset.x-k8s.io    v1        leaderworkerset
    ray.io                      v1        raycluster rayjob rayservice
    sparkoperator.k8s.io        v1beta2   sparkapplication
    trainer.kubeflow.org        v1alpha1  trainjob
    workload.codeflare.dev      v1beta2   appwrapper
    """
)
