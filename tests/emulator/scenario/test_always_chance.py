# SPDX-License-Identifier: MIT
"""What always holds of a machine of type C."""

from __future__ import annotations

import functools

from emulator.lab.powercut import chapters
from emulator.support.seed import seed_key
from emulator.types.chance.always import ChanceAlways
from emulator.types.registry import always_of
from machines.model import Model, load_model


@functools.cache
def model() -> Model:
    """The shipped machine with drums."""
    return load_model("moncayo")


def broken() -> list[str]:
    """What does not hold while a play wins."""
    chapter = next(chapter for chapter in chapters(model()) if chapter.name == "prize")
    cab = chapter.cabinet(model(), seed_key("00"))
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
    found = broken()
    assert not found, "; ".join(found)
