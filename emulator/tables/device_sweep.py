# SPDX-License-Identifier: MIT
"""
The plug of a table's device, pulled at every operation of a throw, and between two instructions of it.

    swept = sweep(lambda: wheel_hand("boule"), 500)
    assert not swept.violations
    swept = sweep(lambda: wheel_hand("boule", runtime="micropython"), 500, fuel_cuts=500)

The laws: no draw is lost, none comes twice, none differs from the core's stream, each is shown as often as it
counts as shown, always the same and never under a tilt, and recalled as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from emulator.board.errors import BoardError
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.hands import Hand, Shown, hand_of
from machines.firmware.chance_device.device_record import RING_ROWS

SEED = "00"
THROWS = 3
BOOT_MS, OFF_MS = 100, 300
# Ticks with fewer operations only look at lines.
IDLE_OPS = 8

Maker = Callable[[], Hand]
"""Makes a new device without entropy, each time the same, and a hand at it."""


class Cut(NamedTuple):
    """Where the plug is pulled: a tick counted from the boot before the first throw, and how far into it."""

    tick: int
    after: int
    fuel: bool
    """``after`` counts instructions of MicroPython, else operations on lines and bus."""

    def __str__(self) -> str:
        return f"{'instruction' if self.fuel else 'operation'} {self.after} of tick {self.tick}"


class Swept(NamedTuple):
    """A sweep: how many places a throw has, at how many of them the plug was pulled, what broke a law."""

    places: int
    cuts: int
    instructions: int
    """Of a throw; 0 where none was cut between two of them."""
    fuel_cuts: int
    violations: tuple[str, ...]


def wheel_hand(model: str, runtime: str | None = None) -> Hand:
    """A hand at a new wheel of the sweep's seed."""
    return hand_of(ElectronicWheel(model, seed=SEED, runtime=runtime))


def cup_hand(model: str, runtime: str | None = None) -> Hand:
    """A hand at a new dice cup of the sweep's seed."""
    return hand_of(DiceCup(model, seed=SEED, runtime=runtime))


def sweep(
    make: Maker, cuts: int, *, fuel_cuts: int = 0, at: Callable[[int, int], None] = lambda done, of: None
) -> Swept:
    """
    Pull the plug all over a throw.

    Args:
        make: makes the device; on MicroPython for ``fuel_cuts``.
        cuts: operations at which it is pulled at most, evenly among all of them.
        fuel_cuts: instructions before which it is pulled: a third each evenly among those of the boot, of
            the ticks in which something happens, and of the others.
        at: called with (done, of how many).

    Raises:
        BoardError: the runtime counts no instructions.
    """
    if fuel_cuts and not make().device.board.chip.counts_fuel:
        raise BoardError("fuel_cuts must be 0 but on genuine MicroPython, which counts instructions")
    operations, fuel = _ticks(make)
    where = [Cut(tick, op, False) for tick, ops in operations for op in range(ops)]
    chosen = where[:: max(1, -(-len(where) // cuts))] if cuts else []
    chosen += between(fuel, {tick for tick, _ in operations}, fuel_cuts)
    violations: list[str] = []
    for number, cut in enumerate(chosen, 1):
        violations += [f"cut at {cut}: {said}" for said in broken(make, cut)]
        at(number, len(chosen))
    total = sum(count for _, count in fuel) if fuel_cuts else 0
    return Swept(len(where), len(chosen) - fuel_cuts, total, fuel_cuts, tuple(violations))


def _ticks(make: Maker) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """
    What a boot, a throw and the beginning of the next one are made of.

    Returns:
        (tick, operations) of each in which something happens; (tick, instructions) of each, the boot first.
    """
    hand = make()
    board = hand.device.board
    operations: list[tuple[int, int]] = []
    fuel: list[tuple[int, int]] = []
    first = tick = _unplug(hand)

    def note() -> None:
        nonlocal tick
        if tick < board.ticks:
            tick = board.ticks
            fuel.append((tick - first, board.fuel))
            if board.ops > IDLE_OPS:
                operations.append((tick - first, board.ops))

    board.power_on()
    note()
    board.after_event = note
    hand.device.run(ms=BOOT_MS)
    hand.throw()
    hand.begin()
    hand.device.run(ms=500)
    return operations, fuel


def _unplug(hand: Hand) -> int:
    """Take the supply away from a device that has just been made; how many ticks there were."""
    hand.device.run(ms=BOOT_MS)
    hand.device.board.power_off()
    hand.device.run(ms=OFF_MS)
    return hand.device.board.ticks


def between(fuel: Sequence[tuple[int, int]], busy: Collection[int], cuts: int) -> list[Cut]:
    """
    So many cuts between two instructions.

    Args:
        fuel: (tick, instructions) of each, the boot first.
        busy: ticks in which something happens.
        cuts: a third each for the boot, for those ticks, and for the others.
    """
    parts = (
        fuel[:1],
        [one for one in fuel[1:] if one[0] in busy],
        [one for one in fuel[1:] if one[0] not in busy],
    )
    return [cut for part, ticks in enumerate(parts) for cut in _evenly(ticks, (cuts + part) // len(parts))]


def _evenly(fuel: Sequence[tuple[int, int]], cuts: int) -> list[Cut]:
    """So many cuts, evenly among all instructions of some ticks."""
    total, at, passed = sum(count for _, count in fuel), 0, 0
    found = []
    for number in range(cuts):
        place = (2 * number + 1) * total // (2 * cuts)
        while place >= passed + fuel[at][1]:
            passed += fuel[at][1]
            at += 1
        found.append(Cut(fuel[at][0], place - passed, True))
    return found


def broken(make: Maker, cut: Cut | None) -> list[str]:
    """Boot and throw three times, cut off once on the way; the laws that this run breaks."""
    hand = make()
    device, board = hand.device, hand.device.board
    shown: dict[int, Shown] = {}
    wrong: list[str] = []

    def seen() -> None:
        lit = hand.shown
        if lit is None:
            return
        if tilt := device.record["tilt"]:
            wrong.append(f"a draw is shown under the tilt {tilt}")
        number = hand.counted[0]
        if shown.setdefault(number, lit) != lit:
            wrong.append(f"draw {number} is shown as {shown[number]} and {lit}")

    first = _unplug(hand)
    pulled: list[int] = []
    device.listen(
        lambda kind, t_us, fields: pulled.append(t_us) if kind == "power" and not fields["on"] else None
    )
    if cut is not None:
        plan = board.cut_at_fuel if cut.fuel else board.cut_at_op
        plan(cut.after, first + cut.tick)
    board.power_on()
    device.run(ms=BOOT_MS)
    for _ in range(THROWS):
        hand.throw(seen)
    record, (draws, shows) = device.record, hand.counted
    wanted = {number: hand.wanted(number) for number in range(1, draws + 1)}
    recalled, kept = hand.recalled, sorted(wanted.items(), reverse=True)[:RING_ROWS]
    laws = (
        (board.fault is None and not board.flags, f"the firmware fails: {board.fault} {board.flags}"),
        (len(pulled) == (cut is not None), f"the plug was pulled {len(pulled)} times"),
        (not record["tilt"], f"it has stopped: {record['tilt']}"),
        (draws >= THROWS - 1, f"{draws} draws of {THROWS} throws"),
        (shown == wanted, f"shown {shown}, but the core has {wanted}"),
        (shows == len(shown), f"{shows} counted as shown of {len(shown)}"),
        (recalled == kept, f"recalled {recalled}"),
    )
    return wrong + [said for holds, said in laws if not holds]
