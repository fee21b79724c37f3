# SPDX-License-Identifier: MIT
"""Checks coins, counters and hoppers of a type C model against law and board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import cext
from machines.check import meters as checks_meters
from machines.check import wording
from machines.check.money import ascending, check_coin, check_hopper_lines, check_stake, money_paths
from machines.check.owed import payable
from machines.check.problems import Findings, euro
from machines.check.schema_parts import Text
from machines.rules import Profile
from machines.support.languages import listed
from machines.types.chance.draft import ChanceDraft
from machines.types.chance.layout import ChanceLayout
from machines.types.chance.limits import ChanceLimits
from machines.types.chance.payout import most_won_cents, pots_payout, uncapped_payout


def check_coins(draft: ChanceDraft, price_cents: int, limits: ChanceLimits, findings: Findings) -> None:
    """Coins of legal tender that the board has a line for; a play fits the counters (C-10)."""
    if draft.money is None:
        return
    money = draft.money
    ascending("money.coins_cents", money.coins_cents, findings)
    if not money.coins_cents and money.card is None:
        hint = "name the coins, or write money.card for a machine that takes house cards only"
        findings.add("money.coins_cents", "must hold a coin (got none, and no card)", hint, rule="C-10")
    for number in range(len(money.coins_cents)):
        check_coin(money, number, limits.coins_cents if money.tokens is None else None, "C-10", findings)
    if money.credits_max_cents is not None:
        hint = "raise it, or no play could ever be made; left out there is no ceiling"
        path = "money.credits_max_cents"
        findings.under(path, money.credits_max_cents, price_cents, "cents", hint, rule="C-12")
    if money.note_cents is not None:
        message = f"must be left out of a type C model (got {euro(money.note_cents)})"
        hint = "take the key out: the machine takes coins only"
        findings.add("money.note_cents", message, hint, value=money.note_cents)
    if money.reserve_max_cents:
        message = f"must be left out of a type C model (got {euro(money.reserve_max_cents)})"
        hint = "take the key out: its credits need no second counter"
        findings.add("money.reserve_max_cents", message, hint, value=money.reserve_max_cents)
    # A card brings any amount.
    if money.card is None:
        check_stake(money, price_cents, money.credits_max_cents, findings)


def check_hoppers(draft: ChanceDraft, price_cents: int, findings: Findings) -> None:
    """Hoppers pay every amount owed in their coins; what exceeds them goes to hand pay (C-13, C-14)."""
    if draft.hoppers is None:
        return
    money = draft.money
    if money is not None and money.card is not None and not money.coins_cents:
        if draft.hoppers:
            message = f"must be left out where only cards are taken (got {len(draft.hoppers)})"
            hint = "take [[hoppers]] out: prizes go to the card; or name the coins that feed them"
            findings.add("hoppers", message, hint, value=len(draft.hoppers), rule="C-13")
        return
    if not draft.hoppers:
        hint = "write [[hoppers]] with cents, capacity_coins and fill_coins"
        findings.add("hoppers", "must hold a container that pays prizes (got none)", hint, rule="C-13")
        return
    check_hopper_lines(draft.money, draft.hoppers, findings)
    filled = sum(hopper.cents * hopper.fill_coins for hopper in draft.hoppers)
    hint = "raise fill_coins: money that was not played goes back"
    findings.under("hoppers", filled, price_cents, "cents when filled", hint, rule="C-13")
    coins = [hopper.cents for hopper in draft.hoppers]
    for path, cents in _owed(draft):
        if not payable(coins, cents) >> cents & 1:
            listed = " and ".join(map(euro, coins))
            message = f"must be payable by hoppers of {listed} (got {euro(cents)})"
            hint = "add a hopper with a smaller coin or change the amount; staff pays only what exceeds them"
            findings.add(path, message, hint, value=cents, limit=coins, unit="cents", rule="C-14")


def check_card(draft: ChanceDraft, law: Profile, findings: Findings) -> None:
    """A step from the card fits the credits; the front says the card's name and where it is redeemed."""
    if draft.money is None or draft.money.card is None:
        return
    card, most = draft.money.card, draft.money.credits_max_cents
    if card.step_cents is not None and most is not None:
        hint = "lower the step: one that never fits would never be moved"
        findings.over("money.card.step_cents", card.step_cents, most, "cents", hint, rule="C-12")
    row = wording.Fixed("C-11", "card_and_coins" if draft.money.coins_cents else "card")
    _check_redeemed(row, "money.card.name", card.name, draft, law, findings)


def check_tokens(draft: ChanceDraft, law: Profile, findings: Findings) -> None:
    """The front says what the house calls its tokens and where they are redeemed (C-10, C-11)."""
    if draft.money is None or draft.money.tokens is None:
        return
    row = wording.Fixed("C-11", "tokens")
    _check_redeemed(row, "money.tokens.name", draft.money.tokens.name, draft, law, findings)


def _check_redeemed(
    row: wording.Fixed, path: str, name: Text, draft: ChanceDraft, law: Profile, findings: Findings
) -> None:
    """The front names the house's own money, and says that the same casino redeems it (C-11)."""
    for language, words in name.words.items():
        # A stop within a name would begin a sentence of the maker's own.
        if not re.fullmatch(r"[\w '’-]+", words):
            message = f'must be letters, digits, spaces and hyphens (got "{words}")'
            hint = "write the name alone; the row of the profile has the sentence round it"
            findings.add(f"{path}.{language}", message, hint, value=words, rule=row.rule)
    if draft.texts is None or draft.money is None or findings.about(path):
        return
    coins = draft.money.coins_cents
    if not coins and row.name != "card":
        return
    texts = {"texts.rules": draft.texts.rules, "texts.bets": draft.texts.bets}

    def figures(language: str) -> dict[str, str]:
        return {"name": name.said(language), "coins": _coins(coins, language)}

    wording.check_sentence(law, row, texts, figures, findings)


def _coins(coins: list[int], language: str) -> str:
    """Values of coins or tokens in euro, as texts list them: 0,50, 1 y 2."""
    return listed([wording.euros(cents, language) for cents in coins], language)


def check_meters(
    draft: ChanceDraft,
    game: tuple[ChanceLayout, cext.ChanceTables] | None,
    price_cents: int,
    limits: ChanceLimits,
    law: Profile,
    findings: Findings,
) -> None:
    """The electromechanical meters count all that the machine takes and wins, and keep up (K-01, K-31)."""
    stakes = draft.bets_cents or [price_cents]
    paths = [f"bets_cents[{bet}]" for bet in range(len(stakes))] if draft.bets_cents else ["price_cents"]
    card = draft.money.card if draft.money else None
    money = [*zip(paths, stakes, strict=True), *money_paths(draft)]
    money += [("money.card.step_cents", card.step_cents)] if card and card.step_cents else []
    prizes = list(_prizes(draft))
    checks_meters.check_units(draft.counters, money, prizes, findings)
    if game is None or draft.durations is None or findings.about("reels"):
        return
    layout, tables = game
    dearest = max(stakes)
    pace = checks_meters.Pace(
        stake_cents=dearest,
        plays=1,
        every_ms=draft.durations.play_min_ms,
        # What is more is refused.
        payout=min(Fraction(1), uncapped_payout(layout) + pots_payout(tables)),
        largest_cents=most_won_cents(tables, dearest // price_cents)
        + (draft.link.award_max_cents if draft.link else 0),
    )
    checks_meters.check_pace(draft.counters, pace, money, prizes, law, findings)


def _owed(draft: ChanceDraft) -> Iterator[tuple[str, int]]:
    """(key path, cents) of each amount of which everything owed is made, pots apart."""
    for number, cents in enumerate(draft.money.coins_cents if draft.money else ()):
        yield f"money.coins_cents[{number}]", cents
    yield from _prizes(draft)


def _prizes(draft: ChanceDraft) -> Iterator[tuple[str, int]]:
    """(key path, cents) of each prize at the first bet, pots apart."""
    for number, pay in enumerate(draft.paytable or ()):
        if pay.cents is not None:
            yield f"paytable[{number}].cents", pay.cents
        for count, cents in (pay.counts or {}).items():
            yield f"paytable[{number}].counts.{count}", cents
    for number, row in enumerate(draft.scatters or ()):
        for count, cents in row.pays.items():
            yield f"scatters[{number}].pays.{count}", cents
    for number, pick in enumerate(draft.picks or ()):
        if pick.cents:
            yield f"picks[{number}].cents", pick.cents
