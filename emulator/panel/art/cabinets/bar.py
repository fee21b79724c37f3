# SPDX-License-Identifier: MIT
"""The bar machine: lacquered steel under chrome, a lit topper with bulbs, lamps down both sides."""

from __future__ import annotations

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.cabinets.lights import Bulbs, Together, along_y, round_of
from emulator.panel.art.cabinets.shell import Shell, key_light, rails, tube
from emulator.panel.art.theme import INK, SOOT, Colour, Theme, mix

_WARM: Colour = (255, 196, 96)
_LOW_PX = 56  # a crown that is lower needs all of its height for the name


def body(base: pygame.Surface, shell: Shell) -> None:
    """Steel in the machine's deep lacquer, a chrome post at either side, a rail between two zones."""
    cabinet, theme = shell.cabinet, shell.theme
    ground = theme.ground or mix(theme.deep, SOOT, 0.35)
    stops = [
        (0.0, mix(ground, (255, 236, 214), 0.16)),
        (0.1, ground),
        (0.55, mix(ground, INK, 0.24)),
        (1.0, mix(ground, INK, 0.62)),
    ]
    lacquer = paint.down(cabinet.size, stops)
    paint.tint(lacquer, 61, 12, 3)
    base.blit(lacquer, cabinet)
    key_light(base, shell, (52, 42, 32))
    for left, post in zip((True, False), shell.posts, strict=True):
        _post(base, shell, post, left)
    _topper(base, shell)
    for panel in _beside_window(shell):
        _lit_panel(base, shell, panel)
    rails(base, shell, max(3, shell.px(7)), ("glass", "reels", "display"))


def crown_glass(shell: Shell) -> Rect:
    """The topper's glass, within its frame of bulbs."""
    zone = shell.inner("crown")
    band = bulb_band(shell)
    upright = shell.cabinet.height > shell.cabinet.width
    return zone.inflate(-2 * band, -2 * (band + shell.gap(0 if upright else 1)))


def bulb_band(shell: Shell) -> int:
    """Width of the frame that the topper's bulbs sit in."""
    tall = shell.zones["crown"].height
    return 3 if tall < _LOW_PX else max(6, min(shell.px(24), round(tall * 0.13)))


def lights(shell: Shell) -> Together:
    """Bulbs round the topper, and a row of them down either side of glass and reels."""
    band = bulb_band(shell)
    frame = crown_glass(shell).inflate(band, band)
    radius = max(2, round(band * 0.30))
    topper = Bulbs(round_of(frame, round(band * 1.5)), radius, _WARM)
    sides = []
    down = Rect(0, shell.zones["glass"].y, 0, 0)
    down.height = max(shell.zones["reels"].bottom, shell.zones["glass"].bottom) - down.y
    small = max(2, round(shell.margin * 0.15))
    for left, post in zip((True, False), shell.posts, strict=True):
        x = post.x + round(post.width * (0.74 if left else 0.26))
        step = max(10, round(shell.margin * 1.5))
        places = along_y(x, down.y + step // 2, down.bottom - step // 2, step)
        sides.append(Bulbs(places[::-1], small, mix(shell.theme.bright, _WARM, 0.4)))
    for number, panel in enumerate(_beside_window(shell)):
        inset = max(4, round(radius * 2.2))
        x = panel.x + inset if number == 0 else panel.right - inset
        places = along_y(x, panel.y + 2 * inset, panel.bottom - 2 * inset, round(band * 1.9))
        clear = [place for place in places[::-1] if abs(place[1] - panel.centery) > shell.px(36)]
        sides.append(Bulbs(clear, radius, shell.theme.accent))  # none before the payline's lamp
    return Together(topper, *sides)


def deck(size: tuple[int, int], theme: Theme, wood: tuple[Colour, Colour]) -> pygame.Surface:
    """Varnished wood between two strips of chrome, its grain running to the back."""
    light, dark = wood
    board = paint.down(size, [(0, mix(dark, INK, 0.35)), (0.55, mix(light, dark, 0.45)), (1, light)])
    paint.tint(board, 21, 90, 15)
    paint.tint(board, 22, 260, 12)
    board = paint.trapezoid(board, 0.055)
    shine = paint.glow((round(size[0] * 0.9), round(size[1] * 1.1)), (58, 44, 34), 0.9, 1.5)
    paint.add(board, shine, (round(-size[0] * 0.1), round(-size[1] * 0.3)))
    line = max(2, size[1] // 40)
    board.blit(paint.chrome((size[0], line)), (0, size[1] - 3 * line))
    board.fill(mix(theme.accent, INK, 0.2), (0, size[1] - 2 * line, size[0], line))
    return board


def _post(base: pygame.Surface, shell: Shell, post: Rect, left: bool) -> None:
    """A chrome tube outside, a channel of dark lacquer with the lamps inside."""
    deep, accent = shell.theme.deep, shell.theme.accent
    round_px = max(4, round(post.width * 0.38))
    band = post.width - round_px - max(2, shell.gap(0))
    metal = tube((round_px, post.height))
    base.blit(metal, (post.x if left else post.right - round_px, post.y))
    stops: paint.Stops = [
        (0, mix(deep, INK, 0.55)),
        (0.3, mix(deep, shell.theme.beam(150), 0.25)),
        (0.7, mix(deep, shell.theme.beam(110), 0.15)),
        (1, mix(deep, INK, 0.6)),
    ]
    channel = paint.across((band, post.height), stops)
    x = post.x + round_px if left else post.right - round_px - band
    base.blit(channel, (x, post.y))
    line = max(1, shell.px(3))
    edge = x + band - line if left else x
    base.fill(mix(accent, INK, 0.15), Rect(edge, post.y, line, post.height))
    inner = x + band if left else x - max(2, shell.gap(0))
    base.fill((8, 6, 7), Rect(inner, post.y, max(2, shell.gap(0)), post.height))


def _beside_window(shell: Shell) -> list[Rect]:
    """The panels left and right of the reels, where there is room for them."""
    zone, window = shell.inner("reels"), shell.window
    frame, edge = shell.gap(2) + shell.gap(1), shell.gap(0)
    left = Rect(zone.x + edge, window.y, window.x - frame - zone.x - 2 * edge, window.height)
    right = Rect(
        window.right + frame + edge, window.y, zone.right - window.right - frame - 2 * edge, window.height
    )
    return [panel for panel in (left, right) if panel.width > shell.px(36)]


def _lit_panel(base: pygame.Surface, shell: Shell, panel: Rect) -> None:
    """Acrylic with a tube behind it, rays printed on it that run to the payline's lamp."""
    theme, size = shell.theme, panel.size
    sheet = paint.across(
        size, [(0, mix(theme.deep, INK, 0.1)), (0.5, mix(theme.deep, theme.beam(170), 0.5)), (1, theme.deep)]
    )
    fall = [(0.0, (120, 116, 122)), (0.5, (255, 252, 246)), (1.0, (112, 106, 112))]
    paint.shade(sheet, paint.down(size, fall), (0, 0))
    middle = (size[0] // 2, size[1] // 2)
    for number in range(-9, 10):
        if number:
            y = middle[1] + number * size[1] // 18
            tone = mix(
                mix(theme.accent, theme.bright, 0.3), theme.deep, min(0.92, 0.42 + abs(number) * 0.055)
            )
            reach = max(1, size[1] // 90)
            points = [
                (0, y - reach),
                (size[0], y - reach - number * reach // 2),
                (size[0], y + reach - number * reach // 2),
                (0, y + reach),
            ]
            pygame.draw.polygon(sheet, tone, points)
    base.blit(paint.clip_round(sheet, shell.gap(1)), panel)
    paint.recess(base, panel, shell.gap(0), shell.gap(1))
    paint.frame(base, panel, max(2, shell.gap(0) // 2), shell.gap(1))


def _topper(base: pygame.Surface, shell: Shell) -> None:
    """The box of the topper: a frame of red lacquer, bevelled, that the bulbs are set in."""
    band = bulb_band(shell)
    box = crown_glass(shell).inflate(2 * band, 2 * band)
    paint.cast(base, box, shell.gap(1), 0.7, shell.gap(2))
    accent = shell.theme.accent
    stops = [
        (0.0, mix(accent, (255, 240, 220), 0.25)),
        (0.2, mix(accent, INK, 0.25)),
        (1.0, mix(accent, INK, 0.68)),
    ]
    base.blit(paint.clip_round(paint.down(box.size, stops), shell.gap(2)), box)
    paint.frame(base, box.inflate(-4, -4), max(2, shell.gap(0) // 2), shell.gap(2))
