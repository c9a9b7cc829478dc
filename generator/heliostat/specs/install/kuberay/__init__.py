"""KubeRay: its operator and its CRDs."""
