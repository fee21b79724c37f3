# SPDX-License-Identifier: MIT
"""What azar play leaves without a panel: where a machine stands, books beside exact figures, a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from emulator.commands.console import CommandError, euro, in_money_of, say, table
from emulator.commands.firmware import Looker, whose
from emulator.support.errors import EmulatorError
from machines.support.plain import Json

if TYPE_CHECKING:
    import pygame
    from rich.table import Table

    from emulator.cabinet import Cabinet
    from emulator.lab.hand_result import Compared
    from emulator.panel.machine.inside.pane import Pane
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


def counted(looker: Looker) -> Json:
    """Coverage, if it was asked for, under the name of ``--json``."""
    found = looker.found()
    return {} if found is None else {"coverage": found}


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


class Picture:
    """The picture of the panel that a run is to leave, if any; one that nobody asked for may fail."""

    def __init__(
        self,
        path: Path | None,
        *,
        asked_for: bool = True,
        size: tuple[int, int] | None = None,
        inside: bool = False,
    ) -> None:
        self.path = path
        self._size = size
        self._asked_for = asked_for
        self._tray_cents = -1
        self._inside = inside
        self._pane: Pane | None = None
        self._make: Callable[[], pygame.Surface] | None = None

    def begin(self, cabinet: Cabinet, language: str) -> None:
        """With the maintenance view in the picture, hear the board from now on."""
        if not self._inside or self.path is None:
            return
        from emulator.panel.frame.window import WINDOW
        from emulator.panel.machine.inside.pane import BESIDE, Pane

        self._pane = Pane(cabinet, language, marks=True)
        self._pane.show(BESIDE, self._size or WINDOW)

    def take(self, cabinet: Cabinet, language: str) -> None:
        """Look at it, unless it was seen already with as much money in the tray."""
        if self.path is None or cabinet.tray_cents <= self._tray_cents:
            return
        from emulator.panel.frame.window import WINDOW
        from emulator.panel.machine.inside.pane import Pane
        from emulator.panel.machine.picture import draw_picture
        from emulator.panel.machine.registry import look

        size = self._size or WINDOW
        if self._pane is not None:  # its tables are those of now
            drawn = draw_picture(cabinet, size, language, pane=self._pane)
            self._make = lambda: drawn
        else:
            seen = Pane.of(cabinet, language, public=False).opened(look(cabinet))
            self._make = lambda: draw_picture(cabinet, size, language, seen=seen)
        self._tray_cents = cabinet.tray_cents

    def save(self) -> None:
        """Draw what was seen last, and keep it."""
        if self.path is None or self._make is None:
            return
        from emulator.panel.frame.window import save_picture

        try:
            save_picture(self._make(), self.path)
        except (OSError, EmulatorError) as error:
            reason = f"{self.path}: picture cannot be written: {getattr(error, 'strerror', None) or error}"
            if self._asked_for:
                raise CommandError(reason, "name a file in a folder that can be written") from None
            say(reason)
            self.path = None
