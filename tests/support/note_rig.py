# SPDX-License-Identifier: MIT
"""Machines with a note acceptor on either kind of wiring, and what must be true of their notes."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from typing import Any

from firmware_rig import HOPPERS, PURSE, SEED, image, record

from emulator import Cabinet
from machines.model import CycleModel, need_cycle, parse_model

WALLET = {500: 4, 1000: 1}
WIRINGS = ("parallel", "cctalk")
# From power on until the reels are home and the acceptor has tested itself, ccTalk set up, too.
READY_MS = 6_000
# From the mouth until the note is booked and acknowledged.
NOTE_MS = 3_000


@functools.cache
def model(wiring: str = "parallel", note: bool = True) -> CycleModel:
    """Cierzo by its file, with the lines that make the difference."""
    text = (resources.files("machines") / "models" / "cierzo.toml").read_text(encoding="utf-8")
    text = text.replace("hold = true\n", f'hold = true\nmechanisms = "{wiring}"\n', 1)
    if not note:
        text = text.replace("note_cents = 500\n", "", 1)
    return need_cycle(parse_model(text.encode(), source="cierzo"), "this test")


def machine(
    wiring: str = "parallel",
    *,
    hoppers: Mapping[int, int] = HOPPERS,
    note: bool = True,
    runtime: str = "cpython",
    firmware: Mapping[str, str] | None = None,
    ready_ms: int = READY_MS,
    **fields: Any,
) -> Cabinet:
    """A machine that starts from ``firmware_rig.image(**fields)`` and has found home."""
    cab = Cabinet(
        model(wiring, note),
        seed=SEED,
        nvram=image(hoppers=hoppers, **fields),
        hoppers=hoppers,
        purse=PURSE,
        wallet=WALLET,
        firmware=firmware,
        trust_firmware=True,
        runtime=runtime,
    )
    cab.run(ms=ready_ms)
    assert cab.fault is None, cab.fault
    return cab


def money_of_notes(cab: Cabinet) -> tuple[int, int]:
    """(notes of 5 EUR in the box, notes that the books know); raises where they could not be told apart."""
    cab.ledger.audit()
    cab.books.check(record(cab), cab.now_us)
    return cab.note_box_cents // 500, record(cab)["notes_in"]
