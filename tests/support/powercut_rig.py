# SPDX-License-Identifier: MIT
"""Firmware with one thing wrong under the power cuts of a chapter, and what a sweep told."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, NamedTuple

from emulator.lab.powercut import chapters
from emulator.lab.powercut_recorder import Recorder, Tally
from emulator.support.seed import seed_key
from machines.model import Model, load_model

# Places in front of the one where a mutant showed and behind it: a commit has some 700.
BEFORE, AFTER = 40, 400


class Mutant(NamedTuple):
    """One change to our firmware, what shows it, what the audit must say, and where it did."""

    name: str
    module: str
    old: str
    new: str
    chapter: str
    says: str
    near: int
    """Number of a place: the sweep begins there, and visits the others only where nothing is found."""
    model: str = "cierzo"


@functools.cache
def shipped(name: str) -> Model:
    """A shipped machine."""
    return load_model(name)


def must_be_found(mutant: Mutant, model: Model, honest: Mapping[str, str]) -> None:
    """The sweep finds the mutant of ``honest``, module name -> source, and says of it what it must."""
    assert honest[mutant.module].count(mutant.old) == 1, f"old must stand once in {mutant.module}: mend it"
    sources = {**honest, mutant.module: honest[mutant.module].replace(mutant.old, mutant.new)}
    tally = _found(mutant, model, sources)
    assert tally.violations
    assert mutant.says in tally.told[0][1]
    assert "died" not in tally.told[0][1], "a mutant must be wrong, not broken"


def _found(mutant: Mutant, model: Model, sources: Mapping[str, str]) -> Tally:
    """The places around the one where it showed, then all of them; up to the first violation."""
    (chapter,) = [chapter for chapter in chapters(model) if chapter.name == mutant.chapter]
    near = tuple(range(max(0, mutant.near - BEFORE), mutant.near + AFTER))
    for chosen in (near, None):
        recorder = Recorder(
            chapter,
            model,
            seed_key("00"),
            sources,
            trust_firmware=True,
            chosen=chosen,
            stop_at_first=True,
        )
        tally = recorder.run()
        if tally.violations:
            break
    return tally


def told(sweep: Any) -> list[str]:
    """Every violation, with its place."""
    return [f"{place}: {what}" for place, what in sweep.total.told]
