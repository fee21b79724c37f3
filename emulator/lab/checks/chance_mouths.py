# SPDX-License-Identifier: MIT
"""
What the mouths of a machine take: each euro coin, a foreign disc, tokens, the house's card (C-10).

What the front names becomes credits, to the cent; anything else comes back or falls through.
"""

from __future__ import annotations

from typing import NamedTuple

from emulator.lab.bench.guest import FALL_MS, Guest, guest_at
from emulator.lab.bench.words import filed, kept, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Figure, Findings, Method, Words, judged

# A disc that is no coin falls until it is out again.
DISC_MS = 3_000
# What the card holds: two steps and a bit, so that the last press moves less than a step.
ODD_CENTS = 1


class Taken(NamedTuple):
    """What became of one coin or token."""

    cents: int
    declared: bool
    credited_cents: int
    returned_cents: int


def examine(exam: Examination) -> Findings:
    """Offer everything."""
    found = Findings()
    with kept(found, "C-10"):
        coins = filed(exam).coins_cents
        values = sorted({*_legal(exam), *coins})
        with guest_at(exam, "coins", purse=dict.fromkeys(values, 2)) as guest:
            taken = [_offer(guest, cents, coins) for cents in values]
            disc = _disc(guest)
        exam.keep("coins.json", [row._asdict() for row in taken])
        wrong = [row for row in taken if row.credited_cents != row.cents * row.declared]
        kept_back = sum(row.cents - row.credited_cents - row.returned_cents for row in taken)
        strange = 0 if exam.model.tokens else len(set(exam.model.coins_cents) - set(_legal(exam)))
        found["C-10"] = judged(
            Words(
                f"Se ofrecen piezas de {_listed(values)} céntimos y una ficha extraña",
                f"Coins or tokens of {_listed(values)} cents and a foreign disc are offered",
            ),
            Method.OBSERVED,
            none_of("wrong", "piezas mal juzgadas", "coins that were misjudged", len(wrong), "coins"),
            none_of(
                "lost", "dinero ni abonado ni devuelto", "money neither credited nor back", kept_back, "cents"
            ),
            none_of("disc", "crédito por una ficha extraña", "credits for a foreign disc", disc, "cents"),
            none_of("strange", "monedas sin curso legal", "coins that are no legal tender", strange, "coins"),
            files=("coins.json", "coins.jsonl"),
        )
        if exam.model.card_name is not None:
            found["C-10"] = judged(_CARD, Method.OBSERVED, *_card(exam), files=("card.jsonl",))
    return found


_CARD = Words(
    "Se carga la tarjeta hasta agotarla, se retira mientras se mueve el dinero y se devuelve el crédito",
    "The card is used up, pulled while money moves, and the credits go back to it",
)


def _legal(exam: Examination) -> tuple[int, ...]:
    value = exam.law.rules["C-10"].value
    return value if isinstance(value, tuple) else ()


def _listed(values: list[int]) -> str:
    return ", ".join(map(str, values))


def _offer(guest: Guest, cents: int, coins: tuple[int, ...]) -> Taken:
    """Drop one in, and see where it went."""
    credits, tray = guest.credits, guest.cab.tray_cents
    guest.cab.insert(cents)
    guest.wait(2 * FALL_MS)
    declared = cents in coins
    return Taken(cents, declared, guest.credits - credits, guest.cab.tray_cents - tray)


def _disc(guest: Guest) -> int:
    """A disc that is neither coin nor token of the machine: what it brings."""
    if guest.cashless:
        return 0
    credits = guest.credits
    guest.cab.damage("slug")
    guest.wait(DISC_MS)
    return guest.credits - credits


def _card(exam: Examination) -> list[Figure]:
    """The card of the house: each cent is on it or in the credits."""
    price = exam.model.price_cents
    with guest_at(exam, "card") as guest:
        balance = 2 * price + ODD_CENTS
        guest.cab.insert_card(balance)
        guest.charge()
        loaded = guest.credits
        back = guest.collect()
        left = guest.card_cents()
        guest.until(lambda: guest.lit("hold_1"), 5_000)
        guest.cab.press("hold_1")
        guest.wait(130)
        guest.cab.remove_card()
        guest.wait(FALL_MS * 2)
        pulled = balance - guest.credits - guest.card_cents()
    return [
        none_of(
            "loaded", "diferencia al cargar", "difference when it was used up", balance - loaded, "cents"
        ),
        none_of("back", "diferencia al devolver", "difference when it went back", loaded - back, "cents"),
        none_of("left", "diferencia en la tarjeta", "difference on the card", balance - left, "cents"),
        none_of("pulled", "diferencia al retirarla", "difference when it was pulled", pulled, "cents"),
    ]
