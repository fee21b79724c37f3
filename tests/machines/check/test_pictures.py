# SPDX-License-Identifier: MIT
"""Pictures of a maker's own: read beside the model, sealed in its ROM, and refused with what is wrong."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from emulator.prototype.folder import new_folder
from machines.check.pictures import BYTES_MAX
from machines.model import ModelError, load_draft, load_model, parse_model
from machines.rom.build import build_file
from machines.rom.file import DamagedRomError, pack, unpack
from machines.rom.read import open_rom

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A machine of type C with a picture for each symbol."""
    return new_folder(tmp_path / "mistral", "C").folder


def refusals(folder: Path) -> list[str]:
    """What is said of a folder that must be refused."""
    with pytest.raises(ModelError) as refused:
        load_model(folder)
    assert all(problem.hint for problem in refused.value.problems)
    return [str(problem) for problem in refused.value.problems]


def test_a_model_has_the_pictures_that_its_symbols_name(folder: Path) -> None:
    model = load_model(folder)
    cabinet = {"emblem.svg", "crown.svg", "left.svg", "right.svg"}
    assert model.pictures.keys() == {symbol.picture for symbol in model.symbols.values()} | cabinet
    assert model.pictures["siete.svg"] == (folder / "art" / "siete.svg").read_bytes()
    assert load_draft(folder / "mistral.toml").pictures == model.pictures
    assert parse_model((folder / "mistral.toml").read_bytes()).pictures == {}


def test_missing_pictures_are_told_all_at_once(folder: Path) -> None:
    (folder / "art" / "siete.svg").unlink()
    (folder / "art" / "uva.svg").unlink()
    text = folder / "mistral.toml"
    text.write_text(text.read_text("utf-8").replace("rows = 3", "rows = 33"), "utf-8")
    said = refusals(folder)
    paths = [line.partition(":")[0] for line in said]
    assert {"rows", "symbols.siete.picture", "symbols.uva.picture"} <= {*paths}
    assert "must be a file in the folder art beside the model (No such file or directory)" in str(said)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "must be an SVG file (it is no XML"),
        (b"<svg", "it is no XML"),
        (b"<html/>", "its root is html"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "with a viewBox, or with width and height"),
        (b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg viewBox='0 0 9 9'>&a;</svg>", "without a document type"),
        (b"<svg viewBox='0 0 9 9'><text>7</text></svg>", "outlines alone (got <text>; letters become paths"),
        (b"<svg viewBox='0 0 9 9'><image href='a.png'/></svg>", "outlines alone (got <image>"),
        (b" " * (BYTES_MAX + 1), "must be at most 1,000,000 bytes (got 1,000,001 bytes)"),
    ],
)
def test_an_svg_that_cannot_be_drawn_is_refused(folder: Path, data: bytes, said: str) -> None:
    (folder / "art" / "siete.svg").write_bytes(data)
    (line,) = refusals(folder)
    assert line.startswith("symbols.siete.picture: ") and said in line


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"GIF89a", "must be a PNG file (its first bytes are none's)"),
        (PNG + struct.pack(">II", 31, 400), "must be 32 to 2,048 pixels wide and high (got 31 x 400)"),
        (PNG + struct.pack(">II", 400, 2_049), "(got 400 x 2,049)"),
    ],
)
def test_a_png_that_cannot_be_drawn_is_refused(folder: Path, data: bytes, said: str) -> None:
    text = folder / "mistral.toml"
    text.write_text(text.read_text("utf-8").replace("siete.svg", "siete.png"), "utf-8")
    (folder / "art" / "siete.png").write_bytes(data)
    (line,) = refusals(folder)
    assert said in line


@pytest.mark.parametrize(
    "name", ["../secret.svg", "/etc/passwd", "a/../b.svg", "Siete.svg", "siete.gif", "a b.svg"]
)
def test_a_picture_lies_in_the_folder_art_and_nowhere_else(folder: Path, name: str) -> None:
    text = folder / "mistral.toml"
    text.write_text(text.read_text("utf-8").replace('"siete.svg"', f'"{name}"'), "utf-8")
    (line,) = refusals(folder)
    assert "must be a file .svg or .png in the folder art" in line


@pytest.mark.parametrize(
    ("look", "got"), [("", "neither"), ('picture = "siete.svg"\ndrawing = "seven"', "both")]
)
def test_a_symbol_has_either_a_drawing_or_a_picture(folder: Path, look: str, got: str) -> None:
    text = folder / "mistral.toml"
    text.write_text(text.read_text("utf-8").replace('picture = "siete.svg"', look), "utf-8")
    (line,) = refusals(folder)
    assert line == f"symbols.siete: must have a drawing or a picture (got {got})"


def test_a_rom_carries_the_pictures_and_a_copy_needs_no_folder(folder: Path) -> None:
    model = load_model(folder)
    data = build_file(folder)
    assert open_rom("x.rom", data).model.pictures == model.pictures
    box = unpack(data)
    assert box.parts["art/siete.svg"] == model.pictures["siete.svg"]
    before = box.digest
    with (folder / "art" / "siete.svg").open("a") as file:
        file.write("<!-- moved -->")
    assert unpack(build_file(folder)).digest != before


def blamed(parts: dict[str, bytes], manifest: dict[str, object]) -> str:
    """What is said of a ROM with these parts."""
    facts = {name: value for name, value in manifest.items() if name != "parts"}
    with pytest.raises(DamagedRomError) as refusal:
        open_rom("x.rom", pack(facts, parts))
    return str(refusal.value)


def test_a_rom_has_every_picture_and_no_other(folder: Path) -> None:
    box = unpack(build_file(folder))
    parts = dict(box.parts)
    assert "art/more.svg: extra: no file that model.toml names" in blamed(
        {**parts, "art/more.svg": parts["art/siete.svg"]}, box.manifest
    )
    del parts["art/siete.svg"]
    assert "symbols.siete.picture: must be a file in the folder art" in blamed(parts, box.manifest)
    torn = {**box.parts, "art/siete.svg": b"<svg"}
    assert "symbols.siete.picture: must be an SVG file" in blamed(torn, box.manifest)
