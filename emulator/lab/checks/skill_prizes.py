# SPDX-License-Identifier: MIT
"""
What plays of skill bring, just at and just below the points of every award: never cash (A-01 to A-03).

Under the national text nothing at all but further plays for the same price; where A-03 is in force also the
price back and tickets, together worth no more than the price. Who plays without skill gets nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from emulator.lab.bench.guest import Guest, guest_at
from emulator.lab.bench.player import BEST, MASH, NONE, Player, Skill, SkillPlay
from emulator.lab.bench.skills import boundaries, earned, zone_edges
from emulator.lab.bench.words import all_of, filed, in_force, kept, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, Figure, Findings, Method, Words, judged
from machines.model import SkillModel
from machines.types.skill.games import Game
from machines.types.skill.schema import PLAY, REFUND, TICKETS

FILES = ("visits.json", "visits.jsonl")
COLLECTED_MS = 3_000


class Visit(NamedTuple):
    """A play that was paid for and those that prolonged it."""

    total: int
    """Points that the first play was to have; -1: any."""
    plays: tuple[SkillPlay, ...]
    cash_cents: int
    """What COLLECT gave in the end, the price of a play that was never made aside."""

    @property
    def stake_cents(self) -> int:
        return sum(play.stake_cents for play in self.plays)

    @property
    def back_cents(self) -> int:
        return sum(play.back_cents for play in self.plays) + self.cash_cents

    @property
    def tickets(self) -> int:
        return sum(play.tickets for play in self.plays)


def examine(exam: Examination) -> Findings:
    """Visits of every skill, then each row that is in force."""
    found, rows = Findings(), in_force(exam, "A-01", "A-02", "A-03")
    model = filed(exam)
    assert isinstance(model, SkillModel)
    with kept(found, *rows):
        game = model.games[0]
        with guest_at(exam, "visits") as guest:
            player = Player(guest, game)
            visits = [_visit(player, total, skill) for total, skill in boundaries(game)]
            idle = [_visit(player, -1, skill) for skill in (NONE, MASH)]
            best = _visit(player, -1, BEST)
            edges = _edges(player)
        exam.keep("visits.json", [_told(visit) for visit in (*visits, *idle, best)])
        every = [*visits, *idle, best]
        for row in rows:
            figures = {"A-01": _no_prize, "A-02": _extension, "A-03": _goods}[row](exam, model, game, every)
            figures += _by_skill(idle, best, edges)
            found[row] = judged(_said(len(every)), Method.OBSERVED, *figures, files=FILES)
    return found


def _said(visits: int) -> Words:
    return Words(
        f"{visits} visitas: con los puntos justos de cada premio, con algo menos y sin habilidad",
        f"{visits} visits: with just the points of each award, with a step less, and without skill",
    )


def _visit(player: Player, total: int, skill: Skill) -> Visit:
    """Pay once, play, and play on for as long as START is lit without money."""
    player.pay_for_a_play()
    guest, plays = player.guest, [player.play(skill)]
    again = (player.game.extra_plays_max or 0) + 3
    while guest.lit("start") and guest.credits < guest.model.price_cents and len(plays) <= again:
        plays.append(player.play(skill))
    return Visit(total, tuple(plays), _collected(guest))


def _collected(guest: Guest) -> int:
    """COLLECT after all is over: points and awards must not turn into money."""
    before = guest.owned() - guest.credits
    credits = guest.credits
    guest.press("collect")
    guest.wait(COLLECTED_MS)
    guest.still()
    return guest.owned() - guest.credits - before - credits


def _told(visit: Visit) -> dict[str, object]:
    return {"total": visit.total, "plays": [play._asdict() for play in visit.plays], "cash": visit.cash_cents}


def _edges(player: Player) -> int:
    """Presses at the edge of each zone and a millisecond beyond: how many counted for other points."""
    wrong = 0
    rounds = len(player.game.stopper.laps_ms) if player.game.stopper else 1
    for off_ms, worth in zone_edges(player.game):
        for early_or_late in (-off_ms, off_ms):
            player.pay_for_a_play()
            play = player.play(Skill("edge", (early_or_late, *[None] * (rounds - 1))))
            wrong += play.points[0] != worth
    return wrong


# -- rows -------------------------------------------------------------------------------------------


def _no_prize(exam: Examination, model: SkillModel, game: Game, visits: list[Visit]) -> list[Figure]:
    """A-01: no cash, no kind, no points that can be exchanged."""
    cash = max(visit.back_cents for visit in visits)
    tickets = max(visit.tickets for visit in visits)
    return [
        none_of("cash", "dinero devuelto en una visita", "money back in a visit", cash, "cents"),
        none_of("tickets", "tiques en una visita", "tickets in a visit", tickets, "tickets"),
    ]


def _extension(exam: Examination, model: SkillModel, game: Game, visits: list[Visit]) -> list[Figure]:
    """A-02: nothing but further plays, for the price that was paid, as many as were filed."""
    price = model.price_cents
    stakes = [play.stake_cents for visit in visits for play in visit.plays[1:]]
    dearest = max(visit.stake_cents for visit in visits)
    more = max(len(visit.plays) - 1 for visit in visits)
    return [
        Figure("price", Words("precio de una visita", "price of a visit"), dearest, "cents", price, AT_MOST),
        none_of("charged", "cobrado por jugadas de más", "charged for further plays", sum(stakes), "cents"),
        Figure(
            "further",
            Words("jugadas de más", "further plays"),
            more,
            "plays",
            game.extra_plays_max or 0,
            AT_MOST,
        ),
        none_of(
            "unlike",
            "visitas sin lo presentado",
            "visits unlike what was filed",
            _unlike(game, visits),
            "visits",
        ),
        *_no_prize(exam, model, game, visits),
    ]


def _goods(exam: Examination, model: SkillModel, game: Game, visits: list[Visit]) -> list[Figure]:
    """A-03: price, plays or tickets, worth no more than the price; never cash."""
    price = min(model.prices_cents)
    worth = max(visit.tickets for visit in visits) * model.ticket_value_cents
    cash = max(visit.back_cents - visit.stake_cents for visit in visits)
    both = sum(bool(visit.back_cents and visit.tickets) for visit in visits)
    more = max(len(visit.plays) - 1 for visit in visits)
    return [
        Figure(
            "cash", Words("dinero por encima del precio", "money above the price"), cash, "cents", 0, AT_MOST
        ),
        Figure("worth", Words("valor de los tiques", "value of the tickets"), worth, "cents", price, AT_MOST),
        none_of("both", "visitas con precio y tiques", "visits with price and tickets", both, "visits"),
        Figure(
            "further",
            Words("jugadas de más", "further plays"),
            more,
            "plays",
            game.extra_plays_max or 0,
            AT_MOST,
        ),
        none_of(
            "unlike",
            "visitas sin lo presentado",
            "visits unlike what was filed",
            _unlike(game, visits),
            "visits",
        ),
    ]


def _unlike(game: Game, visits: list[Visit]) -> int:
    """How many visits did not bring what their points earn by what the maker filed."""
    return sum(not _as_filed(game, visit) for visit in visits)


def _as_filed(game: Game, visit: Visit) -> bool:
    paid = visit.plays[0].stake_cents
    for number, play in enumerate(visit.plays):
        award = earned(game, play.points[-1])
        gives = "" if award is None else award.gives
        tickets = award.count if award is not None and gives == TICKETS else 0
        back = paid if gives == REFUND else 0
        more = gives == PLAY and number < (game.extra_plays_max or 0)
        if (play.tickets, play.back_cents, number + 1 < len(visit.plays)) != (tickets, back, more):
            return False
    return visit.total < 0 or visit.plays[0].points[-1] == visit.total


def _by_skill(idle: list[Visit], best: Visit, edges: int) -> list[Figure]:
    """Without skill nothing; with more of it more; a press counts to the millisecond."""
    idle_points = max(visit.plays[0].points[-1] for visit in idle)
    gifts = sum(visit.tickets + visit.back_cents + len(visit.plays) - 1 for visit in idle)
    ahead = int(best.plays[0].points[-1] > idle_points)
    return [
        none_of("gifts", "ganado sin habilidad", "won without skill", gifts, "awards"),
        all_of("ahead", "la habilidad puntúa más", "skill has more points", ahead, 1, "players"),
        none_of("edges", "pulsaciones mal puntuadas", "presses for other points", edges, "presses"),
    ]
