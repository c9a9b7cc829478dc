"""Kueue as its release installs it: 79 objects, made from tables of kinds.

Source of every name, label and rule here: sigs.k8s.io/kueue v0.19.2, config/default as kustomize builds it.
"""
