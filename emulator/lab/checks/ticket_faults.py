# SPDX-License-Identifier: MIT
"""
A dispenser that is out of tickets, jams, or loses its plug while tickets are won (G-57).

A visitor who plays as well as can be wins the largest award of tickets; the same play is made with each
fault. The machine must call with light and words and stand until an attendant was there, and then give the
rest.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from emulator.cabinet import Cabinet, CabinetError
from emulator.lab.bench.guest import Guest, StuckError, guest_at
from emulator.lab.bench.player import BEST, NONE, Player
from emulator.lab.bench.words import filed, kept, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Figure, Findings, Method, Words, judged
from emulator.support.errors import EmulatorError
from machines.model import SkillModel

_FILE = "tickets.json"
_PACK = 2_000
# Light and words are there by then; the rest of an award has come by then.
_TOLD_MS, _GIVEN_MS = 6_000, 20_000
_DOOR_MS = 1_000
# The pauses of a play that an award has kept from ending.
_REST_MS = 10_000


@dataclass(frozen=True)
class _Fault:
    """How a fault begins and ends."""

    name: Words
    begin: Callable[[Cabinet, int], None]
    mend: Callable[[Cabinet], None]


@dataclass
class _Seen:
    """What came of a play with a fault."""

    fault: str
    given: int = 0
    """Tickets before the attendant came."""
    in_all: int = 0
    plays: int = 0
    """Paid plays until then."""
    calls: bool = False
    said: str = ""
    played: bool = False
    back: bool = False
    broken: str = ""
    wrong: list[str] = field(default_factory=list)


def _run_out(cabinet: Cabinet, won: int) -> None:
    cabinet.fill_tickets(won // 2)


def _damage(*faults: str) -> Callable[[Cabinet, int], None]:
    def begin(cabinet: Cabinet, won: int) -> None:
        for fault in faults:
            cabinet.damage(fault)

    return begin


def _mend(*faults: str) -> Callable[[Cabinet], None]:
    def end(cabinet: Cabinet) -> None:
        for fault in faults:
            cabinet.mend(fault)

    return end


_DARK, _STUCK = ("ticket_jam", "ticket_sensor_dark"), ("ticket_jam", "ticket_sensor_stuck")
# Without its plug the motor stands, and the line of the sensor rests at one level or the other.
_FAULTS = (
    _Fault(Words("sin tiques", "out of tickets"), _run_out, lambda cabinet: cabinet.fill_tickets(_PACK)),
    _Fault(Words("atasco", "jam"), _damage("ticket_jam"), _mend("ticket_jam")),
    _Fault(Words("sin conexión, línea abierta", "unplugged, line open"), _damage(*_DARK), _mend(*_DARK)),
    _Fault(Words("sin conexión, línea a masa", "unplugged, line low"), _damage(*_STUCK), _mend(*_STUCK)),
)

_WRONG = {
    "calls": Words("sin luz o mensaje", "without light or words"),
    "plays": Words("con juego durante la avería", "with play during the fault"),
    "tickets": Words("con otros tiques al final", "with other tickets in the end"),
    "back": Words("sin vuelta al servicio", "without a return to service"),
}


def examine(exam: Examination) -> Findings:
    """The best play without a fault, then with each."""
    found, model = Findings(), filed(exam)
    assert isinstance(model, SkillModel)
    with kept(found, "G-57"):
        won = _won(exam, model)
        seen = [_with(exam, model, fault, won) for fault in _FAULTS]
        exam.keep(_FILE, {"won": won, "faults": [vars(one) for one in seen]})
        found["G-57"] = judged(
            _said(won, seen),
            Method.OBSERVED,
            *(_count(what, words, seen) for what, words in _WRONG.items()),
            files=(_FILE,),
        )
    return found


def _count(what: str, words: Words, seen: list[_Seen]) -> Figure:
    wrong = sum(what in one.wrong for one in seen)
    return none_of(what, f"averías {words.es}", f"faults {words.en}", wrong, "faults")


def _won(exam: Examination, model: SkillModel) -> int:
    """Tickets that the best play wins."""
    with guest_at(exam) as guest:
        player = Player(guest, model.games[0])
        player.pay_for_a_play()
        won = player.play(BEST).tickets
    if won < 2:
        raise StuckError(Words("la mejor jugada no da tiques", "the best play wins no tickets"), False)
    return won


def _with(exam: Examination, model: SkillModel, fault: _Fault, won: int) -> _Seen:
    """The same play with a fault: until the machine stands, then until all was given."""
    seen = _Seen(fault.name.en)
    with guest_at(exam) as guest:
        player = Player(guest, model.games[0])
        try:
            _through(guest, player, fault, won, seen)
        except StuckError as error:
            seen.broken = error.words.en
        except (EmulatorError, AssertionError) as error:
            seen.broken = str(error)
    checks = {
        "calls": seen.calls, "plays": not seen.played,
        # One that stands as soon as the dispenser fails lets nobody win in the first place.
        "tickets": seen.in_all == won * seen.plays and seen.given < won, "back": seen.back,
    }  # fmt: skip
    seen.wrong = [name for name, held in checks.items() if not held]
    return seen


def _through(guest: Guest, player: Player, fault: _Fault, won: int, seen: _Seen) -> None:
    cab = guest.cab
    player.pay_for_a_play()
    fault.begin(cab, won)
    guest.wait(_DOOR_MS)
    falls = len(guest.falls)
    with suppress(StuckError):
        player.play(BEST)
    seen.plays = len(guest.falls) - falls
    seen.calls = guest.until(lambda: guest.lit("tower") and bool(_line(cab)), _TOLD_MS)
    seen.said, seen.given = _line(cab), cab.tickets_given
    seen.played = _plays(guest)
    fault.mend(cab)
    cab.open_door()
    guest.wait(_DOOR_MS)
    cab.close_door()
    wanted = won * seen.plays
    guest.until(lambda: cab.tickets_given >= wanted and not guest.lit("tower"), _GIVEN_MS)
    guest.wait(_REST_MS)
    seen.in_all = cab.tickets_given
    # The line tells of the door until a play was made, and a player of skill goes by the line.
    player.pay_for_a_play()
    with suppress(StuckError):
        player.play(NONE)
    guest.wait(_REST_MS)
    player.pay_for_a_play()
    seen.back = player.play(BEST).tickets == won


def _plays(guest: Guest) -> bool:
    """Whether a play begins: a coin where one is taken, and START."""
    falls = len(guest.falls)
    with suppress(CabinetError):
        guest.insert(max(guest.model.coins_cents))
    guest.press("start")
    guest.wait(_DOOR_MS)
    return len(guest.falls) > falls


def _line(cabinet: Cabinet) -> str:
    return cabinet.display.message.strip()


def _said(won: int, seen: list[_Seen]) -> Words:
    wrong = [(fault.name, one) for fault, one in zip(_FAULTS, seen, strict=True) if one.wrong]
    if wrong:
        es = "; ".join(
            f"{name.es} ({', '.join(_WRONG[what].es for what in one.wrong)})" for name, one in wrong
        )
        en = "; ".join(
            f"{name.en} ({', '.join(_WRONG[what].en for what in one.wrong)})" for name, one in wrong
        )
        return Words(f"No se sostiene: {es}", f"Not held: {en}")
    return Words(
        f"Ganados {won} tiques, sin tiques, con atasco y sin conexión la máquina se para con luz y mensaje;"
        " reparado el dispensador, da los que debe, ni uno más",
        f"With {won} tickets won, out of tickets, jammed and unplugged the machine stops with light and"
        " words; once the dispenser is mended it gives what it owes and not one more",
    )
