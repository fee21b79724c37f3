# SPDX-License-Identifier: MIT
"""
How loud each machine is, scene by scene, at full volume: by ITU-R BS.1770-4, and never above -6 dBFS.

The window: -24 LUFS is what a console game at home is made for (Sony, ASWG-R001: -24 +- 2), the least that is
heard in a hall; -14 LUFS is what music services play at, the most for people who work beside it.
"""

from __future__ import annotations

import numpy as np
import pytest
from soon import soon
from sound_scenes import SCENE_MS, SCENES, loudness, recorded, stage_of

from emulator import Cabinet
from emulator.panel.art.waves import RATE_HZ
from emulator.panel.machine.tape import Tape
from emulator.panel.sound.mixer import CEILING
from machines.model import model_names

SOFTEST_LUFS, LOUDEST_LUFS = -24.0, -14.0
LOUD = [(model, scene) for model in model_names() for scene in SCENES if scene != "nobody"]
QUICK = [("cierzo", "playing"), ("cierzo", "everything")]


@pytest.mark.parametrize(("model", "scene"), soon(LOUD, *QUICK))
def test_a_scene_is_as_loud_as_a_hall_wants_it(model: str, scene: str) -> None:
    wave = recorded(model, scene).wave
    assert len(wave) >= SCENE_MS * RATE_HZ // 1_000
    assert float(np.abs(wave).max()) <= CEILING + 1e-6
    assert SOFTEST_LUFS <= loudness(wave) <= LOUDEST_LUFS


@pytest.mark.parametrize("model", soon(model_names(), "cierzo"))
def test_a_machine_that_nobody_plays_is_silent(model: str) -> None:
    """B-28, and the manners of the others: reels home at power-on, and not a sample is heard."""
    tape = recorded(model, "nobody")
    assert len(tape.wave) == SCENE_MS * RATE_HZ // 1_000
    assert not tape.wave.any() and tape.begun == []


def test_a_machine_falls_silent_once_its_visitor_has_gone() -> None:
    cab = Cabinet("cierzo", seed="00")
    tape = Tape(cab, stage_of("cierzo"))
    tape.touch()
    tape.run(20_000)
    assert tape.wave.any()  # its reels homed while somebody stood before it
    assert not tape.wave[-3 * RATE_HZ :].any()


def test_a_softer_step_is_softer_by_what_it_says() -> None:
    waves = []
    for step in (1, 4):
        cab = Cabinet("cierzo", seed="00")
        cab.run(ms=5_000)
        tape = Tape(cab, stage_of("cierzo"), step)
        tape.run(100)
        tape.touch()
        cab.insert(100)
        tape.run(1_000)
        waves.append(tape.wave)
    assert float(np.abs(waves[1]).max()) > 0.4
    assert np.allclose(4 * waves[0], waves[1], atol=1e-6)


@pytest.mark.long
def test_the_same_machine_sounds_the_same_twice() -> None:
    waves = [recorded("cierzo", "playing").wave for _ in range(2)]
    assert np.array_equal(*waves)
