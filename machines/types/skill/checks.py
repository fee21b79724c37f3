# SPDX-License-Identifier: MIT
"""Checks prices, money and texts of a type A model against law and board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from machines.check import meters as checks_meters
from machines.check import wording
from machines.check.money import (
    ascending,
    check_coin,
    check_hopper_lines,
    check_note_fits,
    check_stake,
    money_paths,
)
from machines.check.owed import amounts, money_owed, payable
from machines.check.problems import Findings, euro
from machines.rules import Profile
from machines.types.skill.draft import SkillDraft
from machines.types.skill.games import games_of
from machines.types.skill.schema import REFUND, REQUIRED_TEXTS, TICKETS, Award


def prices_of(draft: SkillDraft) -> tuple[int, ...]:
    """The prices that a play can have, ascending; empty while none was written."""
    return tuple(draft.prices_cents or ()) or ((draft.price_cents,) if draft.price_cents else ())


def check_prices(draft: SkillDraft, findings: Findings) -> None:
    """A price is there, and it is one of those that the operator may choose (A-05: no norm fixes it)."""
    choices = draft.prices_cents or []
    ascending("prices_cents", choices, findings)
    if draft.price_cents is None:
        if not findings.about("price_cents"):
            hint = "write price_cents; no norm gives type A a price (A-05)"
            findings.add("price_cents", "must be there (got nothing)", hint)
    elif choices and draft.price_cents not in choices:
        known = ", ".join(map(str, choices))
        message = f"must be one of prices_cents, {known} (got {draft.price_cents})"
        findings.add("price_cents", message, "add it to the list", value=draft.price_cents, limit=choices)


def check_money(draft: SkillDraft, findings: Findings) -> None:
    """Coins that the board takes, counters that hold a play, hoppers that give everything back."""
    if draft.money is None:
        return
    money, prices = draft.money, prices_of(draft)
    ascending("money.coins_cents", money.coins_cents, findings)
    for number in range(len(money.coins_cents)):
        check_coin(money, number, None, "", findings)
    if money.reserve_max_cents:
        message = f"must be left out of a type A model (got {euro(money.reserve_max_cents)})"
        hint = "take the key out: its credits need no second counter"
        findings.add("money.reserve_max_cents", message, hint, value=money.reserve_max_cents)
    if money.credits_max_cents is not None and prices:
        hint = "raise it, or a play could not be paid"
        findings.under("money.credits_max_cents", money.credits_max_cents, max(prices), "cents", hint)
    if money.note_cents is not None and prices:
        hint = "raise credits_max_cents; the machine would always give it back"
        check_note_fits(money, credits_max(draft), hint, findings)
    if prices:
        check_stake(money, max(prices), credits_max(draft), findings)
    if draft.hoppers is None or not prices:
        return
    check_hopper_lines(money, draft.hoppers, findings)
    coins = [hopper.cents for hopper in draft.hoppers]
    taken = [*money.coins_cents, *([money.note_cents] if money.note_cents else [])]
    owed = money_owed(taken, prices, credits_max(draft), 0)
    if any(award.gives == REFUND for game in games_of(draft) for award in game.awards or ()):
        for price in prices:
            owed |= 1 << price
    left = amounts(owed & ~payable(coins, owed.bit_length()))
    if left:
        message = f"must pay what is given back, such as {euro(left[0])} (got {_listed(coins)})"
        hint = "add a hopper with a smaller coin, or change coins or prices"
        findings.add("hoppers", message, hint, value=coins, limit=left[0], unit="cents")


def credits_max(draft: SkillDraft) -> int:
    """Maximum of the credit counter in cents: the model's, else ten plays of the dearest kind."""
    assert draft.money
    written = draft.money.credits_max_cents
    return 10 * max(prices_of(draft)) if written is None else written


def check_meters(draft: SkillDraft, law: Profile, findings: Findings) -> None:
    """The electromechanical meters count whatever the machine takes, and keep up with it (K-01, K-31)."""
    money = [("price_cents", draft.price_cents)] if draft.price_cents else []
    money += [(f"prices_cents[{number}]", cents) for number, cents in enumerate(draft.prices_cents or ())]
    money += money_paths(draft)
    checks_meters.check_units(draft.counters, money, [], findings, rule=None)
    least_ms = [game.least_ms for game in games_of(draft)]
    if not prices_of(draft) or None in least_ms:
        return
    dearest = max(prices_of(draft))
    pace = checks_meters.Pace(
        stake_cents=dearest,
        plays=1,
        every_ms=min(ms for ms in least_ms if ms is not None),
        # Skill may earn the price back, and never more.
        payout=Fraction(1),
        largest_cents=dearest,
    )
    checks_meters.check_pace(draft.counters, pace, money, money, law, findings)


def check_texts(draft: SkillDraft, law: Profile, findings: Findings) -> None:
    """The front says how to play, and promises nothing that type A must not give (A-01, A-03)."""
    if draft.texts is None:
        return
    wording.check_present(draft.texts, REQUIRED_TEXTS, {}, findings)
    price = wording.Fixed("A-03" if law.rule("A-03").in_force else "A-01", "price")
    wording.check(law, price, "texts.price", draft.texts.price, wording.without_figures, findings)
    for game in games_of(draft):
        path = f"{game.path}rules" if game.path else "texts.rules"
        wording.check_free([price], path, game.rules, findings)
        awards, row = list(game.awards or ()), wording.Fixed("A-03", "awards")
        if any(award.gives == TICKETS for award in awards):
            if findings.about(f"{game.path}awards"):
                continue
            figures = partial(_awards, awards, law)
            wording.check_sentence(law, row, {path: game.rules}, figures, findings)
        else:
            wording.check_free([row], path, game.rules, findings)


def _awards(awards: Sequence[Award], law: Profile, language: str) -> dict[str, str]:
    """What the slots of the sentence of awards hold: the fewest points, what they earn, and so on."""

    def given(award: Award) -> str:
        name = "ticket" if award.gives == TICKETS and award.count == 1 else award.gives
        count = wording.number(award.count, language)
        return wording.wordings(law, wording.Fixed("A-03", name), language, {"count": count})[0]

    first, *more = awards
    points = [wording.number(award.points, language) for award in more]
    earned = [given(first), *(f"{at}: {given(award)}" for at, award in zip(points, more, strict=True))]
    return {"points": wording.number(first.points, language), "awards": "; ".join(earned)}


def _listed(coins: list[int]) -> str:
    return "hoppers of " + " and ".join(map(euro, coins))
