# SPDX-License-Identifier: MIT
"""What the wall shows, and when: never more than a pot holds, never backwards but after a win."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wall_rig import Seen, seen

from emulator.panel.wall import show as module
from emulator.panel.wall.drums import wheels
from emulator.panel.wall.show import WIN_MS, Show

WITHIN_MS = 30_000  # GLI checklist 61


def check_course(seed: int) -> None:
    """A link that goes up and down, grows and is won, drawn from a seed."""
    choose, link, show, now_ms = Random(seed), seen(), Show(), 0
    won, shown = 0, None
    for step in range(400):
        now_ms += choose.choice((0, 16, 33, 500, 4_000))
        if choose.random() < 0.03:
            link.win(step + 1, 3)
            won += 1
        elif choose.random() < 0.03:
            link.status = "down" if link.status == "up" else "up"
        else:
            link.pots_mc = (link.pots_mc[0] + choose.randrange(90_000),)
        show.update(link, now_ms)
        figure = show.pots[0].figure_mc
        if link.status != "up":
            assert figure is None
        elif show.pots[0].won is None:
            assert figure is not None and figure <= link.pots_mc[0]
            assert shown is None or figure >= shown or won, (step, shown, figure)
            won = 0 if shown is None or figure < shown else won
        shown = figure if show.pots[0].won is None else None


@pytest.mark.parametrize("seed", range(20))
def test_a_figure_is_never_above_its_pot_nor_backwards_without_a_win(seed: int) -> None:
    check_course(seed)


def _ahead(figure_mc: int | None, to_mc: int, passed_ms: int) -> int:
    return to_mc + 1_000


def _back(figure_mc: int | None, to_mc: int, passed_ms: int) -> int:
    return to_mc if figure_mc is None or figure_mc >= to_mc else max(0, figure_mc - 1_000)


@pytest.mark.parametrize("mutant", [_ahead, _back])
def test_a_figure_that_runs_ahead_or_back_is_noticed(
    mutant: Callable[[int | None, int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_rolled", mutant)
    with pytest.raises(AssertionError):
        for seed in range(20):
            check_course(seed)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(0, 4 * 10**12), st.integers(0, 4 * 10**12), st.integers(10, 60))
def test_any_change_is_rolled_to_within_30_seconds(before: int, more: int, frame_ms: int) -> None:
    """GLI checklist 61: paced display is allowed, and it arrives."""
    link = Seen(seen().face, (before,))
    show = Show()
    show.update(link, 0)
    link.pots_mc = (min(4 * 10**12, before + more),)
    now_ms = 0
    while now_ms < WITHIN_MS - frame_ms:
        now_ms += frame_ms
        show.update(link, now_ms)
    assert show.pots[0].figure_mc == link.pots_mc[0] // 1000 * 1000


def test_a_win_is_shown_at_once_and_the_pot_rolls_up_after_it() -> None:
    link, show = seen(), Show()
    show.update(link, 0)
    link.win(5, machine=7)
    show.update(link, 20)
    won = show.pots[0].won
    assert won is not None and (won.machine, show.winners[0]) == (7, won)
    show.update(link, 20 + WIN_MS - 1)
    assert show.pots[0].won is not None
    show.update(link, 20 + WIN_MS)
    figure = show.pots[0].figure_mc
    assert show.pots[0].won is None and figure is not None and figure < link.pots_mc[0]
    show.update(link, 90_000)
    assert show.pots[0].figure_mc == 12_000_000


def test_eight_winners_in_one_instant_are_each_shown_within_30_seconds() -> None:
    """GLI checklist 61 and 65, in the order of the log."""
    link, show = seen("table"), Show()
    show.update(link, 0)
    for machine in range(1, 9):
        link.win(machine, machine, cents=100)
    order: list[int] = []
    for now_ms in range(20, WITHIN_MS, 20):
        show.update(link, now_ms)
        won = show.pots[0].won
        if won is not None and won.machine not in order:
            order.append(won.machine)
    assert order == list(range(1, 9))


def test_what_was_won_before_the_wall_came_is_listed_and_not_celebrated() -> None:
    link, show = seen(), Show()
    link.win(5, machine=7)
    show.update(link, 0)
    assert (show.pots[0].won, len(show.winners)) == (None, 1)


def test_what_was_won_while_the_link_was_down_is_celebrated_on_return() -> None:
    link, show = seen(), Show()
    show.update(link, 0)
    link.status = "down"
    show.update(link, 20)
    link.win(5, machine=7)
    link.status = "up"
    show.update(link, 40)
    assert show.pots[0].won is not None


def test_a_win_of_nothing_is_neither_listed_nor_celebrated() -> None:
    """The second of two royal flushes in one instant gets what the pot is then: nothing."""
    link, show = seen("table"), Show()
    show.update(link, 0)
    link.win(5, machine=2, cents=0)
    show.update(link, 20)
    assert (show.pots[0].won, show.winners) == (None, [])


def test_without_a_link_nothing_is_known() -> None:
    link, show = seen(), Show()
    show.update(link, 0)
    link.status = "down"
    show.update(link, 20)
    assert (show.known, show.pots[0].figure_mc) == (False, None)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(0, 10**11))
def test_drums_read_as_their_figure_and_turn_as_a_counter_does(figure_mc: int) -> None:
    """A drum turns only while every drum below it turns from 9 to 0."""
    turned = wheels(figure_mc, 12)
    assert sum(figure * 10**place for place, (figure, _) in enumerate(turned)) == figure_mc // 1000
    assert turned[0][1] == figure_mc % 1000 / 1000
    for (below, turn), (_, above) in pairwise(turned):
        assert above == (turn if below == 9 else 0)
