# SPDX-License-Identifier: MIT
"""
Tunes a machine of type C: other weights, strips or pays, so that it returns and wins what is asked for.

The objective is the exact mathematics of the sheet: wilds, scatters, ways, free plays, picks and the cap of a
play are all in it; pots and gamble stay apart, as the law has it (C-07). Weights are tuned where the model
has some; elsewhere strips, and weights where strips alone do not come near enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd

from machines.check.problems import Findings, Problem, euro, percent
from machines.support.plain import Json
from machines.types.chance.checks import WEIGHT_MAX
from machines.types.chance.layout import ChanceLayout
from machines.types.chance.model import ChanceModel
from machines.types.chance.payout import pots_payout
from machines.types.chance.tune_figures import Meter
from machines.types.chance.tune_pays import PaySpace
from machines.types.chance.tune_search import Found, Space, State, distance, search
from machines.types.chance.tune_strips import Strips, StripSpace
from machines.types.chance.tune_weights import Weights, WeightSpace
from machines.types.common.tuning import (
    Change,
    Figures,
    Lawful,
    Proposal,
    Range,
    Targets,
    Tell,
    TuneError,
    around,
)

ROUNDS = 12
WIDER = (20, 4, 1)
"""Where the straight way ends too soon ranges are wider at first: large changes then go the most of it."""
STAYS = Fraction(5, 10_000)
"""How far the payout may move that is not asked for: 0.05 points."""
FAR, SLOW = 40.0, 0.9
"""No finer tickets are tried where a search ends so far off and brought it down to no less than a part."""
PARTS = ("weights", "strips", "pays")


def tune_chance(model: ChanceModel, targets: Targets, lawful: Lawful, tell: Tell) -> Proposal:
    """
    Propose other weights, strips or pays.

    Raises:
        TuneError: ``targets.only`` names no part of such a model, or its figures cannot be counted.
    """
    if targets.only not in (None, *PARTS):
        message = f"--only must be {', '.join(PARTS[:-1])} or {PARTS[-1]} of a machine of type C"
        raise TuneError(f"{message} (got {targets.only})", "a plan is of type B")
    return _Tuning(model, targets, lawful, tell).proposal()


class _Tuning:
    """One tuning of one model."""

    def __init__(self, model: ChanceModel, targets: Targets, lawful: Lawful, tell: Tell) -> None:
        self._model, self._targets, self._lawful, self._tell = model, targets, lawful, tell
        wanted = {"hit": targets.hit, "variance": targets.variance}
        named = {name: range_ for name, range_ in wanted.items() if range_ is not None}
        self._meter = Meter(model, ("rtp", *named))
        own = self._meter.whole(model.layout)
        if own is None:
            raise TuneError("a model must be one that can be counted exactly", "azar par tells why it cannot")
        self._own = own
        rtp, self._stopped = self._lawful_payout(targets.rtp or around(own.rtp, STAYS))
        self._ranges = [rtp, *named.values()]
        symbols = model.layout.symbols
        self._kept = frozenset(symbols.index(name) for name in targets.keep)

    def proposal(self) -> Proposal:
        """The cheapest change that meets the targets, or the nearest."""
        start = tuple(getattr(self._own, name) for name in self._meter.names)
        if not distance(start, self._ranges):
            return Proposal({}, (), self._own, self._stopped)
        searches = {"weights": self._weights, "strips": self._strips, "pays": self._pays}
        nearest: tuple[float, Json, list[Change], Figures] | None = None
        for part in self._parts():
            misses, parts, changes = searches[part]()
            figures = self._figures
            if nearest is None or misses < nearest[0]:
                nearest = misses, parts, changes, figures
            if not misses:
                break
        assert nearest is not None
        misses, parts, changes, figures = nearest
        if problems := self._lawful(parts):
            return Proposal({}, (), self._own, problems[0])
        reached = figures.reach(self._targets)
        stopped = self._stopped if self._stopped and not misses else self._short()
        return Proposal(parts, tuple(changes), figures, None if reached else stopped)

    def _parts(self) -> Sequence[str]:
        """What is tried, one after the other."""
        if self._targets.only is not None:
            return (self._targets.only,)
        weighted = any(len(set(weights)) > 1 for weights in self._model.layout.paid.weights)
        return ("weights",) if weighted else ("strips", "weights")

    def _lawful_payout(self, wanted: Range) -> tuple[Range, Problem | None]:
        """The payouts that are wanted and may be, or the nearest that may be, and what forbids others."""
        if self._model.profile.free:
            return wanted, None
        findings = Findings(self._model.profile)
        least, width = self._model.limits.payout, wanted.high - wanted.low
        most = 1 - pots_payout(self._model.tables)
        asked = f" (got {percent(wanted.middle)} as a target)"
        if wanted.high < least:
            message = f"must pay at least {percent(least)} of the stakes{asked}"
            findings.add("paytable", message, "ask for more", value=str(wanted.middle), rule="C-06")
            return Range(least, least + width), findings.problems[0]
        if wanted.low > most:
            pots = ", with what its pots return all of them" if most < 1 else ""
            message = (
                f"must pay at most {percent(most)} of the stakes{pots}, or it pays more than it takes{asked}"
            )
            findings.add("paytable", message, "ask for less", value=str(wanted.middle))
            return Range(most - width, most), findings.problems[0]
        return Range(max(wanted.low, least), min(wanted.high, most)), None

    def _rare(self) -> Problem | None:
        """That plays cannot win so often, as even the smallest prize would then return more."""
        hit = self._targets.hit
        if hit is None:
            return None
        layout, payout = self._model.layout, self._ranges[0].high
        prizes = [cents for cents, _, _ in layout.picks]
        prizes += [row.prize_cents for row in layout.combos] + [row.prize_cents for row in layout.scatters]
        least = min((cents for cents in prizes if cents), default=0)
        most = payout * layout.price_cents / least if least else Fraction(1)
        if hit.low <= most:
            return None
        message = (
            f"must win in at most {percent(most)} of its plays where it returns {percent(payout)}, as none "
            f"wins less than {euro(least)} (got {percent(hit.middle)} as a target)"
        )
        hint = "lower the smallest prize, or ask for fewer hits"
        return Problem("paytable", message, None, None, None, None, None, hint)

    def _short(self) -> Problem:
        """That the search found nothing nearer, and within what."""
        if rare := self._rare():
            return rare
        part = self._targets.only
        if part == "pays" and len(self._ranges) > 1:
            message = "must change by more than prizes, which do not decide how often a play wins"
            return Problem("paytable", message, None, None, None, None, None, "let weights or strips change")
        within = {
            "strips": "strips of their length, with each symbol on the reels that have it",
            "pays": "prizes that ascend with their counts, in multiples of their common unit",
        }.get(part or "", f"weights of at most {WEIGHT_MAX:,} tickets a reel")
        hint = "keep fewer symbols, widen --within, or ask for figures that go together better"
        if part == "strips":
            hint = "let weights change: --only weights"
        path = "paytable" if part == "pays" else "reels"
        message = f"must be within {within}: no state nearer was found"
        return Problem(path, message, None, None, None, None, None, hint)

    def _search(self, space: Space[State], state: State) -> Found[State]:
        straight = self._searched(space, state, 1)
        if not straight.misses:
            return straight
        for times in WIDER:
            found = self._searched(space, state, times)
            state = found.state
        return min(straight, found, key=lambda end: end.misses)

    def _searched(self, space: Space[State], state: State, times: int) -> Found[State]:
        """The end of one search, with ranges so many times as wide."""
        ranges = [_widened(range_, times) for range_ in self._ranges]
        return search(space, state, ranges, seed=self._targets.seed, rounds=ROUNDS, tell=self._tell)

    def _weights(self) -> tuple[float, Json, list[Change]]:
        space = WeightSpace(self._model.layout, self._meter, self._kept)
        found = self._search(space, space.start)
        before = distance([getattr(self._own, name) for name in self._meter.names], self._ranges)
        while found.misses and (found.misses < FAR or found.misses < SLOW * before):
            finer = space.finer(found.state)
            if finer is None:
                break
            before = found.misses
            space, state = finer
            found = self._search(space, state)
        self._measure(space.layout(found.state))
        own = self._model.layout.paid.weights
        made = tuple(_coarsest(weights, own[reel]) for reel, weights in enumerate(found.state))
        reels: list[Json] = [
            {} if same else {"weights": list(weights)}
            for weights, same in ((row, row == own[reel]) for reel, row in enumerate(made))
        ]
        return found.misses, {"reels": reels}, list(self._tickets(made))

    def _tickets(self, made: Weights) -> Iterator[Change]:
        """The tickets of each symbol on each reel that have changed, of how many."""
        layout = self._model.layout
        for reel, strip in enumerate(layout.paid.strips):
            for symbol in dict.fromkeys(strip):
                counts = []
                for weights in (layout.paid.weights[reel], made[reel]):
                    held = sum(w for w, shown in zip(weights, strip, strict=True) if shown == symbol)
                    counts.append((held, sum(weights)))
                if counts[0][0] != counts[1][0]:
                    shown = [f"{held} of {all_}" for held, all_ in counts]
                    yield Change(f"reels[{reel}].weights, {layout.symbols[symbol]}", *shown)

    def _strips(self) -> tuple[float, Json, list[Change]]:
        layout = self._model.layout
        space = StripSpace(layout, self._meter, self._kept)
        found = self._search(space, space.start)
        self._measure(space.layout(found.state))
        reels: list[Json] = []
        for reel, strip in enumerate(found.state):
            weights = layout.paid.weights[reel]
            even = len(set(weights)) == 1
            changed: Json = {"strip": [layout.symbols[symbol] for symbol in strip]}
            kept = changed if even else {**changed, "weights": list(weights)}
            reels.append({} if strip == layout.paid.strips[reel] else kept)
        return found.misses, {"reels": reels}, list(self._stops(found.state))

    def _stops(self, made: Strips) -> Iterator[Change]:
        """The stops whose symbol has changed."""
        names = self._model.layout.symbols
        for reel, (before, after) in enumerate(zip(self._model.layout.paid.strips, made, strict=True)):
            for stop, (gone, come) in enumerate(zip(before, after, strict=True)):
                if gone != come:
                    yield Change(f"reels[{reel}].strip[{stop}]", names[gone], names[come])

    def _pays(self) -> tuple[float, Json, list[Change]]:
        space = PaySpace(self._model.draft, self._model.layout, self._meter, self._targets.keep)
        found = self._search(space, space.start)
        self._measure(space.layout(found.state))
        sections = space.sections(found.state)
        changes = [
            Change(place.path, euro(before), euro(after))
            for place, before, after in zip(space.places, space.start, found.state, strict=True)
            if before != after
        ]
        own = space.sections(space.start)
        return found.misses, {key: rows for key, rows in sections.items() if rows != own[key]}, changes

    def _measure(self, layout: ChanceLayout) -> None:
        """Keep all figures of what was found."""
        figures = self._meter.whole(layout)
        assert figures is not None
        self._figures = figures


def _widened(range_: Range, times: int) -> Range:
    """A range around the same middle, so many times as wide."""
    half = times * (range_.high - range_.low) / 2
    return around(range_.middle, half)


def _coarsest(weights: Sequence[int], own: Sequence[int]) -> tuple[int, ...]:
    """The smallest weights with the same chances; a reel's own, if that is what they are."""
    unit = reduce(gcd, weights)
    least = tuple(weight // unit for weight in weights)
    return tuple(own) if all(a * own[0] == b * least[0] for a, b in zip(least, own, strict=True)) else least
