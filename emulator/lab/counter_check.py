# SPDX-License-Identifier: MIT
"""
The metrological checks of the sealed counter: the unit alone, and the counter in its machine.

    accuracy(plays=20_000).held                  # K-06: at most 0.01 % of the indications failed
    in_machine(Cabinet("cierzo", seed="00")).held   # K-11: 20 plays and a winning one

Source: Orden ICT/155/2020, Anexo XVII, section 5 and appendices I.3 and III.2.3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import cext
from emulator.board.board import Board
from emulator.cabinet import Cabinet
from emulator.devices.counter_memory import new_memory
from emulator.devices.sealed_counter import SealedCounter
from emulator.lab.counter_visit import CheckError, cash, one_play, settle
from emulator.support.seed import seed_key
from emulator.vm.cpython import CPythonRuntime
from machines.firmware import counter_link as link
from machines.firmware import pins
from machines.support.plain import Json, JsonView

# Failed indications at most: one in so many (ap. I.3).
LIMITS: Mapping[str, int] = {"conformity": 10_000, "repair": 10_000, "periodic": 1_000}
# The two modes of automatic play: every win is cashed, and wins come and are cashed as chance has it.
EVERY, RANDOM = "every", "random"
MODES = (EVERY, RANDOM)
QUANTITIES = ("plays", "prizes", "won_cents")
LEAST_PLAYS = 10_000
TEST_PLAYS = 20
# No machine loses so often in a row: then the check says that it saw no prize.
MOST_PLAYS = 500
_IDLE = "def boot():\n    pass\ndef tick():\n    return 500\n"
# A frame that no unit takes after so many attempts is given up.
_ATTEMPTS = 8


@dataclass(frozen=True)
class Quantity:
    """One of the totals: what was given to the counter, and how much more it shows than before."""

    name: str
    given: int
    shown: int

    @property
    def failed(self) -> int:
        """Indications too many or too few."""
        return abs(self.shown - self.given)

    def within(self, one_in: int) -> bool:
        """Whether at most one indication in so many failed."""
        return self.failed * one_in <= self.given


@dataclass(frozen=True)
class CounterCheck:
    """
    What came of a check.

    Attributes:
        kind: "conformity", "repair", "periodic", or "machine".
        one_in: failed indications at most, one in so many; 0: none at all.
        events: how often each kind of trouble was put in its way.
        faults: what the counter has latched, bits of counter_link.
    """

    kind: str
    seed: str
    one_in: int
    quantities: tuple[Quantity, ...]
    events: Mapping[str, int]
    faults: int

    @property
    def held(self) -> bool:
        """Whether every total is within its limit, and the counter has nothing latched."""
        if self.faults:
            return False
        return all(
            quantity.within(self.one_in) if self.one_in else not quantity.failed
            for quantity in self.quantities
        )

    def as_dict(self) -> Json:
        """The same as plain JSON values."""
        rows = [
            {"name": row.name, "given": row.given, "shown": row.shown, "failed": row.failed}
            for row in self.quantities
        ]
        limit = f"1/{self.one_in}" if self.one_in else "0"
        return {
            "kind": self.kind,
            "seed": self.seed,
            "limit": limit,
            "quantities": rows,
            "events": dict(self.events),
            "faults": self.faults,
            "held": self.held,
        }


def unit_alone(make: Callable[[Board, bytes], SealedCounter] = SealedCounter) -> SealedCounter:
    """A counter on a board whose program does nothing: it can be tested alone (K-05)."""
    board = Board(pins.PINS, bytes(32_768), CPythonRuntime({"main": _IDLE}))
    return make(board, new_memory(1, 1, ""))


def accuracy(
    plays: int = 20_000,
    seed: str = "00",
    kind: str = "conformity",
    counter: SealedCounter | None = None,
    mode: str = RANDOM,
) -> CounterCheck:
    """
    Drive a counter alone with plays and prizes, noise, repeats and restarts in its way (K-05, K-06).

    The simulator of plays has a driver of its own that knows nothing of the firmware's. Each play is a frame
    of 1 or 2 plays; one in four is followed by a prize, or each in mode "every". One transaction in eight is
    garbled, one frame in eight sent twice; two in sixteen meet a restart, before it or after.

    Args:
        plays: frames with plays, 10,000 or more: fewer could not tell one failed indication from too many.
        seed: hex digits; decides plays, prizes and troubles.
        kind: "conformity", "repair" (both 0.01 %) or "periodic" (0.1 %).
        counter: the unit; a new one if None.
        mode: "random", or "every": each play wins.
    """
    if kind not in LIMITS:
        raise CheckError(f"kind must be one of {', '.join(LIMITS)} (got {kind})")
    _require_mode(mode)
    if plays < LEAST_PLAYS:
        raise CheckError(f"plays must be {LEAST_PLAYS:,} or more (got {plays})")
    unit = counter or unit_alone()
    before = unit.read()
    simulator = _Simulator(unit, _words(seed), every=mode == EVERY)
    for _ in range(plays):
        simulator.play()
    after = unit.read()
    start = (before.plays, before.prizes, before.won_cents)
    end = (after.plays, after.prizes, after.won_cents)
    quantities = tuple(
        Quantity(name, given, (now - then) % link.MODULUS)
        for name, given, then, now in zip(QUANTITIES, simulator.given, start, end, strict=True)
    )
    return CounterCheck(kind, seed, LIMITS[kind], quantities, simulator.events, unit.flags)


def _require_mode(mode: str) -> None:
    if mode not in MODES:
        raise CheckError(f"mode must be one of {', '.join(MODES)} (got {mode})")


def _words(seed: str) -> Iterator[int]:
    """Even 32-bit words, as many as are asked for."""
    key, block = seed_key(seed), 0
    while True:
        chunk = cext.keystream(key, cext.PURPOSE_DEVICE << 40, block, 4096)
        for at in range(0, len(chunk), 4):
            yield int.from_bytes(chunk[at : at + 4], "little")
        block += 64


class _Simulator:
    """Plays into a counter over its link, and keeps account of what it gave."""

    def __init__(self, unit: SealedCounter, words: Iterator[int], *, every: bool) -> None:
        self._every = every
        self._unit = unit
        self._words = words
        self._number = unit.read().sequence
        self.given = [0, 0, 0]
        self.events = {"frames": 0, "repeated": 0, "garbled": 0, "restarts": 0, "given_up": 0}

    def play(self) -> None:
        """One play, and its prize if it has one."""
        word = next(self._words)
        self._give(1 + (word & 1), 0, 0)
        if self._every or not word >> 1 & 3:
            self._give(0, 1 + (word >> 3 & 1), 20 * (1 + (word >> 4 & 0x1FF)))

    def _give(self, plays: int, prizes: int, cents: int) -> None:
        self._number = (self._number + 1) % link.NUMBERS
        for at, amount in enumerate((plays, prizes, cents)):
            self.given[at] += amount
        self.events["frames"] += 1
        frame = bytes([link.FRAME]) + link.pack_frame(self._number, plays, prizes, cents)
        for _ in range(_ATTEMPTS):
            self._send(frame)
            if self._acknowledged():
                return
        self.events["given_up"] += 1

    def _send(self, frame: bytes) -> None:
        word = next(self._words)
        if word & 15 == 1:
            self._restart()
        self._garble(word >> 4)
        self._unit.i2c_write(frame)
        if not word >> 8 & 7:
            self.events["repeated"] += 1
            self._unit.i2c_write(frame)
        if word & 15 == 2:
            self._restart()

    def _acknowledged(self) -> bool:
        self._garble(next(self._words))
        self._unit.i2c_write(bytes([link.ANSWER]))
        answer = link.unpack_answer(self._unit.i2c_read(link.ANSWER_SIZE))
        return answer is not None and answer[link.SEQUENCE] == self._number

    def _garble(self, word: int) -> None:
        if not word & 7:
            self.events["garbled"] += 1
            self._unit.noise = 1

    def _restart(self) -> None:
        self.events["restarts"] += 1
        self._unit.power_lost(0)
        self._unit.reset()


def in_machine(cabinet: Cabinet, plays: int = TEST_PLAYS, mode: str | None = None) -> CounterCheck:
    """
    Play a machine and hold its counter against what was seen from outside (K-11).

    The order asks for 20 plays or a winning one; this check wants both. What is seen comes from the play
    program's own results, not from the firmware's books. The coins are the visitor's.

    Args:
        cabinet: a machine that stands ready, or comes to it; a TEST machine in any service.
        plays: test plays at least, 1 or more.
        mode: "every": COLLECT is pressed after each win; "random": after one play in four, won or lost, as
            chance has it; None: never.

    Raises:
        CheckError: the machine does not come to play, or its visitor has no money left.
    """
    if plays < 1:
        raise CheckError(f"plays must be 1 or more (got {plays})")
    if mode is not None:
        _require_mode(mode)
    words, cashed = _words(cabinet.seed or "00"), 0
    witness = _Witness()
    seen = witness.seen

    def watch(kind: str, t_us: int, fields: JsonView) -> None:
        if kind in ("step", "answer"):
            witness.see(fields)

    cabinet.listen(watch)
    before = cabinet.counter.read()
    while seen[0] < plays or not seen[1]:
        if seen[0] >= MOST_PLAYS:
            break
        won = seen[1]
        one_play(cabinet, seen)
        if (mode == EVERY and seen[1] > won) or (mode == RANDOM and not next(words) & 3):
            cashed += cash(cabinet)
    settle(cabinet)
    after = cabinet.counter.read()
    start = (before.plays, before.prizes, before.won_cents)
    end = (after.plays, after.prizes, after.won_cents)
    quantities = tuple(
        Quantity(name, given, (now - then) % link.MODULUS)
        for name, given, then, now in zip(QUANTITIES, seen, start, end, strict=True)
    )
    events = {"winning_plays": seen[1], "sequence": after.sequence - before.sequence}
    if mode is not None:
        events["cashed"] = cashed
    return CounterCheck("machine", cabinet.seed or "", 0, quantities, events, cabinet.counter.flags)


class _Witness:
    """Plays, prizes and prize money by the play program's own results, as cext lays them out."""

    def __init__(self) -> None:
        self.seen = [0, 0, 0]
        self._gained_cents = 0
        self._offered: tuple[int, ...] = ()

    def see(self, fields: JsonView) -> None:
        """Add one result."""
        outcome = bytes.fromhex(fields["outcome"])
        if "action" in fields:
            self._see_chance(fields["action"], outcome)
            return
        if "answer" in fields:
            self._see_answer(fields["answer"], outcome)
            return
        self.seen[0] += fields["simultaneous"]
        prizes = tuple(_u32(outcome, 20 + 16 * entry) for entry in range(fields["simultaneous"]))
        self._offered = prizes if outcome[2] else ()
        for cents in () if outcome[2] else prizes:
            self._prize(cents)

    def _see_answer(self, answer: str, outcome: bytes) -> None:
        """What was offered as a gamble is won when it is taken, or once no more of it can be gambled."""
        won = _u32(outcome, 20)
        if answer == "dare":
            self._offered = (won,)
        for cents in () if outcome[2] else self._offered:
            self._prize(cents)

    def _see_chance(self, action: str, outcome: bytes) -> None:
        """A play of several steps wins once, when it is settled; pots are paid by any of them."""
        self.seen[0] += action == "play"
        self._gained_cents += sum(_u32(outcome, at) for at in (32, 36, 40, 44))
        if outcome[3] & 1:
            self._prize(self._gained_cents + _u32(outcome, 16))
            self._gained_cents = 0

    def _prize(self, cents: int) -> None:
        self.seen[1] += cents > 0
        self.seen[2] += cents


def _u32(raw: bytes, at: int) -> int:
    return int.from_bytes(raw[at : at + 4], "little")
