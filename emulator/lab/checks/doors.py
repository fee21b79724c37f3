# SPDX-License-Identifier: MIT
"""Main door, cash box and logic area, opened at rest and in a play (G-41 to G-44: OK 15-49, 20-5; NZ03)."""

from __future__ import annotations

from emulator.lab.bench.drill import Drilled, Hand, drill, verdict, visitor_of
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    Figure,
    Finding,
    Findings,
    Grade,
    Method,
    Words,
    judged,
)
from emulator.support.errors import EmulatorError

_FILE = "doors.json"
_DOORS = ("main", "box", "logic")
# The alarm of an open door lasts as long at least: NZ04 1.10.45.
_ALARM_MS = 1_500
# "As soon as": nobody puts a hand in sooner.
_AT_ONCE_MS = 500
_LOOK_MS = 20
_RETURNED, _CREDITED = "returned", "credited"


def examine(exam: Examination) -> Findings:
    """Open every door, in every state, and look at light, line, coins and plays."""
    found = Findings()
    told_ms = {name: _told_ms(exam, name) for name in _DOORS}
    alarm_ms = _alarm_ms(exam)
    drills = [_at_rest(exam), _in_a_play(exam), _box(exam)]
    logic, stays, inhibits = _logic(exam), _says_so(exam), _inhibits(exam)
    in_play = _in_play(exam) if inhibits else ""
    exam.keep(
        _FILE,
        {
            "told_after_ms": told_ms,
            "alarm_ms": alarm_ms,
            "drills": [one.as_dict() for one in drills],
            "logic": logic,
            "says_so_until_a_play": stays,
            "coins": inhibits,
            "coin_in_a_play": in_play,
        },
    )
    slowest = max(told_ms.values())
    found["G-41"] = judged(
        Words(
            "Cada puerta se nota en cuanto se abre: luz y mensaje",
            "Each door is told as soon as it opens: light and words",
        ),
        Method.OBSERVED,
        Figure("slowest", Words("la más lenta", "the slowest"), slowest, "ms", _AT_ONCE_MS, AT_MOST),
        files=(_FILE,),
    )
    _main_door(found, drills, alarm_ms, stays)
    _after_logic(found, logic)
    if inhibits:
        _coins(found, inhibits, in_play)
    return found


def _told_ms(exam: Examination, name: str) -> int:
    """After how long light and words tell of a door; a minute if never."""
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        before = cab.display.message
        cab.open_door(name)
        for ms in range(0, 10_000, _LOOK_MS):
            if visitor.calls and cab.display.message != before:
                return ms
            visitor.bench.wait(_LOOK_MS)
    return 60_000


def _alarm_ms(exam: Examination) -> int:
    """How long the light of a main door burns that stands open for two seconds."""
    visitor, lit_ms = visitor_of(exam), 0
    with visitor.cab as cab:
        cab.open_door()
        for ms in range(0, 12_000, _LOOK_MS):
            if ms == 2_000:
                cab.close_door()
            lit_ms += _LOOK_MS if visitor.bench.lit("tower") else 0
            visitor.bench.wait(_LOOK_MS)
    return lit_ms


def _open(visitor: Visitor) -> None:
    visitor.cab.open_door()


def _shut(visitor: Visitor) -> None:
    visitor.cab.close_door()


def _at_rest(exam: Examination) -> Drilled:
    return drill(exam, "main door", begin=_open, end=_shut, wait_ms=1_000)


def _in_a_play(exam: Examination) -> Drilled:
    def begin(visitor: Visitor) -> None:
        visitor.bench.press("start")
        visitor.bench.wait(300)
        visitor.cab.open_door()

    return drill(exam, "main door in a play", begin=begin, end=_shut, wait_ms=3_000)


def _box(exam: Examination) -> Drilled:
    def begin(visitor: Visitor) -> None:
        visitor.cab.open_door("box")

    def end(visitor: Visitor) -> None:
        visitor.cab.close_door("box")

    return drill(exam, "cash box", begin=begin, end=end, wait_ms=1_000)


def _logic(exam: Examination) -> dict[str, bool]:
    """Whether the machine stands with the logic area open, shut again, and after the service key."""
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        visitor.pay_in()
        cab.open_door("logic")
        visitor.bench.wait(1_000)
        found = {"stands open": not visitor.out_of_service()}
        cab.close_door("logic")
        visitor.bench.wait(2_000)
        found["stands shut"] = not visitor.out_of_service()
        for on in (True, False):
            cab.turn_key("service", on)
            visitor.bench.wait(600)
        visitor.bench.wait(3_000)
        found["goes on after the key"] = _plays(visitor)
    return found


def _plays(visitor: Visitor) -> bool:
    try:
        visitor.rest()
        visitor.play()
    except (EmulatorError, AssertionError):
        return False
    return True


def _says_so(exam: Examination) -> bool:
    """Whether a door that was shut again is told of until a play, and no longer than to the next one."""
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        before = cab.display.message
        visitor.mend()
        told = cab.display.message
        if told == before or not _plays(visitor):
            return False
        visitor.bench.wait(2_000)
        return cab.display.message != told


def _inhibits(exam: Examination) -> dict[str, bool]:
    """Whether a coin comes back in each state in which none may be taken."""
    cab = exam.cabinet()
    if cab.card_reader:
        return {}
    return {
        "door open": _returned(exam, _open),
        "fault": _returned(exam, lambda visitor: visitor.cab.damage("battery_low")),
        "menu": _returned(exam, _menu),
        "without current": _returned(exam, lambda visitor: visitor.cab.power_off()),
    }


def _menu(visitor: Visitor) -> None:
    visitor.cab.open_door()
    visitor.bench.wait(500)
    visitor.cab.turn_key("service")
    visitor.bench.wait(500)


def _returned(exam: Examination, begin: Hand) -> bool:
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        begin(visitor)
        visitor.bench.wait(1_500)
        owned = visitor.bench.cab.tray_cents
        coin = min(one for one in cab.model.coins_cents if cab.purse.get(one, 0))
        cab.insert(coin)
        visitor.bench.wait(2_000)
        return cab.tray_cents - owned == coin and not visitor.bench.of("coin_accepted")


def _in_play(exam: Examination) -> str:
    """What becomes of a coin in a play: it is returned, credited or lost."""
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        visitor.pay_in()
        visitor.bench.press("start")
        visitor.bench.wait(300)
        credits, tray = visitor.credits_cents, cab.tray_cents
        coin = min(one for one in cab.model.coins_cents if cab.purse.get(one, 0))
        cab.insert(coin)
        visitor.bench.wait(900)
        moved = (visitor.credits_cents - credits, cab.tray_cents - tray)
        return {(0, coin): _RETURNED, (coin, 0): _CREDITED}.get(moved, "lost")


def _main_door(found: Findings, drills: list[Drilled], alarm_ms: int, stays: bool) -> None:
    *main, box = drills
    said = Words(
        "Con la puerta abierta no entra moneda ni empieza partida, con luz y mensaje; al cerrarla la partida"
        " sigue y el dinero cuadra",
        "With the door open no coin is taken and no play begins, with light and words; shut, the play goes on"
        " and the money is right",
    )
    found["G-42"] = verdict(main, lambda one: one.stands and one.survived, said, _FILE)
    calls = Words("El cajón abierto avisa y no para el juego", "The open cash box calls and stops no play")
    found["G-42"] = verdict([box], lambda one: one.survived and one.calls, calls, _FILE)
    alarm = Figure("alarm", Words("alarma", "alarm"), alarm_ms, "ms", _ALARM_MS, AT_LEAST)
    name = Words("el aviso dura hasta la partida siguiente", "told until the next play")
    found["G-42"] = judged(
        said, Method.OBSERVED, alarm, Figure("until_a_play", name, int(stays), "", 1, EXACTLY), files=(_FILE,)
    )


def _after_logic(found: Findings, logic: dict[str, bool]) -> None:
    wrong = [what for what, held in logic.items() if not held]
    said = Words(
        "Cerrada la zona lógica la máquina sigue parada hasta que se gira la llave de servicio",
        "The logic area shut, the machine stands until the service key is turned",
    )
    if wrong:
        said = Words(f"No se cumple: {', '.join(wrong)}", f"Not met: {', '.join(wrong)}")
    figure = Figure("wrong", Words("estados incorrectos", "wrong states"), len(wrong), "states", 0, EXACTLY)
    found["G-43"] = judged(said, Method.OBSERVED, figure, files=(_FILE,))


def _coins(found: Findings, inhibits: dict[str, bool], in_play: str) -> None:
    """G-44: Conforme only where a play returns the coin, too; one that is credited is somebody's to judge."""
    wrong = [what for what, held in inhibits.items() if not held]
    wrong += [f"{in_play} in a play"] if in_play not in (_RETURNED, _CREDITED) else []
    figure = Figure("wrong", Words("estados incorrectos", "wrong states"), len(wrong), "states", 0, EXACTLY)
    if wrong:
        said = Words(f"Moneda mal tratada: {', '.join(wrong)}", f"Coin treated wrongly: {', '.join(wrong)}")
        found["G-44"] = judged(said, Method.OBSERVED, figure, files=(_FILE,))
        return
    es = "La moneda vuelve con la puerta abierta, con avería, en el menú y sin corriente"
    en = "The coin comes back with the door open, with a fault, in the menu and without current"
    if in_play == _RETURNED:
        both = Words(f"{es}, y durante una partida", f"{en}, and in a play")
        found["G-44"] = judged(both, Method.OBSERVED, figure, files=(_FILE,))
        return
    taken = Words(
        f"{es}; durante una partida se admite y se abona para las siguientes, lo que el decreto no prohíbe y"
        " este punto de la lista sí: queda a juicio del laboratorio",
        f"{en}; in a play it is taken and credited for those that follow, which the decree does not forbid"
        " and this item of the checklist does: the laboratory has to judge it",
    )
    found["G-44"] = Finding(Grade.NO_EXAMINADO, taken, Method.OBSERVED, (figure,), (_FILE,))
