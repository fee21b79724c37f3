# SPDX-License-Identifier: MIT
"""
Searches strata for the prizes of a model: what a watcher gains, against its worst windows.

For each number of strata the plan that ``strata_search`` finds: the watcher's gain in a cycle, the
plays that he makes, and the least that any 5,000 plays (B-08, gambles taken off) and any 20,000 plays
(B-09, reported only) pay, single and with any of them double. Nothing is drawn: the same model gives the
same table.

    python benchmarks/strata.py cierzo
    python benchmarks/strata.py cierzo --strata 12 --toml     # the [cycle] of that plan, for the model file
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from machines.model import load_cycle
from machines.types.cycle.model import CycleModel
from machines.types.cycle.plan import Plan
from machines.types.cycle.strata_search import Demand, demand_of, search, spread
from machines.types.cycle.watcher import fits, watch

NUMBERS = (7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24, 26, 28, 32, 40)
HEADS = ("strata", "gain EUR", "his plays", "worst 5,000", "20,000 single", "20,000 double", "")


def percents(model: CycleModel, plan: Plan) -> Iterator[str]:
    """The worst window of B-08, of 20,000 single plays and of 20,000 plays any of which is double."""
    demand, plays = demand_of(model), model.limits.cycle_plays
    worst = plan.worst_window(demand.entries_min, demand.entries_max, demand.lost_cents)
    yield f"{float(100 * worst.payout):.2f} %"
    yield f"{float(100 * plan.worst_window(plays, plays).payout):.2f} %"
    double = plan.worst_window(plays, plays * model.simultaneous_max).payout
    yield f"{float(100 * double):.2f} %" if model.simultaneous_max > 1 else "-"


def figures(model: CycleModel, strata: int, demand: Demand) -> tuple[str, ...] | None:
    """One row of the table; None if the prizes cannot be so spread at all."""
    found = search(model.plan, strata, demand)
    plan = found or spread(model.plan, strata, demand, int(100 * model.plan.payout))
    if plan is None or not fits(plan):
        return None
    seen = watch(plan)
    gain, made = f"{float(seen.gain_cents.high) / 100:.2f}", f"{float(seen.plays_made.high):,.0f}"
    return str(strata), gain, made, *percents(model, plan), "" if found else "refused"


def cycle_toml(plan: Plan) -> str:
    """The strata as a model file has them."""
    lines = ["[cycle]", f"plays = {plan.plays}"]
    for row, alike in groupby(plan.strata):
        repeat = len(list(alike))
        held = zip(plan.prizes_cents[1:], row[1:], strict=True)
        prizes = ", ".join(f"{cents} = {count}" for cents, count in held if count)
        lines += ["", "[[cycle.strata]]", *([f"repeat = {repeat}"] if repeat > 1 else [])]
        lines += [f"plays = {sum(row)}", f"prizes = {{ {prizes} }}"]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("model", help="a model of type B")
    parser.add_argument("--strata", type=int, nargs="+", default=NUMBERS)
    parser.add_argument("--toml", action="store_true", help="write the first plan as a model file has it")
    parser.add_argument("--spare-cents", type=int, default=0, help="what every window shall pay above B-08")
    asked = parser.parse_args()
    model = load_cycle(asked.model)
    demand = demand_of(model)
    demand = replace(demand, lost_cents=demand.lost_cents + asked.spare_cents)
    if asked.toml:
        plan = search(model.plan, asked.strata[0], demand)
        if plan is None:
            raise SystemExit(f"no plan of {asked.strata[0]} strata keeps what the law asks")
        print(cycle_toml(plan))
        return
    print("| " + " | ".join(HEADS) + " |", "|---:" * len(HEADS) + "|", sep="\n")
    for strata in asked.strata:
        row = figures(model, strata, demand)
        if row:
            print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
