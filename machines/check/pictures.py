# SPDX-License-Identifier: MIT
"""
Pictures of a maker's own: read from the folder ``art`` beside the model, or from its ROM.

    [symbols.siete]
    picture = "siete.svg"        # art/siete.svg
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree import ElementTree

from machines.check.problems import Findings
from machines.check.schema_parts import Symbol

FOLDER = "art"
BYTES_MAX = 1_000_000
SIDE_MIN_PX, SIDE_MAX_PX = 32, 2_048
_PNG = b"\x89PNG\r\n\x1a\n"

Reader = Callable[[str], bytes]
"""The bytes of a picture or a sound by the name that the model has for it; OSError if there is none."""


def beside(model_file: Path) -> Reader:
    """Pictures in the folder ``art`` beside a model file."""

    def read(name: str) -> bytes:
        with (model_file.parent / FOLDER / name).open("rb") as stream:
            return stream.read(BYTES_MAX + 1)

    return read


def check_looks(symbols: Mapping[str, Symbol] | None, findings: Findings) -> None:
    """Each symbol names a drawing of azar's or a picture of the maker's own."""
    for name, symbol in (symbols or {}).items():
        if (symbol.drawing is None) == (symbol.picture is None):
            got = "neither" if symbol.picture is None else "both"
            hint = f'write picture = "{name}.svg" for art/{name}.svg, or drawing = "bell", say'
            findings.add(f"symbols.{name}", f"must have a drawing or a picture (got {got})", hint, value=got)


def read_pictures(symbols: Mapping[str, Symbol] | None, read: Reader, findings: Findings) -> dict[str, bytes]:
    """
    The pictures that symbols name, by their names.

    Notes each that is missing, too large or in no format that the panel draws.
    """
    found: dict[str, bytes] = {}
    for name, symbol in (symbols or {}).items():
        if symbol.picture is None:
            continue
        path = f"symbols.{name}.picture"
        try:
            data = found[symbol.picture] = read(symbol.picture)
        except OSError as error:
            message = f"must be a file in the folder {FOLDER} beside the model ({error.strerror or error})"
            hint = f"draw {FOLDER}/{symbol.picture}, or name one of azar's drawings: drawing = ..."
            findings.add(path, message, hint, value=symbol.picture)
            continue
        if findings.over(path, len(data), BYTES_MAX, "bytes", "save it smaller"):
            continue
        wrong = _wrong_png(data) if symbol.picture.endswith(".png") else _wrong_svg(data)
        if wrong:
            findings.add(path, f"must be {wrong}", "save it again", value=symbol.picture)
    return found


def _wrong_png(data: bytes) -> str:
    """What a PNG file must be and is not; "" of one that can be drawn. Source: ISO/IEC 15948."""
    if data[:8] != _PNG or data[12:16] != b"IHDR" or len(data) < 24:
        return "a PNG file (its first bytes are none's)"
    width, height = struct.unpack(">II", data[16:24])
    if not (SIDE_MIN_PX <= width <= SIDE_MAX_PX and SIDE_MIN_PX <= height <= SIDE_MAX_PX):
        return f"{SIDE_MIN_PX} to {SIDE_MAX_PX:,} pixels wide and high (got {width:,} x {height:,})"
    return ""


def _wrong_svg(data: bytes) -> str:
    """What an SVG file must be and is not; "" of one that can be drawn. Source: W3C, SVG 1.1."""
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        return "an SVG file without a document type (entities are not read)"
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        return f"an SVG file (it is no XML: {error})"
    if root.tag.rpartition("}")[2] != "svg":
        return f"an SVG file (its root is {root.tag.rpartition('}')[2]})"
    if not root.get("viewBox") and not (root.get("width") and root.get("height")):
        return "an SVG file with a viewBox, or with width and height (got neither)"
    written = [part.tag for part in root.iter() if str(part.tag).rpartition("}")[2] in ("text", "image")]
    if written:
        kind = str(written[0]).rpartition("}")[2]
        return f"an SVG file of outlines alone (got <{kind}>; letters become paths, pictures PNG)"
    return ""
