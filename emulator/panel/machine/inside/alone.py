# SPDX-License-Identifier: MIT
"""Behind the door of a machine that takes cards alone: supply and sealed counter, hidden elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.inside.reading import Value, whole
from emulator.panel.art.theme import CREAM, INK
from emulator.panel.machine.inside.speech import DOMAIN
from emulator.panel.machine.inside.steel import LED_ON, seal, wheels
from machines.support.languages import translator, written

if TYPE_CHECKING:
    from emulator.panel.machine.parts.kit import Kit


def _supply(screen: pygame.Surface, rect: Rect, values: Mapping[str, Value], kit: Kit) -> None:
    """Its volts, and a light while the mains are there."""
    words = written(f"{whole(values, 'supply.millivolts') / 1000:.1f} V", kit.language)
    label = Rect(rect.x, rect.bottom - rect.height * 40 // 100, rect.width, rect.height // 8)
    kit.text.put(screen, words, label, "strong", label.height * 9 // 10, CREAM, remember=False)
    at, size = (rect.centerx, rect.y + rect.height // 14), max(3, rect.width // 26)
    on = values.get("supply.powered") is True
    pygame.draw.circle(screen, LED_ON if on else (30, 44, 36), at, size)
    pygame.draw.circle(screen, INK, at, size, 1)


def _counter(screen: pygame.Surface, rect: Rect, values: Mapping[str, Value], kit: Kit) -> None:
    """Plays and prizes behind glass, and the seal."""
    say = translator(kit.language, DOMAIN)
    wide, tall = rect.width * 8 // 10, rect.height // 9
    for place, (words, name) in enumerate(((say("PLAYS"), "plays"), (say("PRIZES"), "prizes"))):
        label = Rect(rect.x, rect.y + rect.height * (12 + 28 * place) // 100, rect.width, tall)
        kit.text.put(screen, words, label, "label", tall * 8 // 10, CREAM, remember=False)
        drum = Rect(rect.centerx - wide // 2, label.bottom + tall // 6, wide, tall)
        screen.blit(wheels(whole(values, f"counter.{name}"), drum.size, False), drum)
    at = (rect.centerx, rect.bottom - rect.height // 6)
    seal(screen, at, max(5, rect.height // 18), values.get("counter.seal_broken") is True)


HIDDEN_ELSEWHERE: Mapping[str, Callable[[pygame.Surface, Rect, Mapping[str, Value], Kit], None]] = {
    "supply": _supply,
    "counter": _counter,
}
