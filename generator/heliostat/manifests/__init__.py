"""Kubernetes objects as data: identity, origin, quantities, canonical form, YAML."""
