# SPDX-License-Identifier: MIT
"""The cabinet drawn to scale: its elevation and side, and its front with a number on every part."""

from __future__ import annotations

from typing import NamedTuple

from emulator.lab.dossier.case import Case
from emulator.lab.dossier.drawing import ACCENT, PAPER, SHADE, THIN, Drawing

SHEET_MM = 170
_ELEVATION_MM = (148, 172)
"""Most that front and side may take on paper, across and down."""
_SCALES = (4, 5, 10, 20, 25, 50)
# What is smaller than this on paper has its number beside it.
_SMALL_MM = 6
# Number, and where it stands on paper: x, y, width, height.
Numbered = tuple[int, float, float, float, float]


class Part(NamedTuple):
    """A part of the front, in mm from the lower left corner of the cabinet."""

    name: str
    label: str
    left: int
    bottom: int
    width: int
    height: int


class Body(NamedTuple):
    """The cabinet in mm, and what stands on its front."""

    width: int
    height: int
    depth: int
    base: int
    front: int
    """Height of the front."""
    parts: tuple[Part, ...]


class _View(NamedTuple):
    """Where the views stand on paper, in mm."""

    scale: int
    left: float
    side: float
    top: float
    floor: float


def elevation_scale(body: Body) -> int:
    """The largest scale at which front and side fit a page."""
    across, down = _ELEVATION_MM
    room = across - 26
    return next(
        scale
        for scale in _SCALES[2:]
        if (body.width + body.depth) / scale <= room and body.height / scale <= down
    )


def elevation(case: Case, body: Body) -> bytes:
    """Front and side."""
    scale = elevation_scale(body)
    left, top = 22.0, 4.0
    view = _View(scale, left, left + body.width / scale + 24, top, top + body.height / scale)
    sheet = Drawing(SHEET_MM, view.floor + 18)
    _front_view(sheet, case, body, view)
    _side_view(sheet, case, body, view)
    _dimensions(sheet, case, body, view)
    return sheet.svg(case.say(f"Alzado y perfil, escala 1:{scale}", f"Front and side, 1:{scale}"))


def _front_view(sheet: Drawing, case: Case, body: Body, view: _View) -> None:
    """The outline, the front with its parts, and below it the door of the cash box."""
    scale, left = view.scale, view.left
    width, base = body.width / scale, body.base / scale
    sheet.box(left, view.top, width, body.height / scale, fill=PAPER, weight=0.5)
    sheet.box(left, view.floor - base - body.front / scale, width, body.front / scale, fill=SHADE)
    for part in body.parts:
        x, y = left + part.left / scale, view.floor - (part.bottom + part.height) / scale
        sheet.box(x, y, part.width / scale, part.height / scale, fill=PAPER, weight=0.2)
    door = view.floor - base
    sheet.box(left + width * 0.09, door + base * 0.1, width * 0.82, base * 0.78, weight=0.25)
    sheet.circle(left + width * 0.83, door + base / 2, 1.1)
    middle = left + width * 0.46
    for row, words in enumerate(
        (case.say("puerta de la caja,", "cash box door,"), case.say("con cerradura", "with lock"))
    ):
        sheet.text(middle, door + base / 2 + 3.2 * row - 0.6, words, anchor="middle", fill=THIN)


def _side_view(sheet: Drawing, case: Case, body: Body, view: _View) -> None:
    """The deck stands out below the reels; behind are the logic area and where the cabinet is anchored."""
    scale, x, floor = view.scale, view.side, view.floor
    depth, height, front = body.depth / scale, body.height / scale, body.front / scale
    lip = floor - body.base / scale - front * 0.22
    back = x + depth
    ledge = [
        (x + 3, view.top),
        (back, view.top),
        (back, floor),
        (x, floor),
        (x, lip),
        (x + 3, lip - front * 0.06),
    ]
    sheet.shape(ledge, fill=PAPER, weight=0.5)
    logic = floor - body.base / scale - front
    sheet.box(back - 17, logic + front * 0.08, 12, front * 0.8, weight=0.22, dash="1.2 0.8")
    words = case.say("zona de lógica, con cerradura", "logic area, with lock")
    sheet.text(back - 10.2, logic + front * 0.48, words, size=2.3, anchor="middle", fill=THIN, turn=True)
    for share in (0.93, 0.08):
        y = floor - height * share
        sheet.line(back - 3, y, back + 3, y, stroke=ACCENT, weight=0.6)
        sheet.text(back - 4, y + 0.8, case.say("anclaje", "anchor"), size=2.3, anchor="end", fill=ACCENT)


def _dimensions(sheet: Drawing, case: Case, body: Body, view: _View) -> None:
    """The lines that say how large everything is, and how high slot and tray lie."""
    scale, left, floor = view.scale, view.left, view.floor
    width, depth, base = body.width / scale, body.depth / scale, body.base / scale
    sheet.line(left - 6, floor, view.side + depth + 4, floor, weight=0.6)
    sheet.across(left, left + width, floor + 7, f"{body.width}", low=floor)
    sheet.across(view.side, view.side + depth, floor + 7, f"{body.depth}", low=floor)
    sheet.down(view.top, floor, left - 15, f"{body.height}", low=left)
    sheet.down(floor - base, floor, left - 7, f"{body.base}", low=left)
    sheet.down(floor - base - body.front / scale, floor - base, left - 7, f"{body.front}", low=left)
    high = [part for part in body.parts if part.name in ("coin_slot", "tray")]
    for part, out in zip(high, (8.0, 16.0), strict=False):
        middle = part.bottom + part.height // 2
        y, edge = floor - middle / scale, left + width + out
        start = left + (part.left + part.width) / scale
        sheet.line(start, y, edge, y, stroke=ACCENT, weight=0.18, dash="1 0.6")
        sheet.down(y, floor, edge, f"{middle}")
    for x, words in (
        (left + width / 2, case.say("ALZADO", "FRONT")),
        (view.side + depth / 2, case.say("PERFIL", "SIDE")),
    ):
        sheet.text(x, floor + 14, words, anchor="middle", weight=700)


def face(case: Case, body: Body) -> bytes:
    """The front with a number on every part, as large as the page lets it."""
    scale = face_scale(body)
    width, front = body.width / scale, body.front / scale
    left, top = 3.0, 3.0
    sheet = Drawing(width + 2 * left + 6, front + 2 * top + 8)
    sheet.box(left, top, width, front, fill=SHADE, weight=0.5)
    boxes = []
    for number, part in enumerate(body.parts, 1):
        x = left + part.left / scale
        y = top + (body.base + body.front - part.bottom - part.height) / scale
        boxes.append((number, x, y, part.width / scale, part.height / scale))
    for _, x, y, across, down in sorted(boxes, key=lambda box: -box[3] * box[4]):
        sheet.box(x, y, across, down, fill=PAPER, radius=min(1.2, down / 6))
    for box in boxes:
        _number(sheet, box, [other for other in boxes if other != box])
    sheet.across(left, left + width, top + front + 7, f"{body.width}", low=top + front)
    sheet.down(top, top + front, left + width + 6, f"{body.front}", low=left + width)
    return sheet.svg(case.say(f"Frente, escala 1:{scale}", f"Front, 1:{scale}"))


def face_scale(body: Body) -> int:
    """A scale of whole numbers at which the front fits a page."""
    return next(scale for scale in _SCALES if body.width / scale <= 162 and body.front / scale <= 190)


def _number(sheet: Drawing, box: Numbered, others: list[Numbered]) -> None:
    """A part's number: in the middle, in a corner where something else is inside, or beside a small one."""
    number, x, y, across, down = box
    holds = any(
        x <= left + width / 2 <= x + across and y <= top + height / 2 <= y + down
        for _, left, top, width, height in others
    )
    if across < _SMALL_MM:
        at = (x + across / 2 + 5.2, y - 4.2)
        sheet.line(x + across / 2, y + down * 0.3, *at, stroke=ACCENT, weight=0.2)
        sheet.balloon(*at, number)
    elif holds:
        sheet.balloon(x + 4, y + down - 4, number)
    else:
        sheet.balloon(x + across / 2, y + down / 2, number)
