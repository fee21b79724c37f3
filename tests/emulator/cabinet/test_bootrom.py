# SPDX-License-Identifier: MIT
"""A model in memory has its ROM built once, and no other model, language or kind of machine gets it."""

from __future__ import annotations

from dataclasses import replace

from emulator.cabinet.bootrom import program_of
from machines.model import load_model


def test_cabinets_of_a_model_share_its_rom_and_no_other_does() -> None:
    model = load_model("cierzo")
    ours = program_of(model, None).ours
    assert program_of(model, None).ours is ours
    settings = ours.sources["settings"]
    assert program_of(model, None, language="en").ours.sources["settings"] != settings
    assert program_of(model, None, test=True).ours.sources["settings"] != settings
    other = replace(model, name="otra")
    assert program_of(other, None).ours is not ours
    assert program_of(load_model("galacho"), None).ours.tables != ours.tables
