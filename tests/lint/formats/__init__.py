"""Tests of heliostat.lint.formats."""
