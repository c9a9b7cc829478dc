"""Tests of heliostat.lint."""
