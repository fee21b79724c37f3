# SPDX-License-Identifier: MIT
"""What the inside is made of: steel plates, a green board, funnels with coins, wheels, the cash box."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame
from pygame import Rect

from emulator.panel.art import coins, paint
from emulator.panel.art.theme import INK, STEEL_DARK, STEEL_LIGHT, STEEL_MID, Colour, font, mix

if TYPE_CHECKING:
    from emulator.panel.machine.parts.kit import Kit

_DIGITS = 6
LED_ON: Colour = (120, 255, 150)


def plate(base: pygame.Surface, rect: Rect, colour: Colour) -> None:
    """A folded sheet of steel with a screw in each corner."""
    paint.cast(base, rect, max(3, rect.width // 40), 0.7, 5)
    sheet = paint.down(
        rect.size, [(0, mix(colour, (255, 255, 255), 0.28)), (0.1, colour), (1, mix(colour, INK, 0.45))]
    )
    base.blit(paint.clip_round(sheet, 5), rect)
    pygame.draw.rect(base, mix(colour, (255, 255, 255), 0.35), rect, 1, 5)
    radius = max(2, rect.width // 60)
    for x in (rect.x + 3 * radius, rect.right - 3 * radius):
        for y in (rect.y + 3 * radius, rect.bottom - 3 * radius):
            pygame.draw.circle(base, STEEL_MID, (x, y), radius)
            pygame.draw.line(base, INK, (x - radius + 1, y), (x + radius - 1, y))


def circuit(base: pygame.Surface, rect: Rect, colour: Colour) -> None:
    """The board: tracks, the chip, its memory, capacitors and a row of sockets."""
    paint.cast(base, rect, max(3, rect.width // 40), 0.7, 4)
    sheet = paint.down(rect.size, [(0, mix(colour, (255, 255, 255), 0.12)), (1, mix(colour, INK, 0.35))])
    base.blit(paint.clip_round(sheet, 4), rect)
    track = mix(colour, (190, 220, 120), 0.22)
    unit = max(3, rect.width // 30)
    side = min(rect.width * 3 // 10, rect.height * 2 // 5)
    chip = Rect(0, 0, side, side)
    chip.center = (rect.x + rect.width * 2 // 5, rect.y + rect.height * 45 // 100)
    for number in range(9):
        y = chip.y + number * chip.height // 8
        x = rect.right - 2 * unit - number % 3 * unit
        pygame.draw.lines(
            base,
            track,
            False,
            [(chip.right, y), (x - unit * 2, y), (x, y + unit * 2), (x, rect.bottom - unit)],
            1,
        )
        pygame.draw.line(base, track, (chip.x, y), (rect.x + unit, y - unit * (number % 2)))
    for number in range(10):
        place = chip.x + number * chip.width // 9
        for x, y in (
            (place, chip.y - 2),
            (place, chip.bottom + 2),
            (chip.x - 2, chip.y + place - chip.x),
            (chip.right + 2, chip.y + place - chip.x),
        ):
            pygame.draw.circle(base, STEEL_LIGHT, (x, y), max(1, unit // 4))
    _package(base, chip, "RP2350")
    memory = Rect(rect.x + rect.width * 68 // 100, chip.y, rect.width // 5, chip.height // 2)
    _package(base, memory, "FRAM")
    for number in range(3):
        at = (rect.x + rect.width * (18 + 12 * number) // 100, rect.y + rect.height // 8)
        pygame.draw.circle(base, (30, 34, 60), at, unit)
        pygame.draw.circle(base, STEEL_MID, at, unit * 2 // 3)
    sockets = Rect(
        rect.x + rect.width // 2, rect.bottom - rect.height // 6, rect.width * 9 // 20, rect.height // 10
    )
    pygame.draw.rect(base, (226, 222, 206), sockets, 0, 2)
    for number in range(10):
        x = sockets.x + 4 + number * (sockets.width - 8) // 9
        pygame.draw.rect(base, (150, 120, 60), Rect(x - 1, sockets.y + 3, 2, sockets.height - 6))


def _package(base: pygame.Surface, rect: Rect, words: str) -> None:
    pygame.draw.rect(base, (18, 19, 21), rect, 0, 2)
    pygame.draw.rect(base, (60, 62, 66), rect, 1, 2)
    size = max(7, min(rect.height // 3, rect.width // (len(words) or 1)))
    picture = font("strong", size).render(words, True, (190, 190, 186))
    base.blit(picture, picture.get_rect(center=rect.center))


def chest(base: pygame.Surface, rect: Rect, words: str, kit: Kit) -> None:
    """The cash box: sheet steel, a slot in its lid, a lock."""
    plate(base, rect, (66, 68, 74))
    lid = Rect(rect.x, rect.y, rect.width, rect.height // 4)
    pygame.draw.line(base, INK, (lid.x + 4, lid.bottom), (lid.right - 4, lid.bottom), 2)
    pygame.draw.rect(
        base,
        (10, 10, 12),
        Rect(rect.x + rect.width // 8, lid.y + lid.height // 3, rect.width // 3, max(4, lid.height // 4)),
        0,
        2,
    )
    lock = (rect.centerx, lid.bottom + rect.height // 9)
    pygame.draw.circle(base, (206, 170, 90), lock, max(4, rect.height // 18))
    pygame.draw.circle(base, INK, lock, max(2, rect.height // 44))
    label = Rect(rect.x, rect.y + rect.height * 44 // 100, rect.width, rect.height // 6)
    kit.text.put(base, words, label, "label", label.height * 2 // 3, (190, 188, 184), remember=False)


def vents(base: pygame.Surface, rect: Rect) -> None:
    """The supply: a case with slits for its air, and the fan behind them."""
    plate(base, rect, (78, 82, 88))
    grill = rect.inflate(-rect.width // 4, -rect.height * 56 // 100).move(0, -rect.height // 7)
    radius = min(grill.size) // 2
    pygame.draw.circle(base, (14, 14, 16), grill.center, radius)
    for ring in range(1, 5):
        pygame.draw.circle(base, STEEL_MID, grill.center, radius * ring // 4, max(1, radius // 16))
    pygame.draw.circle(base, STEEL_DARK, grill.center, radius // 4)
    for number in range(7):
        y = rect.bottom - rect.height // 4 + number * rect.height // 36
        pygame.draw.line(base, INK, (rect.x + rect.width // 5, y), (rect.right - rect.width // 5, y), 2)


def seal(screen: pygame.Surface, at: tuple[int, int], radius: int, broken: bool) -> None:
    """A seal of lead on its wire; torn in two where it is broken."""
    x, y = at
    pygame.draw.lines(
        screen, STEEL_LIGHT, False, [(x - 2 * radius, y - radius), at, (x + 2 * radius, y - radius)], 2
    )
    pygame.draw.circle(screen, (124, 126, 130), at, radius)
    pygame.draw.circle(screen, (176, 178, 182), at, radius * 2 // 3, 1)
    pygame.draw.circle(screen, INK, at, radius, 1)
    if broken:
        pygame.draw.line(screen, (232, 96, 60), (x - radius, y + radius), (x + radius, y - radius), 3)


def heap(size: tuple[int, int], share: float, cents: int) -> pygame.Surface:
    """A funnel of clear plastic with coins up to a share of it, on a see-through sheet."""
    sheet = paint.layer(size)
    width, tall = size
    foot = tall * 62 // 100
    inset = width // 5
    outline = [(2, 4), (width - 3, 4), (width - inset, foot), (inset, foot)]
    pygame.draw.polygon(sheet, (26, 28, 32, 190), outline)
    top = foot - round((foot - 8) * min(1.0, share))
    side = coins.diameter(cents, max(10, width // 6))
    mask = paint.layer(size)
    step = max(3, side // 3)
    for row, y in enumerate(range(foot - side // 2, top - 1, -step)):
        for x in range(inset // 2 + (row % 2) * side // 2, width - inset // 2, side * 2 // 3):
            face = coins.lying(cents, side, (row * 37 + x * 11) % 360)
            mask.blit(face, (x - side // 2, y - side // 2))
    clip = paint.layer(size)
    pygame.draw.polygon(clip, (255, 255, 255, 255), outline)
    mask.blit(clip, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    sheet.blit(mask, (0, 0))
    pygame.draw.polygon(sheet, (196, 204, 212, 210), outline, 2)
    pygame.draw.line(sheet, (255, 255, 255, 110), (8, 8), (inset + 3, foot - 6), 3)
    body = Rect(inset, foot, width - 2 * inset, tall - foot - tall // 20)
    pygame.draw.rect(sheet, (48, 50, 56), body, 0, 5)
    pygame.draw.rect(sheet, (110, 112, 118), body, 1, 5)
    return sheet


@lru_cache(maxsize=64)
def wheels(count: int, size: tuple[int, int], pulse: bool) -> pygame.Surface:
    """The wheels of a mechanical counter; the last one half way on while its coil pulls."""
    width, tall = size[0] // _DIGITS, size[1]
    sheet = paint.layer(size)
    letters = font("strong", max(8, tall * 7 // 10))
    for place in range(_DIGITS):
        last = place == _DIGITS - 1
        dark = (28, 27, 29) if not last else (134, 26, 22)
        drum = paint.down((width - 1, tall), [(0, INK), (0.5, dark), (1, INK)])
        figure = count // 10 ** (_DIGITS - 1 - place) % 10
        lift = tall // 3 if last and pulse else 0
        for number, shift in ((figure, 0), ((figure + 1) % 10, tall)):
            picture = letters.render(str(number), True, (246, 240, 226))
            drum.blit(picture, picture.get_rect(center=((width - 1) // 2, tall // 2 + shift - lift)))
        sheet.blit(drum, (place * width, 0))
    return sheet


def disc(screen: pygame.Surface, at: tuple[int, int], radius: int, now_us: int, jammed: bool) -> None:
    """The disc of a hopper with its five holes, turning with the machine's time."""
    pygame.draw.circle(screen, (24, 24, 27), at, radius + 3)
    pygame.draw.circle(screen, (128, 130, 134), at, radius)
    pygame.draw.circle(screen, (232, 96, 60) if jammed else STEEL_LIGHT, at, radius, max(1, radius // 12))
    turn = now_us / 250_000 * (2 * math.pi / 5)
    for hole in range(5):
        angle = turn + hole * 2 * math.pi / 5
        spot = (at[0] + round(math.cos(angle) * radius * 0.6), at[1] + round(math.sin(angle) * radius * 0.6))
        pygame.draw.circle(screen, (30, 30, 34), spot, max(2, radius // 4))
    pygame.draw.circle(screen, STEEL_LIGHT, at, max(2, radius // 6))


@lru_cache(maxsize=8)
def bloom(radius: int, colour: Colour) -> pygame.Surface:
    """The light of a lamp, additive."""
    return paint.glow((2 * radius, 2 * radius), colour, 0.7, 2.2)


def stack(screen: pygame.Surface, rect: Rect, notes: int) -> None:
    """Notes lying on each other in the box of the acceptor."""
    box = Rect(
        rect.x + rect.width // 8, rect.y + rect.height // 10, rect.width * 3 // 4, rect.height * 7 // 10
    )
    pygame.draw.rect(screen, (16, 17, 19), box, 0, 4)
    pygame.draw.rect(screen, STEEL_MID, box, 2, 4)
    shown = min(notes, (box.height - 12) // 3)
    for number in range(shown):
        note = Rect(box.x + 6, box.bottom - 8 - 3 * number, box.width - 12, 2)
        pygame.draw.rect(screen, (164, 190, 150) if number % 2 else (140, 168, 132), note)


def roll(screen: pygame.Surface, rect: Rect, tickets: int) -> None:
    """A roll of tickets, as thick as there are tickets on it."""
    most = min(rect.width, rect.height * 3 // 4) // 2
    radius = max(6, most * min(3_000, tickets + 400) // 3_400)
    at = (rect.centerx, rect.y + most + 4)
    pygame.draw.circle(screen, (232, 214, 170), at, radius)
    for ring in range(8, radius, 6):
        pygame.draw.circle(screen, (204, 182, 134), at, ring, 1)
    pygame.draw.circle(screen, (60, 44, 34), at, max(4, most // 6))
