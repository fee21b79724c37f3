# SPDX-License-Identifier: MIT
"""What a prompt tells of the events of its machine, those that stop time, and how the machine stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulator.board.device import NEVER
from emulator.prompt.pace import Pace
from emulator.prompt.row import Row, Say
from emulator.prompt.words import shown_us
from machines.support.plain import Json, JsonView

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

# Events that stop time.
_STOPS = {"fault": "the firmware failed", "imbalance": "the books do not balance", "power": "the power went"}


class Events:
    """
    Hears what happens in a cabinet.

    Args:
        cabinet: whose events are heard from now on.
        pace: is stopped by a fault, a power cut and books that do not balance.
        say: takes a row for each of those, and for every event while it is traced.

    Attributes:
        traced: every event is told.
    """

    def __init__(self, cabinet: Cabinet, pace: Pace, say: Say) -> None:
        self.traced = False
        self._cabinet, self._pace, self._say = cabinet, pace, say
        cabinet.listen(self._heard)

    def _heard(self, kind: str, t_us: int, fields: JsonView) -> None:
        if self.traced:
            values = " ".join(f"{name}={value}" for name, value in fields.items())
            text = f"{shown_us(t_us):>14}  {kind} {values}".rstrip()
            self._say(Row("event", text, {"t_us": t_us, "out": kind, "fields": dict(fields)}))
        if kind == "fault":
            cabinet = self._cabinet
            self._stop(kind, f"the firmware failed: {cabinet.fault}\n{_watchdog(cabinet)}", t_us)
        elif kind == "watchdog":
            self._tell(kind, "the watchdog was not fed in time: the chip starts anew", t_us)
        elif kind == "imbalance" and fields["text"]:
            self._stop(kind, f"the books do not balance: {fields['text']}", t_us)
        elif kind == "imbalance":
            self._tell(kind, "the books balance again", t_us)
        elif kind == "power" and not fields["on"]:
            self._stop(kind, "the power went", t_us)

    def _tell(self, kind: str, text: str, t_us: int) -> None:
        self._say(Row(kind, f"{shown_us(t_us):>14}  {text}", {"t_us": t_us, "told": text}))

    def _stop(self, kind: str, text: str, t_us: int) -> None:
        self._tell(kind, text, t_us)
        self._pace.stop = _STOPS[kind]


def running(cabinet: Cabinet) -> str:
    """Whether the firmware runs, and if not, why."""
    board = cabinet.board
    if not board.powered:
        return "the power is off"
    return "the firmware runs" if board.alive else f"the firmware stands: {board.fault or 'it starts anew'}"


def _watchdog(cabinet: Cabinet) -> str:
    """What becomes of a chip whose firmware has failed."""
    due_us = cabinet.board.chip.watchdog.due_us
    if due_us >= NEVER:
        return f"{'':>14}  no watchdog was started: it stays so until the power goes (.power off, .power on)"
    left_ms = (due_us - cabinet.now_us) // 1000
    when = f"in {left_ms} ms, at {shown_us(due_us)}"
    return f"{'':>14}  {when}, the watchdog bites and the chip starts anew (.run)"


def standing(cabinet: Cabinet) -> Row:
    """How a machine stands: what it shows, and what of it can be counted."""
    display = cabinet.display
    lit = [name for name, on in cabinet.lamps.items() if on]
    moving = "  moving" if any(reel.moving for reel in cabinet.reels) else ""
    reels = [reel.stop for reel in cabinet.reels]
    opened = [f"{name} open" for name, is_open in cabinet.doors.items() if is_open]
    meters = {name: value for name, value in cabinet.meters.items() if not name.startswith("book_")}
    lines = [
        f"message   {display.message.strip() or '-'}",
        f"credits   {display.credits}  reserve {display.reserve}  prizes {display.prizes}",
        f"lamps     {', '.join(lit) or 'all dark'}",
        f"reels     {' '.join(map(str, reels)) or '-'}{moving}",
        f"tray      {cabinet.tray_cents} cents",
        f"meters    {', '.join(f'{name} {value}' for name, value in meters.items())}",
        f"doors     {', '.join(opened) or 'all closed'}",
        f"tilt      {cabinet.tilt or '-'}",
        f"firmware  {running(cabinet)}",
    ]
    shown = {name: getattr(display, name) for name in ("message", "credits", "reserve", "prizes")}
    fields: Json = {"display": shown, "lamps": dict(cabinet.lamps), "reels": reels}
    fields |= {"tray_cents": cabinet.tray_cents, "meters": dict(cabinet.meters), "tilt": cabinet.tilt}
    fields |= {"fault": cabinet.fault, "powered": cabinet.powered, "alive": cabinet.board.alive}
    return Row("show", "\n".join(lines), fields)
