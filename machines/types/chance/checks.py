# SPDX-License-Identifier: MIT
"""Checks that price, reels, symbols, lines and paytable of a type C model fit each other."""

from __future__ import annotations

from collections.abc import Sequence

from machines.check.money import ascending, fixed_or_allowed
from machines.check.problems import Findings, euro
from machines.check.reels import check_motor, check_paylines, known_symbol, one_each, repeated
from machines.check.schema_parts import ANY_SYMBOL
from machines.types.chance.draft import ChanceDraft
from machines.types.chance.limits import ChanceLimits
from machines.types.chance.schema import ChancePay, ChanceReel

WEIGHT_MAX = 4_096
"""Sum of the weights of one reel (chance.h, CORE_CHANCE_MAX_WEIGHT)."""
COMBINATIONS_MAX = 1 << 60
"""Equally likely values of one draw (chance.h, CORE_CHANCE_MAX_COMBINATIONS)."""
COMBOS_MAX = 255
"""Combinations of the core (chance.h, CORE_CHANCE_MAX_COMBOS)."""
BET_MAX = 100
"""Times the first bet (chance.h, CORE_CHANCE_MAX_BET)."""
CAP_MAX_CENTS = 4_000_000
"""The most that one play wins at the first bet (chance_tables.h, CORE_CHANCE_MAX_CAP)."""
DRUMS_MAX = 3
"""Drums that the board has optics and driver axes for (machines.firmware.pins, docs/board.md)."""


def check_price(draft: ChanceDraft, limits: ChanceLimits, findings: Findings) -> int:
    """Return the price of a play in cents: the profile's own, the model's, or the highest allowed."""
    fixed, written = limits.price_fixed_cents, draft.price_cents
    bets = draft.bets_cents
    if bets is not None and fixed is None:
        return _check_bets(bets, written, limits, findings)
    if bets is not None and fixed is not None:
        message = f"must be left out: the profile fixes the price at {euro(fixed)} (got {len(bets)} bets)"
        hint = "take the key out, or name a profile that has a maximum price"
        findings.add("bets_cents", message, hint, value=bets, limit=fixed, unit="cents", rule="C-03")
    return fixed_or_allowed(written, fixed, limits.price_max_cents, ("C-03", "C-02"), findings)


def cap_of(draft: ChanceDraft, cap_cents: int, findings: Findings) -> int:
    """
    Return the most that a play wins: the law's, of a draft with a larger prize that prize, without a law the
    core's.

    A draft's sheet tells what its rows pay, so nothing may clip them; no play of it wins more than the core
    can count.
    """
    if findings.free:
        return CAP_MAX_CENTS
    if not findings.draft:
        return cap_cents
    named = [pay.cents or 0 for pay in draft.paytable or ()]
    named += [cents for pay in draft.paytable or () for cents in (pay.counts or {}).values()]
    named += [cents for row in draft.scatters or () for cents in row.pays.values()]
    named += [pick.cents for pick in draft.picks or ()]
    named += [2 * draft.gamble.max_cents] if draft.gamble else []
    return max(cap_cents, min(max(named, default=0), CAP_MAX_CENTS))


def _check_bets(bets: Sequence[int], written: int | None, limits: ChanceLimits, findings: Findings) -> int:
    """Bets ascend in multiples of the first, none above the maximum price (C-02); return the first."""
    ascending("bets_cents", bets, findings)
    first = bets[0]
    if written is not None:
        hint = "take the key out: the first bet is the price"
        message = f"must be left out beside bets_cents (got {euro(written)})"
        findings.add("price_cents", message, hint, value=written)
    for number, cents in enumerate(bets):
        path = f"bets_cents[{number}]"
        hint = f"write {limits.price_max_cents} or less"
        findings.over(path, cents, limits.price_max_cents, "cents", hint, rule="C-02")
        if cents % first or cents // first > BET_MAX:
            message = f"must be {euro(first)} times 1 to {BET_MAX} (got {euro(cents)})"
            hint = "write a multiple of the first bet: prizes grow exactly with it"
            findings.add(path, message, hint, value=cents, limit=first, unit="cents", rule="C-02")
    return first if findings.keeps_figures else min(first, limits.price_max_cents)


def check_reels(draft: ChanceDraft, findings: Findings) -> None:
    """Each reel fills the window, its weights fit its strip and the core, its motor its stops."""
    for name, reels in (("reels", draft.reels), ("free_reels", draft.free_reels)):
        combinations = 1
        for number, reel in enumerate(reels or ()):
            _check_reel(f"{name}[{number}]", reel, draft.rows or 1, findings)
            combinations *= sum(reel.weights or [1] * len(reel.strip))
        hint = "lower the weights or take a reel away"
        findings.over(name, combinations, COMBINATIONS_MAX, "combinations", hint)
    if draft.reels and draft.free_reels:
        one_each("free_reels", len(draft.free_reels), len(draft.reels), "strip", findings)


def check_drums(draft: ChanceDraft, findings: Findings) -> None:
    """All reels are drums with motors or all are pictures; a drum has one strip, whatever it turns for."""
    motors = [reel.motor_steps is not None for reel in draft.reels or ()]
    for number, reel in enumerate(draft.free_reels or ()):
        if reel.motor_steps is not None:
            path, hint = f"free_reels[{number}].motor_steps", "take it out: a motor belongs to reels"
            message = f"must be left out of the reels of free plays (got {reel.motor_steps})"
            findings.add(path, message, hint, value=reel.motor_steps)
    if not any(motors):
        return
    if not all(motors):
        hint = "write motor_steps for every reel, or for none to show them on a screen"
        message = f"must all have motor_steps, or none of them (got {sum(motors)} of {len(motors)})"
        findings.add("reels", message, hint, value=sum(motors), limit=len(motors), unit="reels")
    hint = f"take reels away, or leave motor_steps out to show all {len(motors)} on a screen"
    findings.over("reels", len(motors), DRUMS_MAX, "drums", hint)
    if draft.free_reels:
        hint = "take free_reels out, or leave motor_steps out to show the reels on a screen"
        message = f"must be left out where reels are drums (got {len(draft.free_reels)} strips)"
        findings.add("free_reels", message, hint, value=len(draft.free_reels))


def _check_reel(path: str, reel: ChanceReel, rows: int, findings: Findings) -> None:
    stops = len(reel.strip)
    hint = "write a longer strip or show fewer rows"
    findings.under(f"{path}.strip", stops, rows, "stops", hint)
    if reel.weights is not None and len(reel.weights) != stops:
        message = f"must hold a weight for each of the {stops} stops (got {len(reel.weights)})"
        hint = f"write {stops}, or leave the key out"
        findings.add(f"{path}.weights", message, hint, value=len(reel.weights), limit=stops, unit="weights")
    weight = sum(reel.weights or [1] * stops)
    hint = "lower the weights: their sum is how many tickets the reel has"
    findings.over(f"{path}.weights", weight, WEIGHT_MAX, "tickets", hint)
    if reel.motor_steps is not None:
        check_motor(path, stops, reel.motor_steps, findings)


def check_symbols(draft: ChanceDraft, findings: Findings) -> None:
    """Every symbol named is described, every one described stands on a strip, no wild is a scatter."""
    if draft.symbols is None:
        return
    known = list(draft.symbols)
    used: set[str] = set()
    for name, reels in (("reels", draft.reels), ("free_reels", draft.free_reels)):
        for number, reel in enumerate(reels or ()):
            used.update(reel.strip)
            for stop, symbol in enumerate(reel.strip):
                known_symbol(f"{name}[{number}].strip[{stop}]", symbol, known, findings)
    for symbol in sorted(set(known) - used) if draft.reels is not None else ():
        hint = "put it on a strip or take it out of symbols"
        findings.add(f"symbols.{symbol}", "must stand on some strip (got none)", hint, value=symbol)
    for name, described in draft.symbols.items():
        if described.wild is None:
            continue
        if described.scatter:
            hint = "choose one: a wild stands on lines, a scatter counts anywhere"
            message = "must be a wild or a scatter (got both)"
            findings.add(f"symbols.{name}", message, hint, value=name)
        for number, other in enumerate(described.wild.instead_of or ()):
            path = f"symbols.{name}.wild.for[{number}]"
            known_symbol(path, other, known, findings)
            if other in known and draft.symbols[other].scatter:
                message = f'must be a symbol that is no scatter (got "{other}")'
                findings.add(path, message, "take it out; a scatter counts for itself alone", value=other)


def check_lines(draft: ChanceDraft, price_cents: int, findings: Findings) -> None:
    """Lines read visible rows and divide the price into whole cents; ways need none."""
    lines = draft.paylines
    if draft.evaluation == "ways" and lines is not None:
        hint = 'take them out, or write evaluation = "lines"'
        findings.add("paylines", f"must be left out where all ways pay (got {len(lines)})", hint)
        return
    if draft.evaluation == "lines" and lines is None and not findings.about("paylines"):
        hint = 'write paylines, for each line its row on each reel, or evaluation = "ways"'
        findings.add("paylines", "must be present where lines pay (got nothing)", hint)
    if lines is None or draft.reels is None:
        return
    check_paylines(lines, len(draft.reels), draft.rows, findings)
    if price_cents % len(lines):
        counts = [n for n in range(1, 101) if price_cents % n == 0]
        nearest = min(counts, key=lambda n: abs(n - len(lines)))
        message = f"must divide {euro(price_cents)} into stakes of whole cents (got {len(lines)} lines)"
        hint = f"write {nearest} lines"
        findings.add("paylines", message, hint, value=len(lines), limit=counts, unit="lines")


def check_paytable(draft: ChanceDraft, cap_cents: int, findings: Findings) -> None:
    """Each row is one combination or counts of one symbol, its prizes within the law, no row twice."""
    if draft.paytable is None:
        return
    for number, pay in enumerate(draft.paytable):
        path = f"paytable[{number}]"
        if pay.symbols is not None and pay.symbol is None and pay.counts is None:
            _check_combination(path, pay, draft, cap_cents, findings)
        elif pay.symbols is None and pay.symbol is not None and pay.counts is not None and pay.cents is None:
            _check_counts(path, pay, draft, cap_cents, findings)
        else:
            message = "must be symbols with cents, or a symbol with counts"
            hint = 'write { symbols = [...], cents = ... } or { symbol = "...", counts = { 3 = ... } }'
            findings.add(path, message, hint)
    asked: list[Sequence[object]] = [pay.symbols or [pay.symbol] for pay in draft.paytable]
    for path, what in repeated("paytable", asked):
        if what != [None]:
            findings.add(path, "must differ from the rows before it", "keep one of the two")
    rows_made = sum(1 if pay.counts is None else len(pay.counts) for pay in draft.paytable)
    hint = "use fewer rows or counts"
    findings.over("paytable", rows_made, COMBOS_MAX, "combinations", hint)


def _check_combination(
    path: str, pay: ChancePay, draft: ChanceDraft, cap_cents: int, findings: Findings
) -> None:
    assert pay.symbols is not None
    if draft.evaluation == "ways":
        message = "must be a symbol with counts where all ways pay"
        findings.add(f"{path}.symbols", message, 'write { symbol = "...", counts = { 3 = ... } }')
    if draft.reels is not None:
        one_each(f"{path}.symbols", len(pay.symbols), len(draft.reels), "symbol", findings)
    if all(place == ANY_SYMBOL for place in pay.symbols):
        hint = "name a symbol; a pay that asks for nothing would win always"
        findings.add(f"{path}.symbols", 'must name a symbol on some reel (got only "*")', hint)
    for reel, place in enumerate(pay.symbols):
        named = [(f"{path}.symbols[{reel}]", place)] if isinstance(place, str) else _listed(path, reel, place)
        for key, symbol in named:
            if symbol != ANY_SYMBOL:
                _line_symbol(key, symbol, draft, findings)
    if pay.cents is None and pay.pot is None:
        findings.add(f"{path}.cents", "must be present (got nothing)", "write cents: prize in cents")
    findings.over(f"{path}.cents", pay.cents or 0, cap_cents, "cents", _LOWER, rule="C-04")
    if isinstance(pay.pot, dict):
        hint = 'write pot = "name"'
        findings.add(f"{path}.pot", "must be the name of a pot beside symbols (got a table)", hint)


_LOWER = "lower the prize; a pot may pay more"


def _listed(path: str, reel: int, place: Sequence[str]) -> list[tuple[str, str]]:
    return [(f"{path}.symbols[{reel}][{number}]", symbol) for number, symbol in enumerate(place)]


def _check_counts(path: str, pay: ChancePay, draft: ChanceDraft, cap_cents: int, findings: Findings) -> None:
    assert pay.symbol is not None and pay.counts is not None
    _line_symbol(f"{path}.symbol", pay.symbol, draft, findings)
    if not pay.counts:
        findings.add(f"{path}.counts", "must hold at least 1 count (got 0)", "write { 3 = ... } in cents")
    for count, cents in pay.counts.items():
        if draft.reels is not None:
            hint = "count from the left, one a reel"
            findings.over(f"{path}.counts.{count}", int(count), len(draft.reels), "reels", hint)
        findings.over(f"{path}.counts.{count}", cents, cap_cents, "cents", _LOWER, rule="C-04")
    if isinstance(pay.pot, str):
        hint = f'write pot = {{ {max(pay.counts, key=int, default="5")} = "{pay.pot}" }}'
        findings.add(
            f"{path}.pot", "must say for which count beside counts (got a text)", hint, value=pay.pot
        )
        return
    for count in sorted(set(pay.pot or ()) - set(pay.counts), key=int):
        known = ", ".join(pay.counts)
        hint = "write the count in counts, too"
        findings.add(f"{path}.pot.{count}", f"must be one of {known} (got {count})", hint, value=count)


def _line_symbol(path: str, symbol: str, draft: ChanceDraft, findings: Findings) -> None:
    """A symbol of the paytable is described, and no scatter."""
    if draft.symbols is None:
        return
    known_symbol(path, symbol, list(draft.symbols), findings)
    if symbol in draft.symbols and draft.symbols[symbol].scatter:
        hint = "write it in [[scatters]], or take scatter = true away"
        findings.add(path, f'must be a symbol that is no scatter (got "{symbol}")', hint, value=symbol)
