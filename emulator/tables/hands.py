# SPDX-License-Identifier: MIT
"""
A hand at a device of a table: makes throws, sees what is shown, and puts right what went wrong.

    hand = hand_of(ElectronicWheel("boule", seed="00"))
    hand.throw()                      # (13,): the pocket that was seen; None: nothing was shown
    hand.wanted(1)                    # what the core has for draw 1 of this device

It does and sees the same of a wheel and of a dice cup, so that examinations and power cuts need not ask
which of them they have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import cext
from emulator.support.seed import seed_key
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from machines.firmware.chance_device.device_record import PHASE_DRAWN
from machines.support.plain import JsonView

LOOK_MS = 200
SHAKE_MS, STILL_MS, LIFTED_MS = 1_500, 1_000, 400
THROW_MS = 45_000

Shown = tuple[int, ...]
Seen = Callable[[], None]


def _nobody() -> None:
    pass


class Hand(Protocol):
    """What hands do at any device, and what eyes see of it."""

    @property
    def device(self) -> ElectronicWheel | DiceCup:
        """Where it is."""

    @property
    def shown(self) -> Shown | None:
        """What is lit: one pocket, or the faces of the dice; None while all is dark."""

    @property
    def may_show(self) -> bool:
        """Whether a result may be seen as things lie: the ball at rest, or the lid lifted."""

    @property
    def counted(self) -> tuple[int, int]:
        """Draws that were made, and that were shown, as its memory counts them."""

    @property
    def recalled(self) -> list[tuple[int, Shown]]:
        """The last draws, newest first: number, and what was shown."""

    def begin(self) -> None:
        """Launch, or begin to shake."""

    def throw(self, seen: Seen = _nobody) -> Shown | None:
        """
        Make a throw to its end, whatever becomes of it.

        Args:
            seen: called whenever somebody looks, five times a second.

        Returns:
            What was shown; None: nothing, as the throw was null or the device has stopped.
        """

    def wanted(self, number: int) -> Shown:
        """What the core has for a draw of this device that absorbs nothing; numbers count from 1."""

    def drawn(self, record: JsonView) -> Shown:
        """What a record of its memory holds as the last draw."""


def turn_key(hand: Hand) -> None:
    """The croupier turns the key and turns it back."""
    for on in (True, False):
        hand.device.turn_key(on=on)
        hand.device.run(ms=100)


class WheelHand:
    """At an electronic wheel: the croupier launches the ball and waits until it lies."""

    def __init__(self, wheel: ElectronicWheel) -> None:
        self.device = wheel

    @property
    def shown(self) -> Shown | None:
        """The pocket that is lit."""
        pocket = self.device.pocket
        return None if pocket is None else (pocket,)

    @property
    def may_show(self) -> bool:
        """Whether the ball lies still."""
        return self.device.lies

    @property
    def counted(self) -> tuple[int, int]:
        """Draws, and shows."""
        record = self.device.record
        return record["draws"], record["shows"]

    @property
    def recalled(self) -> list[tuple[int, Shown]]:
        """The last draws and their pockets."""
        return [(row["draw"], (row["pocket"],)) for row in self.device.draws]

    def begin(self) -> None:
        """Press the button."""
        self.device.launch()

    def throw(self, seen: Seen = _nobody) -> Shown | None:
        """Launch, and look until a draw is shown, the wheel is ready again, or it has stopped."""
        wheel = self.device
        self.begin()
        for _ in range(THROW_MS // LOOK_MS):
            _look(self, LOOK_MS, seen)
            if self.shown is not None or wheel.ready or wheel.record["tilt"]:
                break
        return self.shown

    def wanted(self, number: int) -> Shown:
        """The pocket of a draw."""
        key, pockets = seed_key(self.device.seed or ""), len(self.device.wheel.pockets)
        return (cext.draw_below(key, self.device.serial, cext.PURPOSE_PLAY, number - 1, pockets),)

    def drawn(self, record: JsonView) -> Shown:
        """The pocket of the outcome."""
        return (int.from_bytes(record["outcome"][:2], "little"),)


class CupHand:
    """At a dice cup: somebody shakes it, puts it down, lifts the lid and covers it again."""

    def __init__(self, cup: DiceCup) -> None:
        self.device = cup

    @property
    def shown(self) -> Shown | None:
        """The faces that are lit."""
        return self.device.faces or None

    @property
    def may_show(self) -> bool:
        """Whether the lid is lifted."""
        return self.device.lid_open

    @property
    def counted(self) -> tuple[int, int]:
        """Throws, and lifts."""
        record = self.device.record
        return record["throws"], record["lifts"]

    @property
    def recalled(self) -> list[tuple[int, Shown]]:
        """The last throws and their faces."""
        return [(row["number"], row["faces"]) for row in self.device.throws]

    def begin(self) -> None:
        """Shake."""
        self.device.shake(SHAKE_MS)

    def throw(self, seen: Seen = _nobody) -> Shown | None:
        """Shake, wait, lift what was thrown, look, cover."""
        cup = self.device
        self.begin()
        _look(self, SHAKE_MS + STILL_MS, seen)
        found = None
        if cup.record["phase"] == PHASE_DRAWN and not cup.lid_open:
            cup.lift()
            _look(self, LIFTED_MS, seen)
            found = self.shown
        if cup.lid_open:
            cup.cover()
            _look(self, LOOK_MS, seen)
        return found

    def wanted(self, number: int) -> Shown:
        """The faces of a throw."""
        key = seed_key(self.device.seed or "")
        return cext.throw(key, number - 1, self.device.cup.dice, machine=self.device.serial)

    def drawn(self, record: JsonView) -> Shown:
        """The faces of the outcome."""
        return tuple(record["outcome"][1 : 1 + self.device.cup.dice])


def hand_of(device: ElectronicWheel | DiceCup) -> Hand:
    """A hand at a device."""
    return WheelHand(device) if isinstance(device, ElectronicWheel) else CupHand(device)


def _look(hand: Hand, ms: int, seen: Seen) -> None:
    """Let time pass, put the plug back if it was pulled, and look now and then."""
    device = hand.device
    for _ in range(ms // LOOK_MS):
        device.run(ms=LOOK_MS)
        if not device.board.powered:
            device.run(ms=LOOK_MS)
            device.power_on()
            device.run(ms=LOOK_MS)
        seen()
