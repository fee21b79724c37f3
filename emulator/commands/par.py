# SPDX-License-Identifier: MIT
"""azar par: the exact mathematics of a model."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from emulator.commands.console import (
    AsJson,
    ModelName,
    ProfileName,
    euro,
    facts,
    open_model,
    print_json,
    print_table,
    table,
)

EXAMPLE = "azar par cierzo"


def par(model: ModelName, profile: ProfileName = None, as_json: AsJson = False) -> None:
    """
    Print the PAR sheet of a model: exact payout, hit frequency, prize plan and window proof.

    Ratios are exact fractions; nothing here is sampled.
    """
    from machines.par import par_sheet

    sheet = par_sheet(open_model(model, profile))
    if as_json:
        print_json(sheet)
        return
    print_table(_summary(sheet))
    if "prize_plan" in sheet:
        print_table(_plan(sheet))
    if "windows" in sheet:
        print_table(_windows(sheet))


def _summary(sheet: Mapping[str, Any]) -> Any:
    rows = [
        ("price", euro(sheet["price_cents"])),
        ("payout", f"{sheet['rtp_percent']:.4f} %  = {sheet['rtp']}"),
        ("hit frequency", f"{_percent(sheet['hit_frequency'])}  = {sheet['hit_frequency']}"),
        (
            "variance",
            f"{float(Fraction(sheet['variance_stake2'])):.3f} stakes²  = {sheet['variance_stake2']}",
        ),
        ("volatility index", f"{sheet['volatility_index']:.2f}"),
    ]
    if "cycle_plays" in sheet:
        rows.append(("cycle", f"{sheet['cycle_plays']:,} plays"))
    return facts(f"{sheet['model']}, type {sheet['type']}, profile {sheet['profile']}", rows)


def _percent(ratio: str) -> str:
    return f"{float(100 * Fraction(ratio)):.4f} %"


def _plan(sheet: Mapping[str, Any]) -> Any:
    shown = table("prize plan of a cycle", ">prize", ">count", ">paid")
    for row in sheet["prize_plan"]:
        cents, count = row["prize_cents"], row["count"]
        shown.add_row(euro(cents), f"{count:,}", euro(cents * count))
    return shown


def _windows(sheet: Mapping[str, Any]) -> Any:
    title = "worst payout of consecutive plays, for every key and every way of holding"
    shown = table(title, ">plays", "which", ">worst payout", ">required", "holds", "rule")
    for row in sheet["windows"]:
        only_told = row["required"] == "0/1"
        required = "-" if only_told else _percent(row["required"])
        holds = "-" if only_told else "yes" if row["holds"] else "NO"
        worst = _percent(row["worst_payout"])
        shown.add_row(f"{row['plays']:,}", row["kind"], worst, required, holds, row["rule"])
    return shown
