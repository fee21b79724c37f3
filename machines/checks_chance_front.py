# SPDX-License-Identifier: MIT
"""What a type C model returns, how long its plays last and what its front says, before the law."""

from __future__ import annotations

import re

import cext
from machines.chance_layout import ChanceLayout
from machines.draft import ChanceDraft
from machines.limits_chance import ChanceLimits
from machines.problems import Findings, euro, percent
from machines.schema_chance import REQUIRED_TEXTS, ChanceTexts
from machines.schema_parts import Text

_RULES = {"rules": "C-21", "bets": "C-21", "minors": "C-22"}


def check_payout(
    layout: ChanceLayout, tables: cext.ChanceTables | None, limits: ChanceLimits, findings: Findings
) -> None:
    """
    All combinations return the least share of their stakes, pots and gamble apart (C-06, C-07).

    The exact mathematics is loaded here, so that no other type waits for it.
    """
    from machines.chance_free import TooLongError
    from machines.chance_mean import mean_payout
    from machines.chance_payout import exact_payout, least_payout

    payout, apart = mean_payout(layout), ""
    try:
        if payout >= limits.payout and tables is not None and least_payout(tables) < limits.payout:
            payout, apart = exact_payout(tables), f", with {euro(layout.cap_cents)} at most in each play"
    except (cext.CoreError, TooLongError) as error:
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
            value=str(payout),
            limit=str(limits.payout),
            unit="of stakes",
            rule="C-06",
        )


def check_durations(draft: ChanceDraft, limits: ChanceLimits, findings: Findings) -> None:
    """No play is shorter than the law's least (C-09)."""
    if draft.durations is None or draft.durations.play_min_ms is None:
        return
    hint = f"write {limits.play_min_ms} or more, or leave the key out"
    path, written = "durations.play_min_ms", draft.durations.play_min_ms
    findings.under(path, written, limits.play_min_ms, "ms", hint, rule="C-09")


def check_texts(draft: ChanceDraft, price_cents: int, limits: ChanceLimits, findings: Findings) -> None:
    """The texts of the front are there and name the figures that they are about (C-21, C-22)."""
    if draft.texts is None:
        return
    for name in REQUIRED_TEXTS:
        if getattr(draft.texts, name) is None:
            meaning = ChanceTexts.model_fields[name].description
            message = "must be on the front (got nothing)"
            findings.add(f"texts.{name}", message, f"write {name}: {meaning}", rule=_RULES[name])
    chosen = draft.bets_cents if limits.price_fixed_cents is None else None
    for stake_cents in chosen or [price_cents]:
        whole, cents = divmod(stake_cents, 100)
        figures = [f"{whole}.{cents:02d}", f"{whole},{cents:02d}"] + ([str(whole)] if not cents else [])
        hint = f"say that a play costs {figures[0]}"
        _names("bets", draft.texts.bets, figures, hint, findings)
    age = str(limits.adult_years)
    _names("minors", draft.texts.minors, [age], f"say that nobody under {age} may play", findings)
    share = str(limits.payout * 100)
    hint = f"say that at least {share} % of the stakes is returned, or leave the text out"
    _names("minimum_payout", draft.texts.minimum_payout, [share], hint, findings)


def _names(name: str, text: Text | None, figures: list[str], hint: str, findings: Findings) -> None:
    """Note a text, in each of its languages, that names none of these figures."""
    pattern = re.compile(r"(?<![\d.,])(" + "|".join(map(re.escape, figures)) + r")(?!\d|[.,]\d)")
    for language, words in (("es", text.es), ("en", text.en)) if text else ():
        if words is not None and not pattern.search(words):
            message = f"must name the figure {figures[0]} (got none)"
            rule = _RULES.get(name, "C-06")
            path = f"texts.{name}.{language}"
            findings.add(path, message, hint, value=words, limit=figures[0], rule=rule)
