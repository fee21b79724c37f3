# SPDX-License-Identifier: MIT
"""What always holds of a machine of type C: of ours it does, and of one that is wrong it does not."""

from __future__ import annotations

import functools

import pytest

from emulator.cabinet.bootrom import program_of
from emulator.lab.powercut import chapters
from emulator.support.seed import seed_key
from emulator.types.chance.always import ChanceAlways
from emulator.types.registry import always_of
from machines.model import Model, load_model

# Module, what stands there, what the mutant has instead, what is said of it.
MUTANTS = {
    "counts_a_play_twice": ("play", "    state.plays += 1\n", "    state.plays += 2\n", "plays must be 1"),
    "gives_a_prize_twice": (
        "play",
        "    state.won_cents += gained_cents\n",
        "    state.won_cents += 2 * gained_cents\n    state.pending_cents += gained_cents\n",
        "won_cents must be",
    ),
    "counts_a_prize_twice": ("counter", "state.prizes += 1", "state.prizes += 2", "prizes must be 1"),
    "keeps_another_outcome": (
        "play",
        "payout.step(before, kind, choice)\n",
        "payout.step(before, kind, choice)\n    state.outcome = bytes(48)\n",
        "is not the one that was decided",
    ),
    "shows_other_credits": (
        "front",
        "state.credits_cents",
        "(state.credits_cents + 10)",
        "credits must show",
    ),
}


@functools.cache
def model() -> Model:
    """The shipped machine with drums."""
    return load_model("moncayo")


def broken(firmware: dict[str, str] | None = None) -> list[str]:
    """What does not hold while a play wins."""
    chapter = next(chapter for chapter in chapters(model()) if chapter.name == "prize")
    cab = chapter.cabinet(model(), seed_key("00"), firmware)
    cab.run(ms=3_000)
    always = always_of(cab)
    assert isinstance(always, ChanceAlways)
    cab.press("start")
    found = []
    for _ in range(40):
        cab.run(ms=200)
        found += always.broken()
    assert cab.meters["book_plays"] >= 1
    return found


def test_all_of_it_holds_of_our_firmware() -> None:
    assert broken() == []


@pytest.mark.parametrize("name", MUTANTS)
def test_a_machine_that_is_wrong_is_told(name: str) -> None:
    module, old, new, says = MUTANTS[name]
    sources = dict(program_of(model(), None, test=True).rom.sources)
    sources.pop("settings")
    assert sources[module].count(old) >= 1, old
    sources[module] = sources[module].replace(old, new)
    found = broken(sources)
    assert any(says in line for line in found), found
