# SPDX-License-Identifier: MIT
"""
Checks reels, lines, pays and texts of a type B model against law and board.

Each check reads what it needs from the draft, skips what has no readable shape (its mistake is
noted already), and notes every mistake that it finds.
"""

from __future__ import annotations

from math import prod

from machines.check import wording
from machines.check.problems import Findings
from machines.check.reels import LINES, check_motor, check_paylines, known_symbol, one_each, repeated
from machines.check.schema_parts import ANY_SYMBOL
from machines.rules import Profile
from machines.types.cycle.draft import CycleDraft
from machines.types.cycle.limits import Limits
from machines.types.cycle.schema import REQUIRED_TEXTS
from machines.types.cycle.windows import ANY, Strips

WINDOWS_MAX = 65_536
"""Windows that the core lists: their numbers fit 16 bits (core.h, CORE_MAX_WINDOWS)."""
HOLD_REELS_MAX = 5
"""Reels of a machine with hold: an offer has one bit for each of 32 masks (core.h)."""


def check_play(draft: CycleDraft, limits: Limits, findings: Findings) -> None:
    """Simultaneous plays, reels and lines: within the law and within the board."""
    if draft.simultaneous_max is not None:
        hint = "write 1, or 2 for a double play"
        most = limits.simultaneous_max
        findings.over("simultaneous_max", draft.simultaneous_max, most, "plays", hint, rule="B-03")
    if draft.reels is None:
        return
    wired = sum(name.startswith("optic_") for name in LINES)
    findings.over("reels", len(draft.reels), wired, "reels", "the board has an optic for no more")
    if draft.hold and len(draft.reels) > HOLD_REELS_MAX:
        findings.over("hold", len(draft.reels), HOLD_REELS_MAX, "reels", "write hold = false")
    for number, reel in enumerate(draft.reels):
        check_motor(f"reels[{number}]", len(reel.strip), reel.motor_steps, findings)
    windows = prod(len(reel.strip) for reel in draft.reels)
    hint = "shorten the strips or take a reel away"
    findings.over("reels", windows, WINDOWS_MAX, "windows", hint)


def check_symbols(draft: CycleDraft, findings: Findings) -> None:
    """Every symbol of strips and pays is described, and every one described stands on a strip."""
    if draft.symbols is None:
        return
    known = list(draft.symbols)
    used: set[str] = set()
    for number, reel in enumerate(draft.reels or ()):
        used.update(reel.strip)
        for stop, symbol in enumerate(reel.strip):
            known_symbol(f"reels[{number}].strip[{stop}]", symbol, known, findings)
    for number, pay in enumerate(draft.paytable or ()):
        for reel_number, symbol in enumerate(pay.symbols):
            if symbol != ANY_SYMBOL:
                known_symbol(f"paytable[{number}].symbols[{reel_number}]", symbol, known, findings)
    if draft.reels is not None:
        for symbol in sorted(set(known) - used):
            hint = "put it on a strip or take it out of symbols"
            findings.add(f"symbols.{symbol}", "must stand on some strip (got none)", hint, value=symbol)


def check_lines(draft: CycleDraft, findings: Findings) -> None:
    """Each payline reads one visible row of every reel; each pay names a symbol for every reel."""
    if draft.reels is None:
        return
    reels = len(draft.reels)
    check_paylines(draft.paylines or (), reels, draft.rows, findings)
    for number, pay in enumerate(draft.paytable or ()):
        path = f"paytable[{number}].symbols"
        one_each(path, len(pay.symbols), reels, "symbol", findings)
        if all(symbol == ANY_SYMBOL for symbol in pay.symbols):
            hint = "name a symbol; a pay that asks for nothing would win always"
            findings.add(path, 'must name a symbol on some reel (got only "*")', hint)
    for path, _ in repeated("paytable", [pay.symbols for pay in draft.paytable or ()]):
        hint = "keep one of the two; only the larger would ever count"
        findings.add(f"{path}.symbols", "must differ from the rows before it", hint)


def strips_of(draft: CycleDraft) -> Strips | None:
    """The strips, lines and pays as numbers; None while any of them has a mistake."""
    if None in (draft.symbols, draft.reels, draft.rows, draft.paylines, draft.paytable):
        return None
    assert draft.symbols and draft.reels and draft.rows and draft.paylines and draft.paytable
    number = {symbol: index for index, symbol in enumerate(draft.symbols)}
    number[ANY_SYMBOL] = ANY
    named = [symbol for reel in draft.reels for symbol in reel.strip]
    named += [symbol for pay in draft.paytable for symbol in pay.symbols]
    lengths = {len(line) for line in draft.paylines} | {len(pay.symbols) for pay in draft.paytable}
    sound = lengths == {len(draft.reels)} and all(symbol in number for symbol in named)
    windows = prod(len(reel.strip) for reel in draft.reels)
    if (
        not sound
        or windows > WINDOWS_MAX
        or any(row >= draft.rows for line in draft.paylines for row in line)
    ):
        return None
    return Strips(
        strips=tuple(tuple(number[symbol] for symbol in reel.strip) for reel in draft.reels),
        rows=draft.rows,
        paylines=tuple(map(tuple, draft.paylines)),
        pays=tuple((tuple(number[symbol] for symbol in pay.symbols), pay.cents) for pay in draft.paytable),
    )


def check_hold(draft: CycleDraft, strips: Strips | None, findings: Findings) -> None:
    """A machine that says it holds must be able to offer a hold after some losing play (B-23)."""
    if not draft.hold or strips is None:
        return
    prizes = [pay.cents for pay in draft.paytable or ()]
    if not any(strips.hold_offers(prizes)):
        hint = "write hold = false, or pay for something that held reels can reach"
        message = "must leave some losing window a prize within reach of held reels (got none)"
        findings.add("hold", message, hint, value=True, rule="B-23")


def check_texts(draft: CycleDraft, limits: Limits, law: Profile, findings: Findings) -> None:
    """The texts of the front are there, in the words that the profile has for them (B-29)."""
    if draft.texts is None:
        return
    wording.check_present(draft.texts, REQUIRED_TEXTS, dict.fromkeys(REQUIRED_TEXTS, "B-29"), findings)

    def figures(language: str) -> dict[str, str]:
        return {
            "years": str(limits.adult_years),
            "percent": str(limits.cycle_payout * 100),
            "plays": wording.number(limits.cycle_plays, language),
        }

    fixed = [wording.Fixed("B-29", name) for name in ("minimum_payout", "minors", "addiction")]
    for row in fixed:
        text = getattr(draft.texts, row.name)
        wording.check(law, row, f"texts.{row.name}", text, figures, findings)
    wording.check_free(fixed, "texts.rules", draft.texts.rules, findings)
