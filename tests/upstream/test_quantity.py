"""Our spelling of quantities against Kubernetes' own code."""

from __future__ import annotations

import random

from heliostat.manifests.quantity import canonical_quantity
from tests.upstream.go_program import FULL, answers

SUFFIXES = ["", *"numkMGTPEiKe", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "mi", "GB", "e3", "E3", "e-2", "e7"]
ODD: list[str | int | float] = ["", "5.", ".5", "+1", "-1.5Gi", "00", "0.0Ki", "1.1Mi", "1_000", "0x10", "1e1000", 0.5, 1e3, 12, 1e-7]


def _texts(count: int) -> list[str | int | float]:
    random.seed(20)
    made = list(ODD)
    while len(made) < count:
        size = random.choice([random.randrange(10), random.randrange(5000), random.randrange(10**14), 1024 ** random.randrange(5)])
        point = random.choice(["", "", ".", f".{random.randrange(1000)}", f".{random.randrange(1000):03}00"])
        made.append(random.choice(["", "", "", "-", "+"]) + random.choice(["", "", "0"]) + f"{size}{point}" + random.choice(SUFFIXES))
    return made


def _spelled(text: str | int | float) -> str | None:
    try:
        return canonical_quantity(text)
    except ValueError as refused:
        return "too large" if "can spell" in str(refused) else None


def test_a_canonical_quantity_is_stored_as_it_is_spelled_and_means_what_was_written() -> None:
    """What Kubernetes reads we spell so that it stores the same text for the same amount; what it refuses we refuse."""
    texts = _texts(200_000 if FULL else 20_000)
    ours = [_spelled(text) for text in texts]
    asked = [(text, spelled) for text, spelled in zip(texts, ours, strict=True) if spelled != "too large"]
    told = answers("apimachinery", [[text, spelled or ""] for text, spelled in asked])

    expected = [[spelled is not None, spelled, spelled is not None] for _, spelled in asked]
    assert [(pair, theirs) for pair, theirs, wanted in zip(asked, told, expected, strict=True) if theirs != wanted] == []
    assert len(asked) > 0.8 * len(texts)
