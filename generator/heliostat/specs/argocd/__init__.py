"""Delivery by Argo CD."""
