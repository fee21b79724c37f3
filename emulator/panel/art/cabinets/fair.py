# SPDX-License-Identifier: MIT
"""The fairground stall: painted boards, spiral posts, a canvas awning, bulbs, prizes on strings."""

from __future__ import annotations

import math

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.cabinets.lights import Bulbs, Together, along_x, along_y
from emulator.panel.art.cabinets.prizes import Hung, room_of
from emulator.panel.art.cabinets.shell import Shell, key_light
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix

METAL: Colour = (176, 136, 70)
_LONG = 10.0  # a crown so many times as wide as high has no height to spare
_BULB: Colour = (255, 206, 110)


def body(base: pygame.Surface, shell: Shell) -> None:
    """Painted boards, a post with a painted spiral at either side, a moulding between two zones."""
    cabinet, theme = shell.cabinet, shell.theme
    paintwork = theme.ground or mix(theme.deep, (255, 250, 230), 0.10)
    base.blit(boards(cabinet.size, paintwork, max(40, shell.px(118))), cabinet)
    key_light(base, shell, (58, 50, 38))
    for post in shell.posts:
        _post(base, shell, post)
    for zone in ("glass", "reels", "display"):
        _moulding(base, shell, shell.inner(zone))


def trim(base: pygame.Surface, shell: Shell) -> None:
    """The awning over the crown, its scallops thrown into shadow by what is in front."""
    zone = shell.zones["crown"]
    tall = _awning(shell)
    width = max(12, shell.px(60))
    picture = awning((zone.width, tall), width, shell.theme.accent)
    shadow = paint.flat(
        paint.blur(paint.cover_of(picture), max(2, tall // 8)) * 0.6,
        (0, 0, 0),
    )
    base.blit(shadow, (zone.x + tall // 10, zone.y + tall // 5))
    base.blit(picture, zone)


def crown_glass(shell: Shell) -> Rect:
    """The painted board under the awning."""
    zone = shell.inner("crown")
    top = round(_awning(shell) * 0.78)
    return Rect(zone.x, zone.y + top, zone.width, zone.height - top - shell.gap(2) - _lamp_px(shell))


def crown_ends(shell: Shell) -> int:
    """The room that prizes hang in."""
    return room_of(crown_glass(shell))


def lights(shell: Shell) -> Together:
    """A string of bulbs under the name and one down either post, and the prizes that sway."""
    lamp = _lamp_px(shell)
    zone = shell.inner("crown")
    warm, second = _BULB, mix(shell.theme.accent, (255, 255, 255), 0.15)
    step = max(14, lamp * 4)
    row = along_x(zone.bottom - lamp // 2 - shell.gap(0), zone.x + lamp, zone.right - lamp, step)
    strings = [Bulbs(row, max(2, lamp // 2), warm)]
    top, bottom = shell.zones["glass"].y, shell.zones["display"].bottom
    for post in shell.posts:
        places = along_y(post.centerx, top + step, bottom - step // 2, step * 2)
        strings.append(Bulbs(places[::-1], max(2, min(lamp // 2, post.width // 5)), second))
    return Together(Hung(crown_glass(shell), shell.theme), *strings)


def deck(size: tuple[int, int], theme: Theme, _wood: tuple[Colour, Colour]) -> pygame.Surface:
    """A counter of painted boards, worn at its front edge to the bare wood."""
    tone = mix(theme.deep, (255, 246, 226), 0.16)
    board = boards((size[0], size[1]), tone, max(50, size[1] // 2))
    worn = np.clip((np.linspace(0, 1, size[1], dtype=np.float32) - 0.86) / 0.14, 0, 1)[:, None]
    worn = worn * np.clip(0.65 + paint.grain(size, 27, 60) * 1.6, 0, 1)
    board.blit(paint.flat(np.asarray(worn * 0.85, dtype=np.float32), (176, 128, 78)), (0, 0))
    paint.shade(
        board, paint.down(size, [(0, (150, 146, 140)), (0.5, (235, 232, 226)), (1, (255, 252, 246))]), (0, 0)
    )
    return paint.trapezoid(board, 0.05)


def boards(size: tuple[int, int], tone: Colour, width: int) -> pygame.Surface:
    """Upright boards of painted wood: grain under the paint, a groove between two of them."""
    picture = paint.down(size, [(0, mix(tone, CREAM, 0.14)), (0.3, tone), (1, mix(tone, INK, 0.45))])
    paint.tint(picture, 33, 70, 10, vertical=True)
    groove = max(2, width // 34)
    for x in range(width // 3, size[0], width):
        picture.fill(mix(tone, INK, 0.75), (x, 0, groove, size[1]))
        picture.fill(mix(tone, CREAM, 0.30), (x + groove, 0, max(1, groove // 2), size[1]))
    return picture


def awning(size: tuple[int, int], width: int, accent: Colour) -> pygame.Surface:
    """Striped canvas with scallops along its lower edge, lit from above and sagging between its poles."""
    broad, tall = size
    count = max(5, round(broad / width)) | 1
    scale = 2
    sheet = paint.layer((broad * scale, tall * scale))
    step = broad * scale / count
    band = tall * scale * 0.66
    for number in range(count):
        tone = mix(accent, INK, 0.06) if number % 2 == 0 else CREAM
        x = number * step
        pygame.draw.rect(sheet, tone, (round(x), 0, math.ceil(step) + 1, round(band)))
        pygame.draw.ellipse(sheet, tone, (round(x), round(band * 0.48), math.ceil(step), round(band * 1.02)))
    picture = pygame.transform.smoothscale(sheet, size)
    fold_at = np.arange(broad, dtype=np.float32)[None, :] / (broad / count)
    y = np.arange(tall, dtype=np.float32)[:, None] / tall
    fold = 0.86 + 0.14 * np.sin((fold_at - 0.25) * 2 * math.pi)
    light = np.clip((1.06 - 0.75 * np.abs(y - 0.30)) * fold, 0, 1)
    seam = np.where(np.abs(y - 0.62) < 0.02, 0.72, 1.0)
    paint.shade(
        picture,
        paint.to_surface((light * seam)[..., None] * np.asarray((255, 250, 240), dtype=np.float32)),
        (0, 0),
    )
    return picture


def _awning(shell: Shell) -> int:
    """Height of the awning."""
    zone = shell.zones["crown"]
    return max(10, round(zone.height * (0.24 if zone.width < _LONG * zone.height else 0.17)))


def _lamp_px(shell: Shell) -> int:
    return max(5, min(shell.px(15), shell.zones["crown"].height // 8))


def _post(base: pygame.Surface, shell: Shell, post: Rect) -> None:
    """A turned post with a spiral of two paints, under a coat of varnish."""
    theme = shell.theme
    x = np.arange(post.width, dtype=np.float32)[None, :] / post.width
    y = np.arange(post.height, dtype=np.float32)[:, None] / post.width
    bent = np.arcsin(np.clip(2 * x - 1, -1, 1)) / math.pi
    wave = np.sin((y * 0.42 + bent) * 2 * math.pi)
    share = np.clip(wave * 6 + 0.5, 0, 1)[..., None]
    one = np.asarray(mix(theme.accent, INK, 0.08), dtype=np.float32)
    two = np.asarray(CREAM, dtype=np.float32)
    line = np.clip(1 - np.abs(wave) * 5, 0, 1)[..., None] * 0.5
    colour = (one + (two - one) * share) * (1 - line)
    light = np.clip(1.12 - np.abs(x - 0.34) * 1.7, 0.18, 1.1)
    gloss = np.clip(1 - np.abs(x - 0.30) / 0.09, 0, 1) * 0.35
    colour = colour * light[..., None] + 255 * gloss[..., None]
    picture = paint.to_surface(colour)
    paint.shade(picture, paint.down(post.size, [(0, (255, 252, 246)), (1, (150, 142, 132))]), (0, 0))
    base.blit(picture, post)


def _moulding(base: pygame.Surface, shell: Shell, rect: Rect) -> None:
    """A turned strip of wood, gilded."""
    tall = max(3, shell.px(9))
    gold = paint.alloy(METAL)
    strip = paint.down(
        (rect.width, tall), [(0, gold.mid), (0.3, gold.light), (0.6, gold.mid), (1, gold.dark)]
    )
    paint.tint(strip, 35, 40, 14)
    base.blit(strip, (rect.x, rect.y - tall // 2))
