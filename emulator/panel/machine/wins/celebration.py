# SPDX-License-Identifier: MIT
"""
A prize as it is shown: the rest steps back, line and row light, the symbols move, sparks fly.

All of it is drawn over what the machine shows and delays nothing: the counter runs at the machine's own pace,
the buttons stay bright, and a press ends everything with the frame that shows it.
"""

from __future__ import annotations

from dataclasses import replace

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import mix
from emulator.panel.machine.attract.spot import around
from emulator.panel.machine.parts.glass import Glass
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.mounted import Cell, Wipe
from emulator.panel.machine.parts.seen import PAYLINE_LEFT, Seen
from emulator.panel.machine.wins import loops
from emulator.panel.machine.wins.sparks import Sparks
from emulator.panel.machine.wins.stages import SYMBOLS_MS, Watch, Won, held_back, rows_held_back

# What is left of the rest while a prize is shown, red, green, blue of 255.
_BACK = (118, 114, 128)
_STEPS = 8
_STEPS_BACK = ("crown", "glass", "second", "reels")


class Celebration:
    """Follows what is won and draws it; asks nothing of the machine."""

    def __init__(self, kit: Kit, glass: Glass, floor: Rect) -> None:
        self._kit = kit
        self._glass = glass
        self._watch = Watch(kit.front.price_cents)
        self._sparks = Sparks(kit, floor)
        side = round(kit.layout.pitch * 0.96)
        self._pictures = [kit.symbol(drawing, side) for drawing in kit.front.drawings]
        self._moved: dict[tuple[int, int], tuple[pygame.Surface, tuple[int, int]]] = {}
        self._lights: dict[tuple[int, int], pygame.Surface] = {}
        self._prizes = {row.lamp: row for row in kit.front.rows}
        self.won: Won | None = None
        """What is being shown; None for nothing."""

    def prepare(self) -> None:
        """Make what flies, beside the loop."""
        self._sparks.prepare()

    def update(self, seen: Seen, won_cents: int | None, now_ms: int, *, hands_off: bool) -> None:
        """
        Follow the machine.

        Args:
            won_cents: what its lines come to where it has some; None: its lamps tell.
        """
        cents = self._cents_lit(seen) if won_cents is None else won_cents
        if not self._pictures:
            cents = 0
        self.won = self._watch.update(seen, cents, now_ms, hands_off=hands_off)

    def _cents_lit(self, seen: Seen) -> int:
        lit = [row.cents for lamp, row in self._prizes.items() if lamp in seen.glass]
        return max(lit, default=0) if PAYLINE_LEFT in seen.glass else 0

    def shown(self, seen: Seen) -> Seen:
        """What is seen, less the lamps that wait for the end of the silence."""
        back = held_back(self.won)
        return replace(seen, glass=seen.glass - back) if back else seen

    def rows(self, lit: frozenset[int]) -> frozenset[int]:
        """The rows of the table that are lit, less those whose turn comes."""
        return lit - self._prizes.keys() if rows_held_back(self.won) else lit

    def on_payline(self, seen: Seen) -> list[Cell]:
        """The symbols of a drum machine that the lit row names, on the line in the middle."""
        rows = [row for lamp, row in self._prizes.items() if lamp in seen.glass]
        if not rows:
            return []
        best = max(rows, key=lambda row: row.cents)
        layout, strips = self._kit.layout, self._kit.front.strips
        cells = []
        for number, (reel, rect) in enumerate(zip(seen.reels, layout.reels, strict=False)):
            if best.drawings[number] is not None:
                cell = Rect(rect.x, 0, rect.width, layout.pitch)
                cell.centery = rect.centery
                cells.append(Cell(cell.clip(rect), strips[number][reel.stop], number))
        return cells

    def draw_symbols(self, screen: pygame.Surface, cells: list[Cell], wipe: Wipe | None) -> None:
        """
        The symbols that win, in their loop.

        Args:
            wipe: clears a cell of a screen of its symbol; None: drums, where light moves.
        """
        if self.won is None or self.won.since_ms < SYMBOLS_MS:
            return
        phase = loops.phase_at(self.won.since_ms - SYMBOLS_MS)
        for rect, drawing, reel in cells:
            family = loops.family_of(self._kit.front.drawings[drawing])
            if wipe is None or family == "gleam":
                light = self._light(drawing, family, phase)
                paint.add(screen, light, light.get_rect(center=rect.center).topleft)
                continue
            before = screen.get_clip()
            screen.set_clip(rect.clip(before))
            wipe(screen, rect, reel)
            picture, (right, down) = self._picture(drawing, family, phase)
            screen.blit(picture, picture.get_rect(center=(rect.centerx + right, rect.centery + down)))
            screen.set_clip(before)

    def step_back(self, screen: pygame.Surface, lit: frozenset[int], cells: list[Cell]) -> None:
        """Darken crown, glasses and reels, but for the row and the symbols that win."""
        if self.won is None:
            return
        level = round(self.won.depth * _STEPS)
        if not level:
            return
        page = self._glass.page_at(lit, 0, None)
        kept = [cell for row, cell in self._glass.pages[page].cells if row.lamp in lit] if lit else []
        kept += [cell.rect for cell in cells]
        pictures = [(screen.subsurface(rect).copy(), rect) for rect in kept]
        tone = mix((255, 255, 255), _BACK, level / _STEPS)
        for name, zone in self._kit.layout.zones.items():
            if name in _STEPS_BACK:
                # Over a screen's reels its own veil lies already.
                veiled = name == "reels" and self._kit.front.screen
                for part in around(zone, self._kit.layout.window) if veiled else [zone]:
                    screen.fill(tone, part, special_flags=pygame.BLEND_RGB_MULT)
        for picture, rect in pictures:
            screen.blit(picture, rect)

    def draw_front(self, screen: pygame.Surface, cells: list[Cell]) -> None:
        """What flies, before everything else."""
        if self.won is not None:
            self._sparks.draw(screen, self.won, [cell.rect for cell in cells])

    def _light(self, drawing: int, family: loops.Family, phase: int) -> pygame.Surface:
        key = (drawing, phase)
        if key not in self._lights:
            self._lights[key] = loops.light(self._pictures[drawing], family, phase)
        return self._lights[key]

    def _picture(
        self, drawing: int, family: loops.Family, phase: int
    ) -> tuple[pygame.Surface, tuple[int, int]]:
        key = (drawing, phase)
        if key not in self._moved:
            self._moved[key] = loops.moved(self._pictures[drawing], family, phase)
        return self._moved[key]
