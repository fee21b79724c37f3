# SPDX-License-Identifier: MIT
"""Slugs, jams, strings and stuck lines, the fastest feed, too many coins, and the diverter (G-45 to G-49)."""

from __future__ import annotations

from emulator.lab.bench.drill import Drilled, drill, verdict, visitor_of
from emulator.lab.bench.visitor import Visitor
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import (
    AT_LEAST,
    EXACTLY,
    Figure,
    Finding,
    Findings,
    Grade,
    Method,
    Words,
    judged,
)
from machines.support.plain import Json

_FILE = "coins.json"
# A coin every 200 ms: what follows sooner falls through (docs/faults.md, coin_close).
_FASTEST_MS = 220
_FED = 12
# So many coins back in a row: no more is taken.
_REFUSED = 3


def examine(exam: Examination) -> Findings:
    """Everything that a coin can do wrong."""
    found = Findings()
    if not exam.model.coins_cents:
        return found
    slug = drill(exam, "slug", use=_coin, wait_ms=2_000)
    jam = drill(exam, "coin_jam", use=_coin)
    string = drill(exam, "coin_string", use=_coin)
    stuck = []
    if exam.model.mechanisms == "parallel":
        stuck = [drill(exam, "coin_line_stuck", cents=cents) for cents in exam.model.coins_cents]
    fed, beyond, diverted = _fed(exam), _beyond(exam), _diverted(exam)
    exam.keep(
        _FILE,
        {
            "drills": [one.as_dict() for one in (slug, jam, string, *stuck)],
            "fed": fed,
            "beyond": beyond,
            "diverted": diverted,
        },
    )
    _slugs(found, slug, string)
    _jams(found, jam, stuck, string)
    _feed(found, fed)
    _too_many(found, beyond, bounded=exam.model.type != "C")
    if diverted:
        _diverter(found, diverted)
    return found


def _smallest(visitor: Visitor) -> int:
    cab = visitor.cab
    return min(one for one in cab.model.coins_cents if cab.purse.get(one, 0))


def _coin(visitor: Visitor) -> None:
    visitor.cab.insert(_smallest(visitor))


def _slugs(found: Findings, slug: Drilled, string: Drilled) -> None:
    said = Words(
        "El disco vuelve a la bandeja y no se abona", "The slug falls to the tray and is not credited"
    )
    found["G-45"] = verdict([slug], lambda one: one.survived, said, _FILE)
    _told_of_strings(found, "G-45", string)


def _jams(found: Findings, jam: Drilled, stuck: list[Drilled], string: Drilled) -> None:
    said = Words(
        "Una moneda atascada y un hilo de crédito en cortocircuito paran la máquina con luz y mensaje",
        "A coin that jams and a credit line that is stuck stop the machine with light and words",
    )
    found["G-46"] = verdict([jam, *stuck], lambda one: one.stands, said, _FILE)
    found["G-46"] = verdict([jam], lambda one: one.survived, said, _FILE)
    _told_of_strings(found, "G-46", string)


def _told_of_strings(found: Findings, row: str, string: Drilled) -> None:
    """A coin drawn back up: told by an acceptor that tells directions, never by one pulse of one sensor."""
    if string.stands:
        return
    found[row] = Finding(
        Grade.NO_EXAMINADO,
        Words(
            "El disco falso y el atasco se tratan bien; una moneda tirada con hilo no la distingue ninguna"
            " línea de crédito: resistirla es cosa del aceptador, que se ensaya aparte",
            "Slugs and jams are treated rightly; no credit line tells of a coin drawn back up on a string:"
            " resisting that is the acceptor's, which is tested by itself",
        ),
        files=(_FILE,),
    )


def _fed(exam: Examination) -> Json:
    """Coins as fast as the slot takes them, slugs among them: what was accepted, credited and returned."""
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        coin, before = _smallest(visitor), visitor.owns_cents
        for number in range(_FED):
            if number % 4 == 3:
                cab.damage("slug")
            cab.insert(coin)
            visitor.bench.wait(_FASTEST_MS)
        visitor.bench.wait(1_200)
        taken = [one.fields["cents"] for one in visitor.bench.of("coin_accepted")]
        meter = visitor.bench.clicks()["in"] * cab.model.meter_units.money_cents
        return {
            "inserted": _FED,
            "accepted": len(taken),
            "accepted_cents": sum(taken),
            "owned_lost_cents": before - visitor.owns_cents - _staked(visitor),
            "meter_cents": meter,
        }


def _staked(visitor: Visitor) -> int:
    return sum(start.stake_cents for start in visitor.bench.starts)


def _feed(found: Findings, fed: Json) -> None:
    off = abs(fed["owned_lost_cents"]) + (fed["meter_cents"] != fed["accepted_cents"])
    off += fed["accepted"] == 0
    said = Words(
        f"De {fed['inserted']} monedas seguidas cada {_FASTEST_MS} ms se admiten {fed['accepted']} y todas se"
        " abonan y se cuentan; las demás vuelven",
        f"Of {fed['inserted']} coins every {_FASTEST_MS} ms {fed['accepted']} are taken, all of them credited"
        " and counted; the others come back",
    )
    name = Words("céntimos sin cuadrar", "cents that do not add up")
    found["G-47"] = judged(
        said, Method.OBSERVED, Figure("off", name, off, "cents", 0, EXACTLY), files=(_FILE,)
    )


def _beyond(exam: Examination) -> Json:
    """Coins until none is taken any more: the next ones come back, and nothing is lost."""
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        largest = max(one for one in cab.model.coins_cents if cab.purse.get(one, 0))
        before, refused = visitor.owns_cents, 0
        for _ in range(120):
            taken = len(visitor.bench.of("coin_accepted"))
            cab.insert(largest if cab.purse.get(largest, 0) else _smallest(visitor))
            visitor.bench.wait(900)
            refused = refused + 1 if len(visitor.bench.of("coin_accepted")) == taken else 0
            if refused >= _REFUSED:
                break
        visitor.rest()
        won = 0
        if cab.model.sealed:
            won = cab.counter.read().won_cents
        return {"refused": refused, "lost_cents": before - visitor.owns_cents - _staked(visitor) + won}


def _too_many(found: Findings, beyond: Json, bounded: bool) -> None:
    said = Words(
        "Llegado al máximo, cada moneda vuelve y no se pierde nada",
        "At the maximum every coin comes back and nothing is lost",
    )
    if not bounded:
        said = Words(
            "Sin máximo de créditos: cada moneda se admite y se abona",
            "There is no maximum of credits: every coin is taken and credited",
        )
    name = Words("céntimos perdidos", "cents lost")
    returned = Words("monedas seguidas devueltas", "coins in a row returned")
    found["G-48"] = judged(
        said,
        Method.OBSERVED,
        Figure("lost", name, beyond["lost_cents"], "cents", 0, EXACTLY),
        Figure("returned", returned, beyond["refused"], "coins", _REFUSED if bounded else 0, AT_LEAST),
        files=(_FILE,),
    )


def _diverted(exam: Examination) -> Json:
    """Where a coin goes that a hopper holds: into it while it has room, into the cash box once it is full."""
    visitor = visitor_of(exam)
    with visitor.cab as cab:
        both = sorted({row.cents for row in cab.model.hoppers} & set(cab.model.coins_cents))
        if not both:
            return {}
        cents = both[-1]
        row = next(one for one in cab.model.hoppers if one.cents == cents)
        room = _where(visitor, cents)
        missing = row.capacity - cab.hopper_levels[cents]
        if missing:
            cab.refill(cents, missing)
        visitor.bench.wait(2_000)
        full = _where(visitor, cents)
        return {"cents": cents, "with_room": room, "full": full}


def _where(visitor: Visitor, cents: int) -> str:
    cab = visitor.cab
    level, box = cab.hopper_levels[cents], cab.cash_box_cents
    cab.insert(cents)
    visitor.bench.wait(1_500)
    if cab.hopper_levels[cents] == level + 1:
        return "hopper"
    return "cash box" if cab.cash_box_cents == box + cents else "nowhere"


def _diverter(found: Findings, diverted: Json) -> None:
    wrong = (diverted["with_room"] != "hopper") + (diverted["full"] != "cash box")
    said = Words(
        "La moneda va al pagador mientras cabe y al cajón cuando el sensor dice que está lleno",
        "The coin goes to the hopper while it has room, and to the cash box once the sensor says full",
    )
    if wrong:
        said = Words(
            f"Con sitio va a: {diverted['with_room']}; lleno: {diverted['full']}",
            f"With room it goes to: {diverted['with_room']}; full: {diverted['full']}",
        )
    figure = Figure("wrong", Words("destinos equivocados", "wrong places"), wrong, "coins", 0, EXACTLY)
    found["G-49"] = judged(said, Method.OBSERVED, figure, files=(_FILE,))
