# SPDX-License-Identifier: MIT
"""Campaigns of machines of chance: every kernel gives what the plain one gives, however the plays are cut."""

from __future__ import annotations

import numpy as np
import pytest
from chance_makes import made, reference

import cext

KEY = bytes(range(32))


def run(
    tables: cext.ChanceTables,
    first: int,
    plays: int,
    kernel: str = "plain",
    rounds: int = 0,
    capacity: int = 65536,
) -> tuple[cext.ChanceTally, np.ndarray, np.ndarray]:
    """Tally, histogram and events of a campaign."""
    histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    tally, events = cext.chance_campaign(
        tables,
        KEY,
        7,
        first,
        plays,
        gamble_rounds=rounds,
        kernel=kernel,
        histogram=histogram,
        capacity=capacity,
    )
    return tally, histogram, events


def test_histogram_adds_up_to_the_tally() -> None:
    tables = reference()
    tally, histogram, _ = run(tables, 0, 5_000)
    cents = np.arange(len(histogram)) * tables.unit_cents
    assert int(histogram.sum()) == tally.plays == 5_000
    assert int((histogram * cents.astype(np.uint64)).sum()) == tally.won_cents
    assert int(histogram[1:].sum()) == tally.hits


def test_histogram_is_added_to() -> None:
    tables = reference()
    histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    for first in (0, 700):
        cext.chance_campaign(tables, KEY, 7, first, 700, histogram=histogram)
    assert (histogram == run(tables, 0, 1_400)[1]).all()


def test_campaign_stops_before_the_event_that_finds_no_room() -> None:
    tables = next(t for t in map(made, range(1_000)) if t.mystery_of)
    whole, _, events = run(tables, 0, 3_000)
    assert len(events) > 5
    part, _, listed = run(tables, 0, 3_000, capacity=5)
    assert (listed == events[:5]).all()
    assert part.plays == int(events[5][0])
    rest, _, others = run(tables, part.plays, 3_000 - part.plays)
    assert (others == events[5:]).all()
    assert (part.digest + rest.digest) % 2**64 == whole.digest


def test_pots_can_be_taken_up_anywhere() -> None:
    tables = next(t for t in map(made, range(1_000)) if t.mystery_of and len(t.pots) > 2)
    _, _, events = run(tables, 0, 4_000)
    start = cext.pots_new(tables, KEY, 7)
    whole, paid = cext.pots_course(tables, KEY, 7, 0, 4_000, events, start)
    early, late = events[events[:, 0] < 1_234], events[events[:, 0] >= 1_234]
    middle, first_paid = cext.pots_course(tables, KEY, 7, 0, 1_234, early, start)
    end, last_paid = cext.pots_course(tables, KEY, 7, 1_234, 2_766, late, middle)
    assert end == whole
    for a, b, both in zip(first_paid, last_paid, paid, strict=True):
        assert tuple(map(sum, zip(a, b, strict=True))) == both


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kernel": "quickest"}, "kernel must be auto or one of plain"),
        (
            {"histogram": np.zeros(3, np.uint64)},
            r"histogram must be of uint64 with shape \(\d+,\) \(got uint64, \(3,\)\)",
        ),
        ({"histogram": np.zeros(3, np.int32)}, "histogram must be of uint64"),
        ({"capacity": 0}, "capacity must be 1 to 16777216 plays"),
        ({"gamble_rounds": 256}, "gamble_rounds must be 0 to 255 rounds"),
    ],
)
def test_wrong_arguments_are_named(changes: dict[str, object], message: str) -> None:
    tables = reference()
    histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    with pytest.raises(cext.CoreError, match=message):
        cext.chance_campaign(tables, KEY, 0, 0, 10, **{"histogram": histogram, **changes})  # type: ignore[arg-type]


def test_plays_past_the_last_number_are_refused() -> None:
    with pytest.raises(cext.CoreError, match="plays must be 0 to 5 plays"):
        run(reference(), (1 << 44) - 5, 6)
