"""The construct of a Cohort."""

from __future__ import annotations

from constructs import Construct

from heliostat.constructs.kubernetes_object import KubernetesObject, arguments_of
from heliostat.specs.kueue.cohort import CohortSpec


class Cohort(KubernetesObject):
    """Queues, and cohorts of queues, that lend each other what is idle. Arguments: CohortSpec."""

    @arguments_of(CohortSpec)
    def __init__(self, scope: Construct, id: str, spec: CohortSpec) -> None:
        super().__init__(scope, id, spec)
