# SPDX-License-Identifier: MIT
"""Checks payout, length of plays and front of a type C model against the law."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import cext
from machines import MachinesError
from machines.check import wording
from machines.check.problems import Findings, euro, percent
from machines.rules import Profile
from machines.support.languages import listed
from machines.types.chance.draft import ChanceDraft
from machines.types.chance.layout import ChanceLayout
from machines.types.chance.limits import ChanceLimits
from machines.types.chance.payout import exact_payout, least_payout, pots_payout, uncapped_payout
from machines.types.chance.schema import REQUIRED_TEXTS
from machines.types.common.par_terms import ratio

_RULES = {"rules": "C-21", "bets": "C-21", "minors": "C-22", "minimum_payout": "C-06", "addiction": "C-21"}


def check_payout(
    layout: ChanceLayout, tables: cext.ChanceTables | None, limits: ChanceLimits, findings: Findings
) -> None:
    """All combinations return the least share of their stakes, pots and gamble apart (C-06, C-07)."""
    payout, apart = uncapped_payout(layout), ""
    try:
        if payout >= limits.payout and tables is not None and least_payout(tables) < limits.payout:
            payout, apart = exact_payout(tables), f", with {euro(layout.cap_cents)} at most in each play"
    except (cext.CoreError, MachinesError) as error:  # a TooLongError
        hint = "take a reel away, shorten the strips, lower the most free plays or use fewer different prizes"
        findings.add(
            "reels", f"must be few enough to count what they pay exactly ({error})", hint, rule="C-06"
        )
    if payout < limits.payout:
        apart += ", pots apart" if any(row.pot for row in layout.combos) else ""
        findings.add(
            "paytable",
            f"pays {percent(payout)} of the stakes over all combinations{apart}, "
            f"at least {percent(limits.payout)} required",
            "raise prizes, or put more of what wins on the strips",
            value=_written(payout),
            limit=str(limits.payout),
            unit="of stakes",
            rule="C-06",
        )
    elif tables is not None:
        _check_surplus(tables, payout, findings)


def _check_surplus(tables: cext.ChanceTables, payout: Fraction, findings: Findings) -> None:
    """
    The machine does not pay more than it takes in the long run; no norm says so, but it would be a slip.

    Pots count with what they return in the long run, their seeds included, and a gamble that wins more often
    than it loses with all that it adds for whoever never lets it pass.
    """
    gamble, pots = tables.gamble, pots_payout(tables)
    favourable = gamble is not None and 2 * gamble.wins > gamble.of
    if not favourable and payout + pots <= 1:
        return
    payout = exact_payout(tables)
    if favourable and gamble is not None:
        from machines.types.chance.gamble import gambled  # loads flint
        from machines.types.chance.game import game_of

        payout = gambled(game_of(tables).total, gamble, tables.cap_cents).mean_cents / tables.price_cents
    if payout + pots > 1:
        with_pots = f", {percent(pots)} of them by its pots" if pots else ""
        message = (
            f"pays {percent(payout + pots)} of the stakes{' at most' if favourable else ''}{with_pots}, "
            "at most 100 % allowed: it would pay more than it takes for ever"
        )
        hint = "lower prizes, or the seeds, shares or odds of pots and gamble"
        findings.slip("paytable", message, hint, value=_written(payout + pots), limit="1", unit="of stakes")


def _written(share: Fraction) -> str:
    """A share as Python writes it, in any length."""
    return ratio(share).removesuffix("/1")


def check_durations(draft: ChanceDraft, limits: ChanceLimits, findings: Findings) -> None:
    """No play is shorter than the law's least (C-09)."""
    if draft.durations is None:
        return
    hint = f"write {limits.play_min_ms} or more, or leave the key out"
    path, written = "durations.play_min_ms", draft.durations.play_min_ms
    findings.under(path, written, limits.play_min_ms, "ms", hint, rule="C-09")


def check_texts(
    draft: ChanceDraft, price_cents: int, limits: ChanceLimits, law: Profile, findings: Findings
) -> None:
    """The texts of the front are there, in the words that the profile has for them (C-06, C-21, C-22)."""
    texts = draft.texts
    if texts is None:
        return
    wording.check_present(texts, REQUIRED_TEXTS, _RULES, findings)
    chosen = draft.bets_cents if limits.price_fixed_cents is None else None
    stakes = chosen or [price_cents]
    figures = partial(_figures, stakes, limits)
    bets = wording.Fixed("C-21", "bets_chosen" if len(stakes) > 1 else "bets")
    wording.check(law, bets, "texts.bets", texts.bets, figures, findings, begins=True)
    fixed = [wording.Fixed(_RULES[name], name) for name in ("minors", "minimum_payout", "addiction")]
    for row in fixed:
        wording.check(law, row, f"texts.{row.name}", getattr(texts, row.name), figures, findings)
    for name in ("rules", "bets"):
        wording.check_free(fixed, f"texts.{name}", getattr(texts, name), findings)


def _figures(stakes: list[int], limits: ChanceLimits, language: str) -> dict[str, str]:
    """The figures in the slots of the wordings in a language."""
    amounts = [wording.amount(cents, language) for cents in stakes]
    return {
        "years": str(limits.adult_years),
        "percent": str(limits.payout * 100),
        "price": amounts[0],
        "prices": listed(amounts, language, "{} or {}"),
        "least": wording.amount(min(stakes), language),
    }
