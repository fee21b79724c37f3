# SPDX-License-Identifier: MIT
"""A row of number drums behind a framed window, as old counters have them: euros ivory, cents in colour."""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, font, mix
from emulator.panel.wall.kit import WallKit
from emulator.panel.wall.show import MC

_IVORY: Colour = (250, 241, 218)
_ASPECT = 0.62  # of a drum, its width over its height
_SLIM = 0.50  # the same on an upright screen, where width is scarce
_BETWEEN = 0.035  # drums, in heights
_POINT = 0.17  # room of a point or comma
_SIGN = 0.52  # room of the euro sign
_NUMERAL = 0.93  # of a drum's height
_BLUR_FROM = 0.45  # digits a frame, from which a drum is seen smeared
DASH, BLANK = 10, 11  # faces beside the ten figures


def wheels(figure_mc: int, places: int) -> list[tuple[int, float]]:
    """
    Figure and turn (0 to 1 towards the next figure) of each drum, the lowest first.

    A drum turns only while the one below it turns from 9 to 0, as in a counter with pinions.
    """
    cents, rest = divmod(figure_mc, MC)
    turn = rest / MC
    found = []
    for _ in range(places):
        cents, figure = divmod(cents, 10)
        found.append((figure, turn))
        turn = turn if figure == 9 else 0.0
    return found


class Drums:
    """
    The drums of one pot.

    Args:
        box: the room that they and their frame may take.
        euro_places: how many drums show whole euros.
    """

    def __init__(self, kit: WallKit, box: Rect, euro_places: int) -> None:
        self._kit = kit
        self.euro_places = euro_places
        self.places = euro_places + 2
        points = (euro_places - 1) // 3 if euro_places > 4 else 0
        self._aspect = _SLIM if kit.portrait else _ASPECT
        wide = self.places * self._aspect + (self.places - 1) * _BETWEEN + (points + 1) * _POINT + _SIGN
        edge = max(4, min(kit.gap(3), box.height // 14))
        self._tall = max(8, int(min((box.width - 3 * edge) / wide, box.height - 3 * edge)))
        inner = Rect(0, 0, round(self._tall * wide), self._tall)
        inner.center = box.center
        self.window = inner.inflate(2 * edge, 2 * edge)
        self._cells, self._marks = self._place(inner)
        size = self._cells[0].size
        faces = {False: (_IVORY, INK), True: (kit.theme.accent, CREAM)}
        self._strips = {cents: _strip(size, *colours) for cents, colours in faces.items()}
        self._smears = {cents: _smear(strip, size[1]) for cents, strip in self._strips.items()}
        self._shade = _cylinder(size)
        self._glass = paint.reflection(self.window.size, 0.10)
        self._before: int | None = None

    def _place(self, inner: Rect) -> tuple[list[Rect], list[tuple[str, Rect]]]:
        """The cells, the lowest first, and the signs between them."""
        tall, spanish = self._tall, self._kit.language == "es"
        width, between = round(tall * self._aspect), round(tall * _BETWEEN)
        sign = Rect(0, inner.y, round(tall * _SIGN), tall)
        marks = [("€", sign)]
        x = inner.right
        if spanish:
            sign.right, x = inner.right, inner.right - sign.width
        else:
            sign.x = inner.x
        cells = []
        for place in range(self.places):
            euro = place - 2
            if place == 2 or (self.euro_places > 4 and euro > 0 and euro % 3 == 0):
                room = round(tall * _POINT)
                comma = (place == 2) == spanish
                marks.append(("," if comma else ".", Rect(x - room, inner.y, room + between, tall)))
                x -= room
            cells.append(Rect(x - width, inner.y, width, tall))
            x -= width + between
        return cells, marks

    def paint(self, base: pygame.Surface) -> None:
        """The window's frame, and the signs that stand between the drums."""
        kit, window = self._kit, self.window
        radius = kit.gap(2)
        paint.cast(base, window, max(3, kit.gap(3)), 0.75, radius)
        black = paint.down(window.size, [(0, (12, 8, 8)), (0.5, (26, 18, 16)), (1, (10, 7, 7))])
        base.blit(paint.clip_round(black, radius), window)
        for mark, box in self._marks:
            self._mark(base, mark, box)
        metal_frame(base, window, max(3, kit.gap(1)), radius, kit)

    def _mark(self, base: pygame.Surface, mark: str, box: Rect) -> None:
        """A sign as ink that stands on the drums' own line."""
        kit = self._kit
        if mark == "€":
            size = round(self._tall * 0.66)
            kit.text.put(base, mark, box, "label", size, kit.theme.bright, remember=False)
            return
        picture = font("strong", round(self._tall * 0.80)).render(mark, True, kit.theme.bright)
        ink = picture.get_bounding_rect()
        middle = box.x + round(self._tall * _POINT / 2)
        dot = font("strong", round(self._tall * 0.80)).render(".", True, kit.theme.bright).get_bounding_rect()
        top = box.bottom - round(self._tall * 0.12) - dot.height
        base.blit(picture, (middle - ink.centerx, top - ink.y))

    def draw(self, screen: pygame.Surface, figure_mc: int | None, light: float = 1.0) -> None:
        """The drums at a figure, dashes if it is None; ``light`` 0 to 1 is that of the lamp behind them."""
        moved = 0 if figure_mc is None or self._before is None else abs(figure_mc - self._before)
        self._before = figure_mc
        turned = wheels(figure_mc or 0, self.places)
        highest = max((i for i, (figure, _) in enumerate(turned) if figure), default=0)
        for place, (cell, (figure, turn)) in enumerate(zip(self._cells, turned, strict=True)):
            cents = place < 2
            if figure_mc is None:
                self._face(screen, cell, cents, DASH, 0.0, smeared=False)
            else:
                leading = place > max(2, highest) and not figure
                smeared = moved > _BLUR_FROM * MC * 10**place
                self._face(screen, cell, cents, BLANK if leading else figure, turn, smeared=smeared)
        if light < 1.0:
            dark = round(255 * light)
            for cell in self._cells:
                screen.fill((dark, dark, dark), cell, special_flags=pygame.BLEND_RGB_MULT)
        screen.blit(self._glass, self.window)

    def _face(
        self, screen: pygame.Surface, cell: Rect, cents: bool, figure: int, turn: float, *, smeared: bool
    ) -> None:
        strip = (self._smears if smeared else self._strips)[cents]
        tall = cell.height
        if figure in (DASH, BLANK) and not turn:
            screen.blit(strip, cell, Rect(0, (figure + 1) * tall, cell.width, tall))
        elif figure == BLANK:  # a drum that has shown nothing yet turns its first figure in
            down = round(turn * tall)
            screen.blit(strip, cell, Rect(0, (BLANK + 1) * tall, cell.width, tall))
            screen.blit(strip, (cell.x, cell.bottom - down), Rect(0, tall, cell.width, down))
        else:
            screen.blit(strip, cell, Rect(0, round((figure + turn) * tall), cell.width, tall))
        paint.shade(screen, self._shade, cell.topleft)


def _strip(size: tuple[int, int], paper: Colour, ink: Colour) -> pygame.Surface:
    """Figures 0 to 9 and 0 again, a dash and an empty face, below one another."""
    width, tall = size
    sheet = paint.plain((width, tall * 13))
    sheet.fill(paper)
    letters = font("label", round(tall * _NUMERAL))
    for place, text in enumerate("01234567890–"):
        picture = letters.render(text, True, ink)
        ink_box = picture.get_bounding_rect()
        if ink_box.width > width * 0.86:
            share = width * 0.86 / ink_box.width
            part = picture.subsurface(ink_box)
            picture = pygame.transform.smoothscale(part, (round(ink_box.width * share), ink_box.height))
            ink_box = picture.get_rect()
        x = width // 2 - ink_box.centerx
        y = place * tall + tall // 2 - ink_box.centery
        sheet.blit(picture, (x, y))
    return sheet


def _smear(strip: pygame.Surface, tall: int) -> pygame.Surface:
    """The strip as the eye sees it at speed."""
    rows = pygame.surfarray.array3d(strip).astype(np.float32).transpose(1, 0, 2)
    turning = rows[: tall * 10]
    length = max(2, round(tall * 0.42))
    padded = np.concatenate([turning[-length:], turning, turning[: tall + length]])
    total = np.cumsum(padded, axis=0)
    mean = (total[length:] - total[:-length]) / length
    half = length // 2
    smeared = mean[half : half + tall * 11]
    return paint.to_surface(np.concatenate([smeared, rows[tall * 11 :]]))


def _cylinder(size: tuple[int, int]) -> pygame.Surface:
    """The shading of a drum: light from above its middle, dark where it bends away."""
    at = np.linspace(-1, 1, size[1], dtype=np.float32)
    light = np.clip(1.06 - 0.16 * (at + 0.12) ** 2 - 0.62 * np.abs(at) ** 3.4, 0.18, 1.0)
    edge = np.linspace(-1, 1, size[0], dtype=np.float32)
    side = 1 - 0.22 * np.abs(edge) ** 10
    field = (light[:, None] * side[None, :])[..., None] * np.asarray((255, 255, 255), dtype=np.float32)
    field[..., 1] -= (1 - light)[:, None] * 14
    field[..., 2] -= (1 - light)[:, None] * 30
    return paint.to_surface(field)


def metal_frame(base: pygame.Surface, rect: Rect, width: int, radius: float, kit: WallKit) -> None:
    """Chrome round a carrusel's windows, gold in a casino."""
    if kit.kind == "carrusel":
        paint.frame(base, rect, width, radius)
        return
    sheet = paint.layer(rect.inflate(4 * width, 4 * width).size)
    paint.frame(sheet, rect.move(2 * width - rect.x, 2 * width - rect.y), width, radius)
    sheet.fill((*mix(kit.theme.bright, (255, 226, 150), 0.5), 255), special_flags=pygame.BLEND_RGBA_MULT)
    base.blit(sheet, (rect.x - 2 * width, rect.y - 2 * width))
