"""Imported before any test that uses cdk8s, so that its Node is the packaged one."""

import heliostat.constructs

__all__ = ["heliostat"]
