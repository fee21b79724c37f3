# SPDX-License-Identifier: MIT
"""A tick does what changed: what it leaves out would have changed nothing, as a tick that does all shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from firmware_rig import attend
from mutants import spoilt
from soon import soon
from vm_visit import PURSE, Visitor, Witness

from emulator import Cabinet
from machines.model import Model, model_text, read_model
from machines.rom.program import build_rom
from machines.support.plain import read_toml


def turns(cab: Cabinet) -> Iterator[None]:
    """A visit with trouble to each type: money, plays, doors, keys, the menu, a jam, a power cut."""
    if cab.model.type == "B":
        yield from Visitor(cab, 5).turns(25)
    cab.run(ms=4_500)
    for turn in range(8):
        for cents in (200, 200, 100):
            cab.insert(cents)
            cab.run(ms=700)
        for name in ("start", "hold_1", "hold_3", "double", "collect", "reserve"):
            cab.press(name)
            cab.run(ms=900 + 450 * turn)
        cab.empty(100) if turn & 1 else cab.refill(100, 60)
        cab.damage("supply_dip", for_ms=20)
        cab.run(ms=900)
        attend(cab)
        cab.open_door()
        cab.turn_key("service")
        for _ in range(turn):
            cab.press("hold_2", ms=50)
            cab.run(ms=300)
        cab.press("hold_3", ms=50)
        cab.run(ms=2_500)
        cab.turn_key("service", on=False)
        cab.close_door()
        cab.run(ms=6_000)
        if turn == 5:
            cab.power_off()
            cab.power_on()
        yield


def made(model: str, mechanisms: str) -> Model:
    """The shipped model, with these mechanisms."""
    return read_model({**read_toml(model_text(model)[1].decode()), "mechanisms": mechanisms}, source=model)


def trace(model: Model, firmware: Mapping[str, str] | None = None) -> list[tuple[Any, ...]]:
    """All that can be seen of that visit, tick by tick."""
    cab = Cabinet(model, seed="00", purse=PURSE, firmware=firmware, trust_firmware=True)
    witness = Witness(cab)
    for _ in turns(cab):
        pass
    return witness.trace


# The two others behind ``long``, which test_visit_prints.py holds to what happened when they were equal.
MODELS = ("cierzo", "moncayo", "galacho", "cometa")
PAIRS = [(model, wiring) for model in MODELS for wiring in ("parallel", "cctalk")]
SOON = [(model, "parallel") for model in ("cierzo", "moncayo", "cometa")]


@pytest.mark.parametrize(("model", "mechanisms"), soon(PAIRS, *SOON))
def test_a_visit_is_that_of_a_firmware_that_does_everything_in_every_tick(
    model: str, mechanisms: str
) -> None:
    found = made(model, mechanisms)
    sources = dict(build_rom(found).sources)
    whole = spoilt(sources, "main", "    watched = state.stirred or", "    watched = True or")
    seen = trace(found)
    assert len(seen) > 1_000
    assert seen == trace(found, whole)
