"""Ray clusters and what runs on them, as KubeRay takes them."""
