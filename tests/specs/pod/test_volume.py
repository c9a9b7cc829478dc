"""Volumes of every kind, where they are mounted and what they are called."""

from __future__ import annotations

import pytest

from heliostat.specs.arguments import Problem
from heliostat.specs.label_selector import LabelSelector
from heliostat.specs.pod.environment import FieldPath, ResourceField
from heliostat.specs.pod.mount import Mount, Volume, clashing_volumes, mounts_json, volume_problems, volumes_json
from heliostat.specs.pod.projected_volume import (
    ClusterTrustBundle,
    DownwardFile,
    DownwardVolume,
    PodCertificate,
    ProjectedVolume,
    ServiceAccountToken,
)
from heliostat.specs.pod.volume import (
    ClaimVolume,
    ConfigMapVolume,
    CsiVolume,
    DataSource,
    EmptyDir,
    EphemeralVolume,
    FibreChannelVolume,
    HostPath,
    ImageVolume,
    IscsiVolume,
    KeyFile,
    NfsVolume,
    SecretVolume,
)
from tests.specs.answers import DNS_LABEL, DNS_SUBDOMAIN, Thing, told

KINDS: list[tuple[Volume, object]] = [
    (
        ConfigMapVolume(Thing("ConfigMap", "m"), items={"k": KeyFile("p", mode=0o400)}, default_mode=0o440, optional=True),
        {"name": "m", "configMap": {"name": "m", "items": [{"key": "k", "path": "p", "mode": 256}], "defaultMode": 288, "optional": True}},
    ),
    (SecretVolume("s", items={"k": "p"}), {"name": "s", "secret": {"secretName": "s", "items": [{"key": "k", "path": "p"}]}}),
    (
        ClaimVolume(Thing("PersistentVolumeClaim", "c"), read_only=True),
        {"name": "c", "persistentVolumeClaim": {"claimName": "c", "readOnly": True}},
    ),
    (EmptyDir("1024Mi", medium="Memory"), {"name": "data", "emptyDir": {"sizeLimit": "1Gi", "medium": "Memory"}}),
    (EmptyDir(), {"name": "data", "emptyDir": {}}),
    (HostPath("/dev/x", type="CharDevice"), {"name": "data", "hostPath": {"path": "/dev/x", "type": "CharDevice"}}),
    (
        CsiVolume("d", volume_attributes={"a": "b"}, fs_type="ext4", read_only=True, node_publish_secret_ref=Thing("Secret", "s")),
        {
            "name": "data",
            "csi": {
                "driver": "d",
                "volumeAttributes": {"a": "b"},
                "fsType": "ext4",
                "readOnly": True,
                "nodePublishSecretRef": {"name": "s"},
            },
        },
    ),
    (
        EphemeralVolume("1024Gi", storage_class_name="fast", volume_mode="Filesystem", labels={"a": "b"}),
        {
            "name": "data",
            "ephemeral": {
                "volumeClaimTemplate": {
                    "metadata": {"labels": {"a": "b"}},
                    "spec": {
                        "accessModes": ["ReadWriteOnce"],
                        "storageClassName": "fast",
                        "volumeMode": "Filesystem",
                        "resources": {"requests": {"storage": "1Ti"}},
                    },
                }
            },
        },
    ),
    (
        EphemeralVolume(
            "1Gi",
            volume_attributes_class_name="gold",
            selector=LabelSelector(),
            volume_name="v",
            data_source=DataSource("VolumeSnapshot", Thing("VolumeSnapshot", "snap"), api_group="snapshot.storage.k8s.io", namespace="n"),
            annotations={"a": "b"},
            name="scratch",
        ),
        {
            "name": "scratch",
            "ephemeral": {
                "volumeClaimTemplate": {
                    "metadata": {"annotations": {"a": "b"}},
                    "spec": {
                        "accessModes": ["ReadWriteOnce"],
                        "volumeAttributesClassName": "gold",
                        "selector": {},
                        "volumeName": "v",
                        "dataSourceRef": {
                            "kind": "VolumeSnapshot",
                            "name": "snap",
                            "apiGroup": "snapshot.storage.k8s.io",
                            "namespace": "n",
                        },
                        "resources": {"requests": {"storage": "1Gi"}},
                    },
                }
            },
        },
    ),
    (
        IscsiVolume("10.0.0.1", iqn="iqn", lun=0, chap_auth_session=True, secret_ref=Thing("Secret", "s")),
        {
            "name": "data",
            "iscsi": {
                "targetPortal": "10.0.0.1",
                "iqn": "iqn",
                "lun": 0,
                "iscsiInterface": "default",
                "chapAuthSession": True,
                "secretRef": {"name": "s"},
            },
        },
    ),
    (FibreChannelVolume(target_wwns=["w"], lun=1), {"name": "data", "fc": {"targetWWNs": ["w"], "lun": 1}}),
    (NfsVolume("host", path="/x"), {"name": "data", "nfs": {"server": "host", "path": "/x"}}),
    (ImageVolume("i:1", pull_policy="Always"), {"name": "data", "image": {"reference": "i:1", "pullPolicy": "Always"}}),
    (
        DownwardVolume(
            {"labels": DownwardFile(FieldPath("metadata.labels")), "cpu": DownwardFile(ResourceField("limits.cpu"), mode=0o400)}
        ),
        {
            "name": "data",
            "downwardAPI": {
                "items": [
                    {"path": "labels", "fieldRef": {"fieldPath": "metadata.labels"}},
                    {"path": "cpu", "resourceFieldRef": {"resource": "limits.cpu"}, "mode": 256},
                ]
            },
        },
    ),
    (
        ProjectedVolume(
            [
                SecretVolume("s"),
                ConfigMapVolume("m"),
                ServiceAccountToken("token", audience="vault", expiration_seconds=600),
                ClusterTrustBundle("ca.pem", signer_name="x/y", label_selector=LabelSelector()),
                PodCertificate(signer_name="x/y", key_type="ED25519", credential_bundle_path="bundle.pem"),
            ],
            default_mode=0o400,
            name="identity",
        ),
        {
            "name": "identity",
            "projected": {
                "sources": [
                    {"secret": {"name": "s"}},
                    {"configMap": {"name": "m"}},
                    {"serviceAccountToken": {"path": "token", "audience": "vault", "expirationSeconds": 600}},
                    {"clusterTrustBundle": {"path": "ca.pem", "signerName": "x/y", "labelSelector": {}}},
                    {"podCertificate": {"signerName": "x/y", "keyType": "ED25519", "credentialBundlePath": "bundle.pem"}},
                ],
                "defaultMode": 256,
            },
        },
    ),
]


@pytest.mark.parametrize(("volume", "expected"), KINDS)
def test_every_kind_is_written(volume: Volume, expected: object) -> None:
    """A volume is called after what it refers to, else after its path, unless it has a name."""
    assert told(volume) == []
    assert volumes_json([("/data", volume)]) == [expected]


def test_volumes_of_one_name_are_one_volume_of_the_pod() -> None:
    """Two containers may mount a claim, and share scratch space at one path."""
    mounted = [("/a", ClaimVolume("c")), ("/b", Mount(ClaimVolume("c"), sub_path="x")), ("/a/b", EmptyDir()), ("/a/b", EmptyDir())]

    assert volumes_json(mounted) == [{"name": "c", "persistentVolumeClaim": {"claimName": "c"}}, {"name": "a-b", "emptyDir": {}}]


def test_different_volumes_of_one_name_are_found() -> None:
    """Equal ones are not different."""
    mounted = [("/a", ClaimVolume("c")), ("/b", SecretVolume("c")), ("/c", ClaimVolume("c"))]

    assert list(clashing_volumes(mounted)) == ["c"]


def test_mounts_are_written_with_their_options() -> None:
    """The plain way takes none."""
    volumes: dict[str, Volume | Mount] = {
        "/plain": EmptyDir(),
        "/": Mount(
            EmptyDir(),
            read_only=True,
            sub_path_expr="$(POD_NAME)",
            mount_propagation="HostToContainer",
            recursive_read_only="IfPossible",
        ),
    }

    expected = [
        {"name": "plain", "mountPath": "/plain"},
        {
            "name": "root",
            "mountPath": "/",
            "readOnly": True,
            "subPathExpr": "$(POD_NAME)",
            "mountPropagation": "HostToContainer",
            "recursiveReadOnly": "IfPossible",
        },
    ]

    assert mounts_json(volumes) == expected


@pytest.mark.parametrize(
    ("path", "volume", "expected"),
    [
        ("data", EmptyDir(), 'must be mounted at an absolute path without ":"'),
        ("/a:b", EmptyDir(), 'must be mounted at an absolute path without ":"'),
        ("/data", EmptyDir(name="A b"), f"needs a name=: the name of a volume {DNS_LABEL}'A b'"),
    ],
)
def test_paths_and_names_that_kubernetes_refuses_are_refused(path: str, volume: Volume, expected: str) -> None:
    """A path is absolute, a name is a DNS label."""
    assert list(volume_problems("volumes", {path: volume})) == [Problem(f'volumes["{path}"]', expected)]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (Mount(EmptyDir(), sub_path="a", sub_path_expr="b"), "sub_path_expr: must be left out when sub_path is given"),
        (ServiceAccountToken("t", expiration_seconds=10), "expiration_seconds: must be at least 600, got 10"),
        (ConfigMapVolume("A"), f"config_map: {DNS_SUBDOMAIN}'A'"),
        (SecretVolume("A"), f"secret: {DNS_SUBDOMAIN}'A'"),
        (ClaimVolume("A"), f"claim: {DNS_SUBDOMAIN}'A'"),
        (FibreChannelVolume(lun=1), ": must have either wwids, or target_wwns and lun"),
        (EphemeralVolume("x"), 'size: must be a quantity: \'x\' is not a quantity such as "4", "500m" or "16Gi"'),
        (
            ProjectedVolume([SecretVolume("s", default_mode=0o400)]),
            "sources[0].default_mode: must be given on the projected volume itself",
        ),
    ],
)
def test_contradictions_are_refused(arguments: object, expected: str) -> None:
    """What cannot be together is named."""
    assert told(arguments) == [expected]
