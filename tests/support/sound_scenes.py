# SPDX-License-Identifier: MIT
"""
Half a minute of a machine as a visitor hears it: what it tells, through the panel's own speaker and mixer.

    tape = recorded("cierzo", "playing")
    loudness(tape.wave)                # LUFS by ITU-R BS.1770-4

Where nobody or somebody plays the machines are real ones; prizes, payments and alarms are told by one of
plain values, since no seed of every model has each of them within half a minute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np
from panel_fake import FakeCabinet, reel

from emulator import Cabinet
from emulator.panel.art.waves import RATE_HZ
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.stage import Stage
from emulator.panel.machine.tape import Tape
from machines.model import load_model

SCENE_MS = 30_000
PLAYED = ("start", "hold_1", "hold_2", "hold_3", "double")
# What happens at a moment: an event and its fields, or something to be done.
Moment = tuple[int, str | Callable[[], None], dict[str, object]]


@lru_cache(maxsize=4)
def stage_of(model: str) -> Stage:
    """The smallest one: only its lamps are asked for."""
    return Stage(read_front(load_model(model), 1, True), (640, 400), "en")


def loudness(wave: np.ndarray) -> float:
    """Integrated, gated; minus infinity for silence."""
    import pyloudnorm  # and with it all of scipy.signal, which every worker would wait for

    return float(pyloudnorm.Meter(RATE_HZ).integrated_loudness(wave.astype(np.float64)))


def nobody(model: str) -> Tape:
    """Power comes on, reels home, and nobody comes; then again after a visitor has played and gone."""
    cab = Cabinet(model, seed="00")
    tape = Tape(cab, stage_of(model))
    tape.run(SCENE_MS)
    return tape


def playing(model: str) -> Tape:
    """Coins in, and one play after the other, by somebody who does not wait; from the first coin on."""
    purse = {200: 90, 100: 90, 50: 90, 20: 10, 10: 10}
    cab = Cabinet(model, seed="00", purse=purse)
    cab.run(ms=5_500)
    tape = Tape(cab, stage_of(model))
    coin = 200 if cab.model.price_cents > 100 else 100
    while tape.now_ms < SCENE_MS:
        tape.touch()
        lit = [name for name in PLAYED if cab.lamps.get(name)]
        if lit:
            cab.press(lit[tape.now_ms // 600 % len(lit)])
        if round(100 * float(cab.display.credits or 0)) < cab.model.price_cents:
            cab.insert(coin)
        tape.run(600)
    return tape


def _told(model: str, moments: Callable[[FakeCabinet, Stage], Iterator[Moment]]) -> Tape:
    cab, stage = FakeCabinet(load_model(model)), stage_of(model)
    tape = Tape(cab, stage, rows=lambda seen: seen.glass)
    for at_ms, what, fields in sorted(moments(cab, stage), key=lambda moment: moment[0]):
        tape.run(max(0, at_ms - tape.now_ms))
        tape.touch()
        if callable(what):
            what()
        else:
            cab.tell(what, **fields)
    tape.run(SCENE_MS - tape.now_ms)
    return tape


def _set(cab: FakeCabinet, **values: object) -> Callable[[], None]:
    def put() -> None:
        for name, value in values.items():
            setattr(cab, name, value)

    return put


def _hopper(_cab: FakeCabinet, _stage: Stage) -> Iterator[Moment]:
    """As ``devices/hopper.py`` times them: a coin each 250 ms, 250 ms in the chute."""
    for number in range(40):
        at_ms = 500 + 250 * number + 13 * (number * 7 % 5)
        yield at_ms, "hopper_coin", {}
        yield at_ms + 250, "coin_in_tray", {"cents": 100}


def _large(cab: FakeCabinet, stage: Stage) -> Iterator[Moment]:
    """The largest prize, every six seconds."""
    lamp = max(stage.prize_cents().items(), key=lambda row: row[1])[0]
    for begin in range(0, SCENE_MS, 6_000):
        yield begin + 300, "button", {"down": True}
        yield begin + 400, _set(cab, reels=[reel(1, True)] * 3), {}
        for number in (1, 2, 3):
            yield begin + 1_500 + 600 * number, "reel_stop", {"reel": number}
        yield begin + 3_300, _set(cab, reels=[reel(1)] * 3), {}
        yield begin + 3_400, _set(cab, glass=frozenset({lamp})), {}
        yield begin + 5_900, _set(cab, glass=frozenset()), {}


def _tilt(cab: FakeCabinet, _stage: Stage) -> Iterator[Moment]:
    """The alarm every six seconds; the buzzer for five of them on a machine of chance."""
    buzzes = cab.model.type == "C"
    for begin in range(0, SCENE_MS, 6_000):
        yield begin + 300, _set(cab, lit=frozenset({"tower"}), sounding=buzzes), {}
        yield begin + 5_300, _set(cab, lit=frozenset(), sounding=False), {}


def _everything(cab: FakeCabinet, stage: Stage) -> Iterator[Moment]:
    """All of it, and a coin, a refused one, a button, a note, a ticket and a stop three times a second."""
    for part in (_hopper, _large, _tilt):
        yield from part(cab, stage)
    for number in range(SCENE_MS // 300):
        at_ms = 300 * number
        yield at_ms, "coin_slot", {"cents": (10, 20, 50, 100, 200)[number % 5]}
        yield at_ms, "coin_returned", {"cents": 100}
        yield at_ms, "button", {"down": True}
        yield at_ms, "reel_stop", {"reel": 1 + number % 5}
        yield at_ms, ("note_in", "ticket")[number % 2], {}


SCENES: dict[str, Callable[[str], Tape]] = {
    "nobody": nobody,
    "playing": playing,
    "large": lambda model: _told(model, _large),
    "hopper": lambda model: _told(model, _hopper),
    "tilt": lambda model: _told(model, _tilt),
    "everything": lambda model: _told(model, _everything),
}


def recorded(model: str, scene: str) -> Tape:
    """A scene of a model."""
    return SCENES[scene](model)
