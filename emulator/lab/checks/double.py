# SPDX-License-Identifier: MIT
"""Two plays at once: price, rolls, and what they may win together (B-03, B-05)."""

from __future__ import annotations

from emulator.lab.bench.driving import (
    bench_of,
    change_of,
    count_of,
    driven,
    filed,
    measured,
    not_applicable,
    purse,
    recorded,
)
from emulator.lab.bench.prepare import approach, prepare, ready
from emulator.lab.bench.search import Budget, double_next
from emulator.lab.bench.words import largest_prize
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, Figure, Findings, Method, Words, judged

_MASH = ("double", "start", "double", "hold_1", "start")
_ROUNDS = 6
# Two prizes at once within so many plays from the commission: the larger, the more keys.
_BUDGETS = tuple(Budget(6_000, plays) for plays in (20, 40, 60))


@driven("B-03", "B-05")
def examine(exam: Examination, found: Findings) -> None:
    """Drive DOUBLE with less than its price, with its price, and among all other buttons."""
    most, refused = _most_at_once(exam)
    limit = exam.law.rules["B-03"].values["stake_cents"]
    taken = measured(
        "stake",
        "mayor cantidad tomada de una vez",
        "most taken at once",
        most,
        "cents",
        limit,
        AT_MOST,
    )
    if max(filed(exam).stakes_cents) == exam.model.price_cents:
        found["B-05"] = not_applicable("No declara jugadas dobles", "It declares no double plays")
        found["B-03"] = judged(
            Words(
                "No declara jugadas dobles, y ningún botón hizo una", "None declared, and no button made one"
            ),
            Method.OBSERVED,
            Figure(taken.id, taken.name, most, "cents", exam.model.price_cents, AT_MOST),
            files=("mash.jsonl",),
        )
        return
    _doubles(exam, found, taken, refused)
    _two_prizes(exam, found)


def _most_at_once(exam: Examination) -> tuple[int, int]:
    """
    The most that a start took with all buttons hammered, and how many starts DOUBLE made without its price.
    """
    with recorded(exam, "mash") as bench:
        price = exam.model.price_cents
        coins = change_of(price + min(exam.model.coins_cents), exam.model.coins_cents)
        bench.insert(*coins)
        bench.until(lambda: bench.lit("start"), 6_000)
        bench.press("double")
        early = len(bench.starts)
        bench.insert(*[max(exam.model.coins_cents)] * 2)
        for _ in range(_ROUNDS):
            if not bench.until(lambda: bench.lit("start"), 30_000):
                break
            for button in _MASH:
                bench.cab.press(button, 80)
                bench.wait(7)
            bench.wait(2_000)
            bench.settle()
        return max((start.stake_cents for start in bench.starts), default=0), early


def _doubles(exam: Examination, found: Findings, taken: Figure, early: int) -> None:
    bench = bench_of(exam)
    # The price and no more: nothing is left with which the machine could play on by itself.
    bench.insert(*change_of(2 * exam.model.price_cents, exam.model.coins_cents))
    rolled = len(bench.of("reel_stop"))
    play = bench.play("double")
    plays = play.stake_cents // exam.model.price_cents
    reels = len(bench.cab.reels)
    rolls = (len(bench.of("reel_stop")) - rolled) // reels
    counted = bench.clicks()["plays"]
    most = exam.law.value("B-03")
    found["B-03"] = judged(
        Words(
            f"DOBLE toma {play.stake_cents} céntimos y hace {rolls} tiradas; sin su precio, nada",
            f"DOUBLE takes {play.stake_cents} cents and rolls {rolls} times; without its price, nothing",
        ),
        Method.OBSERVED,
        taken,
        measured("plays", "jugadas simultáneas", "plays at once", plays, "plays", most, AT_MOST),
        measured("rolls", "tiradas vistas", "rolls seen", rolls, "rolls", plays),
        measured("counted", "jugadas contadas", "plays counted", counted, "plays", plays),
        count_of("early", "jugadas dobles sin su precio", "double plays without their price", early),
        files=("mash.jsonl",),
    )


def _two_prizes(exam: Examination, found: Findings) -> None:
    """A double play of two prizes, as large as the search finds: together they stay within the maximum."""
    largest = sorted({int(row.cents) for row in filed(exam).paytable})
    wish = double_next(largest[len(largest) * 2 // 3], largest[len(largest) // 3])
    prepared = prepare(exam, wish, *_BUDGETS)
    if prepared.found is None:
        found["B-05"] = prepared.refused
        return
    exam.keep("two_prizes.json", prepared.as_dict())
    won = _most_won(exam, prepared.found.seed, prepared.found.play)
    found["B-05"] = largest_prize(
        exam,
        Words(
            f"Una jugada doble de dos premios gana {won} céntimos; preparada entre {prepared.tried.es}",
            f"A double play of two prizes wins {won} cents; prepared out of {prepared.tried.en}",
        ),
        measured(
            "double_prize",
            "mayor premio doble observado",
            "largest double prize seen",
            won,
            "cents",
            exam.law.value("B-05"),
            AT_MOST,
        ),
        max(pair.cents for pair in filed(exam).plan.pairs()),
        files=("two_prizes.json", "two_prizes.jsonl"),
    )


def _most_won(exam: Examination, seed: str, play: int) -> int:
    with recorded(exam, "two_prizes", seed=seed, purse=purse(exam.model)) as bench:
        approach(bench, play - 1, entries=2)
        ready(bench, entries=2)
        return bench.play("double").prize_cents
