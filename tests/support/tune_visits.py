# SPDX-License-Identifier: MIT
"""Visits to a memory game: tunes repeated pad by pad, right or wrong, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from skill_visits import model, record, row, until

from emulator import Cabinet
from machines.firmware import nvram
from machines.firmware.skill import memory

PADS = ("hold_1", "hold_2", "hold_3", "double")
GAP_MS = 300
# The light of the glass that is lit while the player is asked.
REPEAT = frozenset((5,))


def lit(cab: Cabinet) -> list[int]:
    """The pads that are lit behind the glass, from 0."""
    return [pad for pad in range(4) if pad in cab.glass]


def tune_of(cab: Cabinet, length: int, name: str = "ronda") -> list[int]:
    """The tune that the play under way asks for, from the printed table."""
    numbers = model(name).games[0].memory
    assert numbers is not None
    notes = tuple(note - 1 for note in numbers.notes)
    return list(memory.tune(notes, numbers.stride, record(cab)["starts"], length))


def asked(cab: Cabinet) -> None:
    """Wait until the player is asked to repeat: the light of the glass says so, whatever the line says."""
    for _ in range(600):
        if REPEAT & cab.glass:
            return
        cab.run(ms=20)
    raise AssertionError(f"nobody is asked: {cab.display}")


def repeat(cab: Cabinet, pads: Sequence[int], gap_ms: int = GAP_MS) -> None:
    """Press pads one after the other, so long from press to press."""
    for pad in pads:
        cab.press(PADS[pad], ms=80)
        cab.run(ms=gap_ms)


def repeat_at(cab: Cabinet, pads: Sequence[int], gap_us: int) -> None:
    """Press pads at exact instants: so long after the millisecond in which the player is asked, and so on."""
    seen: list[int] = []

    def listen(kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind == "message" and "REPITA 0 DE" in fields["text"]:
            seen.append(t_us)

    cab.listen(listen)
    until(cab, lambda: bool(seen))
    began_us = seen[0] // 1000 * 1000
    for number, pad in enumerate(pads, 1):
        cab.run_us(began_us + number * gap_us - cab.now_us)
        cab.press(PADS[pad], ms=80)


def play_right(cab: Cabinet, rounds: int, name: str = "ronda") -> None:
    """Play so many rounds of a play without a mistake, from its START on."""
    numbers = model(name).games[0].memory
    assert numbers is not None
    cab.press("start")
    for number in range(rounds):
        asked(cab)
        repeat(cab, tune_of(cab, numbers.lengths[number], name))
        until(cab, lambda number=number: row(cab, "round") == number + 1)


def give_up(cab: Cabinet) -> None:
    """Let the clock run out."""
    for _ in range(600):
        if record(cab)["phase"] == nvram.PHASE_IDLE:
            return
        cab.run(ms=100)
    raise AssertionError(f"the play never ends: {cab.display}")
