"""A CRD that has CEL rules of every kind, as somebody's operator might bring it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import yaml

_SPEC = r"""
type: object
required: [size]
properties:
  size:
    type: integer
    x-kubernetes-validations:
    - {rule: self % 2 == 0, messageExpression: "'size is ' + string(self) + ', which is odd'", message: must be even}
    - {rule: 12 / self > 1}
  ratio:
    type: number
    x-kubernetes-validations: [{rule: self * 2.0 <= 3.0, message: " must be at most 1.5 "}]
  mode:
    type: string
    default: auto
    x-kubernetes-validations: [{rule: "self != 'a'", message: must not be a, reason: FieldValueForbidden}]
  twice:
    type: string
    x-kubernetes-validations: [{rule: "self != 'a'", message: is there already, reason: FieldValueDuplicate}]
  amount:
    x-kubernetes-int-or-string: true
    x-kubernetes-validations:
    - rule: "type(self) == int ? self < 5 : isQuantity(self) && quantity(self).isLessThan(quantity('16Gi'))"
      message: must be less than 5, or than 16Gi
  total:
    type: string
    x-kubernetes-validations:
    - {rule: "quantity(self).add(quantity('500m')).compareTo(quantity('1')) <= 0", message: must be at most half}
    - {rule: "sign(quantity(self)) == 1 && !quantity(self).isInteger()", message: must be a fraction}
  names:
    type: array
    x-kubernetes-list-type: set
    items: {type: string}
    x-kubernetes-validations:
    - rule: "self.all(name, name.matches('^[a-z]+$'))"
      messageExpression: "'not all lower case: ' + self.join(', ')"
    - {rule: "self.isSorted() && self.indexOf('TCP') == -1", message: must be sorted and not have TCP}
    - {rule: "sets.intersects(self, ['a', 'cpu']) || self.size() == 0", message: must have a or cpu}
  weights:
    type: array
    items:
      type: object
      properties:
        weight: {type: integer, default: 1}
        name: {type: string}
      x-kubernetes-validations:
      - {rule: self.weight > 0, message: must be positive, fieldPath: .weight, reason: FieldValueRequired}
      - {rule: "!has(self.name) || self.name.indexOf('a') < 0", message: must have no a}
    x-kubernetes-validations: [{rule: "self.map(item, item.weight).sum() <= 6", message: must weigh 6 at most}]
  limits:
    type: object
    additionalProperties:
      type: integer
      x-kubernetes-validations: [{rule: self > 0}]
    x-kubernetes-validations: [{rule: "!('cpu' in self) || self['a'] == 1", message: needs a with cpu}]
  address:
    type: string
    x-kubernetes-validations: [{rule: isIP(self) || isCIDR(self), message: must be an address}]
  label:
    type: string
    x-kubernetes-validations:
    - {rule: "!format.dns1123Label().validate(self).hasValue()", message: must be a label}
    - {rule: "self.lowerAscii() == self", messageExpression: "self.substring(50)", message: must be lower case}
  first:
    type: string
    x-kubernetes-validations:
    - {rule: self == oldSelf, message: cannot change}
    - {rule: "oldSelf.hasValue() || self != 'a'", optionalOldSelf: true, message: must not be a from the start}
    - {rule: "oldSelf.optMap(old, old == self).orValue(true)", optionalOldSelf: true, message: cannot change}
  namespace: {type: string}
  data:
    type: string
    format: byte
    x-kubernetes-validations: [{rule: "self != b'hello' && size(self) < 6", message: must not be hello}]
  both:
    type: string
    allOf:
    - x-kubernetes-validations: [{rule: "self != 'b'", message: must not be b}]
    - x-kubernetes-validations: [{rule: "self != 'a'", message: must not be a}]
  nested:
    type: object
    default: {depth: 3}
    properties:
      depth:
        type: integer
        x-kubernetes-validations: [{rule: self < 7, message: must be less than 7}]
x-kubernetes-validations:
- {rule: "self.__namespace__ != 'cpu'", message: must not be cpu}
- {rule: "self.mode != 'TCP' || has(self.ratio)", message: needs a ratio with TCP, fieldPath: ".nested['depth']"}
- {rule: "!has(self.ratio) || self.size > self.ratio", messageExpression: "''", message: must be larger than ratio}
- {rule: "!has(self.names) || self.names[0] != 'A_b'", message: the first must not be A_b}
- {rule: "self.nested.depth + 1 > 0 && self.?ratio.orValue(0.0) >= 0.0"}
"""


def ruled_crd() -> dict[str, Any]:
    """Make the CRD anew."""
    schema = {
        "type": "object",
        "properties": {"spec": yaml.safe_load(_SPEC)},
        "x-kubernetes-validations": [{"rule": "self.metadata.name.size() < 5 && self.kind == 'Ruled'", "message": "has a long name"}],
    }
    return deepcopy(
        {
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "ruleds.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Ruled", "listKind": "RuledList", "plural": "ruleds", "singular": "ruled"},
                "scope": "Namespaced",
                "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}],
            },
        }
    )
