# SPDX-License-Identifier: MIT
"""Checks that scatters, free plays, picks, gamble and pots of a type C model fit each other."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from math import lcm

from machines.check.problems import Findings, euro
from machines.check.reels import known_symbol, repeated
from machines.types.chance.draft import ChanceDraft
from machines.types.chance.layout import ChanceLayout, ComboRow, Reels, counts_of
from machines.types.chance.schema import PotShape, ScatterPay

SCATTERS_MAX = 32
"""Scatter rows of the core (chance.h, CORE_CHANCE_MAX_SCATTERS)."""
PICKS_MAX = 255
"""Picks that all scatter rows give together (chance.h, CORE_CHANCE_MAX_GIVEN)."""
SHARE_OF_MAX = 1_000_000_000
"""Largest denominator of a share (chance.h, CORE_CHANCE_MAX_SHARE)."""
MYSTERY_OF_MAX = 1 << 60
"""Values of the mystery draw (chance.h, CORE_CHANCE_MAX_COMBINATIONS)."""
FAIR = Fraction(1, 2)


def check_scatters(draft: ChanceDraft, cap_cents: int, findings: Findings) -> None:
    """Each scatter is one symbol marked so, counts cells that there are, gives something, within the law."""
    if draft.scatters is None or draft.symbols is None:
        return
    for number, row in enumerate(draft.scatters):
        path = f"scatters[{number}]"
        known_symbol(f"{path}.symbol", row.symbol, list(draft.symbols), findings)
        if row.symbol in draft.symbols and not draft.symbols[row.symbol].scatter:
            hint = f"write scatter = true in [symbols.{row.symbol}], or move the row to the paytable"
            message = f'must be a symbol with scatter = true (got "{row.symbol}")'
            findings.add(f"{path}.symbol", message, hint, value=row.symbol)
        if not counts_of(row):
            hint = "write pays, free_plays, picks or pot"
            findings.add(path, "must give something (got nothing)", hint)
        _check_counts(path, row, draft, cap_cents, findings)
    for path, _ in repeated("scatters", [[row.symbol] for row in draft.scatters]):
        hint = "write all that a symbol gives in one row"
        findings.add(f"{path}.symbol", "must differ from the rows before it", hint)
    named = {row.symbol for row in draft.scatters}
    for name, symbol in draft.symbols.items():
        if symbol.scatter and name not in named:
            hint = f'write a [[scatters]] with symbol = "{name}", or take scatter = true away'
            findings.add(f"symbols.{name}.scatter", "must have a row in scatters (got none)", hint)
    rows = sum(len(counts_of(row)) for row in draft.scatters)
    findings.over("scatters", rows, SCATTERS_MAX, "counts together", "use fewer counts")


def _check_counts(path: str, row: ScatterPay, draft: ChanceDraft, cap_cents: int, findings: Findings) -> None:
    if draft.rows is not None and draft.reels is not None:
        cells = draft.rows * len(draft.reels)
        for key, given in _given(row).items():
            for count in given:
                hint = f"{draft.rows} rows on {len(draft.reels)} reels show no more"
                findings.over(f"{path}.{key}.{count}", int(count), cells, "cells", hint)
    for count, cents in row.pays.items():
        hint = "lower the prize; a pot may pay more"
        findings.over(f"{path}.pays.{count}", cents, cap_cents, "cents", hint, rule="C-04")


def _given(row: ScatterPay) -> dict[str, Mapping[str, object]]:
    names = ("pays", "free_plays", "retrigger", "picks", "pot")
    return {name: getattr(row, name) for name in names}


def check_free_plays(draft: ChanceDraft, findings: Findings) -> None:
    """Free plays have a stated maximum, which no award passes; some row gives free plays."""
    if draft.scatters is None:
        return
    given = [
        (f"scatters[{number}].{key}.{count}", plays)
        for number, row in enumerate(draft.scatters)
        for key, counts in (("free_plays", row.free_plays), ("retrigger", row.retrigger))
        for count, plays in counts.items()
    ]
    starts = any(row.free_plays for row in draft.scatters)
    for number, row in enumerate(draft.scatters):
        if row.retrigger and not starts:
            hint = "write free_plays, or take retrigger out"
            message = "must go with free_plays of some scatter (got none)"
            findings.add(f"scatters[{number}].retrigger", message, hint)
    if draft.free_plays is None:
        if given and not findings.about("free_plays"):
            hint = "write [free_plays] with max: most free plays that one play can give, retriggers included"
            findings.add("free_plays", "must be present where free plays are given (got nothing)", hint)
        if draft.free_reels is not None and not given:
            hint = "take them out, or give free plays in [[scatters]]"
            findings.add("free_reels", "must go with free plays (got none)", hint)
        return
    if not starts:
        hint = "write free_plays in a row of [[scatters]], or take [free_plays] out"
        findings.add("free_plays", "must be given by some scatter (got none)", hint)
    for path, plays in given:
        hint = "raise free_plays.max or give fewer"
        findings.over(path, plays, draft.free_plays.max, "free plays", hint)


def check_picks(draft: ChanceDraft, cap_cents: int, findings: Findings) -> None:
    """Picks find something, and some scatter gives picks."""
    if draft.picks is None or draft.scatters is None:
        return
    giving = [number for number, row in enumerate(draft.scatters) if row.picks]
    if giving and not draft.picks:
        hint = "write [[picks]] with cents and weight"
        message = "must go with [[picks]] that say what a pick finds (got none)"
        findings.add(f"scatters[{giving[0]}].picks", message, hint)
    if draft.picks and not giving:
        hint = "write picks in a row of [[scatters]], or take [[picks]] out"
        findings.add("picks", "must be given by some scatter (got none)", hint)
    for number, pick in enumerate(draft.picks):
        hint = "lower the prize; a pot may pay more"
        findings.over(f"picks[{number}].cents", pick.cents, cap_cents, "cents", hint, rule="C-04")
    together = sum(picks for row in draft.scatters for picks in row.picks.values())
    findings.over("scatters", together, PICKS_MAX, "picks together", "give fewer picks")


def check_gamble(draft: ChanceDraft, cap_cents: int, findings: Findings) -> None:
    """A gamble can neither pass the largest prize nor lower the payout."""
    if draft.gamble is None:
        return
    odds = draft.gamble.odds
    if not 0 < odds < 1 or odds.denominator >= 1 << 32:
        message = f"must be above 0 and below 1 with a denominator below 2^32 (got {odds})"
        findings.add("gamble.odds", message, 'write odds = "1/2"', value=str(odds))
    elif odds < FAIR:
        message = f"must be at least 1/2 (got {odds}), or the payout would fall with every gamble"
        hint = 'write odds = "1/2": double or nothing that returns what is staked'
        findings.add("gamble.odds", message, hint, value=str(odds), limit=str(FAIR), rule="C-06")
    hint = f"write {cap_cents // 2} or less: a win that doubles must stay within the largest prize"
    most = draft.gamble.max_cents
    findings.over("gamble.max_cents", most, cap_cents // 2, "cents", hint, rule="C-04")


def check_pots(draft: ChanceDraft, findings: Findings) -> None:
    """Pots begin below their limit, take a share that is there, and each can be hit in its own way."""
    if draft.pots is None:
        return
    names = [pot.name for pot in draft.pots]
    for path, _ in repeated("pots", [[name] for name in names]):
        findings.add(f"{path}.name", "must differ from the pots before it", "give it another name")
    for number, pot in enumerate(draft.pots):
        _check_pot(f"pots[{number}]", pot, findings)
    taken = sum((pot.share + pot.reserve for pot in draft.pots), Fraction(0))
    if taken >= 1:
        message = f"must take less than the whole stake together (got {taken})"
        findings.add("pots", message, "lower share and reserve", value=str(taken), limit="1/1", rule="C-07")
    odds = [pot.odds for pot in draft.pots if pot.odds is not None]
    # Odds grow with the bet (cext/src/chance.h).
    bets = draft.bets_cents or [1]
    most = sum(odds) * max(bets) / min(bets)
    if most > 1:
        hint = "lower the odds: one draw decides for all pots of a play"
        at = " at the highest bet" if len(bets) > 1 else ""
        findings.add("pots", f"must have odds of 1 at most together{at} (got {most})", hint, rule="C-05")
    elif odds and lcm(*(chance.denominator for chance in odds)) > MYSTERY_OF_MAX:
        hint = "use denominators that divide each other"
        findings.add("pots", "must have odds with a common denominator of at most 2^60", hint)
    _check_named_pots(draft, names, findings)


def _check_pot(path: str, pot: PotShape, findings: Findings) -> None:
    if pot.seed_cents >= pot.limit_cents:
        findings.add(
            f"{path}.seed_cents",
            f"must be below limit_cents, {euro(pot.limit_cents)} (got {euro(pot.seed_cents)})",
            "lower the seed or raise the limit",
            value=pot.seed_cents,
            limit=pot.limit_cents - 1,
            unit="cents",
            rule="C-05",
        )
    for key, share in (("share", pot.share), ("reserve", pot.reserve)):
        if share > 1 or share.denominator > SHARE_OF_MAX or (key == "share" and not share):
            least = "above 0" if key == "share" else "from 0"
            message = f"must be {least} up to 1 with a denominator of at most {SHARE_OF_MAX:,} (got {share})"
            hint = 'write the part of each stake that it takes, such as "1/100"'
            findings.add(f"{path}.{key}", message, hint, value=str(share), rule="C-05")
    if pot.hit == "mystery" and pot.odds is None:
        hint = 'write odds = "1/20000": the chance in each play'
        findings.add(f"{path}.odds", "must be present where a draw hits it (got nothing)", hint, rule="C-05")
    elif pot.hit != "mystery" and pot.odds is not None:
        hint = 'take odds out, or write hit = "mystery"'
        message = f'must be left out where hit = "{pot.hit}" (got {pot.odds})'
        findings.add(f"{path}.odds", message, hint, value=str(pot.odds), rule="C-05")
    elif pot.odds is not None and not 0 < pot.odds <= 1:
        hint = 'write the chance in each play, such as "1/20000"'
        message = f"must be above 0 and at most 1 (got {pot.odds})"
        findings.add(f"{path}.odds", message, hint, value=str(pot.odds), rule="C-05")


def _check_named_pots(draft: ChanceDraft, names: list[str], findings: Findings) -> None:
    """Rows name pots that there are and that combinations hit; each such pot is named by some row."""
    assert draft.pots is not None
    hit_by_rows = {pot.name for pot in draft.pots if pot.hit == "combination"}
    named: set[str] = set()
    for path, name in _rows_with_pots(draft):
        named.add(name)
        if name not in names:
            near = get_close_matches(name, names, 1)
            hint = f"did you mean {near[0]}?" if near else f'write [[pots]] with name = "{name}"'
            known = ", ".join(names) or "no pot"
            message = f'must be a pot of [[pots]], {known} (got "{name}")'
            findings.add(path, message, hint, value=name, limit=names)
        elif name not in hit_by_rows:
            hint = f'write hit = "combination" for {name}, or take it out of the row'
            message = f'must be a pot with hit = "combination" (got "{name}")'
            findings.add(path, message, hint, value=name)
    if draft.paytable is None or draft.scatters is None:
        return
    for number, pot in enumerate(draft.pots):
        if pot.name in hit_by_rows - named:
            hint = f'write pot = "{pot.name}" in a row of the paytable, or hit = "mystery" with odds'
            message = "must be hit by some row of the paytable or scatters (got none)"
            findings.add(f"pots[{number}].hit", message, hint, value=pot.name, rule="C-05")


def _rows_with_pots(draft: ChanceDraft) -> list[tuple[str, str]]:
    found = []
    for number, pay in enumerate(draft.paytable or ()):
        if isinstance(pay.pot, str):
            found.append((f"paytable[{number}].pot", pay.pot))
        elif pay.pot is not None:
            found += [(f"paytable[{number}].pot.{count}", name) for count, name in pay.pot.items()]
    for number, row in enumerate(draft.scatters or ()):
        found += [(f"scatters[{number}].pot.{count}", name) for count, name in row.pot.items()]
    return found


def check_reached(layout: ChanceLayout, findings: Findings) -> None:
    """Everything on the front can come: each combination on its reels, each count in a window."""
    sets = [layout.paid] + ([layout.free] if layout.free_differs else [])
    for combo in layout.combos:
        shown = [_can_show(reels, combo) for reels in sets]
        if not any(shown) or (combo.pot and not shown[0]):
            where = "the reels of paid plays, which hit pots," if any(shown) else "the reels"
            hint = "put its symbols on those strips, or take the row out"
            message = f"must be a combination that {where} can show (got {combo.label})"
            findings.add(combo.path, message, hint, value=combo.label, rule="C-21")
    for row in layout.scatters:
        most = [_most_cells(reels, layout.rows, row.mask) for reels in sets]
        paid_only = bool(row.free_plays or row.pot) and row.count > most[0]
        if row.count > max(most) or paid_only:
            hint = "lower the count or put more of the symbol on the strips"
            message = f"must be a count that the window can show, {most[0]} at most (got {row.count})"
            findings.add(row.path, message, hint, value=row.count, limit=most[0], unit="cells", rule="C-21")


def _can_show(reels: Reels, combo: ComboRow) -> bool:
    pairs = zip(reels.strips, combo.masks, strict=True)
    return all(any(mask >> symbol & 1 for symbol in strip) for strip, mask in pairs)


def _most_cells(reels: Reels, rows: int, mask: int) -> int:
    """The most cells of a window that can show a symbol of a mask."""
    found = 0
    for strip in reels.strips:
        fits = [mask >> symbol & 1 for symbol in strip]
        found += max(sum((fits + fits)[stop : stop + rows]) for stop in range(len(strip)))
    return found
