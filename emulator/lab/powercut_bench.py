# SPDX-License-Identifier: MIT
"""The bench of a power-cut sweep: puts a cabinet into the state of a cut, boots, runs to rest, audits."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from emulator.board.board import Board
from emulator.board.device import NEVER
from emulator.cabinet import Cabinet
from emulator.chapters import link
from emulator.devices.meter import PERIOD_MIN_US, Meter
from emulator.devices.reel import Reel
from emulator.devices.supply import Supply
from emulator.support.errors import EmulatorError
from emulator.types.common.audit import METERS, Auditor, Open, Scene
from emulator.types.common.laws import Record
from emulator.types.common.witness import Witness
from emulator.types.registry import TYPES
from machines.memory.record import decode
from machines.support.plain import Json

# When the plug comes back: the same instant for every cut, and long after the last coin has fallen.
SETTLED_US = 1 << 40
# A boot ends with reels that find home; nothing can be at rest before.
HOMING_MS = 2_500
LOOK_MS = 100
# A tilt that lasts so long will not go away by itself.
TILT_MS = 4_000
REST_MS = 600_000
VISITS = 3
REFILL_COINS = 60
REFILL_TICKETS = 500


class Verdict(NamedTuple):
    """What became of one cut: findings, and what it left open within its bounds."""

    findings: tuple[str, ...]
    left: Open


@dataclass
class Counts:
    """How much was done for how many cuts."""

    states: int = 0
    merged: int = 0
    """Cuts that left a state which another had left before."""
    boots: int = 0
    rests: int = 0


class _Way(NamedTuple):
    """A way from a boot to rest: which bytes of FRAM decided it, which it wrote, where it ended."""

    read: Mapping[int, int]
    written: Mapping[int, int]
    stuck: str
    scene: Scene


class World(NamedTuple):
    """A cabinet, what was seen of it, and what its link's controller knows, as plain values."""

    cabinet: Json
    witness: Json
    link: bytes
    program: bool
    """Whether the cabinet's includes the state of its program."""


def world_of(cabinet: Cabinet, witness: Witness, *, program: bool = True) -> World:
    """The world of a cabinet as it stands."""
    return World(cabinet.snapshot(program=program), witness.save(), link.saved(cabinet), program)


class Bench:
    """
    Audits cuts. Equal states are booted once, and equal states after the boot are run to rest once.

    The machine is deterministic: states with the same FRAM, devices and program go the same way, and a
    byte of FRAM that nobody reads before it is written anew decides nothing.

    Args:
        cabinet: a cabinet of the chapter, its own; nobody else may use it.
        auditor: knows how the chapter began.
    """

    def __init__(self, cabinet: Cabinet, auditor: Auditor) -> None:
        self.counts = Counts()
        self._cab = cabinet
        self._auditor = auditor
        self._witness = TYPES[cabinet.model.type].sweep().witness(cabinet)
        self._supply = next(device for device in cabinet.board.devices if isinstance(device, Supply))
        self._cuts: dict[bytes, Verdict] = {}
        self._ways: dict[bytes, list[_Way]] = {}

    def close(self) -> None:
        """Close the cabinet."""
        self._cab.close()

    def cut(self, world: World, fram: bytes, floor: Record) -> Verdict:
        """
        The plug is pulled in this state of the world, without any warning, and put back much later.

        Args:
            world: from ``world_of``.
            fram: what the FRAM holds.
            floor: the newest record that was ever committed.
        """
        self._place(world, fram, program=False)
        self._cab.board.power_off()
        return self._judge(floor)

    def replugged(self, world: World, fram: bytes, floor: Record) -> Verdict:
        """The plug is pulled and put back at once, while coins still fall and contacts bounce."""
        self._place(world, fram, program=False)
        self._cab.board.power_off()
        return self._judge(floor, settled=False)

    def warned_cut(self, world: World, fram: bytes, floor: Record) -> Verdict:
        """The mains fail in this state of the world; the firmware sees it and the board follows."""
        self._place(world, fram, program=True)
        board = self._cab.board
        self._supply.fail()
        try:
            self._cab.run_us(self._supply.due_us - board.now_us)
            link.hang_up(self._cab)
        except EmulatorError as error:
            return Verdict((f"between warning and cut: {error}",), Open())
        verdict = self._judge(floor)
        return Verdict((*verdict.findings, *_open_in_spite(verdict.left)), verdict.left)

    def fuel_cut(
        self, world: World, tick: int, fuel: int, at_us: int, floor: Record
    ) -> tuple[Verdict, tuple[int, ...]]:
        """
        The power goes in the middle of a tick, between two instructions.

        Args:
            world: in front of the tick; without power in front of a boot.
            tick: its number.
            fuel: instructions done in it.
            at_us: when it comes.
            floor: the newest record that was ever committed.

        Returns:
            The verdict, and counts of all that the tick had done that outlasts the program: two cuts of
            one tick with equal counts leave the same world, and so does every cut between them.
        """
        board = self._cab.board
        self._place(world, world.cabinet["board"]["fram"]["data"], program=True)
        board.cut_at_fuel(fuel, tick)
        # The books are audited at the cut; what happens in front of it has been checked by the recorder.
        balances, board.after_event = board.after_event, None
        if board.powered:
            board.advance(at_us)
        else:
            board.power_on()
        board.after_event = balances
        if board.ticks != tick:
            raise EmulatorError(f"tick {tick} must come at {at_us} us (got tick {board.ticks})")
        if board.powered:
            board.power_off()  # the tick was shorter: the cut falls right behind it
        witness = self._witness
        done = (board.ops, len(witness.plays), witness.absorbed, board.rtc.save())
        return self._judge(floor), done

    def _place(self, world: World, fram: bytes, *, program: bool) -> None:
        cab = self._cab
        if cab.board.powered:
            cab.board.power_off()
        link.put_back(cab, world.link)
        cab.put_back(world.cabinet, program=program)
        cab.board.fram.data[:] = fram
        self._witness.load(world.witness)
        cab.board.flags.clear()

    def _judge(self, floor: Record, *, settled: bool = True) -> Verdict:
        if settled:
            self._cab.board.advance(SETTLED_US)
        state = self._digest(self._cab.nvram, settled)
        verdict = self._cuts.get(state)
        if verdict is None:
            self.counts.states += 1
            verdict = self._cuts[state] = self._recover(floor, settled)
        else:
            self.counts.merged += 1
        return verdict

    def _recover(self, floor: Record, settled: bool) -> Verdict:
        """Audit at the cut, boot, audit, and go on to rest unless that has been done."""
        cab, auditor, left = self._cab, self._auditor, Open()
        before = decode(cab.nvram)
        findings = auditor.at_cut(before, floor, self._witness, left)
        if before is None:
            return Verdict(tuple(findings), left)
        self.counts.boots += 1
        try:
            cab.board.power_on()
        except EmulatorError as error:
            return Verdict((*findings, f"at the boot: {error}"), left)
        findings += auditor.at_boot(before, cab)
        if cab.fault is None:
            findings += self._at_rest(before, left, settled)
        return Verdict(tuple(findings), left)

    def _at_rest(self, before: Record, left: Open, settled: bool) -> list[str]:
        """Find what becomes of this boot, by running it or from a way that it cannot but go."""
        fram = self._cab.board.fram
        after = decode(bytes(fram.data))
        # What the host's own look at the FRAM decides: when the machine is at rest.
        looked = None if after is None else (after["sequence"], after["meters_given"])
        ways = self._ways.setdefault(self._digest(repr(looked).encode(), settled), [])
        image = bytearray(fram.data)
        for way in ways:
            if all(image[at] == byte for at, byte in way.read.items()):
                break
        else:
            way = self._run()
            ways.append(way)
        if way.stuck:
            return [way.stuck]
        for at, byte in way.written.items():
            image[at] = byte
        return self._auditor.at_rest(before, replace(way.scene, nvram=bytes(image)), left)

    def _run(self) -> _Way:
        """Run to rest and note what is read of the FRAM before it is written, and what is written."""
        self.counts.rests += 1
        cab, fram = self._cab, self._cab.board.fram
        read: dict[int, int] = {}
        written: set[int] = set()

        def note(address: int, size: int, writing: bool) -> None:
            places = range(address, address + size)
            if writing:
                written.update(places)
            else:
                read.update((at, fram.data[at]) for at in places if at not in written)

        fram.on_transfer = note
        try:
            stuck = _run_to_rest(cab, self._auditor)
        except EmulatorError as error:
            stuck = f"on the way to rest: {error}"
        fram.on_transfer = None
        last = {at: fram.data[at] for at in written}
        return _Way(read, last, stuck, Scene.of(cab, self._witness))

    def _digest(self, fram: bytes, settled: bool) -> bytes:
        """Everything that decides what happens next, and what the audits look at."""
        state = self._cab.snapshot()
        state["ledger"] = state["ledger"]["flows"]
        # The FRAM is the caller's matter; what the host counts decides nothing.
        del state["board"]["fram"], state["board"]["chip"]["tick"], state["told_writes"]
        if settled:
            for device in state["board"]["devices"].values():
                _forget_times(device)
        seen = self._witness.save()
        plays = [(play.outcome, *getattr(play, "answers", ())) for play in seen.pop("plays")]
        # Version 2 writes equal values as equal bytes; later ones look at who refers to them.
        text = marshal.dumps((self._witness.early, state, seen, plays), 2)
        return hashlib.blake2b(text + hashlib.blake2b(fram).digest(), digest_size=16).digest()


def _forget_times(device: Json) -> None:
    """Drop the times of what is long over: a coin at the gate, a pulse, a ticket, a reel's stop."""
    device.pop("last_gate_us", None)
    device.pop("counted_us", None)
    device.pop("out_us", None)
    if "stopped" in device:
        device["stopped"] = device["stopped"][1]


def moving(board: Board) -> bool:
    """Whether something falls, bounces or has just been counted, and will be at rest a little later."""
    for device in board.devices:
        if isinstance(device, Meter):
            if board.now_us - device.save()["counted_us"] < PERIOD_MIN_US:
                return True
        elif device.due_us != NEVER and not isinstance(device, Reel):
            return True  # reels stand still as soon as their current is gone
    return False


def _open_in_spite(left: Open) -> list[str]:
    """With an early warning nothing may stay open."""
    found = []
    if left.misplaced_cents:
        found.append("a coin fell into the cash box in spite of the warning, and is booked into its hopper")
    if left.coins_in or left.coins_out:
        found.append(f"{left.coins_in} coins in and {left.coins_out} out are open in spite of the warning")
    if left.tickets:
        found.append("a ticket is open in spite of the warning")
    ahead = [name for name, extra in left.pulses.items() if extra]
    if ahead:
        found.append(f"meters {', '.join(ahead)} are a pulse ahead in spite of the warning")
    return found


def _run_to_rest(cab: Cabinet, auditor: Auditor) -> str:
    """
    Run until nothing goes on and nothing is owed; an attendant comes to a machine that has stopped itself.

    Returns:
        Why it does not come to rest; empty if it did.
    """
    board = cab.board
    begin_us = board.now_us
    tilted_us = NEVER
    visits = 0
    cab.run(ms=HOMING_MS)
    while board.now_us < begin_us + REST_MS * 1000:
        if cab.fault is not None:
            return f"the firmware died on the way to rest: {cab.fault}"
        record = decode(cab.nvram)
        if record is None:
            return "no whole record is left on the way to rest"
        if not record["tilt"]:
            tilted_us = NEVER
            if _at_rest(cab, record) and not auditor.owes(record):
                return ""
            auditor.go_on(cab, record)
        elif tilted_us == NEVER:
            tilted_us = board.now_us
        elif board.now_us - tilted_us >= TILT_MS * 1000:
            visits += 1
            if visits > VISITS:
                return f"tilt {record['tilt']} stays whatever the attendant does"
            _attend(cab)
            tilted_us = NEVER
        cab.run(ms=LOOK_MS)
    return f"not at rest after {REST_MS // 1000} s: {cab.display}, link {cab.link}"


def _at_rest(cab: Cabinet, record: Record) -> bool:
    if record["phase"] or record["queue"] or any(reel.moving for reel in cab.reels) or cab.coins:
        return False
    if not link.at_rest(cab, record):
        return False
    if cab.note is not None or record["note_stage"]:
        return False
    if any(cab.board.line(f"meter_{name}").asserted for name in METERS):
        return False  # a pulse counts when it ends
    return tuple(record["meters_given"] or ()) == cab.model.meter_units.owed(record)


def _attend(cab: Cabinet) -> None:
    """Free the reels, plug the meters in, fill hoppers and dispenser, open/close the door; pay by hand."""
    cab.open_door()
    for number in range(1, 1 + (0 if cab.model.settings().get("SCREEN") else len(cab.reels))):
        cab.jam_reel(number, jammed=False)
    for name in METERS:
        cab.plug(name)
    for hopper in cab.model.hoppers:
        room = hopper.capacity - cab.hopper_levels[hopper.cents]
        if room:
            cab.refill(hopper.cents, min(room, REFILL_COINS))
    if cab.tilt.startswith("ticket"):
        cab.fill_tickets(REFILL_TICKETS)
    cab.run(ms=500)
    cab.close_door()
    cab.run(ms=500)
    if cab.tilt == "handpay":
        for on in (True, False):
            cab.turn_key("operator", on)
            cab.run(ms=500)
