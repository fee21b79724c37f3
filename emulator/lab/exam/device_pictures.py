# SPDX-License-Identifier: MIT
"""
Pictures of a table's device for its report: its case at rest, in a throw, and stopped by each tilt.

    take_device(DeviceSample.of("boule"), Path("informe/pictures"))

The case is the one that stands on a table's cloth; lamps, message line and results are those of the device.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from emulator.board.chip import WDT_RESET
from emulator.cabinet.errors import CabinetError
from emulator.lab.exam.device_sample import DeviceSample
from emulator.lab.exam.finding import Words
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.hands import Hand, hand_of
from emulator.tables.told import DeviceSeen
from machines.firmware.chance_device.device_record import SLOTS
from machines.support.plain import Json

SEED = "00"
SIZE = (900, 190)
_BOOT_MS, _MIDDLE_MS, _LOOK_MS, _THROW_MS = 100, 4_000, 50, 40_000
_SHAKEN_MS = 900
_THROWS = 3

Act = Callable[[Hand], None]


class Moment(NamedTuple):
    """Something that a device is brought to, and its picture's caption."""

    name: str
    caption: Words
    act: Act
    tilt: str = ""


def _rests(hand: Hand) -> None:
    """It has thrown some times, and waits for the next throw."""
    for _ in range(_THROWS):
        hand.throw()


def _begun(hand: Hand) -> None:
    hand.begin()
    hand.device.run(ms=_SHAKEN_MS if isinstance(hand.device, DiceCup) else _MIDDLE_MS)


def _wheel(hand: Hand) -> ElectronicWheel:
    assert isinstance(hand.device, ElectronicWheel)
    return hand.device


def _until(hand: Hand, reached: Callable[[], bool]) -> None:
    for _ in range(_THROW_MS // _LOOK_MS):
        if reached():
            return
        hand.device.run(ms=_LOOK_MS)


def _closed(hand: Hand) -> None:
    hand.begin()
    _until(hand, lambda: _wheel(hand).closed)


def _shown(hand: Hand) -> None:
    if isinstance(cup := hand.device, DiceCup):
        hand.begin()
        _until(hand, lambda: hand.counted[0] > 0)
        cup.lift()
        cup.run(ms=_MIDDLE_MS // 10)
    else:
        hand.throw()


def _covered(hand: Hand) -> None:
    hand.begin()
    _until(hand, lambda: hand.counted[0] > 0)


def _lid(hand: Hand) -> None:
    _begun(hand)
    hand.device.lift()
    hand.device.run(ms=_BOOT_MS)


def _body(hand: Hand) -> None:
    hand.device.open_body()
    hand.device.run(ms=_BOOT_MS)


def _push(hand: Hand) -> None:
    _begun(hand)
    _wheel(hand).push()
    hand.device.run(ms=_BOOT_MS)


def _weak(hand: Hand) -> None:
    _wheel(hand).damage("weak_jet")
    for _ in range(_THROWS):
        hand.throw()


def _lost(hand: Hand) -> None:
    _begun(hand)
    hand.device.run(ms=_MIDDLE_MS // 2)
    _wheel(hand).damage("ball_lost")
    _until(hand, lambda: bool(hand.device.record["tilt"]))


def _dark(hand: Hand) -> None:
    _wheel(hand).damage("pass_dark")
    hand.device.run(ms=_MIDDLE_MS // 4)


def _hung(hand: Hand) -> None:
    hand.device.board.chip.halt()
    hand.device.board.chip.boot(WDT_RESET)
    hand.device.run(ms=_BOOT_MS)


def _nothing(hand: Hand) -> None:
    """It has started."""


_BOTH = (
    Moment("rest", Words("En reposo, tras tres tiradas", "At rest, after three throws"), _rests),
    Moment("begun", Words("En plena tirada", "In the middle of a throw"), _begun),
)
_STOPPED = (
    Moment("lid", Words("Parado: abierto en plena tirada", "Stopped: opened in a throw"), _lid, "lid"),
    Moment("body", Words("Parado: cuerpo abierto", "Stopped: body opened"), _body, "body"),
    Moment(
        "watchdog", Words("Parado: reanudado por el vigilante", "Stopped: restarted by the watchdog"),
        _hung, "watchdog",
    ),
)  # fmt: skip
_OF_WHEEL = (
    Moment("closed", Words("No va más", "No more bets"), _closed),
    Moment("shown", Words("El resultado a la vista", "The result is shown"), _shown),
)
_OF_CUP = (
    Moment("covered", Words("Tirado y tapado", "Thrown and covered"), _covered),
    Moment("shown", Words("Los dados a la vista", "The dice are shown"), _shown),
)
_STOPPED_WHEEL = (
    Moment("askew", Words("Parada: empujada", "Stopped: pushed"), _push, "askew"),
    Moment("launch", Words("Parada: tres tiradas flojas", "Stopped: three weak throws"), _weak, "launch"),
    Moment("ball", Words("Parada: la bola se ha salido", "Stopped: the ball jumped out"), _lost, "ball"),
    Moment("dark", Words("Parada: sensor tapado", "Stopped: a dark sensor"), _dark, "dark"),
)
_LOCKED = Moment("memory", Words("Parado: memoria dañada", "Stopped: memory damaged"), _nothing, "memory")


def moments(sample: DeviceSample) -> tuple[Moment, ...]:
    """What a device of this kind is brought to, in order."""
    if sample.type == "cup":
        return (*_BOTH, *_OF_CUP, *_STOPPED, _LOCKED)
    return (*_BOTH, *_OF_WHEEL, *_STOPPED, *_STOPPED_WHEEL, _LOCKED)


def brought(sample: DeviceSample, moment: Moment) -> Hand:
    """A hand at a new device, which has been brought to a moment."""
    image = None
    if moment is _LOCKED:
        damaged = bytearray(sample.device(seed=SEED).nvram)
        for at in SLOTS:
            damaged[at + 8] ^= 0xFF
        image = bytes(damaged)
    hand = hand_of(sample.device(seed=SEED, serial=sample.serial, nvram=image))
    hand.device.run(ms=_BOOT_MS)
    moment.act(hand)
    return hand


def seen_of(hand: Hand) -> DeviceSeen:
    """What anybody sees of a device."""
    device = hand.device
    if isinstance(device, DiceCup):
        sums = tuple(str(sum(faces)) for _, faces in hand.recalled)
        return DeviceSeen(device.message, device.ready, None, device.sounding, sums)
    past = tuple(str(row["number"]) for row in device.draws)
    return DeviceSeen(device.message, device.ready, device.closed, device.sounding, past)


def take_device(sample: DeviceSample, folder: Path) -> list[Json]:
    """
    Bring a TEST device to each moment and draw its case.

    Returns:
        The pictures with their captions; nothing where pygame is not installed.
    """
    try:
        from emulator.panel.tables.kit.device import save_case
    except ImportError:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    found: list[Json] = []
    for number, moment, seen in _seen(sample):
        name = f"{number:02d}_{moment.name}.png"
        save_case(seen, folder / name, SIZE)
        caption = {key: f"{words}: «{seen.message}»" for key, words in moment.caption._asdict().items()}
        found.append({"file": name, "caption": caption})
    return found


def _seen(sample: DeviceSample) -> Iterator[tuple[int, Moment, DeviceSeen]]:
    """Another's program may come to no such moment: then it has no picture of it."""
    for number, moment in enumerate(moments(sample), 1):
        try:
            yield number, moment, seen_of(brought(sample, moment))
        except CabinetError:
            continue
