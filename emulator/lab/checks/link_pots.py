# SPDX-License-Identifier: MIT
"""
Machines of the sample play in one room with pots that are won and overflow all the time.

What stands on the wall, on each front and in the operator's figures is held against a second reckoning of
the same stakes; who won when comes from the wall.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from emulator.lab.bench.linked import BEGIN_US, CASH_CENTS, IN_KIND, MACHINES, ROUNDS_MAX, Linked
from emulator.lab.bench.shared_pots import Folded, fold
from emulator.lab.bench.words import filed, none_of
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
from emulator.link.entries import Hit
from emulator.link.permit import PRIZES
from machines.support.plain import Json

_FILE = "link_pots.json"
# GLI checklist 61: a winning value is shown by then.
SHOWN_MS = 30_000
_KEPT_HITS = 25
_ROOMS_MAX = 8
# Figures of each level that the operator must be shown, beside name and increments (GLI checklist 62).
_DATA = ("value_mc", "overflow_mc", "hits", "paid_cents", "base_mc", "limit_mc")


@dataclass
class _Seen:
    """What all rooms together have shown."""

    hits: list[Hit] = field(default_factory=list)
    together: int = 0
    overflow_mc: int = 0
    late_ms: list[int] = field(default_factory=list)
    unsaid: int = 0
    fronts: int = 0
    apart: int = 0
    missing: int = 0
    differ: int = 0
    order: int = 0
    unlike: list[str] = field(default_factory=list)
    overflow_apart_mc: int = 0
    base_apart: int = 0
    over_limit: int = 0
    most_cents: int = 0
    in_kind: int = 0
    untold: int = 0
    rooms: list[Json] = field(default_factory=list)

    def enough(self, in_kind: bool) -> bool:
        """Whether everything that is looked for has come."""
        return bool(self.together and self.overflow_mc and (self.in_kind or not in_kind))


def examine(exam: Examination) -> Findings:
    """Play in one room after another until pots were won together and overflowed."""
    found = Findings()
    if exam.model.link is None:
        return found
    seen, least = _Seen(), exam.pick(1, 3, 6)
    for number in range(_ROOMS_MAX):
        if number >= least and seen.enough(exam.model.type == "C"):
            break
        _room(exam, seen, f"room {number}")
    exam.keep(_FILE, {"rooms": seen.rooms, "wrong": seen.unlike})
    _display(found, seen)
    _data(found, seen)
    _order(found, seen)
    _overflow(found, seen)
    if exam.model.type == "C":
        _most(exam, found, seen)
        _surprise(found, seen)
    return found


def _room(exam: Examination, seen: _Seen, name: str) -> None:
    with Linked(exam, name) as room:
        begun = room.wall_cents
        _fronts(seen, room)
        rounds = []
        for _ in range(ROUNDS_MAX):
            hits = room.round()
            _won(seen, room, hits)
            _fronts(seen, room)
            folded = fold(room.definition, room.room.log(), room.screen.hits)
            due = [pot.value_mc // 1000 for pot in folded.pots]
            seen.apart += due != room.wall_cents
            seen.base_apart += bool(hits) and due != room.wall_cents
            rounds.append({"hits": [[*hit] for hit in hits], "wall_cents": room.wall_cents, "due_cents": due})
        _figures(seen, room, folded)
        seen.unlike += folded.wrong
        seen.rooms.append({"begun_cents": begun, "rounds": rounds, "figures": room.room.status()["pots"]})


def _fronts(seen: _Seen, room: Linked) -> None:
    """Every machine and the wall show the same pots, none beyond its limit."""
    seen.fronts += sum(one != room.wall_cents or not one for one in room.fronts_cents)
    for value, pot in zip(room.wall_cents, room.definition.pots, strict=True):
        seen.over_limit += not pot.rules.base_mc <= value * 1000 <= pot.rules.limit_mc


def _won(seen: _Seen, room: Linked, hits: list[Hit]) -> None:
    """What each hit was to the eye: when it was on the wall and on the winner's line, and in which order."""
    seen.hits += hits
    levels = [hit.pot for hit in hits]
    seen.together += any(levels.count(level) > 1 for level in set(levels))
    log = {entry.entry: entry for entry in room.room.log()}
    for earlier, later in pairwise(hits):
        after = (later.entry, later.pot) > (earlier.entry, earlier.pot)
        seen.order += not (after and later.at_us >= earlier.at_us)
    for hit in hits:
        line = log.get(hit.entry)
        seen.order += line is None or (line.machine, line.at_us) != (hit.machine, hit.at_us)
        won_us = hit.at_us - BEGIN_US
        said_us = room.said_us.get((hit.machine, hit.cents * hit.winners))
        wall_us = room.wall_us[hit.entry, hit.pot]
        seen.unsaid += said_us is None
        seen.late_ms += [(at_us - won_us) // 1000 for at_us in (said_us, wall_us) if at_us is not None]
        if room.definition.pots[hit.pot].in_kind is not None:
            seen.in_kind += 1
            seen.untold += not _told_in_kind(room, hit)
    for number in {hit.entry for hit in hits}:
        own = [hit.cents * hit.winners for hit in hits if hit.entry == number]
        seen.most_cents = max(seen.most_cents, sum(own))


def _told_in_kind(room: Linked, hit: Hit) -> bool:
    """Whether the winner's line names the prize and its cash option, and the wall announced both before."""
    said = " ".join(room.words[hit.machine]).upper()
    face = room.screen.face["pots"][hit.pot]["in_kind"]
    announced = face == {**dict(zip(PRIZES, IN_KIND, strict=True)), "cash_cents": CASH_CENTS}
    return announced and hit.by == "mystery" and IN_KIND[0].upper() in said and "120,00" in said


def _figures(seen: _Seen, room: Linked, folded: Folded) -> None:
    """What the operator is shown, beside the second reckoning."""
    shown = room.room.status()
    for row, pot in zip(shown["pots"], folded.pots, strict=True):
        rules = pot.rules
        due = (pot.value_mc, pot.overflow_mc, pot.hits, pot.paid_cents, rules.base_mc, rules.limit_mc)
        seen.missing += sum(key not in row for key in _DATA)
        seen.differ += sum(row.get(key) != one for key, one in zip(_DATA, due, strict=True))
        seen.overflow_mc += pot.overflow_mc
        seen.overflow_apart_mc += abs(row.get("overflow_mc", 0) - pot.overflow_mc)
        seen.overflow_apart_mc += abs(row.get("reserve_mc", 0) - pot.reserve_mc)
    told = [Hit(**one) for one in shown["last_hits"]]
    seen.differ += told != room.screen.hits[-_KEPT_HITS:]


def _display(found: Findings, seen: _Seen) -> None:
    said = Words(
        "El frente de cada máquina y el visor de la sala enseñan los mismos botes en dinero, y el ganador y"
        " la sala ven el valor ganado",
        "The front of each machine and the display of the room show the same pots in money, and winner and"
        " room see the value won",
    )
    latest = max(seen.late_ms, default=0)
    found["G-61"] = judged(
        said,
        Method.OBSERVED,
        none_of("fronts", "frentes distintos del visor", "fronts unlike the display", seen.fronts, "fronts"),
        none_of("values", "visores con otro valor", "displays with another value", seen.apart, "displays"),
        none_of("unsaid", "premios que la máquina no dice", "wins that no line says", seen.unsaid, "wins"),
        Figure("shown", Words("valor ganado, a la vista en", "value won, shown within"), latest, "ms",
               SHOWN_MS, AT_MOST),
        Figure("wins", Words("premios vistos", "wins seen"), len(seen.hits), "wins", 1, AT_LEAST),
        files=(_FILE,),
    )  # fmt: skip


def _data(found: Findings, seen: _Seen) -> None:
    said = Words(
        "El operador ve de cada nivel valor, exceso, aciertos, ganancias, base y límite, y los 25 últimos"
        " aciertos; todo coincide con un segundo cálculo",
        "The operator sees value, overflow, hits, wins, base and limit of each level, and the last 25 hits;"
        " all of it is what a second reckoning gives",
    )
    found["G-62"] = judged(
        said,
        Method.OBSERVED,
        none_of("missing", "datos que faltan", "data that are missing", seen.missing, "data"),
        none_of("differ", "datos distintos del cálculo", "data unlike the reckoning", seen.differ, "data"),
        files=(_FILE,),
    )


def _order(found: Findings, seen: _Seen) -> None:
    if not seen.together:
        found["G-65"] = _not_seen("dos ganadores del mismo bote a la vez", "two winners of a pot at once")
        return
    said = Words(
        "Varias máquinas inician a la vez: cada ganador tiene su línea, hora y orden, y cobra lo que el bote"
        " valía entonces",
        "Several machines start at once: each winner has a line, a time and a place in the order, and gets"
        " what the pot was worth then",
    )
    unlike = Figure("amounts", Words("ganadores con otro importe", "winners of another amount"),
                    len(seen.unlike), "winners", 0, EXACTLY)  # fmt: skip
    found["G-65"] = judged(
        said,
        Method.OBSERVED,
        none_of("order", "ganadores sin orden", "winners without an order", seen.order, "winners"),
        unlike,
        Figure("rounds", Words("veces con varios ganadores", "times with several winners"), seen.together,
               "", 1, AT_LEAST),
        files=(_FILE,),
    )  # fmt: skip


def _overflow(found: Findings, seen: _Seen) -> None:
    if not seen.overflow_mc or not seen.hits:
        found["G-66"] = _not_seen("un exceso y un acierto", "an overflow and a hit")
        return
    said = Words(
        "Lo que pasa del límite se cuenta y espera en la reserva del bote siguiente; tras un acierto el bote"
        " vuelve a su base con esa reserva",
        "What passes the limit is counted and waits in the reserve of the next pot; after a hit the pot is"
        " back at its base with that reserve",
    )
    found["G-66"] = judged(
        said,
        Method.OBSERVED,
        Figure("overflow", Words("exceso visto", "overflow seen"), seen.overflow_mc, "mc", 1, AT_LEAST),
        none_of("apart", "exceso sin contar", "overflow not counted", seen.overflow_apart_mc, "mc"),
        none_of("base", "aciertos sin vuelta a la base", "hits not followed by the base", seen.base_apart,
                "hits"),
        none_of("limit", "botes fuera de base y límite", "pots beyond base and limit", seen.over_limit,
                "pots"),
        files=(_FILE,),
    )  # fmt: skip


def _most(exam: Examination, found: Findings, seen: _Seen) -> None:
    """C-18: what one play won of all pots, against the largest prizes of the linked machines together."""
    declared = filed(exam)
    sum_cents = declared.largest_prize_cents * MACHINES
    own = declared.largest_prize_cents + declared.local_pots_cents
    said = Words(
        "Lo que una jugada obtuvo de todos los botes, y lo que estos y el premio mayor pueden dar juntos, no"
        " pasa de la suma de los premios máximos de las máquinas",
        "What a play got of all pots, and what these and the largest prize can give together, is at most the"
        " sum of the machines' largest prizes",
    )
    limits = sum(one["limit_mc"] for one in seen.rooms[0]["figures"]) // 1000
    found["C-18"] = judged(
        said,
        Method.OBSERVED,
        Figure("won", Words("mayor suma obtenida", "largest sum won"), seen.most_cents, "cents", sum_cents,
               AT_MOST),
        Figure("limits", Words("límites y premio mayor", "limits and largest prize"), own + limits, "cents",
               sum_cents, AT_MOST),
        none_of("over", "botes fuera de su límite", "pots beyond their limit", seen.over_limit, "pots"),
        files=(_FILE,),
    )  # fmt: skip


def _surprise(found: Findings, seen: _Seen) -> None:
    if not seen.in_kind:
        found["C-20"] = _not_seen("un premio en especie", "a prize in kind")
        return
    said = Words(
        "El premio en especie toca solo por jugar; la sala lo anuncia antes con su opción en dinero, y la"
        " línea del ganador dice ambos hasta que el personal lo entrega",
        "The prize in kind falls to somebody who plays; the room announces it before with its cash option,"
        " and the winner's line says both until the staff hands it over",
    )
    found["C-20"] = judged(
        said,
        Method.OBSERVED,
        none_of("untold", "premios sin anunciar su opción", "prizes whose option is not told", seen.untold,
                "prizes"),
        Figure("in_kind", Words("premios en especie vistos", "prizes in kind seen"), seen.in_kind, "prizes",
               1, AT_LEAST),
        files=(_FILE,),
    )  # fmt: skip


def _not_seen(es: str, en: str) -> Finding:
    said = Words(f"En {_ROOMS_MAX} salas no se vio {es}", f"In {_ROOMS_MAX} rooms nobody saw {en}")
    return Finding(Grade.NO_EXAMINADO, said, Method.OBSERVED, files=(_FILE,))
