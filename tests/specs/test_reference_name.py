"""Names of other objects."""

from __future__ import annotations

from heliostat.specs.arguments import Problem
from heliostat.specs.reference_name import reference_problems
from tests.specs.answers import DNS_SUBDOMAIN, Thing


def test_a_name_that_no_object_can_have_is_refused() -> None:
    """Whether it is given by hand or by a construct; none at all is fine."""
    assert list(reference_problems("secret", None)) == []
    assert list(reference_problems("secret", "redis.db")) == []
    assert list(reference_problems("secret", Thing("Secret", "Redis"))) == [Problem("secret", f"{DNS_SUBDOMAIN}'Redis'")]
