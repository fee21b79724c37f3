# SPDX-License-Identifier: MIT
"""A log whose lines do not follow from one another is refused, line by line, and changes nothing."""

from __future__ import annotations

import copy

import pytest
from link_rig import carrusel, controller

from emulator.link.entries import Award, Entry
from emulator.link.errors import LinkError
from emulator.link.state import LinkState


def after_two_awards() -> LinkState:
    """Machine 1 has made one play, and two awards of it are open."""
    state = controller(":memory:", carrusel()).state
    state.apply(Entry(state.entries + 1, 0, "play", 1, seq=1))
    state.machines[1].award = 2
    state.open[1] = [Award(number, 1, 1, 1, 0, "prize", 12_000, 1) for number in (1, 2)]
    return state


@pytest.mark.parametrize(
    ("kind", "numbers", "message"),
    [
        ("play", {"seq": 1}, r"seq of machine 1 must be 2 \(got 1\)"),
        ("play", {"seq": 3}, r"seq of machine 1 must be 2 \(got 3\)"),
        ("play", {"seq": 2, "prize": 1}, r"prize must be 0 to 0 \(got 1\)"),
        ("settled", {"seq": 0}, r"award of machine 1 must be 1 to 2 \(got 0\)"),
        ("settled", {"seq": 3}, r"award of machine 1 must be 1 to 2 \(got 3\)"),
    ],
)
def test_a_line_that_does_not_follow_is_refused(kind: str, numbers: dict[str, int], message: str) -> None:
    state = after_two_awards()
    before = copy.deepcopy(vars(state))
    with pytest.raises(LinkError, match=message):
        state.apply(Entry(state.entries + 1, 0, kind, 1, **numbers))  # type: ignore[arg-type]
    assert vars(state) == before


def test_an_award_is_settled_once() -> None:
    state = after_two_awards()
    state.apply(Entry(state.entries + 1, 0, "settled", 1, seq=1))
    with pytest.raises(LinkError, match=r"award of machine 1 must be 2 to 2 \(got 1\)"):
        state.apply(Entry(state.entries + 1, 0, "settled", 1, seq=1))
    state.apply(Entry(state.entries + 1, 0, "settled", 1, seq=2))


@pytest.mark.parametrize(
    ("entry", "machine", "message"), [(0, 1, "entry must be"), (2, 1, "entry must be"), (1, 99, "got 99")]
)
def test_a_line_has_the_next_number_and_a_machine_of_the_link(entry: int, machine: int, message: str) -> None:
    state = after_two_awards()
    with pytest.raises(LinkError, match=message):
        state.apply(Entry(state.entries + entry, 0, "settled", machine, seq=1))
