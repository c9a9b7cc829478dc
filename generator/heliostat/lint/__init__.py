"""Holds manifests against policies: what a policy is written with, and the engine that runs them."""
