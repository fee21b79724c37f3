# SPDX-License-Identifier: MIT
"""
Jackpots begin at their base, and rise by the filed share of each stake and by nothing else (C-05).
"""

from __future__ import annotations

from fractions import Fraction

from emulator.lab.bench.guest import Guest, guest_at
from emulator.lab.bench.words import all_of, filed, kept, none_of, without
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import EXACTLY, Figure, Findings, Method, Words, judged


def examine(exam: Examination) -> Findings:
    """Watch every pot over a series of plays, a payment and a power cut."""
    found = Findings()
    pots = getattr(filed(exam).draft, "pots", None) or ()
    if not pots:
        found["C-05"] = without("El modelo no tiene botes propios", "The model has no jackpots of its own")
        return found
    with kept(found, "C-05"):
        with guest_at(exam, "pots") as guest:
            first = guest.cab.pots_cents
            rows = _plays(guest, exam.pick(40, 150, 600))
            moved = _moved(guest)
        exam.keep("pots.json", [list(row) for row in rows])
        figures = []
        for level, pot in enumerate(pots):
            begun = first[level]
            name = Words(f"bote {pot.name}", f"jackpot {pot.name}")
            figures.append(
                Figure(
                    f"base_{pot.name}",
                    Words(f"{name.es}: base", f"{name.en}: base"),
                    begun,
                    "cents",
                    pot.seed_cents,
                    EXACTLY,
                )
            )
            figures += _growth(rows, level, begun, pot.share, name)
        figures.append(none_of("moved", "movido sin jugar", "moved without a play", moved, "cents"))
        found["C-05"] = judged(
            Words(
                f"Se leen los botes de la corona en {len(rows)} jugadas, al cobrar y tras un corte de luz",
                f"The jackpots on the crown are read for {len(rows)} plays, a payment and a power cut",
            ),
            Method.OBSERVED,
            *figures,
            files=("pots.json", "pots.jsonl"),
        )
    return found


def _plays(guest: Guest, plays: int) -> list[tuple[int, ...]]:
    """Of each play its stake, its win, and all pots after it."""
    rows = []
    for _ in range(plays):
        turn = guest.play()
        rows.append((turn.stake_cents, turn.won_cents, *guest.cab.pots_cents))
    return rows


def _moved(guest: Guest) -> int:
    """By how much coins, a payment and a power cut move the pots."""
    before = guest.cab.pots_cents
    guest.pay(guest.model.bets_cents[0])
    guest.collect()
    guest.power_cycle()
    return sum(abs(after - one) for after, one in zip(guest.cab.pots_cents, before, strict=True))


def _growth(
    rows: list[tuple[int, ...]], level: int, begun: int, share: Fraction, name: Words
) -> list[Figure]:
    """The share that it took of the stakes until it was won, and whether a fall was always won."""
    staked, value, plain, unpaid = 0, begun, 0, 0
    for stake, won, *pots in rows:
        if pots[level] < value:
            unpaid += won < value - begun
            break
        staked, plain, value = staked + stake, plain + 1, pots[level]
    should = begun + staked * share.numerator // share.denominator
    es, en = name
    return [
        all_of(
            f"value_{level}",
            f"{es} tras {plain} jugadas",
            f"{en} after {plain} plays",
            value,
            should,
            "cents",
        ),
        none_of(
            f"unpaid_{level}", f"{es}: caídas sin premio", f"{en}: falls without a prize", unpaid, "falls"
        ),
    ]
