# SPDX-License-Identifier: MIT
"""Art, fonts and plate of a maker's own: read beside the model, sealed in a ROM, or refused."""

from __future__ import annotations

import struct
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from emulator.prototype.folder import new_folder
from machines.check.art import STYLES, letters_of, wanted_files
from machines.check.fonts import wrong_font
from machines.check.pictures import (
    DEPTH_MAX,
    ELEMENTS_MAX,
    SCENE,
    SVG_BYTES_MAX,
    SYMBOL,
    wrong_picture,
)
from machines.check.schema_parts import MAKER, Plate
from machines.model import ModelError, load_model, model_names, parse_model, pictured
from machines.rom.build import build_file
from machines.rom.file import DamagedRomError, pack, unpack
from machines.rom.read import open_rom

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">%s</svg>'
FONT = Path(next(iter(find_spec("font_manrope").submodule_search_locations))) / "files" / "Manrope-Bold.ttf"  # type: ignore[union-attr,arg-type]


def png(width: int, height: int) -> bytes:
    """The head of a PNG file."""
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", width, height)


def jpeg(width: int, height: int) -> bytes:
    """A JPEG file up to its frame header."""
    head = b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(10)
    return head + b"\xff\xc2\0\x11\x08" + struct.pack(">HH", height, width) + bytes(12)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A machine of type B whose art is placeholders."""
    return new_folder(tmp_path / "mistral", "B").folder


def changed(folder: Path, old: str, new: str) -> None:
    """Its model file with something else in it."""
    file = folder / "mistral.toml"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def refusals(folder: Path) -> list[str]:
    """What is said of a folder that must be refused."""
    with pytest.raises(ModelError) as refused:
        load_model(folder)
    assert all(problem.hint for problem in refused.value.problems)
    return [str(problem) for problem in refused.value.problems]


def with_all(folder: Path) -> None:
    """Every key of [art] with a file."""
    (folder / "art" / "letters.ttf").write_bytes(FONT.read_bytes())
    (folder / "art" / "room.jpg").write_bytes(jpeg(800, 1_200))
    (folder / "art" / "name.svg").write_bytes(SVG % b"<path d='M0 0 h9 v9 z'/>")
    (folder / "art" / "glass.png").write_bytes(png(2_000, 900))
    changed(folder, '# title = "title.svg"', 'title = "name.svg"\nglass = "glass.png"\nroom = "room.jpg" #')
    changed(folder, "# [art.fonts] ", '[art.fonts]\nlabel = "letters.ttf"\ntext = "letters.ttf" # ')


def test_every_file_of_art_is_read_once_and_by_its_key(folder: Path) -> None:
    with_all(folder)
    model = load_model(folder)
    art = {wanted.path: wanted.name for wanted in wanted_files(model.draft) if wanted.path.startswith("art.")}
    assert art == {
        "art.emblem": "emblem.svg",
        "art.title": "name.svg",
        "art.crown": "crown.svg",
        "art.glass": "glass.png",
        "art.flanks[0]": "left.svg",
        "art.flanks[1]": "right.svg",
        "art.room": "room.jpg",
        "art.fonts.label": "letters.ttf",
        "art.fonts.text": "letters.ttf",
    }
    assert {*art.values()} < model.pictures.keys()
    assert model.pictures["letters.ttf"] == FONT.read_bytes()
    assert pictured(parse_model((folder / "mistral.toml").read_bytes()), folder).pictures == model.pictures


def test_a_rom_carries_all_of_it_and_its_plays_are_the_same(folder: Path) -> None:
    with_all(folder)
    model = load_model(folder)
    data = build_file(folder)
    rom = open_rom("x.rom", data).model
    assert rom.pictures == model.pictures and rom.plate == model.plate and rom.art == model.art
    assert rom.tables.digest == load_model("cierzo").tables.digest
    parts = dict(unpack(data).parts)
    assert parts["art/letters.ttf"] == FONT.read_bytes()
    del parts["art/crown.svg"]
    with pytest.raises(DamagedRomError, match=r"art\.crown: must be a file in the folder art"):
        open_rom("x.rom", pack({k: v for k, v in unpack(data).manifest.items() if k != "parts"}, parts))


def test_a_variant_has_the_art_of_its_model(folder: Path) -> None:
    changed(
        folder,
        "[plate] ",
        '[variants.alto.texts.minors]\nes = "Prohibido su uso a menores de 18 años"\n\n[plate] ',
    )
    file = folder / "mistral.toml"
    assert load_model(f"{file}@alto").pictures == load_model(folder).pictures
    assert load_model(f"{file}@alto").plate.made_by == "MISTRAL 0000"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"crown.svg"', '"none.svg"', "art.crown: must be a file in the folder art beside the model (No"),
        ('"crown.svg"', '"crown.gif"', 'art.crown: must be a file .svg, .png or .jpg in the folder art (g'),
        ('"emblem.svg"', '"emblem.jpg"', "art.emblem: must be a file .svg or .png in the folder art (got "),
        ('["left.svg", "right.svg"]', '["left.svg"]', "art.flanks: must hold at least 2 items (got 1)"),
        ('"crown.svg"', '"../crown.svg"', "art.crown: must be a file .svg, .png or .jpg in the folder art"),
        ("# [art.fonts] ", '[art.fonts]\ntitle = "a.woff" # ', "art.fonts.title: must be a file .ttf or"),
        ('style = "cierzo"', 'style = "cirzo"', 'art.style: must be one of aneto, bochorno, cierzo, com'),
        ("deep =", "deap =", "art.colours.deap: is not a key of a model file"),
        ("deep =", 'night = "#000000"\ndeep =', "art.colours.night: must be left out where deep is given ("),
        ('registry = "0000"', 'registry = ""', 'plate.registry: must be one line of text (got "")'),
        ('series = "A"', 'serie = "A"', "plate.serie: is not a key of a model file"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused(folder: Path, old: str, new: str, said: str) -> None:
    changed(folder, old, new)
    assert any(line.startswith(said) for line in refusals(folder)), refusals(folder)


def test_a_style_that_nobody_made_is_told_with_the_nearest_one(folder: Path) -> None:
    changed(folder, 'style = "cierzo"', 'style = "monegro"')
    with pytest.raises(ModelError) as refused:
        load_model(folder)
    assert "did you mean monegros?" in refused.value.problems[0].hint
    assert {load_model(name).art["style"] for name in model_names()} == {*STYLES}


@pytest.mark.parametrize(
    ("name", "data", "room", "said"),
    [
        ("a.png", png(4_096, 2_000), SCENE, ""),
        ("a.png", png(4_096, 2_000), SYMBOL, "32 to 2,048 pixels wide and high (got 4,096 x 2,000)"),
        ("a.png", png(4_000, 4_000), SCENE, "at most 9,000,000 pixels in all (got 16,000,000)"),
        ("a.png", png(1_000_000, 8), SCENE, "32 to 4,096 pixels wide and high (got 1,000,000 x 8)"),
        ("a.jpg", jpeg(1_920, 1_080), SCENE, ""),
        ("a.jpg", jpeg(60_000, 60_000), SCENE, "32 to 4,096 pixels wide and high (got 60,000 x 60,000)"),
        ("a.jpg", png(800, 800), SCENE, "a JPEG file (its first bytes are none's)"),
        ("a.jpg", b"\xff\xd8\xff\xe0\0\x01" + bytes(99), SCENE, "a JPEG file (it has no frame header)"),
        ("a.svg", SVG % b"<rect id='a'/><use href='#a'/>", SCENE, "outlines alone (got <use>; what is us"),
        ("a.svg", SVG % b"<g filter='url(#f)'/><filter id='f'/>", SCENE, "outlines alone (got <filter>"),
        ("a.svg", SVG % b"<a href='http://x.example/p'><g/></a>", SCENE, "no other file (got http://x"),
        ("a.svg", SVG % b"<a href='#here'><g/></a>", SCENE, ""),
        ("a.svg", SVG % (b"<g>" * DEPTH_MAX + b"</g>" * DEPTH_MAX), SCENE, f"at most {DEPTH_MAX} elements o"),
        ("a.svg", SVG % (b"<g/>" * ELEMENTS_MAX), SCENE, f"of at most {ELEMENTS_MAX:,} elements"),
        ("a.svg", b"<?xml version='1.0' encoding='foo'?>" + SVG % b"", SCENE, "unknown encoding: foo"),
        ("a.svg", b"<?xml version='1.0' encoding='shift_jis'?>" + SVG % b"", SCENE, "multi-byte encodings"),
        ("a.svg", b"<svg viewBox='0 0 0 9'/>", SCENE, "whose viewBox has two sides (got 0 0 0 9)"),
        ("a.svg", b"<svg viewBox='nan nan nan nan'/>", SCENE, "whose viewBox has two sides"),
        ("a.svg", SVG % b"<path style='stroke-dasharray:0.01'/>", SCENE, "alone (got stroke-dasharray"),
        ("a.svg", SVG % (b"<path d='M0 0%s'/>" % (b" h9" * 20_001)), SCENE, "letters each (part them)"),
        ("a.svg", SVG % (b" " * SVG_BYTES_MAX), SCENE, f"an SVG file of at most {SVG_BYTES_MAX:,} bytes"),
        ("a.svg", (SVG % b"").decode().encode("utf-16"), SCENE, "in UTF-8 (it has bytes of an"),
    ],
)  # fmt: skip
def test_a_picture_is_judged_before_it_is_opened(name: str, data: bytes, room: object, said: str) -> None:
    found = wrong_picture(name, data, room)  # type: ignore[arg-type]
    assert said in found and bool(said) == bool(found)


def test_a_scene_may_be_larger_than_a_symbol(folder: Path) -> None:
    padded = png(800, 800) + bytes(1_200_000)
    for name in ("crown", "emblem"):
        (folder / "art" / f"{name}.png").write_bytes(padded)
    changed(folder, '"crown.svg"', '"crown.png"')
    load_model(folder)
    changed(folder, '"emblem.svg"', '"emblem.png"')
    (line,) = refusals(folder)
    assert line.startswith("art.emblem: must be at most 1,000,000 bytes (got ")


def test_a_font_must_have_the_letters_that_it_writes(folder: Path) -> None:
    data = FONT.read_bytes()
    assert wrong_font(data, "ABC ñÑ áéíóú 0123456789 €") == ""
    assert wrong_font(data, "A北B東") == "a font with every letter that it writes (it lacks 北 東)"
    with_all(folder)
    load_model(folder)
    changed(folder, 'title = "MISTRAL"', 'title = "MISTRAL 北"')
    assert refusals(folder) == [
        f"art.fonts.{face}: must be a font with every letter that it writes (it lacks 北)"
        for face in ("label", "text")
    ]


def test_a_title_font_needs_the_letters_of_the_names_alone(folder: Path) -> None:
    model = load_model(folder)
    assert set(letters_of(model.draft, "title")) == set("MISTRAL")
    assert set("MISTRAL€ñÁ·0189") | set("Sin premio") < set(letters_of(model.draft, "text"))
    verbena = {*letters_of(load_model("verbena").draft, "title")}
    assert all({*game.title} <= verbena for game in load_model("verbena").games)  # type: ignore[attr-defined]


def _torn(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Fonts that are none, and what is wrong with each."""
    count = struct.unpack_from(">H", data, 4)[0]
    rows = {data[12 + 16 * i : 16 + 16 * i]: 12 + 16 * i for i in range(count)}
    yield "its first bytes are none's", b"wOF2" + data[4:]
    yield "its tables reach past its end", data[: len(data) // 2]
    yield "its tables reach past its end", data[:40]
    yield "it has no table cmap", data.replace(b"cmap", b"cmpa", 1)
    yield "it has pictures alone", data.replace(b"glyf", b"gylf", 1)
    at = struct.unpack_from(">L", data, rows[b"cmap"] + 8)[0]
    yield "a map of Unicode characters", data[: at + 2] + b"\0\0" + data[at + 4 :]
    far = bytearray(data)
    for number in range(struct.unpack_from(">H", data, at + 2)[0]):
        struct.pack_into(">L", far, at + 8 + 8 * number, 0x7FFFFFFF)
    yield "reach past its end", bytes(far)


@pytest.mark.parametrize(("said", "data"), [*_torn(FONT.read_bytes())])
def test_a_file_that_is_no_font_is_refused(said: str, data: bytes) -> None:
    assert said in wrong_font(data, "ABC")


def test_a_font_with_any_byte_of_its_head_changed_is_answered() -> None:
    """Whatever a file says of itself, the reader comes to an end with a sentence or none."""
    data = bytearray(FONT.read_bytes())
    for at in range(12, 300):
        was, data[at] = data[at], data[at] ^ 0xFF
        assert isinstance(wrong_font(bytes(data), "A€ñ"), str)
        data[at] = was


def test_a_plate_says_what_the_model_says_and_azars_where_it_says_nothing() -> None:
    assert (Plate().made_by, Plate().of_series, Plate().given) == (f"{MAKER} 0001", "A", {})
    assert Plate(maker="Boreal", series="C").made_by == "Boreal"
    assert Plate(registry="ARA-1").made_by == "ARA-1"
    assert Plate(maker="Boreal", registry="ARA-1", series="C").of_series == "C"


def test_the_schema_for_editors_names_every_key_of_art(folder: Path) -> None:
    text = tomllib.loads((folder / "mistral.toml").read_text("utf-8"))
    assert {*text["plate"]} == {*Plate.model_fields}
