# SPDX-License-Identifier: MIT
"""Power cuts between any two operations of a linked play and its award: nothing lost, nothing twice."""

from __future__ import annotations

from collections import Counter

import pytest
from linked_rig import Moment, generous, joined, mysterious, reconciled, record

# Long enough for reels, contribution, its answer and the award; the coins of it take longer.
_UNDER_WAY_MS = 6_500
_AFTER_MS = 8_000


def moment(model: str = "bochorno") -> Moment:
    """A machine with credits for one play, which wins the pot."""
    link = generous() if model == "bochorno" else mysterious()
    cab = joined(link, model=model)
    for _ in range(1 if model == "bochorno" else 3):
        cab.insert(200)
        cab.run(ms=1_500)
    return Moment(cab, link)


def places_of(found: Moment) -> dict[int, int]:
    """The ticks that commit something before the first coin is paid: their operations."""
    found.again()
    found.cab.press("start")
    every = Counter(tick for tick, _ in found.operations(_UNDER_WAY_MS))
    busy = [tick for tick, count in sorted(every.items()) if count > 100]
    return {tick: every[tick] for tick in busy[:2]}


def cut(found: Moment, tick: int, done: int) -> None:
    """Cut there; after the next start all books agree, and what the play won is in them."""
    link = found.again()
    cab = found.cab
    cab.press("start")
    cab.board.cut_at_op(done, tick)
    cab.run(ms=_UNDER_WAY_MS)
    assert not cab.powered
    cab.power_on()
    cab.run(ms=_AFTER_MS)
    reconciled(cab, link)
    books = record(cab)
    award_cents = 12_000 if cab.model.type == "B" else 10_000
    assert books["link_award"] == books["starts"]
    assert books["link_won_cents"] == award_cents * books["starts"]


@pytest.mark.parametrize("model", ["bochorno", "veruela"])
def test_a_cut_loses_no_contribution_and_no_award_and_gives_none_twice(model: str) -> None:
    found = moment(model=model)
    played = set()
    for tick, count in places_of(found).items():
        for done in range(0, count, count // 6):
            cut(found, tick, done)
            played.add(record(found.cab)["starts"])
    assert played == {0, 1}, "cuts before the play's commit and after it"


@pytest.mark.long
@pytest.mark.parametrize("model", ["bochorno", "veruela"])
def test_a_cut_at_every_thirteenth_operation_loses_nothing(model: str) -> None:
    found = moment(model=model)
    for tick, count in places_of(found).items():
        for done in range(0, count, 13):
            cut(found, tick, done)


def test_the_card_never_knows_what_is_not_committed() -> None:
    """Whatever the card was told by then stands in the memory, at every single operation."""
    found = moment()
    found.again()
    cab = found.cab
    card = cab.machine.link
    assert card is not None
    seen, early = set(), set()

    def look() -> None:
        books = record(cab)
        told = card.port.told
        seen.add((told.next_seq, told.award))
        if told.next_seq > books["link_seq"] + 1 or told.award > books["link_award"]:
            early.add((told.next_seq, told.award))

    cab.press("start")
    cab.board.chip.operations.watcher = look
    cab.run(ms=_UNDER_WAY_MS)
    assert early == set(), "plays and awards must be committed before the card is told"
    assert seen == {(1, 0), (2, 0), (2, 1)}
