# SPDX-License-Identifier: MIT
"""A sweep of power cuts that begins where a mutant of the firmware shows, and what a sweep told."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Callable
from typing import Any

from emulator.lab.powercut import chapters
from emulator.lab.powercut_recorder import Recorder
from emulator.support.seed import seed_key
from machines.model import MODELS_FOLDER, Model, load_model, read_model

# Places in front of the one where a mutant showed and behind it: a commit has some 700.
BEFORE, AFTER = 40, 400


@functools.cache
def shipped(name: str) -> Model:
    """A shipped machine; "notes": Cometa with an acceptor of notes."""
    if name != "notes":
        return load_model(name)
    raw = tomllib.loads((MODELS_FOLDER / "cometa.toml").read_text(encoding="utf-8"))
    raw["money"]["note_cents"] = 500
    return read_model(raw)


def check_no_cut_harms(chapter: str, near: int, name: str = "cierzo") -> None:
    """The sweep finds nothing wrong: around the place of that number first, then in the whole chapter."""
    (found,) = [one for one in chapters(shipped(name)) if one.name == chapter]
    check_places(near, functools.partial(Recorder, found, shipped(name), seed_key("00")))


def check_places(near: int, recorder: Callable[..., Recorder]) -> None:
    """Cut in the places from BEFORE to AFTER a number, then in all, up to the first violation."""
    for places in (tuple(range(max(0, near - BEFORE), near + AFTER)), None):
        tally = recorder(chosen=places, stop_at_first=True).run()
        assert not tally.violations, tally.told[0][1]


def told(sweep: Any) -> list[str]:
    """Every violation, with its place."""
    return [f"{place}: {what}" for place, what in sweep.total.told]
