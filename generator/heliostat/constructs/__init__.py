"""The cdk8s constructs that environments are composed of. Importing them starts Node."""

from heliostat.constructs.node import start_node

start_node()
