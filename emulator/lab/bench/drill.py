# SPDX-License-Identifier: MIT
"""
A fault on the bench: a machine is used, the fault begins, everything is tried, it is mended, and used again.

    drilled = drill(exam, "hopper_jam", cents=10)
    drilled.stands, drilled.back, drilled.off_cents

Only what a person sees is told: light and words, coins taken, plays begun, and who owns what in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from emulator.cabinet import CabinetError
from emulator.lab.bench.bench import Bench
from emulator.lab.bench.visitor import PURSE, Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Finding, Method, Words, judged
from emulator.support.errors import EmulatorError
from machines.support.plain import Json

Hand = Callable[[Visitor], None]
# Longer than a hopper is given for a coin, and a note for its way.
_WATCH_MS = 9_000
# Whatever is owed in coins is paid by then.
_REST_MS = 120_000
_OPTIONS = {"use", "begin", "end", "extra_cents", "wait_ms"}


@dataclass
class Drilled:
    """
    What came of a fault.

    Attributes:
        what: its id, with its parameters.
        calls: the light on top was lit and the line said something.
        said: the words of the line while the fault lasted.
        works: what the machine did all the same: "coin", "credit", "play".
        back: it plays again once it is mended.
        off_cents: what the visitor owns in the end above what he must, as he paid and won.
        told: what the check watched for besides, such as a payment that came or was called for.
        broken: how it went wrong altogether; empty if it did not.
    """

    what: str
    calls: bool = False
    said: str = ""
    works: list[str] = field(default_factory=list)
    back: bool = False
    off_cents: int = 0
    told: bool = True
    broken: str = ""

    @property
    def stands(self) -> bool:
        """Out of service with a light and words, and in service again once mended."""
        return self.calls and not self.works and self.back and not self.broken

    @property
    def survived(self) -> bool:
        """Back in service, and nobody owns what is another's."""
        return self.back and not self.off_cents and not self.broken

    def as_dict(self) -> Json:
        """Plain values, as evidence keeps them."""
        return {**vars(self)}


def visitor_of(exam: Examination, **options: Any) -> Visitor:
    """A visitor at a machine that has just booted, with money enough and its hoppers filled."""
    options.setdefault("purse", dict(PURSE))
    cabinet = exam.cabinet(**options)
    # The cabinet would hold the program's books against its coins: nobody outside can read them.
    cabinet.board.after_event = None
    visitor = Visitor(Bench(cabinet))
    visitor.arrive()
    return visitor


@dataclass(frozen=True)
class Drill:
    """
    A fault and how it meets a machine in use.

    Args:
        fault: its id.
        use: what meets the fault once it is there; nothing if None.
        begin, end: how it begins and ends; damage and mend if None.
        extra_cents: paid in above the price, to be asked back.
        wait_ms: how long it lasts before anything is tried.
        parameters: of the fault.
    """

    fault: str
    use: Hand | None = None
    begin: Hand | None = None
    end: Hand | None = None
    extra_cents: int = 0
    wait_ms: int = _WATCH_MS
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def done(self, exam: Examination) -> Drilled:
        """Take a machine through it and back."""
        words = ", ".join(f"{name} {value}" for name, value in self.parameters.items())
        found = Drilled(f"{self.fault} ({words})" if words else self.fault)
        visitor = visitor_of(exam)
        with visitor.cab:
            try:
                self._through(visitor, found)
            except (EmulatorError, AssertionError) as error:
                found.broken = str(error)
        return found

    def _through(self, visitor: Visitor, found: Drilled) -> None:
        cab, bench = visitor.cab, visitor.bench
        owned, won = visitor.owns_cents, won_cents(visitor)
        visitor.pay_in(visitor.price_cents + self.extra_cents)
        if self.begin is None:
            cab.damage(self.fault, **self.parameters)
        else:
            self.begin(visitor)
        if self.use is not None:
            with suppress(CabinetError):
                self.use(visitor)
        bench.wait(self.wait_ms)
        found.calls, found.said = visitor.calls, cab.display.message.strip()
        found.works = visitor.out_of_service()
        self._mended(visitor)
        visitor.rest(_REST_MS)
        visitor.play()
        found.back = True
        visitor.collect()
        visitor.rest(_REST_MS)
        staked = sum(start.stake_cents for start in bench.starts)
        found.off_cents = visitor.owns_cents - (owned - staked + won_cents(visitor) - won)

    def _mended(self, visitor: Visitor) -> None:
        if self.end is not None:
            self.end(visitor)
        elif self.begin is None:
            with suppress(EmulatorError):
                visitor.cab.mend(self.fault)  # what is over by itself cannot be mended
        visitor.mend()


def drill(exam: Examination, fault: str, **options: Any) -> Drilled:
    """Take a machine through a fault and back; what is no option of ``Drill`` is a parameter of the fault."""
    own = {name: options.pop(name) for name in _OPTIONS & options.keys()}
    return Drill(fault, **own, parameters=options).done(exam)


def verdict(drills: Sequence[Drilled], holds: Callable[[Drilled], bool], said: Words, file: str) -> Finding:
    """The finding of a row: every drill must hold, and the first that does not is named."""
    wrong = [one for one in drills if not holds(one)]
    if wrong:
        first = wrong[0]
        did = first.broken or f"{first.works} {first.off_cents} {first.said!r}"
        names = ", ".join(one.what for one in wrong)
        said = Words(f"No se sostiene con: {names} ({did})", f"Not held with: {names} ({did})")
    name = Words(f"fallos mal tratados de {len(drills)}", f"faults treated wrongly of {len(drills)}")
    return judged(
        said, Method.OBSERVED, Figure("wrong", name, len(wrong), "faults", 0, EXACTLY), files=(file,)
    )


def won_cents(visitor: Visitor) -> int:
    """What the sealed counter says was won; a machine of skill wins nobody money."""
    return visitor.cab.counter.read().won_cents if visitor.cab.model.sealed else 0
