"""What Kueue's metrics tell of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from heliostat.manifests.name_syntax import label_key_fault
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments
from heliostat.specs.install.kueue.servers import address_problems
from heliostat.specs.label_selector import LabelSelector

SourceKind = Literal["Cohort", "LocalQueue", "ClusterQueue", "Workload"]
_MOST_LABELS = 20
_MOST_OF_KIND: Mapping[SourceKind, int] = {"Cohort": 6, "LocalQueue": 6, "ClusterQueue": 6, "Workload": 2}
_MOST_VALUES: Mapping[SourceKind, int] = {"Cohort": 16, "LocalQueue": 16, "ClusterQueue": 16, "Workload": 12}
_METRIC_LABEL = re.compile(r"[a-zA-Z][a-zA-Z0-9_]*")


@arguments
class MetricLabel:
    """A label or an annotation that becomes a label of metrics; needs the gate CustomMetricLabels.

    Args:
        name: name of the metrics' label, which `custom_` is put before.
        source_label_key: label that its value is read from; `name` unless given,
        source_annotation_key: or annotation.
        source_kind: kind of the object that it is read from; a ClusterQueue unless given.
        tracked_values: values that are told apart; needed for Workloads, all of them for others unless given.
    """

    name: str = field(kw_only=False)
    source_label_key: str | None = None
    source_annotation_key: str | None = None
    source_kind: SourceKind | None = None
    tracked_values: Sequence[str] = ()

    def check(self, targets: Targets) -> Iterator[Problem]:
        """Check what validateCustomLabels of pkg/config/validation.go in Kueue 0.19 refuses in one of them."""
        if not _METRIC_LABEL.fullmatch(self.name):
            yield Problem("name", f'must be letters, digits and "_", with a letter first, got {self.name!r}')
        if self.source_label_key is not None and self.source_annotation_key is not None:
            yield Problem("source_annotation_key", "must be left out when source_label_key is given")
        for argument in ("source_label_key", "source_annotation_key"):
            key = getattr(self, argument)
            if key is not None and (fault := label_key_fault(key)):
                yield Problem(argument, fault)
        most = _MOST_VALUES[self.source_kind or "ClusterQueue"]
        if self.source_kind == "Workload" and not self.tracked_values:
            yield Problem("tracked_values", "must be given for a Workload")
        elif len(self.tracked_values) > most:
            yield Problem("tracked_values", f"must have at most {most} values, has {len(self.tracked_values)}")
        if len(set(self.tracked_values)) < len(self.tracked_values):
            yield Problem("tracked_values", "must differ from each other")


@arguments
class LocalQueueMetrics:
    """Whether there are metrics of LocalQueues, which there are by default.

    Args:
        enable: False leaves them out.
        local_queue_selector: LocalQueues that there are metrics of; all of them unless given.
    """

    enable: bool = True
    local_queue_selector: LabelSelector | None = None


@arguments
class KueueMetrics:
    """What metrics Kueue serves, and where.

    Args:
        bind_address: address that they are served at; "0" serves none.
        enable_cluster_queue_resources: True adds usage and quota of every resource of every ClusterQueue.
        custom_labels: labels of objects that become labels of metrics.
        local_queue_metrics: metrics of LocalQueues.
    """

    bind_address: str = ":8443"
    enable_cluster_queue_resources: bool | None = None
    custom_labels: Sequence[MetricLabel] = ()
    local_queue_metrics: LocalQueueMetrics | None = None

    def check(self, targets: Targets) -> Iterator[Problem]:
        yield from address_problems("bind_address", self.bind_address, optional=True)
        names = [label.name for label in self.custom_labels]
        for index, name in enumerate(names):
            if name in names[:index]:
                yield Problem(f"custom_labels[{index}].name", f'must differ from that of every other label, got "{name}" again')
        if len(names) > _MOST_LABELS:
            yield Problem("custom_labels", f"must have at most {_MOST_LABELS} labels, has {len(names)}")
        kinds = Counter[SourceKind](label.source_kind or "ClusterQueue" for label in self.custom_labels)
        for kind, count in kinds.items():
            if count > _MOST_OF_KIND[kind]:
                yield Problem("custom_labels", f"must have at most {_MOST_OF_KIND[kind]} of the source kind {kind}, has {count}")
