"""Images on the nodes before the pods that need them."""
