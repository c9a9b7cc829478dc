"""What the policies in Rego are told by conftest's `--data`, so that they come to the same answer as those in Python."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from heliostat.lint.configuration import Configuration
from heliostat.lint.policy import Policy
from heliostat.lint.waivers import Acceptance
from heliostat.manifests.json_value import JsonObject


def settings(policies: Iterable[Policy], configuration: Configuration, acceptances: Iterable[Acceptance], today: date) -> JsonObject:
    """Write what a project chose, and what it accepts on a day, as policies/main.rego reads it."""
    chosen: JsonObject = {policy.id: {"severity": configuration.severity(policy), **configuration.options(policy)} for policy in policies}
    accepted = sorted({(each.waiver.policy, each.resource.label) for each in acceptances if each.waiver.until >= today})
    return {"heliostat_settings": {"policies": chosen, "waivers": [{"policy": policy, "object": label} for policy, label in accepted]}}
