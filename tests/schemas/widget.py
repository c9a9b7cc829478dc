"""A small CRD that has one of everything, as somebody's operator might bring it."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml

_CRD = """
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {name: Size, type: integer, jsonPath: .spec.size, description: How big it is}
    schema:
      openAPIV3Schema:
        description: A widget
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            description: What is wanted
            required: [size, colour]
            x-kubernetes-validations:
            - {rule: self.size > 1, message: must be more than one}
            properties:
              colour: {type: string, enum: [red, green], default: red}
              size: {type: integer, format: int32, minimum: 1}
              weight: {type: number, minimum: 0, exclusiveMinimum: true}
              note: {type: string, nullable: true, maxLength: 3}
              description: {type: string, description: A field of that name}
              port: {x-kubernetes-int-or-string: true}
              tags: {type: array, items: {type: string}, x-kubernetes-list-type: set, maxItems: 3}
              anything: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {known: {type: string}}}
              empty: {type: object}
              settings: {type: object, additionalProperties: {type: boolean}}
              either: {type: object, properties: {a: {type: string}, b: {type: string}}, oneOf: [{required: [a]}, {required: [b]}]}
              template: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: object}}}
              from: {type: string, format: ipv4}
  - name: v1alpha1
    served: true
    storage: false
    deprecated: true
    schema:
      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
  - name: v0
    served: false
    storage: false
    schema:
      openAPIV3Schema: {type: object}
"""


def widget_crd(kind: str = "Widget", *, group: str = "example.com") -> dict[str, Any]:
    """Give the CRD, or one like it under another kind or group."""
    crd: dict[str, Any] = deepcopy(yaml.safe_load(_CRD))
    crd["spec"]["group"] = group
    crd["spec"]["names"]["kind"] = kind
    crd["spec"]["names"]["plural"] = f"{kind.lower()}s"
    crd["metadata"]["name"] = f"{kind.lower()}s.{group}"
    return crd


def write(file: Path, *objects: Any) -> Path:
    """Write objects as the documents of one YAML file."""
    file.write_text(yaml.safe_dump_all(objects), encoding="utf-8")
    return file
