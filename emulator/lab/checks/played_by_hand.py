# SPDX-License-Identifier: MIT
"""
Plays with coins and buttons of the cabinet, held against core, mathematics and every counter to the cent.

In ``full`` a machine of type B is played for two whole cycles. What is done is kept every ``PIECE_PLAYS``
plays, so that an interrupted examination goes on there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

import cext
from cext.chance_play import Action
from emulator.chapters.link import QUIET, join
from emulator.lab.campaign_pieces import Recipe
from emulator.lab.campaign_work import open_work
from emulator.lab.checks.hand_pieces import Pieces
from emulator.lab.checks.played_cycle import CYCLES, blocks, walk
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
from emulator.lab.exam.statistics import rounded
from emulator.lab.hand_plays import Hand, HandError
from emulator.lab.rng_stats import Array
from emulator.support.seed import seed_key
from machines.support.plain import Json, JsonView
from machines.types.skill.visitor import read_visitors

if TYPE_CHECKING:
    from machines.model import ChanceModel, CycleModel

PIECE_PLAYS = 1_000
REST_MS, REST_MOST_MS = 1_000, 240_000
_FILES = ("plays.json", "counters.json", "reconciliation.json")
_SOURCES = (
    Words("jugado en el mueble", "played on the cabinet"),
    Words("núcleo", "core"),
    Words("contador precintado", "sealed counter"),
    Words("libros", "books"),
)
_ROWS = {
    "plays": Words("partidas", "plays"),
    "prizes": Words("premios", "prizes"),
    "cents": Words("ganado", "won"),
}
_LINK_KEY = bytes(32)
# What the visitor does where a phase asks: a gamble is not dared.
_ACTIONS: Mapping[str, Action] = {"play": "play", "free": "free", "pick": "pick", "gamble": "collect"}


class Counted(NamedTuple):
    """What each counter says once everything has come to rest, in cents but for counts."""

    sealed: Mapping[str, int]
    wheels: Mapping[str, int]
    books: Mapping[str, int]
    owed_cents: int
    """Credits, reserve and prizes that are still the player's."""
    awards: int = 0
    """Pots of a link that fell, each a prize beside those of the plays."""


def examine(exam: Examination) -> Findings:
    """Play, read every counter, compare."""
    found = Findings()
    wanted = _wanted(exam)
    hand = _hand(exam)
    try:
        won_cents = _play(exam, hand, wanted)
    except HandError as error:
        return _stopped(exam, error)
    dealt = _dealt(exam, wanted)
    counted = _count(hand)
    _keep(exam, won_cents, dealt, counted)
    _payout(exam, won_cents, dealt, found)
    _meters(exam, won_cents, counted, found)
    return found


def _wanted(exam: Examination) -> int:
    return int(exam.pick(60, 1_000, _way(exam).most_plays(exam.model)))


def _hand(exam: Examination) -> Hand:
    """A visitor at a new machine; one that is linked has a controller of its own."""
    cabinet = exam.cabinet()
    if exam.model.link is not None:
        join(cabinet, QUIET, _LINK_KEY)
    return Hand(cabinet, read_visitors(), exam.seed)


def _play(exam: Examination, hand: Hand, wanted: int) -> list[int]:
    """What each play won, by the sealed counter; wins of a link apart, which no table deals."""
    pieces = Pieces(exam, hand)
    won_cents = pieces.begun()
    total = sum(won_cents)
    while len(won_cents) < wanted:
        hand.play(len(won_cents) + 1)
        linked = hand.cab.meters.get("book_link_won_cents", 0)
        now = hand.cab.counter.read().won_cents - linked
        won_cents.append(now - total)
        total = now
        if len(won_cents) % PIECE_PLAYS == 0:
            pieces.keep(won_cents)
            exam.told(len(won_cents), wanted)
    pieces.end()
    return won_cents


def _stopped(exam: Examination, error: HandError) -> Findings:
    """Nobody could play on."""
    found = Findings()
    said = Words(f"La máquina dejó de admitir partidas: {error}", f"The machine took no more plays: {error}")
    for row in (_way(exam).row, "K-01"):
        found[row] = Finding(Grade.NO_EXAMINADO, said, Method.PLAYED)
    return found


def _dealt(exam: Examination, plays: int) -> list[int]:
    """What the core deals to the same plays."""
    return _way(exam).dealt(exam.model, exam.seed, exam.sample.serial, plays)


def _cycle_dealt(model: CycleModel, seed: str, serial: int, plays: int) -> list[int]:
    return [int(cents) for cents in walk(model.tables, seed, serial, plays).won_cents]


def _chance_dealt(model: ChanceModel, seed: str, serial: int, plays: int) -> list[int]:
    """Prizes and pots of each paid play; what is offered is taken, and a gamble is declined."""
    state, found = model.first_state(seed_key(seed), serial), []
    for _ in range(plays):
        won, todo = 0, "play"
        while todo != "idle":
            state, made = cext.chance_step(model.tables, state, _ACTIONS[todo])
            won += sum(made.pot_cents) + (made.won_cents if made.settled else 0)
            todo = "idle" if made.settled else made.phase
        found.append(won)
    return found


def _count(hand: Hand) -> Counted:
    """Every counter, after pulses and coins have come to rest."""
    cab = hand.cab
    before, still = cab.meters, 0
    for _ in range(0, REST_MOST_MS, 100):
        cab.run(ms=100)
        now = cab.meters
        still = still + 100 if now == before else 0
        before = now
        if still > REST_MS:
            break
    read = cab.counter.read()
    record = hand.record()
    names = ("credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents")
    owed = sum(record[name] for name in names) + sum(cents for _, cents in record["queue"])
    return Counted(
        {"plays": read.plays, "prizes": read.prizes, "won_cents": read.won_cents},
        {name: before[name] for name in ("plays", "prizes", "in", "out")},
        {name: count for name, count in before.items() if name.startswith("book_")},
        owed,
        record.get("link_award", 0),
    )


def _keep(exam: Examination, won_cents: Sequence[int], dealt: Sequence[int], counted: Counted) -> None:
    recipe = Recipe(exam.model.tables.blob, bytes(32), 1, len(won_cents))
    exact = open_work(recipe).exact(len(won_cents))
    head: JsonView = {
        "seed": exam.seed,
        "serial": exam.sample.serial,
        "plays": len(won_cents),
        "price_cents": exam.model.price_cents,
        "won_cents": sum(won_cents),
        "dealt_cents": sum(dealt),
        "expected_cents": None if exact is None else float(rounded(exact[0], 12)),
        "deviation_cents": None if exact is None else float(rounded(float(exact[1]) ** 0.5)),
        "repeat": f"azar play {exam.model.name} --headless --plays {len(won_cents)} --seed {exam.seed} "
        f"--serial {exam.sample.serial}",
    }
    rows = [[number, one] for number, one in enumerate(won_cents, start=1) if one]
    exam.keep("plays.json", {**head, "prizes": rows})
    exam.keep("counters.json", counted._asdict())
    exam.keep("reconciliation.json", _reconciled(won_cents, dealt, counted))


def _reconciled(won_cents: Sequence[int], dealt: Sequence[int], counted: Counted) -> Json:
    """The same sums from every source, as the report shows them side by side; wins of a link left out."""
    sealed, books = counted.sealed, counted.books
    linked = books.get("book_link_won_cents", 0)
    rows = {
        "plays": (len(won_cents), len(dealt), sealed["plays"], books["book_plays"]),
        "prizes": (
            *(_prizes(won_cents), _prizes(dealt)),
            *(sealed["prizes"] - counted.awards, books["book_prizes"] - counted.awards),
        ),
        "cents": (sum(won_cents), sum(dealt), sealed["won_cents"] - linked, books["book_won_cents"] - linked),
    }
    return {
        "sources": [source._asdict() for source in _SOURCES],
        "rows": [
            {"name": _ROWS[unit]._asdict(), "unit": unit, "values": [*values]}
            for unit, values in rows.items()
        ],
    }


def _prizes(won_cents: Sequence[int]) -> int:
    return sum(1 for cents in won_cents if cents)


def _payout(exam: Examination, won_cents: list[int], dealt: list[int], found: Findings) -> None:
    differ = sum(one != other for one, other in zip(won_cents, dealt, strict=True))
    figures = [
        _same("plays_differ",
              Words("partidas que no pagan lo sorteado", "plays that do not pay what was drawn"),
              differ, "plays"),
        _same("firmware_against_core", Words("programa frente a núcleo", "firmware against core"),
              sum(won_cents) - sum(dealt), "cents"),
    ]  # fmt: skip
    played = np.array(won_cents, np.int64)
    _way(exam).series(exam, played, figures, found)
    found[_way(exam).row] = judged(
        Words(
            f"{len(won_cents)} partidas con monedas y pulsadores pagaron una a una lo que reparte el núcleo",
            f"{len(won_cents)} plays with coins and buttons paid, one by one, what the core deals",
        ),
        Method.PLAYED,
        *figures,
        files=_FILES,
    )


def _by_cycles(exam: Examination, played: Array, figures: list[Figure], found: Findings) -> None:
    """Whole cycles and series that were played by hand, where there are any."""
    model = cast("CycleModel", exam.model)
    price, window = model.price_cents, exam.law.rules["B-08"].values["window_plays"]
    cycle = model.tables.cycle_plays
    if len(played) >= cycle:
        poorest = Fraction(100 * int(blocks(played, cycle).min()), cycle * price)
        name = Words("peor ciclo jugado en el mueble", "poorest cycle played on the cabinet")
        figures.append(Figure("hand_cycle", name, poorest, "percent", exam.law.value("B-07"), AT_LEAST))
    if len(played) >= window:
        poorest = Fraction(100 * int(blocks(played, window).min()), window * price)
        name = Words("peor serie jugada en el mueble", "poorest series played on the cabinet")
        found["B-08"] = judged(
            Words(
                f"Series de {window} partidas con monedas y pulsadores",
                f"Series of {window} plays with coins and buttons",
            ),
            Method.PLAYED,
            Figure("hand_series", name, poorest, "percent", exam.law.value("B-08"), AT_LEAST),
            files=_FILES,
        )


def _meters(exam: Examination, won_cents: list[int], counted: Counted, found: Findings) -> None:
    sealed, wheels, books = counted.sealed, counted.wheels, counted.books
    linked = books.get("book_link_won_cents", 0)
    found["K-01"] = judged(
        Words(
            "El contador precintado y los mecánicos cuentan las partidas hechas y los premios obtenidos",
            "The sealed counter and the wheels count the plays made and the prizes obtained",
        ),
        Method.PLAYED,
        _same("sealed_plays", Words("partidas, precintado", "plays, sealed"),
              sealed["plays"] - len(won_cents), "plays"),
        _same("sealed_prizes", Words("premios, precintado frente a libros", "prizes, sealed against books"),
              sealed["prizes"] - books["book_prizes"], "prizes"),
        _same("prizes", Words("premios frente a partidas con premio", "prizes against plays that won"),
              sealed["prizes"] - counted.awards - _prizes(won_cents), "prizes"),
        _same("wheel_plays", Words("partidas, mecánico", "plays, wheel"),
              wheels["plays"] - len(won_cents), "plays"),
        _same("wheel_prizes", Words("premios, mecánico", "prizes, wheel"),
              _units_apart(wheels["prizes"], sealed["won_cents"], _units(exam)[1]), "units"),
        files=_FILES,
    )  # fmt: skip
    money_in = books["book_coin_in_cents"] + books["book_note_in_cents"] + books["book_card_in_cents"]
    staked = len(won_cents) * exam.model.price_cents
    found["G-24"] = judged(
        Words(
            "Los contadores económicos dan lo jugado, lo ganado y lo que entró, al céntimo",
            "Accounting meters give what was staked, won and put in, to the cent",
        ),
        Method.PLAYED,
        _same("staked", Words("apostado", "staked"), books["book_staked_cents"] - staked, "cents"),
        _same("won", Words("ganado, libros frente a precintado", "won, books against sealed"),
              books["book_won_cents"] - sealed["won_cents"], "cents"),
        _same("won_by_plays", Words("ganado, precintado frente a partidas", "won, sealed against plays"),
              sealed["won_cents"] - linked - sum(won_cents), "cents"),
        _same("wheel_in", Words("entradas, mecánico", "money in, wheel"),
              _units_apart(wheels["in"], money_in, _units(exam)[0]), "units"),
        files=_FILES,
    )  # fmt: skip
    paid = books["book_coin_out_cents"] + books["book_hand_paid_cents"] + books["book_card_out_cents"]
    balance = money_in - paid + books["book_won_cents"] - books["book_staked_cents"]
    found["G-27"] = judged(
        Words(
            "Lo que queda al jugador es lo que entró más lo ganado, menos lo pagado y lo jugado",
            "What is left to the player is what came in and was won, less what was paid and staked",
        ),
        Method.PLAYED,
        _same("identity", Words("descuadre", "difference"), counted.owed_cents - balance, "cents"),
        files=("counters.json",),
    )


def _units(exam: Examination) -> tuple[int, int]:
    """What a step of the wheels for money in and for prizes is worth, in cents."""
    counters = exam.model.draft.counters
    assert counters is not None
    return counters.unit_cents, counters.prize_unit_cents or counters.unit_cents


def _units_apart(steps: int, cents: int, unit_cents: int) -> int:
    """Whole steps by which a wheel is off; a part of a step is carried on."""
    return abs(steps - cents // unit_cents)


def _same(id: str, name: Words, away: int, unit: str) -> Figure:
    return Figure(id, name, away, unit, 0, EXACTLY)


class _Way(NamedTuple):
    """What differs by the type of a machine."""

    row: str
    """Of the payout."""
    most_plays: Callable[[Any], int]
    dealt: Callable[[Any, str, int, int], list[int]]
    series: Callable[[Examination, Array, list[Figure], Findings], None]


_WAYS: Mapping[str, _Way] = {
    "B": _Way("B-07", lambda model: CYCLES * model.tables.cycle_plays, _cycle_dealt, _by_cycles),
    "C": _Way("C-06", lambda model: 5_000, _chance_dealt, lambda exam, played, figures, found: None),
}


def _way(exam: Examination) -> _Way:
    return _WAYS[exam.model.type]
