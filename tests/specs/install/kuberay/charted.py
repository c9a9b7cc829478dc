"""What upstream's chart makes of values, as digests, and the command that takes them.

    python -m tests.specs.install.kuberay.charted FOLDER…

FOLDER is `helm-chart/kuberay-operator` of a release of KubeRay, which Go's module proxy does not serve. Nothing of Heliostat is used
here, so that a digest says what upstream has and not what Heliostat made of it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from tests.upstream.go_program import answers

TABLE = Path(__file__).with_name("charted.json")

NAMESPACE, RELEASE = "kuberay-system", "kuberay-operator"

_NOT_OURS = ("app.kubernetes.io/managed-by", "helm.sh/chart")
"""Labels that say that Helm manages an object, which Heliostat leaves out."""

_TOLERATION = {"key": "pool", "operator": "Equal", "value": "system", "effect": "NoSchedule"}
_SIDECAR = {"name": "fluentbit", "image": "fluent/fluent-bit:3.2", "resources": {"limits": {"cpu": "100m"}, "requests": {"cpu": "100m"}}}

VALUES: dict[str, dict[str, Any]] = {
    "nothing": {},
    "two replicas for a busy cluster": {
        "replicas": 2,
        "reconcileConcurrency": 10,
        "kubeClient": {"qps": 250.5, "burst": 1000},
        "resources": {"limits": {"cpu": "2", "memory": "4Gi"}, "requests": {"cpu": "500m"}},
        "livenessProbe": {"initialDelaySeconds": 30, "periodSeconds": 10, "failureThreshold": 3},
        "readinessProbe": {"initialDelaySeconds": 5, "periodSeconds": 2, "failureThreshold": 2},
    },
    "a mirror and a place of its own": {
        "image": {"repository": "registry.internal:5000/kuberay/operator", "tag": "patched", "pullPolicy": "Always"},
        "imagePullSecrets": [{"name": "registry"}],
        "operatorCommand": "/usr/bin/manager",
        "nodeSelector": {"pool": "system"},
        "tolerations": [_TOLERATION],
        "affinity": {
            "nodeAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": {
                    "nodeSelectorTerms": [{"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a"]}]}]
                }
            }
        },
        "priorityClassName": "system-cluster-critical",
        "labels": {"tier": "platform"},
        "annotations": {"cluster-autoscaler.kubernetes.io/safe-to-evict": "false"},
        "podSecurityContext": {"runAsNonRoot": True, "runAsUser": 65532},
        "securityContext": {"readOnlyRootFilesystem": None, "runAsUser": 65532},
        "service": {"type": "NodePort", "port": 9090},
    },
    "other names": {
        "fullnameOverride": "ray",
        "nameOverride": "ray",
        "componentOverride": "controller",
        "serviceAccount": {"create": False, "name": "somebody"},
    },
    "its own namespace only": {"singleNamespaceInstall": True},
    "the namespaces of two teams": {"singleNamespaceInstall": True, "watchNamespace": ["vision", "language"]},
    "roles that somebody else makes": {"singleNamespaceInstall": True, "watchNamespace": ["vision"], "crNamespacedRbacEnable": False},
    "rights that somebody else gives": {"rbacEnable": False, "watchNamespace": ["vision"]},
    "volcano": {"batchScheduler": {"name": "volcano"}},
    "scheduler-plugins and no metrics": {"batchScheduler": {"name": "scheduler-plugins"}, "metrics": {"enabled": False}},
    "yunikorn, without leader election": {"batchScheduler": {"name": "yunikorn"}, "leaderElectionEnabled": False},
    "a log file and another form of lines": {
        "logging": {
            "stdoutEncoder": "console",
            "fileEncoder": "console",
            "baseDir": "/var/log/kuberay",
            "fileName": "operator.log",
            "sizeLimit": "1Gi",
        },
        "useKubernetesProxy": True,
    },
    "variables": {
        "env": [
            {"name": "ENABLE_ZERO_DOWNTIME", "value": "false"},
            {"name": "CLUSTER_DOMAIN", "value": "cluster.internal"},
            {"name": "PROXY_TOKEN", "valueFrom": {"secretKeyRef": {"name": "proxy", "key": "token"}}},
        ],
    },
    "a configuration file": {
        "batchScheduler": {"name": "kai-scheduler"},
        "singleNamespaceInstall": True,
        "watchNamespace": ["vision", "language"],
        "useKubernetesProxy": False,
        "logging": {"baseDir": "/var/log/kuberay", "fileName": "operator.log"},
        "configuration": {
            "enabled": True,
            "defaultContainerEnvs": [{"name": "RAY_enable_open_telemetry", "value": "true"}],
            "headSidecarContainers": [_SIDECAR],
            "workerSidecarContainers": [_SIDECAR],
        },
    },
}
"""By what is special about them."""

SINCE_1_7: dict[str, dict[str, Any]] = {
    "a ServiceMonitor": {
        "metrics": {
            "serviceMonitor": {
                "enabled": True,
                "interval": "15s",
                "honorLabels": False,
                "additionalLabels": {"release": "prometheus"},
                "namespace": "monitoring",
            }
        },
    },
    "defaults of Ray pods": {
        "labels": {"tier": "platform"},
        "configuration": {
            "enabled": True,
            "defaultPodAnnotations": {"prometheus.io/scrape": "true"},
            "defaultPodLabels": {"app.kubernetes.io/part-of": "ray"},
        },
    },
    "cron jobs, history and isolation": {
        "featureGates": [
            {"name": "RayClusterStatusConditions", "enabled": True},
            {"name": "RayJobDeletionPolicy", "enabled": True},
            {"name": "RayMultiHostIndexing", "enabled": False},
            {"name": "RayServiceIncrementalUpgrade", "enabled": True},
            {"name": "RayCronJob", "enabled": True},
            {"name": "RayClusterMTLS", "enabled": True},
            {"name": "RayClusterNetworkPolicy", "enabled": True},
            {"name": "RayClusterHistoryServer", "enabled": True},
            {"name": "SidecarSubmitterRestart", "enabled": True},
        ],
    },
}
SINCE_1_6: dict[str, dict[str, Any]] = {
    "a ServiceMonitor of 1.6": {
        "metrics": {
            "serviceMonitor": {
                "enabled": True,
                "interval": "15s",
                "honorLabels": False,
                "selector": {"release": "prometheus"},
                "namespace": "monitoring",
            }
        }
    },
    "cron jobs of 1.6": {
        "featureGates": [
            {"name": "RayClusterStatusConditions", "enabled": True},
            {"name": "RayJobDeletionPolicy", "enabled": True},
            {"name": "RayMultiHostIndexing", "enabled": True},
            {"name": "RayServiceIncrementalUpgrade", "enabled": True},
            {"name": "RayCronJob", "enabled": True},
            {"name": "AsyncJobInfoQuery", "enabled": True},
        ],
    },
}
CASES = {"1.7.0": {**VALUES, **SINCE_1_7}, "1.6.2": {**VALUES, **SINCE_1_6}}


def identity(body: Any) -> str:
    """Name an object by kind, namespace and name."""
    return f"{body['kind']} {body['metadata'].get('namespace', '')}/{body['metadata']['name']}"


def said(body: Any) -> Any:
    """Say what an object says: without the labels of Helm and what is empty, its configuration file as what it holds."""
    metadata = {key: value for key, value in body["metadata"].items() if value is not None}
    if "labels" in metadata:
        metadata["labels"] = {key: value for key, value in metadata["labels"].items() if key not in _NOT_OURS}
    if body["kind"] == "ConfigMap":
        return {**body, "metadata": metadata, "data": {key: yaml.safe_load(text) for key, text in body["data"].items()}}
    return {**body, "metadata": metadata}


def digests(bodies: Sequence[Any]) -> dict[str, str]:
    """Take the SHA-256 of objects as JSON with sorted keys."""
    return {identity(body): hashlib.sha256(json.dumps(said(body), sort_keys=True).encode()).hexdigest() for body in bodies}


def paths(values: dict[str, Any], above: str = "") -> Iterator[str]:
    """Name the values of a chart; what is a structure of Kubernetes' own is one value."""
    for key, value in values.items():
        if isinstance(value, dict) and value and key not in ("resources", "securityContext"):
            yield from paths(value, f"{above}{key}.")
        else:
            yield f"{above}{key}"


def rendered(folder: str) -> tuple[str, dict[str, list[Any]]]:
    """Render every case of a chart's version."""
    version = yaml.safe_load(Path(folder, "Chart.yaml").read_text(encoding="utf-8"))["version"]
    cases = CASES[version]
    asked = [
        {
            "chart": str(Path(folder).absolute()),
            "release": values.get("fullnameOverride", RELEASE),
            "namespace": NAMESPACE,
            "values": values,
        }
        for values in cases.values()
    ]
    return version, dict(zip(cases, answers("chart", asked), strict=True))


def main(folders: Sequence[str]) -> None:
    """Write the table anew."""
    table = {}
    for folder in folders:
        version, made = rendered(folder)
        values = yaml.safe_load(Path(folder, "values.yaml").read_text(encoding="utf-8"))
        table[version] = {"values": sorted(paths(values)), "objects": {case: digests(bodies) for case, bodies in made.items()}}
    TABLE.write_text(json.dumps(table, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
