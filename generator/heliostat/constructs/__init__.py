"""The cdk8s constructs that environments are composed of."""
