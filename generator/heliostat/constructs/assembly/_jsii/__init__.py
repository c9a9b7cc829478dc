"""Loads the package into Node, as cdk8s loads its own; jsii asks for this name and place."""

import cdk8s._jsii
import jsii

__all__ = ["cdk8s"]  # the package extends cdk8s, which must be there first

jsii.JSIIAssembly.load("heliostat", "0.1.0", __name__.removesuffix("._jsii"), "heliostat.jsii.tgz")
