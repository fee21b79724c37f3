# SPDX-License-Identifier: MIT
"""
Makes the folder of a new machine from one that is lawful already.

    made = new_folder(Path("mistral"), "B")    # mistral/mistral.toml, art/, scenario.toml, README.md
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from emulator.prototype.guide import ART, HEAD, NOTES, README, README_FIRMWARE, SOUNDS, TITLES
from emulator.prototype.palette import Palette, palette_of
from emulator.prototype.placeholders import crown_of, emblem_of, flank_of, placeholder
from machines import MachinesError
from machines.check.art import FOLDER
from machines.model import Model, load_model, model_text, parse_model
from machines.rom.program import FIRMWARE_FOLDER
from machines.types.registry import TYPES

FROM = {"A": "cometa", "B": "cierzo", "C": "moncayo"}
"""The model that a new one of each type begins as."""

FIRMWARE = "firmware"
"""The folder of the program in that of a machine."""
# The programs of a table's devices, and what only a check of types reads.
_NO_MACHINE = ("cup", "wheel", "typecheck")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")


class FolderError(MachinesError):
    """A folder that cannot be made; ``hint`` is a next step."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class Made(NamedTuple):
    """A new folder."""

    folder: Path
    model: Model
    files: tuple[str, ...]


def new_folder(folder: Path, kind: str | None, base: str | None = None, *, firmware: bool = False) -> Made:
    """
    Make the folder; it holds nothing that the commands refuse.

    Args:
        folder: where; its last part names the machine.
        kind: type A, B or C; None takes that of ``base``.
        base: a model that ships, or a file or folder, instead of the usual one of the type.
        firmware: lay our firmware in it, too.

    Raises:
        FolderError: the name cannot be a machine's, the folder is not empty, or ``base`` is of another type.
        ModelError: ``base`` has mistakes.
    """
    name = folder.name
    if not _NAME.fullmatch(name):
        message = f'name must be a to z, 0 to 9 and _, a letter first, 32 at most (got "{name}")'
        raise FolderError(message, "it names the file, too: azar new my_machine --type B")
    if kind is None and base is None:
        raise FolderError("type must be A, B or C (got none)", "azar new my_machine --type B")
    if kind is not None and kind not in TYPES:
        raise FolderError(f"type must be A, B or C (got {kind})", "azar new my_machine --type B")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        message = f"{folder} must be a folder with nothing in it"
        raise FolderError(message, "take another name, or move it away")
    source = base or FROM[str(kind)]
    begun = load_model(source)
    if kind not in (None, begun.type):
        message = f"--from must be a model of type {kind} (got {source}, type {begun.type})"
        raise FolderError(message, f"leave --from out, or write --type {begun.type}")
    files = dict(_files(name, source, begun))
    if firmware:
        files |= dict(_firmware())
        files["README.md"] += README_FIRMWARE.format(name=name).encode()
    file = f"{name}.toml"
    model = parse_model(files[file], source=file, pictures=lambda picture: files[f"{FOLDER}/{picture}"])
    for path, data in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return Made(folder, model, tuple(files))


def _files(name: str, source: str, begun: Model) -> Iterator[tuple[str, bytes]]:
    """Every file by its path in the folder."""
    text = model_text(source)[1].decode("utf-8")
    yield f"{name}.toml", _model(name, source, text, begun).encode()
    for number, (symbol, described) in enumerate(begun.symbols.items()):
        if described.picture is None:
            yield f"{FOLDER}/{symbol}.svg", placeholder(number).encode()
        else:
            yield f"{FOLDER}/{described.picture}", begun.pictures[described.picture]
    for file, data in begun.sounds.items():
        yield f"{FOLDER}/{file}", data
    palette = palette_of(name)
    yield f"{FOLDER}/emblem.svg", emblem_of(palette).encode()
    yield f"{FOLDER}/crown.svg", crown_of(palette).encode()
    yield f"{FOLDER}/left.svg", flank_of(palette, right=False).encode()
    yield f"{FOLDER}/right.svg", flank_of(palette, right=True).encode()
    yield "scenario.toml", _scenario(name, begun).encode()
    yield "README.md", README.format(name=name, title=_title(name), type=begun.type, source=source).encode()


def _firmware() -> Iterator[tuple[str, bytes]]:
    """Every module of our firmware that a machine may run, as it ships."""
    for path in sorted(FIRMWARE_FOLDER.rglob("*.py")):
        place = path.relative_to(FIRMWARE_FOLDER)
        if place.parts[0] not in _NO_MACHINE and place.name != "__init__.py":
            yield f"{FIRMWARE}/{place.as_posix()}", path.read_bytes()


def _title(name: str) -> str:
    return name.replace("_", " ").upper()


def _model(name: str, source: str, text: str, begun: Model) -> str:
    """The model file of ``begun`` with a name, art and plate of its own, and a note before each part."""
    lines = text.splitlines()
    while lines and (lines[0].startswith("#") or not lines[0].strip()):
        del lines[0]
    palette = palette_of(name)
    out = [HEAD.format(name=name, type=begun.type, source=source).rstrip(), ""]
    noted: set[str] = set()
    symbol, table = "", ""
    for line in lines:
        found = re.match(r"\[\[?([a-z_]+)(?:\.([a-z0-9_]+))?", line)
        if found:
            table, symbol = found[1], found[2] or "" if found[1] == "symbols" else ""
            if table in NOTES and table not in noted and table not in _OWN:
                noted.add(table)
                _note(out, table)
        if table not in _OWN:
            out.append(_line(line, name, table, begun, symbol, palette))
    while out and (out[-1].startswith("#") or not out[-1].strip()):
        del out[-1]
    out.append("")
    _note(out, "art")
    style = begun.art["style"]
    art = ART.format(style=style, palette=palette, title=_title(name))
    return "\n".join(out) + f"\n{art}\n{_sounds(begun)}"


def _sounds(begun: Model) -> str:
    """The sounds of a maker's own model, or how to have some."""
    named = begun.draft.art.sounds if begun.draft.art else {}
    rows = [f'{sound} = "{file}"' for sound, file in named.items()]
    return "\n".join(["[art.sounds]", *rows, ""]) if rows else SOUNDS


# Tables of the model that a new machine has from nobody.
_OWN = ("art", "plate")


def _note(out: list[str], table: str) -> None:
    """What a part is for, before its table."""
    # A comment of the model itself stands before its table; ours goes before both.
    at = len(out)
    while at and out[at - 1].startswith("#"):
        at -= 1
    out[at:at] = [f"# -- {TITLES[table]} --", *(f"# {note}" for note in NOTES[table])]


def _line(line: str, name: str, table: str, begun: Model, symbol: str, palette: Palette) -> str:
    """One line of the model, or what stands in its place."""
    if not table and line.startswith("name = "):
        return f'name = "{name}"'
    if not table and line.startswith("title = "):
        return f'title = "{_title(name)}"'
    if symbol and line.startswith("drawing = "):
        return f'picture = "{symbol}.svg"'
    if symbol and line.startswith("colour = ") and begun.symbols[symbol].picture is None:
        return f'colour = "{palette.symbol([*begun.symbols].index(symbol))}"'
    return line


def _scenario(name: str, model: Model) -> str:
    """A play with coins, or, where the machine takes none, its first message."""
    steps = [
        f'title = "{_title(name)}: a play is paid for, begins, and is counted"',
        "",
        "[machine]",
        f'model = "{name}.toml"',
    ]
    coins = _coins_of(model)
    if not coins or model.link is not None:
        return "\n".join([*steps, "", "[[step]]", "after_ms = 4000", 'expect = { tilt = "" }', ""])
    purse = ", ".join(f"{coin} = {coins.count(coin)}" for coin in sorted(set(coins), reverse=True))
    steps.append(f"purse = {{ {purse} }}")
    for number, coin in enumerate(coins):
        steps += ["", "[[step]]", f"after_ms = {600 if number else 4000}", 'do = "insert"', f"cents = {coin}"]
    steps += ['until = { lamps = ["start"] }', "", "[[step]]", "after_ms = 300", 'do = "press"']
    steps += ['name = "start"', "until = { meters = { book_plays = 1 } }", ""]
    return "\n".join(steps)


def _coins_of(model: Model) -> list[int]:
    """Coins that pay for one play at the price that a new machine asks, the largest first."""
    if model.card_name is not None or model.tokens is not None:
        return []
    left, coins = model.price_cents, []
    for coin in sorted(model.coins_cents, reverse=True):
        while coin <= left:
            coins.append(coin)
            left -= coin
    return coins + ([min(model.coins_cents)] if left else [])
