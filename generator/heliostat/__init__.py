"""Heliostat: environments in Python become the manifests that Argo CD syncs."""
