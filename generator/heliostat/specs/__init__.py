"""What authors ask for, as frozen dataclasses, and the pure functions that turn it into manifests."""
