# SPDX-License-Identifier: MIT
"""What hands can do while the line is open: one command a line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.cctalk.desk import Desk, DeskError
from emulator.cctalk.desk_faults import ACTS
from emulator.devices.cctalk.line_faults import typed
from emulator.support.errors import EmulatorError
from machines.support.plain import Json

HELP = """\
insert CENTS   drop a coin, such as insert 200
note CENTS     offer a note, such as note 500
refill COINS   put coins into the hopper
empty          take all coins out of the hopper
jam, free      wedge the hopper's disc, free it
damage FAULT   let a fault of docs/faults.md begin, such as damage coin_lost 3
mend FAULT     end it; "faults" names them all
               @ADDRESS at the end names one of several hoppers: refill 20 @4, damage hopper_jam @4
line FAULT     spoil answers: drop, checksum, delay, nak, busy; such as line drop header=167 address=3
               count=N so many answers (0: until "line sound"), every=N each so-manieth, ms=N for delay
line sound     end that; "line" alone tells what goes on
off, on        pull the plug of the devices, put it back
status         what there is
quit           end"""


class Hands:
    """
    Does commands.

    Args:
        desk: what the hands are at.
        say: takes every answer.

    Attributes:
        quit: whether the end was asked for.
    """

    def __init__(self, desk: Desk, say: Callable[[str], None]) -> None:
        self.quit = False
        self._desk = desk
        self._say = say
        # How many numbers a verb takes, whether it may name a hopper, what it does.
        self._verbs: Mapping[str, tuple[int, bool, Callable[..., object]]] = {
            "insert": (1, False, desk.insert),
            "note": (1, False, desk.note),
            "refill": (1, True, desk.refill),
            "empty": (0, True, desk.empty),
            "jam": (0, True, lambda at=None: desk.jam(True, at)),
            "free": (0, True, lambda at=None: desk.jam(False, at)),
            "off": (0, False, lambda: desk.power(False)),
            "on": (0, False, lambda: desk.power(True)),
            "faults": (0, False, lambda: say("\n".join(ACTS))),
            "status": (0, False, self._tell),
            "help": (0, False, lambda: say(HELP)),
            "quit": (0, False, self._end),
        }

    def act(self, line: str) -> None:
        """Do what one line says, or say why not."""
        words = line.split()
        if not words:
            return
        try:
            self._do(words, line.strip())
        except EmulatorError as error:
            self._say(str(error))

    def _do(self, words: list[str], line: str) -> None:
        verb = words.pop(0)
        if verb == "line":
            self._line(words)
            return
        at = self._address(words)
        if verb in ("damage", "mend"):
            self._fault(verb, at, *words)
            return
        takes, hopper, act = self._verbs.get(verb, (-1, False, self._end))
        if len(words) != takes or (at is not None and not hopper):
            raise DeskError(f"not understood: {line} (type help)")
        try:
            numbers = [int(word) for word in words]
        except ValueError:
            raise DeskError(f"{verb} takes a whole number (got {words[0]})") from None
        act(*numbers, **({} if at is None else {"at": at}))

    @staticmethod
    def _address(words: list[str]) -> int | None:
        """The @ADDRESS at the end, taken off."""
        if not words or not words[-1].startswith("@"):
            return None
        word = words.pop()
        if not word[1:].isdecimal():
            raise DeskError(f"@ takes the address of a hopper (got {word})")
        return int(word[1:])

    def _fault(self, verb: str, at: int | None, name: str = "", *values: str) -> None:
        if verb == "mend" and not values:
            self._desk.mend(name, at)
        elif verb == "damage" and len(values) < 2:
            self._desk.damage(name, values[0] if values else None, at)
        else:
            raise DeskError(f"{verb} takes a fault{' and a value' if verb == 'damage' else ''} (type help)")

    def _line(self, words: list[str]) -> None:
        if not words:
            self._say("\n".join(fault.text() for fault in self._desk.line_faults) or "the line is sound")
        elif words == ["sound"]:
            self._desk.line_sound()
        else:
            kind, numbers = typed(words)
            self._desk.line_fault(kind, **numbers)

    def _tell(self) -> None:
        self._say("\n".join(f"{name}: {value}" for name, value in status(self._desk).items()))

    def _end(self) -> None:
        self.quit = True


def status(desk: Desk) -> Json:
    """What there is, as plain values."""
    found: Json = {"powered": desk.powered}
    if desk.acceptor is not None:
        found["credits"] = desk.acceptor.accepted
        found["events"] = desk.acceptor.events.counter
    if desk.hoppers:
        found["hopper_coins"] = sum(hopper.mechanism.level() for hopper in desk.hoppers)
        found["hoppers"] = [
            {
                "address": hopper.control.address,
                "cents": hopper.setup.coin,
                "coins": hopper.mechanism.level(),
                "dispensed": hopper.control.dispensed,
            }
            for hopper in desk.hoppers
        ]
    if desk.bill is not None:
        found["notes"] = sum(desk.bill.accepted)
        found["note_events"] = desk.bill.events.counter
        found["note_box"] = _count(desk, "note_box")
    for place in ("tray", "cash_box"):
        found[place] = _count(desk, place)
    if desk.line_faults:
        found["line_faults"] = [fault.text() for fault in desk.line_faults]
    return found


def _count(desk: Desk, place: str) -> dict[str, int]:
    return {str(cents): count for cents, count in sorted(desk.coins(place).items())}
