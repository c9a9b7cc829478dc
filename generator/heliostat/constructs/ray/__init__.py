"""The objects of KubeRay as constructs."""
