"""Pods and what they are made of, as arguments and as JSON; whoever runs pods uses it."""
