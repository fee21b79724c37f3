# SPDX-License-Identifier: MIT
"""
The reserve of payments and the deposit of winnings, each opened and counted (C-13).

The reserve stands one coin below its capacity: one more coin goes in, the next and those of other values
fall into the deposit of winnings, out of which nothing is ever paid.
"""

from __future__ import annotations

from emulator.lab.bench.guest import FALL_MS, Guest, guest_at
from emulator.lab.bench.words import kept, none_of, without
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_LEAST, AT_MOST, Figure, Findings, Method, Words, judged


def examine(exam: Examination) -> Findings:
    """Fill each reserve to the brim."""
    found = Findings()
    if not exam.model.coins_cents:
        found["C-13"] = without(
            "Solo admite la tarjeta de la casa: art. 11.1 no le exige depósitos",
            "It takes the house's card alone: art. 11.1 asks for no deposits",
        )
        return found
    with kept(found, "C-13"):
        for hopper in exam.model.hoppers:
            name = f"reserve_{hopper.cents}"
            brim = {one.cents: one.capacity - 1 for one in exam.model.hoppers}
            with guest_at(exam, name, hoppers=brim) as guest:
                figures = _fill(guest, hopper.cents, hopper.capacity)
            found["C-13"] = judged(_SAID, Method.OBSERVED, *figures, files=(f"{name}.jsonl",))
        count = 2 if exam.model.hoppers else 1
        found["C-13"] = judged(
            _SAID,
            Method.OBSERVED,
            Figure(
                "deposits",
                Words("depósitos", "deposits"),
                count,
                "deposits",
                exam.law.value("C-13"),
                AT_LEAST,
            ),
        )
    return found


_SAID = Words(
    "Se cuentan ambos depósitos con sitio para una moneda en la reserva, sin sitio, y tras un cobro",
    "Both deposits are counted with room for one coin in the reserve, none, and after a payment",
)


def _fill(guest: Guest, cents: int, capacity: int) -> list[Figure]:
    others = [coin for coin in guest.model.coins_cents if coin not in guest.cab.hopper_levels]
    box = guest.cab.cash_box_cents
    _drop(guest, cents)
    inside = capacity - guest.cab.hopper_levels[cents]
    strayed = guest.cab.cash_box_cents - box
    _drop(guest, cents)
    beyond = cents - (guest.cab.cash_box_cents - box)
    over = guest.cab.hopper_levels[cents]
    for coin in others:
        _drop(guest, coin)
    apart = guest.cab.cash_box_cents - box - cents - sum(others)
    guest.collect()
    taken = box + cents + sum(others) - guest.cab.cash_box_cents
    return [
        Figure(
            f"level_{cents}",
            Words("monedas en la reserva", "coins in the reserve"),
            over,
            "coins",
            capacity,
            AT_MOST,
        ),
        none_of(
            f"inside_{cents}", "faltan para llenar la reserva", "missing in the full reserve", inside, "coins"
        ),
        none_of(
            f"strayed_{cents}",
            "desviado con sitio en la reserva",
            "diverted although there was room",
            strayed,
            "cents",
        ),
        none_of(
            f"beyond_{cents}",
            "no llegado al depósito de ganancias",
            "not in the deposit of winnings",
            beyond,
            "cents",
        ),
        none_of(f"apart_{cents}", "de otras monedas no llegado", "of other coins not in it", apart, "cents"),
        none_of(
            f"taken_{cents}",
            "pagado del depósito de ganancias",
            "paid out of the deposit of winnings",
            taken,
            "cents",
        ),
    ]


def _drop(guest: Guest, cents: int) -> None:
    guest.insert(cents)
    guest.wait(2 * FALL_MS)
