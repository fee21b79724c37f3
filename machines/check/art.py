# SPDX-License-Identifier: MIT
"""
What a maker gives of his own: pictures and fonts, read from the folder ``art`` beside the model, or its ROM.

    [symbols.siete]
    picture = "siete.svg"        # art/siete.svg
    [art]
    style = "cierzo"             # azar's own, for what is not given
    emblem = "emblema.svg"
    [art.fonts]
    title = "rotulo.ttf"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from machines.check.draft import CommonDraft, ReelsDraft
from machines.check.fonts import FONT_BYTES_MAX, wrong_font
from machines.check.pictures import SCENE, SYMBOL, Room, wrong_picture
from machines.check.problems import Findings
from machines.check.schema_parts import OLDER_COLOURS, Art, Colours, Symbol, Text
from machines.support.languages import DEFAULT_LANGUAGE

FOLDER = "art"
# No file of a maker's own is larger; so much of one is read at most.
FILE_BYTES_MAX = max(SYMBOL.bytes_max, SCENE.bytes_max, FONT_BYTES_MAX)

STYLES = (
    "aneto", "bochorno", "cierzo", "cometa", "cometa_nacional", "galacho", "moncayo", "moncayo_fichas",
    "moncayo_nacional", "moncayo_tarjeta", "monegros", "mudejar", "ronda", "verbena", "veruela",
)  # fmt: skip
"""Families of azar's drawings that a model may name."""

CABINETS = ("bandit", "bar", "fair", "video")
"""Cabinets of azar that a model may name; its type has one of its own."""

# What the panel itself writes on a front beside the texts of the model, in Spanish and in English.
_PRINTED = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    "ÁÉÍÓÚÜÑáéíóúüñ€%.,:;()+-/·×º¿?¡!"
)  # fmt: skip

Reader = Callable[[str], bytes]
"""The bytes of a file by the name that the model has for it; OSError if there is none."""


class Wanted(NamedTuple):
    """A file that a model names."""

    path: str
    """Key path of the name."""
    name: str
    bytes_max: int
    wrong: Callable[[bytes], str]
    """What its bytes must be and are not; "" of those that will do."""
    instead: str
    """A next step where there is no such file."""


def beside(model_file: Path) -> Reader:
    """Files in the folder ``art`` beside a model file."""

    def read(name: str) -> bytes:
        with (model_file.parent / FOLDER / name).open("rb") as stream:
            return stream.read(FILE_BYTES_MAX + 1)

    return read


def check_looks(draft: CommonDraft, findings: Findings) -> None:
    """Each symbol has a drawing or a picture; the style is known, and each colour named once."""
    for name, symbol in _symbols(draft).items():
        if (symbol.drawing is None) == (symbol.picture is None):
            got = "neither" if symbol.picture is None else "both"
            hint = f'write picture = "{name}.svg" for art/{name}.svg, or drawing = "bell", say'
            findings.add(f"symbols.{name}", f"must have a drawing or a picture (got {got})", hint, value=got)
    if draft.art is None:
        return
    style = draft.art.style
    if style not in STYLES:
        near = get_close_matches(style, STYLES, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        hint += "it stands in for what [art] does not give: emblem, crown, flanks"
        findings.add(
            "art.style",
            f'must be one of {", ".join(STYLES)} (got "{style}")',
            hint,
            value=style,
            limit=STYLES,
        )
    cabinet = draft.art.cabinet
    if cabinet is not None and cabinet not in CABINETS:
        findings.add(
            "art.cabinet",
            f'must be one of {", ".join(CABINETS)} (got "{cabinet}")',
            "leave it out: its type has one of its own",
            value=cabinet,
            limit=CABINETS,
        )
    check_colours("art.colours", draft.art.colours, findings)


def check_colours(path: str, colours: Colours, findings: Findings) -> None:
    """No colour has two names in one table."""
    for older, name in OLDER_COLOURS.items():
        if getattr(colours, older) is not None and getattr(colours, name) is not None:
            message = f"must be left out where {name} is given (got {getattr(colours, older)})"
            findings.add(f"{path}.{older}", message, f"{older} is an older name of {name}")


def read_files(draft: CommonDraft, read: Reader, findings: Findings) -> dict[str, bytes]:
    """
    The files that a model names, by their names.

    Notes each that is missing, too large or of no use to the panel.
    """
    found: dict[str, bytes] = {}
    for wanted in wanted_files(draft):
        try:
            data = found[wanted.name] = read(wanted.name)
        except OSError as error:
            message = f"must be a file in the folder {FOLDER} beside the model ({error.strerror or error})"
            findings.add(wanted.path, message, wanted.instead, value=wanted.name)
            continue
        if findings.over(wanted.path, len(data), wanted.bytes_max, "bytes", "save it smaller"):
            continue
        if wrong := wanted.wrong(data):
            findings.add(wanted.path, f"must be {wrong}", "save it again", value=wanted.name)
    return found


def wanted_files(draft: CommonDraft) -> Iterator[Wanted]:
    """Every file that a model names, with what is asked of it."""
    for name, symbol in _symbols(draft).items():
        if symbol.picture is not None:
            instead = f"draw {FOLDER}/{symbol.picture}, or name one of azar's drawings: drawing = ..."
            yield _picture(f"symbols.{name}.picture", symbol.picture, SYMBOL, instead)
    if draft.art is None:
        return
    for key, file, room in _pictures(draft.art):
        instead = f"draw {FOLDER}/{file}, or leave {key.partition('[')[0]} out: azar's own stands in"
        yield _picture(f"art.{key}", file, room, instead)
    for face, font in draft.art.fonts:
        if font is not None:
            yield _font(f"art.fonts.{face}", font, letters_of(draft, face))


def _font(path: str, file: str, letters: str) -> Wanted:
    instead = f"put {FOLDER}/{file} there, or leave it out: azar's own stands in"
    return Wanted(path, file, FONT_BYTES_MAX, lambda data: wrong_font(data, letters), instead)


def letters_of(draft: CommonDraft, face: str) -> str:
    """What a face must write: the name of every game of the model, or all that is printed on its front."""
    titles = [draft.title or "", *(row.title for row in getattr(draft, "games", None) or ())]
    if face == "title":
        return "".join(titles)
    printed = [_PRINTED, *titles]
    printed += [text.default for _, text in draft.texts or () if isinstance(text, Text)]
    printed += [line for _, line in draft.plate or () if line is not None]
    if isinstance(draft, ReelsDraft) and draft.link is not None:
        printed += [draft.link.name.said(DEFAULT_LANGUAGE), draft.link.text.said(DEFAULT_LANGUAGE)]
    return "".join(printed)


def _symbols(draft: CommonDraft) -> Mapping[str, Symbol]:
    return (draft.symbols if isinstance(draft, ReelsDraft) else None) or {}


def _pictures(art: Art) -> Iterator[tuple[str, str, Room]]:
    rows: list[tuple[str, str | None, Room]] = [
        ("emblem", art.emblem, SYMBOL),
        ("title", art.title, SYMBOL),
        ("crown", art.crown, SCENE),
        ("glass", art.glass, SCENE),
        *((f"flanks[{side}]", file, SCENE) for side, file in enumerate(art.flanks or ())),
        ("room", art.room, SCENE),
    ]
    for key, file, room in rows:
        if file is not None:
            yield key, file, room


def _picture(path: str, file: str, room: Room, instead: str) -> Wanted:
    return Wanted(path, file, room.bytes_max, lambda data: wrong_picture(file, data, room), instead)
