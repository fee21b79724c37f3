# SPDX-License-Identifier: MIT
"""
Where everything stands: one cabinet that fills the screen, for any size of it.

    layout = lay_out((1920, 1080), reel_count=3)     # glass at both sides of the reels
    layout = lay_out((1080, 1920), reel_count=3)     # read from top to bottom
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pygame import Rect

from emulator.panel.art.theme import REFERENCE_WIDTH, SCALE
from emulator.panel.machine.parts.drums import TURNS_SEEN, Drums, drums

__all__ = ["LOW_PX", "TOUCH_PX", "TURNS_SEEN", "Layout", "lay_out"]

# Of the window in the screen, a little over what it must have at least: 22 % upright and 18 % lying.
_WINDOW_UPRIGHT, _WINDOW_LYING = 0.25, 0.186
_WIDEST_LYING = 0.50  # of the screen's width: windows of reels
_FIELD_LYING = 0.44  # a game of skill, whose field is as tall as the screen allows
_FIELD_UPRIGHT = 0.43  # of the screen's height
# How the height that the window leaves is shared. Upright, the second sheet of glass is a band.
_UPRIGHT = {
    "crown": 7.4, "glass": 26.6, "second": 4.6, "display": 5.4, "deck": 11.2, "tray": 10.0, "purse": 7.4,
}  # fmt: skip
_LYING = {"crown": 10.8, "display": 9.0, "deck": 16.4, "purse": 11.8}
# Of the second glass, lying: the two panes at its top.
_PANES, _PANES_OF_GAME, _PANES_LOW = 0.40, 0.56, 0.33
LOW_PX = 560
"""A screen lower than this has no height to spare for print."""
MARGIN_PERCENT = 3  # of the screen's shorter side
TOUCH_PX = 34  # 9 mm at 96 dots an inch: 9 / 25.4 * 96 = 34.02
_REFERENCE_HEIGHT = 1920
_UNIT_LYING = 0.74  # at 1920 x 1080
_ARM = 0.060  # of the screen's longer side: the plate that an arm is mounted on
_LAMP = 56  # height of a payline's lamp at the reference width
_LINES_PX = 11  # what a line of the smallest print is high


@dataclass(frozen=True)
class Layout:
    """
    Rectangles of one screen, in pixels.

    ``zones`` tile the screen; the cabinet has all of it but the counter with the purse. ``inner`` is a zone
    less the frame's pillars and the rails beside it. ``unit`` is the screen's share of the reference width.
    """

    size: tuple[int, int]
    portrait: bool
    cabinet: Rect
    zones: dict[str, Rect]
    inners: dict[str, Rect]
    margin: int
    unit: float
    reels: tuple[Rect, ...]
    pitch: int
    flanks: tuple[Rect, Rect]
    """Two panes of glass: what a play costs, and the pane with the double play, or a game's rounds."""
    touch_px: int = TOUCH_PX
    """What a finger needs: no target is smaller."""
    arm: Rect | None = None
    """Where the arm of a bandit stands, at the right of its window."""

    def gap(self, step: int) -> int:
        """One of the six distances (0 smallest) at this size, 1 pixel or more."""
        return _gap(self.unit, step)

    def inner(self, zone: str) -> Rect:
        """A zone between the cabinet's two pillars."""
        return Rect(self.inners[zone])

    @property
    def window(self) -> Rect:
        """The reel window: all reels and the gaps between them."""
        return self.reels[0].unionall(self.reels[1:])


def lay_out(
    size: tuple[int, int],
    reel_count: int = 3,
    symbols_seen: float = TURNS_SEEN,
    flank_share: float = 0.0,
    touch_px: int = TOUCH_PX,
    *,
    arm: bool = False,
    left_pane: float = 0.5,
) -> Layout:
    """
    The layout for a screen of ``size`` pixels: read downwards if upright, else glass at both sides.

    Args:
        symbols_seen: how many symbols the window shows one above the other.
        flank_share: of a game of skill: what the glass on each side of its field has of an upright screen's
            width; 0 of a machine with reels.
        touch_px: 9 mm on the real screen.
        arm: an arm stands at the right of the window.
        left_pane: what the left of the two panes of a machine with reels has of their width, upright.
    """
    make = _upright if size[1] >= size[0] else _lying
    arm_px = max(touch_px + SCALE[1], round(_ARM * max(size))) if arm else 0  # less the gap beside it
    found = make(size, Drums(reel_count, symbols_seen), flank_share, touch_px, arm_px)
    if not found.portrait or flank_share or left_pane == 0.5:
        return found
    both, gap = found.flanks[0].union(found.flanks[1]), _gap(found.unit, 1)
    left = Rect(both.x, both.y, round((both.width - gap) * left_pane), both.height)
    right = Rect(left.right + gap, both.y, both.right - left.right - gap, both.height)
    return replace(found, flanks=(left, right))


def _gap(unit: float, step: int) -> int:
    return max(1, round(SCALE[step] * unit))


def _least(unit: float, touch_px: int) -> dict[str, int]:
    """Zones that fingers need, and how high they are at least."""
    lip, gap = max(5, round(18 * unit)), _gap(unit, 2)
    return {
        "deck": 2 * touch_px + 3 * gap + lip + _gap(unit, 0),
        "purse": touch_px + _LINES_PX + 2 * _gap(unit, 1) + _gap(unit, 0),
        "tray": touch_px + 2 * gap,
        "display": 34,
    }


def _shared(total: int, weights: Mapping[str, float], least: Mapping[str, int]) -> dict[str, int]:
    """Heights that add up to ``total``, each in proportion to its weight but none under its least."""
    fixed: dict[str, int] = {}
    while True:
        rest = {name: weight for name, weight in weights.items() if name not in fixed}
        room, whole = total - sum(fixed.values()), sum(rest.values())
        short = [name for name in rest if rest[name] * room / whole < least.get(name, 0)]
        if not short or len(short) == len(rest):
            break
        fixed |= {name: least[name] for name in short}
    heights, done, top = dict(fixed), 0.0, 0
    for name, weight in rest.items():
        done += weight
        bottom = round(room * done / whole)
        heights[name] = bottom - top
        top = bottom
    return {name: heights[name] for name in weights}


def _stacked(heights: Mapping[str, int], x: int, width: int, top: int = 0) -> dict[str, Rect]:
    zones = {}
    for name, height in heights.items():
        zones[name] = Rect(x, top, width, height)
        top += height
    return zones


def _lamp_room(unit: float) -> int:
    """What the lamp at an end of a payline needs beside the window."""
    return round(max(12, round(_LAMP * unit)) * 0.62) + sum(_gap(unit, step) for step in (2, 1, 1, 0))


def _upright(size: tuple[int, int], what: Drums, flank_share: float, touch_px: int, arm_px: int) -> Layout:
    width, height = size
    margin = round(width * MARGIN_PERCENT / 100)
    unit = (width / REFERENCE_WIDTH + height / _REFERENCE_HEIGHT) / 2
    frame, between = max(5, _gap(unit, 2)), max(2, _gap(unit, 2))
    field, least = flank_share > 0, _least(unit, touch_px)
    weights = {name: weight for name, weight in _UPRIGHT.items() if not (field and name == "second")}
    if field:
        weights["glass"] = 22.2
    room = width - 2 * margin - 2 * (frame if what.screen else _lamp_room(unit)) - arm_px
    tall = round(height * _FIELD_UPRIGHT) if field else what.height(_WINDOW_UPRIGHT * width * height, room)
    tall = min(tall, height - 2 * frame - sum(least.values()) * 2)
    heights = _shared(height - tall - 2 * frame, weights, least)
    above = ("crown", "glass") if field else ("crown", "glass", "second")
    order = {name: heights[name] for name in above} | {"reels": tall + 2 * frame}
    order |= {name: heights[name] for name in ("display", "deck", "tray", "purse")}
    zones = _stacked(order, 0, width)
    inners = {name: zone.inflate(-2 * margin, 0) for name, zone in zones.items()}
    inners["purse"] = zones["purse"].inflate(-2 * _gap(unit, 1), 0)
    band = inners["reels"].inflate(0, -2 * frame)
    if field:
        # The field has all of the band; the panes are columns on it.
        flank, middle = max(44, round(width * flank_share)), band
        flanks = (
            Rect(band.x, band.y, flank, band.height),
            Rect(band.right - flank, band.y, flank, band.height),
        )
    else:
        middle = band.inflate(room - band.width, 0).move(-arm_px // 2, 0)
        flanks = _halves(inners["second"].inflate(0, -2 * _gap(unit, 0)), _gap(unit, 1))
    reels, pitch = drums(middle, what, between, fills=field)
    arm = _arm(band, arm_px, _gap(unit, 1))
    whole = Rect(0, 0, width, zones["purse"].y)
    return Layout(size, True, whole, zones, inners, margin, unit, reels, pitch, flanks, touch_px, arm)


def _lying(size: tuple[int, int], what: Drums, flank_share: float, touch_px: int, arm_px: int) -> Layout:
    width, height = size
    margin = round(height * MARGIN_PERCENT / 100)
    unit = (width / 1920 + height / 1080) / 2 * _UNIT_LYING
    frame, between = max(5, _gap(unit, 2)), max(2, _gap(unit, 2))
    field, least = flank_share > 0, _least(unit, touch_px)
    most = height - sum(max(least.get(name, 0), round(height * 0.07)) for name in _LYING) - 2 * frame
    across = round(width * (_FIELD_LYING if field else _WIDEST_LYING))
    tall = what.height(_WINDOW_LYING * width * height, across)
    if field:
        tall = max(tall, round(height * 0.52))
    tall = min(tall, most)
    heights = _shared(height - tall - 2 * frame, _LYING, least)
    beside = frame if what.screen or field else _lamp_room(unit)
    wide = across if field else min(across, what.width(tall, between))
    left = (width - wide - 2 * beside - arm_px) // 2
    middle = width - 2 * left
    zones = {"crown": Rect(0, 0, width, heights["crown"])}
    top = heights["crown"]
    zones["reels"] = Rect(left, top, middle, tall + 2 * frame)
    zones["display"] = Rect(left, zones["reels"].bottom, middle, heights["display"])
    both = zones["display"].bottom - top
    zones["glass"] = Rect(0, top, left, both)
    zones["second"] = Rect(left + middle, top, left, both)
    top = zones["display"].bottom
    zones["tray"] = Rect(0, top, left, heights["deck"])
    zones["deck"] = Rect(left, top, width - left, heights["deck"])
    zones["purse"] = Rect(0, top + heights["deck"], width, heights["purse"])
    inners = _inners_lying(zones, margin, _gap(unit, 1))
    second = inners["second"].inflate(0, -2 * _gap(unit, 1))
    panes = _PANES_OF_GAME if field else _PANES_LOW if height < LOW_PX else _PANES
    second.height = round(second.height * panes)
    flanks = _halves(second, _gap(unit, 1))
    window = Rect(zones["reels"])
    window.width -= arm_px
    reels, pitch = drums(window.inflate(-2 * beside, -2 * frame), what, between, fills=field)
    arm = _arm(zones["reels"].inflate(0, -2 * frame), arm_px, _gap(unit, 1))
    whole = Rect(0, 0, width, zones["purse"].y)
    return Layout(size, False, whole, zones, inners, margin, unit, reels, pitch, flanks, touch_px, arm)


def _arm(band: Rect, arm_px: int, gap: int) -> Rect | None:
    """The plate of the arm at the right end of the band with the window."""
    if not arm_px:
        return None
    return Rect(band.right - arm_px + gap // 2, band.y, arm_px - gap, band.height)


def _inners_lying(zones: Mapping[str, Rect], margin: int, gap: int) -> dict[str, Rect]:
    """What the pillars at the screen's sides leave of each zone."""
    inners = {name: Rect(zone) for name, zone in zones.items()}
    inners["crown"] = zones["crown"].inflate(-2 * margin, 0)
    for name in ("glass", "tray"):
        zone = zones[name]
        inners[name] = Rect(zone.x + margin, zone.y, zone.width - margin - gap, zone.height)
    for name in ("second", "deck"):
        zone = zones[name]
        inners[name] = Rect(zone.x + gap, zone.y, zone.width - margin - gap, zone.height)
    inners["purse"] = zones["purse"].inflate(-2 * gap, 0)
    return inners


def _halves(box: Rect, gap: int) -> tuple[Rect, Rect]:
    half = (box.width - gap) // 2
    return Rect(box.x, box.y, half, box.height), Rect(box.right - half, box.y, half, box.height)
