# SPDX-License-Identifier: MIT
"""What azar play tells without a panel: where a machine stands, and its books beside exact figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulator.commands.console import euro, in_money_of, say, table
from emulator.commands.firmware import whose
from machines.support.plain import Json

if TYPE_CHECKING:
    from rich.table import Table

    from emulator.lab.hand_result import Compared
    from emulator.records.session import Session

# Mechanical meters whose wheels count money, not plays.
MONEY_METERS = ("prizes", "in", "out")


def beside(figures: Compared) -> Table:
    """The books, what is exactly expected, and the same plays through the core alone."""
    shown = table("the books beside", "", ">by hand", ">exactly expected", ">azar simulate")
    expected = "" if figures.expected_won_cents is None else f"{figures.expected_won_cents / 100:,.2f} EUR"
    if figures.sigma is not None:
        expected += f" ({figures.sigma:+.2f} sigma)"
    for name, value in figures.books._asdict().items():
        write = euro if name.endswith("_cents") else "{:,}".format
        core = "" if figures.campaign is None else write(getattr(figures.campaign, name))
        label = name.removesuffix("_cents")
        shown.add_row(label, write(value), expected if name == "won_cents" else "", core)
    return shown


def stands(session: Session) -> Json:
    """How the machine stands in the end."""
    cabinet, display = session.cabinet, session.cabinet.display
    in_money_of(cabinet.model)
    return {
        "model": session.machine.model,
        "serial": session.machine.serial,
        "test": cabinet.test,
        "seed": cabinet.seed,
        "profile": cabinet.model.profile.id,
        "runtime": cabinet.runtime,
        "now_ms": cabinet.now_ms,
        "display": {name: getattr(display, name) for name in ("credits", "reserve", "prizes", "message")},
        "lamps": cabinet.lamps,
        "meters": dict(cabinet.meters),
        "meter_unit_cents": cabinet.model.meter_units.money_cents,
        "meter_prize_unit_cents": cabinet.model.meter_units.prize_cents,
        "tray_cents": cabinet.tray_cents,
        "purse_cents": sum(cents * count for cents, count in cabinet.purse.items()),
        "hopper_levels": {str(cents): level for cents, level in cabinet.hopper_levels.items()},
        "cash_box_cents": cabinet.cash_box_cents,
        "tilt": cabinet.tilt,
        "flags": cabinet.flags,
        "fault": cabinet.fault,
        "last_fault": cabinet.last_fault,
        "firmware": whose(cabinet.choice),
        "journal": None if session.journal is None else str(session.journal),
    }


def meters(found: Json) -> list[tuple[str, str]]:
    """Rows of what every meter says."""
    rows = [("machine", f"{found['model']} {found['serial']}" + (" TEST" if found["test"] else ""))]
    for name, value in found["meters"].items():
        kind = "in the books" if name.startswith("book_") else "mechanical meter"
        label = name.removeprefix("book_").removesuffix("_cents").replace("_", " ")
        if name in MONEY_METERS:
            of_prizes = "prize_" if name == "prizes" else ""
            shown = f"{value:,} x {euro(found[f'meter_{of_prizes}unit_cents'])}"
        else:
            shown = euro(value) if name.endswith("_cents") else f"{value:,}"
        rows.append((f"{label}, {kind}", shown))
    return [*rows, ("tray", euro(found["tray_cents"])), ("purse", euro(found["purse_cents"]))]


def warn(session: Session) -> None:
    """Say what the machine was found with."""
    for line in session.warnings:
        say(line)
