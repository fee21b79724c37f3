# SPDX-License-Identifier: MIT
"""
What a play costs at each bet: one step of money less starts none, and more starts one for the same price.

A step is the smallest coin or token; of a card it is a cent.
"""

from __future__ import annotations

from typing import NamedTuple

from emulator.lab.bench.guest import ANSWER_MS, Guest, guest_at
from emulator.lab.bench.words import filed, in_force, kept, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, EXACTLY, Figure, Findings, Method, Words, judged

_SAID = Words(
    "Se pulsa INICIO con el crédito subiendo paso a paso hasta el precio, y con crédito de más",
    "START is pressed while the credits rise step by step to the price, and with credits to spare",
)


class Price(NamedTuple):
    """What a play cost at one bet."""

    bet_cents: int
    """As it was declared."""
    early: int
    """Plays that started with less than the declared bet."""
    stakes: tuple[int, ...]
    """What the credits fell by, with just enough of them and with more."""


def examine(exam: Examination) -> Findings:
    """Every bet that the button offers."""
    found, rows = Findings(), in_force(exam, "C-02", "C-03")
    with kept(found, *rows):
        prices = []
        for number, bet in enumerate(filed(exam).bets_cents):
            with guest_at(exam, f"bet_{bet}") as guest:
                for _ in range(number):
                    guest.press("double")
                    guest.wait(ANSWER_MS)
                prices.append(_price(guest, bet))
        for row in rows:
            limit, sense = exam.law.value(row), EXACTLY if exam.law.rules[row].type == "exact" else AT_MOST
            figures = [figure for price in prices for figure in _figures(price, limit, sense)]
            files = [f"bet_{price.bet_cents}.jsonl" for price in prices]
            found[row] = judged(_SAID, Method.OBSERVED, *figures, files=files)
    return found


def _price(guest: Guest, bet: int) -> Price:
    """Credits rise to the bet; then a play with as much as it takes, and one with more."""
    early = 0
    for step in _steps(guest, bet):
        if _starts(guest):
            early += 1
            break
        guest.pay(step)
    stakes = [_stake(guest)]
    guest.pay(bet * 2 + (1 if guest.cashless else min(guest.model.coins_cents)))
    stakes.append(_stake(guest))
    return Price(bet, early, tuple(stakes))


def _steps(guest: Guest, bet: int) -> list[int]:
    """Amounts to put in one after another, which add up to the bet."""
    if guest.cashless:
        return [bet - 1, 1]
    least = min(guest.model.coins_cents)
    return [least] * -(-bet // least)


def _starts(guest: Guest) -> bool:
    """Whether START is lit or starts a play now, with less than a play should cost."""
    guest.wait(3_000)
    lit = guest.lit("start")
    guest.press("start")
    guest.wait(ANSWER_MS)
    return lit or guest.rolling


def _stake(guest: Guest) -> int:
    """A play: what the credits fell by when the reels set off, -1 if they did not."""
    if not guest.rolling:
        guest.until(lambda: guest.lit("start"), 10_000)
        stake = guest.start()
    else:
        stake = guest.falls[-1][1] if guest.falls else 0
    began = guest.until(lambda: guest.rolling, ANSWER_MS)
    guest.finish()
    guest.still()
    return stake if began else -1


def _figures(price: Price, limit: int, sense: str) -> list[Figure]:
    bet, dearest = price.bet_cents, max(price.stakes)
    return [
        Figure(f"stake_{bet}", _at("precio cobrado", "price taken", bet), dearest, "cents", limit, sense),
        Figure(
            f"declared_{bet}",
            _at("precio menor cobrado", "lowest price taken", bet),
            min(price.stakes),
            "cents",
            bet,
            EXACTLY,
        ),
        none_of(
            f"early_{bet}",
            *_at("partidas con menos dinero", "plays for less money", bet),
            price.early,
            "plays",
        ),
    ]


def _at(es: str, en: str, bet_cents: int) -> Words:
    euros = f"{bet_cents // 100}.{bet_cents % 100:02d}"
    return Words(f"{es} a {euros.replace('.', ',')} EUR", f"{en} at {euros} EUR")
