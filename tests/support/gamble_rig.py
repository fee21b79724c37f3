# SPDX-License-Identifier: MIT
"""Cabinets of galacho whose next play wins what a test needs, and whose gambles fall as it wants."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import firmware_rig
from firmware_rig import HOPPERS, PURSE, READY_MS, SEED, SERIAL, run_until

import cext
from emulator import Cabinet
from machines.model import Model, load_model

MODEL = "galacho"


@functools.cache
def model() -> Model:
    """The machine with gamble and raises."""
    return load_model(MODEL)


def falls(state: bytes, draws: str) -> bool:
    """Whether a state offers gambles that are won ("+") and lost ("-") in this order."""
    tables = model().tables
    for draw in draws:
        if not cext.view_state(tables, state).phase:
            return False
        state, outcome = cext.answer_gamble(tables, state, True)
        if (outcome.won_cents > 0) != (draw == "+"):
            return False
    return True


@functools.cache
def state_before(prizes_cents: tuple[int, ...], draws: str = "", raised: bool = False) -> bytes:
    """
    A state of the play program whose next play wins these prizes.

    Args:
        prizes_cents: prize of each entry as it is shown; two of them make a double play.
        draws: how the gambles of it fall if they are dared; empty: of no matter.
        raised: the (one) prize is a raised one.
    """
    tables = model().tables
    state = cext.new_state(tables, bytes(32), SERIAL)
    for _ in range(2 * tables.cycle_plays):
        after, outcome = cext.step(tables, state, len(prizes_cents))
        won = tuple(entry.prize_cents for entry in outcome.entries)
        if won == prizes_cents and bool(outcome.planned[0]) == raised and falls(after, draws):
            return state
        if len(prizes_cents) > 1:
            after = cext.step(tables, state)[0]
        if cext.view_state(tables, after).phase:
            after, _ = cext.answer_gamble(tables, after, False)
        state = after
    raise LookupError(f"no play of two cycles wins {prizes_cents} and falls {draws}")


@functools.cache
def state_before_return(prizes_cents: tuple[int, ...] = (20,)) -> bytes:
    """
    A state whose next play gives back what a gamble lost.

    Args:
        prizes_cents: prize of each entry, one of which, of 0.20 EUR, gives back.
    """
    tables = model().tables
    state = cext.new_state(tables, bytes(32), SERIAL)
    while True:
        after, outcome = cext.step(tables, state, len(prizes_cents))
        won = tuple(entry.prize_cents for entry in outcome.entries)
        if outcome.returned_cents == 20 and won == prizes_cents:
            return state
        if len(prizes_cents) > 1:
            after, outcome = cext.step(tables, state)
        state = after
        while outcome.phase:
            state, outcome = cext.answer_gamble(tables, state, True)


def last_of_cycle() -> bytes:
    """A state whose next play wins a prize that could be gambled, were it not the last of its cycle."""
    tables = model().tables
    for machine in range(200):
        state = cext.new_state(tables, bytes(32), machine)
        state, _ = cext.campaign(tables, bytes(32), SERIAL, tables.cycle_plays - 1, state=_own(state))
        _, outcome = cext.step(tables, state)
        if 0 < outcome.won_cents <= 400:
            return state
        _KEYS.append(machine)
    raise LookupError("no cycle ends with a small prize")


_KEYS: list[int] = []


def _own(state: bytes) -> bytes:
    """The state with another key, of the same machine."""
    return state[:8] + SERIAL.to_bytes(8, "little") + state[16:32] + bytes([len(_KEYS)] * 32) + state[64:]


def machine(
    state: bytes,
    *,
    ready: bool = True,
    firmware: Mapping[str, str] | None = None,
    runtime: str = "cpython",
    credits_cents: int = 100,
    **fields: Any,
) -> Cabinet:
    """A cabinet whose play program is at this state."""
    image = firmware_rig.image(
        credits_cents=credits_cents, change=lambda values: values.update(state=state), **fields
    )
    cab = Cabinet(
        model(),
        seed=SEED,
        serial=SERIAL,
        nvram=image,
        hoppers=HOPPERS,
        purse=PURSE,
        firmware=firmware,
        trust_firmware=True,
        runtime=runtime,
    )
    if ready:
        cab.run(ms=READY_MS)
        assert cab.fault is None
    return cab


def asked(cab: Cabinet) -> None:
    """Let time pass until the gamble is offered."""
    run_until(cab, lambda: "DOBLA" in cab.display.message, step_ms=10)
