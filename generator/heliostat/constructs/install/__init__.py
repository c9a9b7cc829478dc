"""Constructs of what Ray and Kueue need in a cluster: their operators and CRDs."""
