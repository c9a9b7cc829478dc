"""The constructs of Kueue's objects."""
