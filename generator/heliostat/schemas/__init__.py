"""The schemas of every kind and version, as compact data, and what they say of a manifest."""
