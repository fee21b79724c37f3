# SPDX-License-Identifier: MIT
"""
Everything that can disturb a throw: whether the device stops, says why, and goes on rightly.

Each case has a device of its own. A throw is begun and disturbed; nothing may be shown, the tilt has its
name, and the key does not end it while its cause is there. Then the cause goes, the key is turned, and the
next throw shows what an undisturbed device of this program shows: no draw is lost, none is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from emulator.lab.exam.examination import DeviceExamination
from emulator.lab.exam.finding import AT_LEAST, EXACTLY, Figure, Findings, Method, Words, judged
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.hands import Hand, Shown, turn_key
from machines.support.plain import Json

_FILE = "cases.json"
_WAIT_MS, _SETTLE_MS = 26_000, 3_000

Act = Callable[[Hand], None]


class Case(NamedTuple):
    """One disturbance."""

    row: str
    name: str
    tilt: str
    act: Act
    undo: Act
    after_ms: int
    """When it comes, from the beginning of the throw."""
    draws: int = 0
    """How many draws the core has made when it is over; one that was made stands."""
    drawn: bool = False
    """It comes once the core has drawn."""
    seen_late: bool = False
    """The sensor cannot tell it from what it should see while nothing moves: the key ends the tilt then."""


def _wheel(hand: Hand) -> ElectronicWheel:
    assert isinstance(hand.device, ElectronicWheel)
    return hand.device


def _damaged(row: str, fault: str, tilt: str, after_ms: int, draws: int = 0, drawn: bool = False) -> Case:
    """A fault of the ball's track; of a dark lower barrier the wheel learns at the next lap alone."""
    return Case(
        row,
        fault,
        tilt,
        lambda hand: _wheel(hand).damage(fault),
        lambda hand: _wheel(hand).mend(fault),
        after_ms,
        draws,
        drawn,
        fault == "rest_dark",
    )


def _open_lid(hand: Hand) -> None:
    hand.device.lift()


def _close_lid(hand: Hand) -> None:
    hand.device.cover()


def _open_body(hand: Hand) -> None:
    hand.device.open_body()


def _close_body(hand: Hand) -> None:
    hand.device.close_body()


_NULL = ""
"""Instead of a tilt: a ball that is lost before a throw counts makes it null, as a weak throw is."""
_WHEEL = (
    Case("D-10", "lid", "lid", _open_lid, _close_lid, 4_000),
    Case("D-11", "body", "body", _open_body, _close_body, 4_000),
    Case(
        "D-12",
        "push",
        "askew",
        lambda hand: _wheel(hand).push(),
        lambda hand: _wheel(hand).push(on=False),
        4_000,
    ),
    _damaged("D-13", "ball_lost", _NULL, 2_000),
    _damaged("D-13", "ball_lost", "ball", 6_000, draws=1),
    _damaged("D-13", "ball_lost", "ball", 0, draws=1, drawn=True),
    _damaged("D-14", "rest_blind", "ball", 0, draws=1, drawn=True),
    _damaged("D-14", "pass_dark", "dark", 4_000),
    _damaged("D-14", "rest_dark", "dark", 4_000),
)
_CUP = (
    Case("D-10", "lid", "lid", _open_lid, _close_lid, 900),
    Case("D-11", "body", "body", _open_body, _close_body, 900),
    Case("D-11", "body", "body", _open_body, _close_body, 0, draws=1, drawn=True),
)
_SAID = {
    "D-10": Words("Abierta en plena tirada", "Opened in the middle of a throw"),
    "D-11": Words("Cuerpo abierto", "Body opened"),
    "D-12": Words("Empujón en plena tirada", "A push in the middle of a throw"),
    "D-13": Words(
        "La bola salta fuera al empezar a correr, mientras corre y después del sorteo",
        "The ball jumps out as it begins to run, as it runs, and after the draw",
    ),
    "D-14": Words(
        "Barrera baja ciega, barrera alta a oscuras y barrera baja a oscuras",
        "Lower barrier blind, upper barrier dark and lower barrier dark",
    ),
}


def examine(exam: DeviceExamination) -> Findings:
    """Every case of this kind of device, and weak throws."""
    found, told, due = Findings(), [], exam.undisturbed(1)[0]
    for case in _CUP if exam.sample.type == "cup" else _WHEEL:
        wrong = list(_disturbed(exam.hand(), case, due))
        told.append(
            {"row": case.row, "case": case.name, "tilt": case.tilt, "draws": case.draws, "wrong": wrong}
        )
        found[case.row] = judged(
            _SAID[case.row],
            Method.OBSERVED,
            _wrong(f"{case.name}_{case.after_ms}", case.name, wrong),
            files=[_FILE],
        )
    told += _defective(exam, due, found)
    exam.keep(_FILE, {"cases": told})
    return found


def _wrong(id: str, name: str, wrong: Iterable[str]) -> Figure:
    many = [*wrong]
    said = f": {'; '.join(many)}" if many else ""
    return Figure(
        id, Words(f"fallos con {name}{said}", f"faults with {name}{said}"), len(many), "faults", 0, EXACTLY
    )


def _disturbed(hand: Hand, case: Case, due: Shown | None) -> Iterable[str]:
    """What goes otherwise than it should."""
    device = hand.device
    device.run(ms=100)
    hand.begin()
    if case.drawn:
        _until_drawn(hand)
    device.run(ms=case.after_ms)
    case.act(hand)
    device.run(ms=_WAIT_MS)
    if hand.shown is not None:
        yield "something is shown"
    if (tilt := device.record["tilt"]) != case.tilt:
        yield f"tilt {tilt or 'none'} instead of {case.tilt}"
    if case.tilt and device.ready:
        yield "the lamp says that it is ready"
    if hand.counted[0] != case.draws:
        yield f"{hand.counted[0]} draws"
    if case.tilt and not case.seen_late:
        turn_key(hand)
        if device.record["tilt"] != case.tilt:
            yield "the key ends it while its cause is there"
    case.undo(hand)
    device.run(ms=_SETTLE_MS)
    if case.tilt and hand.throw() is not None:
        yield "a throw is shown before the key"
    _mended(hand)
    if (got := hand.throw()) != due:
        yield f"shows {got} and not {due}"
    if hand.counted != (1, 1):
        yield f"counts {hand.counted}"


def _mended(hand: Hand) -> None:
    """The croupier covers the cup and turns the key."""
    if hand.device.lid_open:
        hand.device.cover()
        hand.device.run(ms=500)
    turn_key(hand)


def _until_drawn(hand: Hand) -> None:
    for _ in range(1_000):
        hand.device.run(ms=50)
        if hand.counted[0]:
            return


def _defective(exam: DeviceExamination, due: Shown | None, found: Findings) -> list[Json]:
    """Throws that are too weak draw nothing; by the third in a row the jet's own faults end in a tilt."""
    hand = exam.hand()
    hand.device.run(ms=100)
    if isinstance(hand.device, DiceCup):
        wrong = list(_short_shakes(hand, hand.device, due))
        cases = [("short", "agitar poco", wrong)]
    else:
        cases = [(fault, fault, list(_weak(exam.hand(), fault, due))) for fault in ("weak_jet", "no_jet")]
    found["D-09"] = judged(
        Words("Tiradas flojas: no se sortea nada", "Weak throws: nothing is drawn"),
        Method.OBSERVED,
        *(_wrong(id, name, wrong) for id, name, wrong in cases),
        Figure("cases", Words("clases probadas", "kinds tried"), len(cases), "cases", 1, AT_LEAST),
        files=[_FILE],
    )
    return [{"row": "D-09", "case": id, "wrong": wrong} for id, _, wrong in cases]


def _short_shakes(hand: Hand, cup: DiceCup, due: Shown | None) -> Iterable[str]:
    """Shaken for too short a time, and a lid lifted over nothing."""
    for ms in (100, 600, 1_000):
        cup.shake(ms)
        cup.run(ms=ms + 1_000)
        cup.lift()
        cup.run(ms=400)
        if hand.shown is not None or hand.counted[0]:
            yield f"{ms} ms are a throw"
        cup.cover()
        cup.run(ms=400)
    if hand.throw() != due:
        yield "the next throw does not show the first draw"


def _weak(hand: Hand, fault: str, due: Shown | None) -> Iterable[str]:
    wheel = _wheel(hand)
    wheel.run(ms=100)
    wheel.damage(fault)
    for nulls in (1, 2):
        if hand.throw() is not None or hand.counted[0]:
            yield "something is drawn"
        if wheel.record["nulls"] != nulls or wheel.record["tilt"]:
            yield f"{wheel.record['nulls']} null throws, tilt {wheel.record['tilt'] or 'none'}"
    hand.throw()
    if wheel.record["tilt"] != "launch":
        yield f"tilt {wheel.record['tilt'] or 'none'} instead of launch"
    wheel.mend(fault)
    turn_key(hand)
    if hand.throw() != due:
        yield "the next throw does not show the first draw"
