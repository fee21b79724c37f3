# SPDX-License-Identifier: MIT
"""What visitors earn at a machine of type A: goods within the price of a play, never money."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from emulator.lab.campaign import run_campaign
from emulator.lab.campaign_skill import Visits
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import AT_MOST, Figure, Findings, Method, Words, judged
from emulator.lab.exam.statistics import rounded
from machines.types.skill.visitor import read_visitors

if TYPE_CHECKING:
    from machines.model import SkillModel

_HOUR_MS = 3_600_000


def examine(exam: Examination) -> Findings:
    """The most that a play can give, and what modelled visitors get."""
    model, visitors = cast("SkillModel", exam.model), read_visitors()
    plays = exam.pick(100_000, 1_000_000, 10_000_000)
    campaign = run_campaign(model, plays, seed=exam.seed, visitors=visitors, jobs=1)
    visits = campaign.visits
    assert visits is not None
    exam.keep("visits.json", {
        "model": model.name,
        "visitors": visits.visitors,
        "seed": exam.seed,
        "plays": plays,
        "price_cents": model.price_cents,
        "ticket_value_cents": model.ticket_value_cents,
        "refunded_cents": campaign.won_cents,
        "tickets": visits.tickets,
        "ms": visits.ms,
        "digest": campaign.digest,
        "awards": [{"gives": gives, "count": count, "plays": many,
                    "expected_share": None if share is None else float(rounded(share))}
                   for gives, count, many, share in visits.awards],
        "repeat": f"azar simulate {model.name} --plays {plays} --seed {exam.seed}",
    })  # fmt: skip
    found = Findings()
    found["A-03"] = judged(
        Words(
            f"{plays} partidas de los visitantes «{visits.visitors}»: ninguna puede dar más valor que su "
            "precio, y nada se da en dinero salvo el propio precio",
            f'{plays} plays of the visitors "{visits.visitors}": none can give more value than its price, '
            "and nothing is given in money but the price itself",
        ),
        Method.SAMPLED,
        *_figures(model, visits, campaign.won_cents, plays),
        files=("visits.json",),
    )
    return found


def _figures(model: SkillModel, visits: Visits, refunded_cents: int, plays: int) -> tuple[Figure, ...]:
    value_cents = visits.tickets * model.ticket_value_cents
    price = model.price_cents
    return (
        Figure("most_value", Words("mayor valor en tiques de una partida", "most value in tickets of a play"),
               model.most_value_cents, "cents", min(model.prices_cents), AT_MOST),
        Figure("mean_value", Words("valor medio dado por partida", "mean value given by a play"),
               Fraction(value_cents + refunded_cents, plays), "cents", price, AT_MOST),
        Figure("tickets_per_hour", Words("tiques por hora", "tickets an hour"),
               rounded(Fraction(_HOUR_MS * visits.tickets, visits.ms)), "tickets/h"),
        Figure("plays_per_hour", Words("partidas por hora", "plays an hour"),
               rounded(Fraction(_HOUR_MS * plays, visits.ms)), "plays/h"),
        Figure("price_per_hour", Words("precio de una hora", "price of an hour"),
               rounded(Fraction(_HOUR_MS * plays * price, visits.ms)), "cents/h"),
    )  # fmt: skip
