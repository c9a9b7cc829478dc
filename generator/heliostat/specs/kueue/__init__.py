"""The objects of Kueue's API kueue.x-k8s.io/v1beta2, as Kueue 0.19 serves it."""
