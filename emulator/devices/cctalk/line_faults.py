# SPDX-License-Identifier: MIT
"""
Faults of the line, on purpose: answers that are lost, damaged or late, and commands that are refused.

    faults = LineFaults()
    faults.add(LineFault("drop", address=3, header=167, count=1))
    fault = faults.next_for(3, 167)        # once; None afterwards

A dropped, damaged or late answer is one whose command was done: a host that sends a payout again pays twice.
A command answered with NAK or BUSY was not done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from emulator.support.errors import EmulatorError

DROP, CHECKSUM, DELAY, NAK, BUSY = "drop", "checksum", "delay", "nak", "busy"
KINDS = (DROP, CHECKSUM, DELAY, NAK, BUSY)
# Those that come before the command is done.
REFUSALS = (NAK, BUSY)
MAX_DELAY_MS = 60_000
MAX_COUNT = 65_535
_MAX_DIGITS = 9
DEFAULT_DELAY_MS = 100


class LineFaultError(EmulatorError):
    """A line fault with a value outside its limits."""


class LineFault(NamedTuple):
    """
    What happens to which answers.

    Attributes:
        kind: of KINDS.
        address: of the device; 0: any.
        header: of the command; 0: any.
        count: so many answers, then it is over; 0: until somebody ends it.
        every: only each so-manieth answer that it could hit.
        ms: how late a delayed answer comes.
    """

    kind: str
    address: int = 0
    header: int = 0
    count: int = 1  # type: ignore[assignment]  # a field, not tuple.count
    every: int = 1
    ms: int = DEFAULT_DELAY_MS

    def text(self) -> str:
        """As it is typed, without what is usual."""
        usual = LineFault(self.kind)._asdict()
        words = [f"{name}={value}" for name, value in self._asdict().items() if value != usual[name]]
        return " ".join((self.kind, *words))


# Of each number: least and most.
LIMITS = {
    "address": (0, 255),
    "header": (0, 255),
    "count": (0, MAX_COUNT),
    "every": (1, MAX_COUNT),
    "ms": (1, MAX_DELAY_MS),
}


def checked(kind: str, **numbers: int) -> LineFault:
    """The line fault of these values; LineFaultError says what is allowed."""
    if kind not in KINDS:
        raise LineFaultError(f"line fault must be one of {', '.join(KINDS)} (got {kind})")
    for name, value in numbers.items():
        if name not in LIMITS:
            raise LineFaultError(f"a line fault takes {', '.join(LIMITS)} (got {name})")
        least, most = LIMITS[name]
        if not least <= value <= most:
            raise LineFaultError(f"{name} must be {least} to {most} (got {value})")
    if "ms" in numbers and kind != DELAY:
        raise LineFaultError(f"ms is for {DELAY} alone (got it with {kind})")
    return LineFault(kind, **numbers)


def typed(words: Sequence[str]) -> tuple[str, dict[str, int]]:
    """
    Return kind and numbers of a line fault from its words: ``delay``, ``header=229``, ``ms=300``.

    Raises:
        LineFaultError: a word that is none, with what is allowed.
    """
    kind, *pairs = words or ("",)
    numbers: dict[str, int] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name not in LIMITS:
            raise LineFaultError(f"a line fault takes {', '.join(LIMITS)} (got {pair})")
        if not (value.isdecimal() and len(value) <= _MAX_DIGITS):
            least, most = LIMITS[name]
            raise LineFaultError(f"{name} must be {least} to {most} (got {value or 'nothing'})")
        numbers[name] = int(value)
    checked(kind, **numbers)
    return kind, numbers


class LineFaults:
    """
    Those that have begun, in their order; each answer meets the first that fits it.

    Attributes:
        hit: called with (fault, address, header) for every answer that one spoils.
    """

    def __init__(self) -> None:
        self.hit: Callable[[LineFault, int, int], None] = lambda fault, address, header: None
        # [fault, answers seen that fit it, answers hit]
        self._begun: list[tuple[LineFault, list[int]]] = []

    def add(self, fault: LineFault) -> None:
        """Let one begin."""
        self._begun.append((fault, [0, 0]))

    def clear(self) -> None:
        """End them all."""
        self._begun.clear()

    @property
    def begun(self) -> tuple[LineFault, ...]:
        """Those that go on."""
        return tuple(fault for fault, _ in self._begun)

    def next_for(self, address: int, header: int) -> LineFault | None:
        """The fault that hits the answer of this device to this command, if one does; it counts as hit."""
        for number, (fault, counts) in enumerate(self._begun):
            if fault.address not in (0, address) or fault.header not in (0, header):
                continue
            counts[0] += 1
            if counts[0] % fault.every:
                continue
            counts[1] += 1
            if counts[1] == fault.count:
                del self._begun[number]
            self.hit(fault, address, header)
            return fault
        return None
