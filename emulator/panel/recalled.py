# SPDX-License-Identifier: MIT
"""Recalled plays as a picture: each one's reel window as the panel showed it, and what it came to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.i18n import euros, translator
from emulator.panel import paint
from emulator.panel.front import read_front
from emulator.panel.lettering import fit
from emulator.panel.seen import PAYLINE_LEFT, PAYLINE_RIGHT, WINDOW_FIRST, Seen
from emulator.panel.stage import Hand, Stage
from emulator.panel.theme import CREAM, INK, UMBER, font
from emulator.views import Display, ReelView

if TYPE_CHECKING:
    from emulator.records.recall import Play, Recalled

_STAGE = (540, 960)
_COLUMNS = 2
_CAPTION_PX = 54
_GAP_PX = 12
_LETTER_PX = 17
_TURN_U16 = 65_536


def save_recall(recalled: Recalled, path: str | Path, language: str = "es") -> None:
    """
    Draw plays into one picture, newest first; the two rolls of a double play are two windows.

    Args:
        recalled: one play or more.
        path: the file; its ending says the format (.png).
        language: of the captions, "es" or "en".

    Raises:
        OSError: the file cannot be written.
    """
    model = recalled.model
    stage = Stage(read_front(model, recalled.serial or 0, recalled.test), _STAGE, language)
    rolls = [(play, roll) for play in recalled.plays for roll in range(len(play.stops))]
    zone = stage.layout.zones["reels"]
    card = (zone.width, zone.height + _CAPTION_PX)
    columns = min(_COLUMNS, len(rolls))
    rows = -(-len(rolls) // columns)
    sheet = paint.plain((columns * (card[0] + _GAP_PX) + _GAP_PX, rows * (card[1] + _GAP_PX) + _GAP_PX))
    sheet.fill(INK)
    screen = paint.plain(_STAGE)
    say = translator(language)
    for place, (play, roll) in enumerate(rolls):
        stage.draw(screen, _seen(recalled, play, roll), 0, Hand(), animate=False)
        x = _GAP_PX + place % columns * (card[0] + _GAP_PX)
        y = _GAP_PX + place // columns * (card[1] + _GAP_PX)
        sheet.blit(screen, (x, y), zone)
        _write(sheet, Rect(x, y + zone.height, card[0], _CAPTION_PX), _caption(play, roll, say, language))
    target = Path(path)
    with target.open("wb") as file:
        pygame.image.save(sheet, file, target.name)


def _seen(recalled: Recalled, play: Play, roll: int) -> Seen:
    """A powered machine at rest with its reels where they stood."""
    model, stops = recalled.model, play.stops[roll]
    motors = model.motor_steps or tuple(len(strip) for strip in model.strips)
    reels = [
        ReelView(stop * _TURN_U16 // len(strip), False, 0, len(strip), steps)
        for stop, strip, steps in zip(stops, model.strips, motors, strict=True)
    ]
    lit = {WINDOW_FIRST + number for number in range(len(reels))}
    if play.prizes_cents[roll]:
        lit |= {PAYLINE_LEFT, PAYLINE_RIGHT}
    nothing = Display("", "", "", "")
    return Seen(
        now_us=0,
        powered=True,
        display=nothing,
        lamps={},
        glass=frozenset(lit),
        reels=reels,
        coins=[],
        tray={},
        purse={},
        wallet={},
        note=None,
        note_open=False,
        door_open=False,
        doors={},
        keys={},
    )


def _caption(play: Play, roll: int, say: Callable[[str], str], language: str) -> str:
    """What the window does not show, in two lines."""
    name = say("Play {}").format(f"{play.number}" if not play.double else f"{play.number} · {roll + 1}/2")
    facts = [name, say("prize {}").format(euros(play.prizes_cents[roll], language))]
    facts.append(say("stake {}").format(euros(play.stake_cents, language)))
    first, facts = " · ".join(facts), []
    if play.credits_before_cents is not None and play.credits_after_cents is not None:
        before, after = (euros(c, language) for c in (play.credits_before_cents, play.credits_after_cents))
        facts.append(say("credits {} to {}").format(before, after))
    if play.held:
        facts.append(say("held {}").format(" ".join(str(reel) for reel in play.held)))
    if play.auto:
        facts.append(say("started by itself"))
    return "\n".join(filter(None, (first, " · ".join(facts))))


def _write(sheet: pygame.Surface, box: Rect, text: str) -> None:
    sheet.fill(UMBER, box)
    inner = box.inflate(-2 * _GAP_PX, -8)
    fitted = fit(text, "strong", inner.size, _LETTER_PX, lines_max=2)
    top = inner.centery - fitted.line_px * len(fitted.lines) // 2
    for number, line in enumerate(fitted.lines):
        ink = font("strong", fitted.size_px).render(line, True, CREAM)
        sheet.blit(ink, (inner.x, top + number * fitted.line_px))
