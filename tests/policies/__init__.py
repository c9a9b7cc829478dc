"""Tests of the policies that ship with Heliostat."""
