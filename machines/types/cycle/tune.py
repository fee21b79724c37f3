# SPDX-License-Identifier: MIT
"""
Tunes a machine of type B: other numbers of prizes in its cycle, so that it pays and wins what is asked for.

The sum that a cycle pays is met to the cent, or to the nearest that its prizes can make, and so is the
number of plays that win (``tune_counts``). The prizes then go to the strata that the model has
(``tune_strata``), and to strata found anew, perhaps more of them, where those do not keep the law
(``strata_search``). Whatever comes of it is judged by the checks of the model file: windows (B-08), double
plays (B-05), gamble, raises, hoppers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd

from machines.check.problems import Findings, Problem, euro, percent
from machines.support.plain import Json
from machines.types.common.tuning import (
    Change,
    Figures,
    Lawful,
    Proposal,
    Targets,
    Tell,
    TuneError,
)
from machines.types.cycle.checks_plan import STRATA_MAX
from machines.types.cycle.model import CycleModel
from machines.types.cycle.par import hit_frequency, variance_stake2
from machines.types.cycle.plan import Plan
from machines.types.cycle.plan_gamble import raised_payout
from machines.types.cycle.strata_search import demand_of, search
from machines.types.cycle.tune_counts import counts_for, fewest_hits, most_hits
from machines.types.cycle.tune_strata import dealt, grouped, plan_of_rows, rows_of
from machines.types.cycle.watcher import fits, watch

HALVINGS = 12
"""Steps towards the nearest lawful plan: the last is a 4,000th of the way to the target."""
NEAR_SUMS, NEAR_HITS = 12, 6
"""Other sums and numbers of wins that are tried where the nearest cannot be made of whole prizes."""
WATCHER_GRAIN_CENTS = 100
_CROWDED = Problem(
    "cycle.strata", "must hold no more prizes than they have plays (they would)", None, None, "plays", None,
    None, "ask for a lower hit frequency",
)  # fmt: skip


def tune_cycle(model: CycleModel, targets: Targets, lawful: Lawful, tell: Tell) -> Proposal:
    """
    Propose other strata.

    Raises:
        TuneError: the targets ask for what the prizes of a plan cannot be asked for.
    """
    if targets.only not in (None, "plan"):
        message = f"--only must be plan of a machine of type B (got {targets.only})"
        raise TuneError(message, "its reels show what the plan has decided; leave --only out")
    if targets.variance is not None:
        message = "a variance must be left out of a machine of type B: it follows from payout and prizes"
        raise TuneError(message, "ask for --rtp and --hit, or change the prizes of the paytable")
    return _Tuning(model, targets, lawful, tell).proposal()


class _Tuning:
    """One tuning of one model."""

    def __init__(self, model: CycleModel, targets: Targets, lawful: Lawful, tell: Tell) -> None:
        assert model.draft.cycle
        self._model, self._targets, self._lawful, self._tell = model, targets, lawful, tell
        self._plan = model.plan
        self._rows = rows_of(model.draft.cycle, model.plan.prizes_cents)
        self._demand = demand_of(model)
        self._kept = frozenset(pay.cents for pay in model.paytable if targets.keep.intersection(pay.symbols))
        self._rtp, self._hit, self._stopped = self._reachable()

    def proposal(self) -> Proposal:
        """The nearest lawful plan to the targets; the targets' own if there is one."""
        plan, stopped = self._at(Fraction(1), anew=True)
        if plan is None:
            plan, low, high = self._plan, Fraction(0), Fraction(1)
            for step in range(0 if self._beyond(stopped) else HALVINGS):
                self._tell(1 + step, 1 + HALVINGS, "the nearest")
                middle = (low + high) / 2
                nearer, problem = self._at(middle)
                if nearer is None:
                    high, stopped = middle, problem
                else:
                    plan, low = nearer, middle
        stopped = stopped or self._stopped
        figures = Figures(plan.payout, hit_frequency(plan), variance_stake2(plan))
        if not figures.reach(self._targets):
            stopped = stopped or self._coarse()
        if plan == self._plan:
            return Proposal({}, (), figures, stopped)
        parts = self._parts(plan)
        return Proposal(parts, tuple(self._changes(plan, parts)), figures, stopped)

    def _coarse(self) -> Problem:
        """That a cycle pays and wins in steps."""
        plan = self._plan
        unit = gcd(*plan.prizes_cents)
        steps = [Fraction(unit, plan.plays * plan.price_cents), Fraction(1, plan.plays)]
        paid, won = (f"{float(step * 100):g} points" for step in steps)
        message = (
            f"must pay a multiple of {euro(unit)} in {plan.plays:,} plays, a step of {paid}, and win whole "
            f"ones, {won} each"
        )
        hint = "widen --within"
        return Problem("cycle.strata", message, None, None, None, None, None, hint)

    def _beyond(self, problem: Problem | None) -> bool:
        """Whether it is a mistake that a draft has already, and that no plan mends."""
        if problem is None or problem.path.startswith(("cycle", "gamble", "raises")):
            return False
        return problem.path in {own.path for own in self._model.problems}

    def _reachable(self) -> tuple[Fraction, Fraction | None, Problem | None]:
        """The payout and hit frequency nearest to the targets that are not out of the question."""
        plan, limits, stopped = self._plan, self._model.limits, None
        findings = Findings(self._model.profile)
        rtp = plan.payout if self._targets.rtp is None else self._targets.rtp.middle
        most = min(Fraction(1), plan.payout / raised_payout(plan, self._model.raises))
        if rtp < limits.cycle_payout and not self._model.profile.free:
            message = f"must pay at least {percent(limits.cycle_payout)} (got {percent(rtp)} as a target)"
            findings.add("cycle", message, "ask for more", value=str(rtp), rule="B-07")
            rtp = limits.cycle_payout
        if rtp > most and not self._model.profile.free:
            raised = ", of which raises add the rest" if most < 1 else ""
            message = f"must pay at most {percent(most)} of its stakes{raised}, or it pays more than it takes"
            message += f" (got {percent(rtp)} as a target)"
            findings.add("cycle", message, "ask for less", value=str(rtp))
            rtp = most
        stopped = findings.problems[0] if findings.problems else None
        wanted = self._targets.hit
        if wanted is None:
            return rtp, None, stopped
        paid = int(rtp * plan.plays * plan.price_cents)
        low, high = fewest_hits(plan, paid), min(most_hits(plan, paid), plan.plays - 1)
        fewest, most = Fraction(low, plan.plays), Fraction(high, plan.plays)
        hits = wanted.middle * plan.plays
        if not low <= hits <= high:
            least = euro(plan.prizes_cents[1])
            message = (
                f"must win in {percent(fewest)} to {percent(most)} of its plays if it pays {percent(rtp)}, "
                f"the smallest prize being {least} (got {percent(wanted.middle)} as a target)"
            )
            hint = "ask for another, or change the smallest prize"
            findings.add("cycle.strata", message, hint, value=str(hits))
            hits = Fraction(low if hits < low else high)
            stopped = stopped or findings.problems[-1]
        return rtp, hits / plan.plays, stopped

    def _at(self, part: Fraction, *, anew: bool = False) -> tuple[Plan | None, Problem | None]:
        """
        A lawful plan so far of the way from the model's figures to the targets, or what forbids it.

        Args:
            anew: where the model's own strata do not keep the law, others may be searched.
        """
        own_hit = hit_frequency(self._plan)
        rtp = self._plan.payout + part * (self._rtp - self._plan.payout)
        hit = None if self._hit is None else own_hit + part * (self._hit - own_hit)
        counts = self._counts(rtp, hit)
        if counts is None:
            message = "must have prizes of which some number pays what is asked for (none was found)"
            hint = "keep fewer symbols, or ask for another payout or hit frequency"
            return None, Problem("cycle.strata", message, None, None, None, None, None, hint)
        own = dealt(self._rows, counts, self._plan)
        problem = None
        if own is not None:
            plan = plan_of_rows(own, self._plan)
            problem = self._problem(plan)
            if problem is None:
                return plan, None
        prizes = Plan(self._plan.prizes_cents, (counts,), self._plan.price_cents)
        for strata in self._other_strata(problem) if anew else ():
            self._tell(0, 1 + HALVINGS, f"{strata} strata")
            found = search(prizes, strata, self._demand)
            if found is not None and self._problem(found) is None:
                return found, None
        return None, problem or _CROWDED

    def _problem(self, plan: Plan) -> Problem | None:
        """The first mistake of the model with this plan."""
        return next(iter(self._lawful(self._parts(plan))), None)

    def _other_strata(self, problem: Problem | None) -> Sequence[int]:
        """Numbers of strata that may keep the law where the model's own do not."""
        own = len(self._plan.strata)
        if problem is not None and problem.rule == "B-08":
            # Shorter ones: less of their money can lie outside of a window.
            return [strata for strata in (own * 5 // 4, own * 3 // 2) if own < strata <= STRATA_MAX]
        spread = problem is None or problem.rule in (None, "B-05")
        return [own] if spread else []

    def _counts(self, rtp: Fraction, hit: Fraction | None) -> tuple[int, ...] | None:
        """Numbers of each prize that pay and win so, or as nearly as whole prizes can."""
        plan = self._plan
        unit = gcd(*plan.prizes_cents)
        least = None if self._model.profile.free else self._model.limits.cycle_payout
        stakes = plan.plays * plan.price_cents
        for sum_ in _near(rtp * stakes / unit, NEAR_SUMS):
            if least is not None and sum_ * unit < least * stakes:
                continue
            wins = [None] if hit is None else list(_near(hit * plan.plays, NEAR_HITS))
            for hits in wins:
                counts = counts_for(plan, sum_ * unit, hits, self._kept)
                if counts is not None:
                    return counts
        return None

    def _parts(self, plan: Plan) -> Json:
        """The tables of a model file that say a plan."""
        cycle: Json = {
            "strata": [
                {
                    **({"repeat": row.repeat} if row.repeat > 1 else {}),
                    "plays": sum(row.entries),
                    "prizes": {
                        str(cents): count
                        for cents, count in zip(plan.prizes_cents[1:], row.entries[1:], strict=True)
                        if count
                    },
                }
                for row in grouped(plan)
            ]
        }
        gain = self._watched(plan)
        return {"cycle": {"watcher_max_cents": gain, **cycle} if gain is not None else cycle}

    def _watched(self, plan: Plan) -> int | None:
        """What the model must declare that a watcher gains; None where what it declares will do."""
        assert self._model.draft.cycle
        declared = self._model.draft.cycle.watcher_max_cents
        if declared is None or not fits(plan):
            return None
        gain = watch(plan).gain_cents.high
        return None if gain <= declared else -(-gain // WATCHER_GRAIN_CENTS) * WATCHER_GRAIN_CENTS

    def _changes(self, plan: Plan, parts: Json) -> Iterator[Change]:
        rows = zip(plan.prizes_cents, self._plan.counts, plan.counts, strict=True)
        for cents, before, after in rows:
            if cents and before != after:
                yield Change(f"prizes of {euro(cents)} in a cycle", f"{before:,}", f"{after:,}")
        gain = parts["cycle"].get("watcher_max_cents")
        if gain is not None and self._model.draft.cycle:
            yield Change("cycle.watcher_max_cents", str(self._model.draft.cycle.watcher_max_cents), str(gain))


def _near(value: Fraction, most: int) -> Iterator[int]:
    """The whole number nearest to a value, then those further off on both sides."""
    first = round(value)
    yield first
    for far in range(1, most + 1):
        yield first - far
        yield first + far
