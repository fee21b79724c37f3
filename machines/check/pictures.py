# SPDX-License-Identifier: MIT
"""
Pictures of a maker's own: which files the panel can draw, and what it would leave out or choke on.

    wrong_picture("siete.svg", data)      # "" of one that can be drawn, else what it must be

Nothing is decoded here: sides are read from the head of a file, so that a small file that unpacks to much is
refused unopened.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from xml.etree import ElementTree

BYTES_MAX = 1_000_000
SCENE_BYTES_MAX = 4_000_000
SIDE_MIN_PX, SIDE_MAX_PX = 32, 2_048
# Of a large sheet: 3840 x 2160 of a screen fit.
SCENE_SIDE_MAX_PX = 4_096
PIXELS_MAX = 9_000_000
# Each element of an SVG file is drawn, one over the other, and the edges of a path are sorted one by one: so
# many may take seconds, not minutes.
SVG_BYTES_MAX = 600_000
ELEMENTS_MAX = 3_000
PATH_BYTES_MAX = 60_000
DEPTH_MAX = 64
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
# Elements that the panel's reader of SVG leaves out, each with what to do.
_NOT_DRAWN = {
    "text": "letters become paths",
    "image": "pictures become PNG",
    "use": "what is used is copied to its place",
    "pattern": "its shapes are drawn",
    "mask": "outlines are cut",
    "clipPath": "outlines are cut",
    "filter": "shadows become shapes, or all of it PNG",
    "foreignObject": "nothing but shapes is drawn",
    "script": "nothing moves",
    "animate": "nothing moves",
}
# Selectors of a style sheet are not read, but those by class.
_DASHES = "stroke-dasharray"
_SIDE_MAX = 1e6
_LINKS = ("href", "{http://www.w3.org/1999/xlink}href", "src")


class Room(NamedTuple):
    """How large a picture may be."""

    bytes_max: int
    side_max_px: int


SYMBOL = Room(BYTES_MAX, SIDE_MAX_PX)
SCENE = Room(SCENE_BYTES_MAX, SCENE_SIDE_MAX_PX)


def wrong_picture(name: str, data: bytes, room: Room = SYMBOL) -> str:
    """What a file must be and is not, by the ending of its name; "" of one that can be drawn."""
    if name.endswith(".png"):
        return _wrong_png(data, room)
    return _wrong_jpeg(data, room) if name.endswith(".jpg") else _wrong_svg(data)


def _wrong_png(data: bytes, room: Room) -> str:
    """Source: ISO/IEC 15948."""
    if data[:8] != _PNG or data[12:16] != b"IHDR" or len(data) < 24:
        return "a PNG file (its first bytes are none's)"
    width, height = struct.unpack(">II", data[16:24])
    return _wrong_sides(width, height, room)


def _wrong_jpeg(data: bytes, room: Room) -> str:
    """Source: ITU-T T.81, B.1 and B.2: the frame header is among the markers before the scan."""
    if data[:3] != _JPEG:
        return "a JPEG file (its first bytes are none's)"
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return _wrong_sides(width, height, room)
        if marker == 0xDA or length < 2:
            break
        at += 2 + length
    return "a JPEG file (it has no frame header)"


def _wrong_sides(width: int, height: int, room: Room) -> str:
    most = room.side_max_px
    if not (SIDE_MIN_PX <= width <= most and SIDE_MIN_PX <= height <= most):
        return f"{SIDE_MIN_PX} to {most:,} pixels wide and high (got {width:,} x {height:,})"
    if width * height > PIXELS_MAX:
        return f"at most {PIXELS_MAX:,} pixels in all (got {width * height:,})"
    return ""


def _wrong_svg(data: bytes) -> str:
    """Source: W3C, SVG 1.1."""
    if len(data) > SVG_BYTES_MAX:
        return f"an SVG file of at most {SVG_BYTES_MAX:,} bytes (got {len(data):,}; PNG may be larger)"
    if b"\0" in data:
        return "an SVG file in UTF-8 (it has bytes of another encoding)"
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        return "an SVG file without a document type (entities are not read)"
    from xml.etree import ElementTree  # no model that ships has a file of its own

    try:
        root, wrong = _tree(data)
    except (ElementTree.ParseError, LookupError, ValueError) as error:  # an encoding that nobody knows, too
        return f"an SVG file (it is no XML: {error})"
    if wrong:
        return f"an SVG file {wrong}"
    if root.tag.rpartition("}")[2] != "svg":
        return f"an SVG file (its root is {root.tag.rpartition('}')[2]})"
    if not root.get("viewBox") and not (root.get("width") and root.get("height")):
        return "an SVG file with a viewBox, or with width and height (got neither)"
    if not _has_sides(root.get("viewBox", "0 0 1 1")):
        return f"an SVG file whose viewBox has two sides (got {root.get('viewBox')})"
    for part in root.iter():
        name = str(part.tag).rpartition("}")[2]
        if name in _NOT_DRAWN:
            return f"an SVG file of outlines alone (got <{name}>; {_NOT_DRAWN[name]})"
        if _DASHES in part.attrib or _DASHES in part.get("style", ""):
            return f"an SVG file of outlines alone (got {_DASHES}; dashes are drawn one by one)"
        if len(part.get("d", "")) > PATH_BYTES_MAX or len(part.get("points", "")) > PATH_BYTES_MAX:
            return f"an SVG file whose paths have at most {PATH_BYTES_MAX:,} letters each (part them)"
        for link in _LINKS:
            if not part.get(link, "#").startswith("#"):
                return f"an SVG file that names no other file (got {part.get(link, '')[:40]})"
    return ""


def _has_sides(box: str) -> bool:
    """Whether a viewBox is four numbers, the last two above zero."""
    try:
        numbers = [float(part) for part in box.replace(",", " ").split()]
    except ValueError:
        return False
    return len(numbers) == 4 and all(0 < side < _SIDE_MAX for side in numbers[2:])


def _tree(data: bytes) -> tuple[ElementTree.Element, str]:
    """The root, and why the rest was not read where it is too much."""
    from xml.etree import ElementTree

    parser: ElementTree.XMLPullParser[ElementTree.Element] = ElementTree.XMLPullParser(("start", "end"))
    root: ElementTree.Element | None = None
    count = depth = 0
    for at in range(0, max(1, len(data)), 65_536):
        parser.feed(data[at : at + 65_536])
        for read in parser.read_events():
            event, part = cast("tuple[str, ElementTree.Element]", read)
            root = part if root is None else root
            count += event == "start"
            depth += 1 if event == "start" else -1
            if count > ELEMENTS_MAX:
                return part, f"of at most {ELEMENTS_MAX:,} elements"
            if depth > DEPTH_MAX:
                return part, f"of at most {DEPTH_MAX} elements one in the other"
    parser.close()
    if root is None:
        raise ElementTree.ParseError("no element found")
    return root, ""
