# SPDX-License-Identifier: MIT
"""
COLLECT at every moment between plays: all credits come out, by the machine itself, to the cent (C-11, C-12).

Coins and tokens fall into the tray, of a machine for cards everything goes back to the card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from emulator.lab.bench.guest import Guest, guest_at
from emulator.lab.bench.words import kept, none_of
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Figure, Findings, Method, Words, judged


class Paid(NamedTuple):
    """One time that the guest wanted his money."""

    moment: str
    credits_cents: int
    paid_cents: int
    by_staff_cents: int


def examine(exam: Examination) -> Findings:
    """Ask for the credits at each moment of a visit."""
    found = Findings()
    with kept(found, "C-11", "C-12"):
        with guest_at(exam, "payment") as guest:
            paid = list(_moments(guest, exam.pick(1, 4, 12)))
        exam.keep("payment.json", [row._asdict() for row in paid])
        files = ("payment.json", "payment.jsonl")
        by_hand = sum(row.by_staff_cents for row in paid)
        found["C-12"] = judged(
            Words(
                f"Se pulsa COBRAR {len(paid)} veces: antes de jugar, tras perder, tras ganar y tras un corte",
                f"COLLECT is pressed {len(paid)} times: before a play, after a loss, a win and a power cut",
            ),
            Method.OBSERVED,
            *(_figure(row) for row in paid),
            files=files,
        )
        found["C-11"] = judged(
            Words(
                "Lo cobrado sale de la propia máquina"
                if not exam.model.card_name
                else "Lo cobrado vuelve a la tarjeta",
                "What is paid comes out of the machine"
                if not exam.model.card_name
                else "What is paid is on the card",
            ),
            Method.OBSERVED,
            none_of("by_staff", "pagado por el personal", "paid by staff", by_hand, "cents"),
            none_of("kept", "crédito no pagado", "credits not paid", _short(paid), "cents"),
            files=files,
        )
    return found


def _moments(guest: Guest, wins: int) -> Iterator[Paid]:
    """The moments, one after another; each begins with credits."""
    price = guest.model.bets_cents[0]
    step = 1 if guest.cashless else min(guest.model.coins_cents)
    guest.pay(step)
    yield _collect(guest, "first_step")
    guest.pay(price)
    yield _collect(guest, "price")
    guest.pay(3 * price)
    for _ in range(60):
        if guest.credits < 2 * price:
            guest.pay(2 * price)
        if guest.play().won_cents == 0:
            break
    yield _collect(guest, "loss")
    for number in range(1, wins + 1):
        guest.play_until_win()
        yield _collect(guest, f"win_{number}")
    guest.pay(2 * price)
    yield _while(guest, "after_rolling", lambda: _press_rolling(guest))
    guest.pay(2 * price)
    yield _while(guest, "after_cut", guest.power_cycle)
    guest.pay(step)
    yield _collect(guest, "last_step")


def _press_rolling(guest: Guest) -> None:
    """COLLECT while the reels turn, which a machine may leave for later, never refuse for good."""
    guest.until(lambda: guest.lit("start"), 10_000)
    guest.start()
    guest.press("collect")
    guest.finish()


def _while(guest: Guest, moment: str, act: Callable[[], None]) -> Paid:
    act()
    return _collect(guest, moment)


def _collect(guest: Guest, moment: str) -> Paid:
    """Ask for the credits: what they were, and what came."""
    guest.still()
    credits, by_hand = guest.credits, guest.by_hand_cents
    paid = guest.collect()
    return Paid(moment, credits, paid, guest.by_hand_cents - by_hand)


def _short(paid: list[Paid]) -> int:
    return sum(abs(row.credits_cents - row.paid_cents) for row in paid)


def _figure(row: Paid) -> Figure:
    es, en = _NAMES[row.moment.rstrip("0123456789")]
    return none_of(row.moment, f"falta {es}", f"short {en}", row.credits_cents - row.paid_cents, "cents")


_NAMES = {
    "first_step": ("tras la primera moneda", "after the first coin"),
    "price": ("con el precio justo", "with just the price"),
    "loss": ("tras perder", "after a loss"),
    "win_": ("tras un premio", "after a prize"),
    "after_rolling": ("pedido durante la jugada", "asked for in a play"),
    "after_cut": ("tras un corte de luz", "after a power cut"),
    "last_step": ("al final", "in the end"),
}
