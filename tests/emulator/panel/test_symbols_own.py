# SPDX-License-Identifier: MIT
"""A maker's own symbols: drawn as they are, and refused where nobody could tell them apart."""

from __future__ import annotations

import io
from pathlib import Path

import pygame
import pytest

from emulator.panel.art.symbols import own
from emulator.panel.art.symbols.examined import mistakes
from emulator.panel.machine.registry import read_front
from emulator.prototype.folder import new_folder
from emulator.prototype.placeholders import placeholder
from machines.model import load_model

BLUE = "#1040E0"
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">'
    '<rect x="0" y="0" width="100" height="50" fill="{}"/></svg>'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_folder(tmp_path / "mistral", "B").folder


def said(folder: Path) -> list[str]:
    return [str(problem) for problem in mistakes(load_model(folder))]


def test_an_svg_keeps_its_shape_in_the_middle_of_the_square() -> None:
    picture = own.picture_of(SQUARE.format(BLUE).encode(), 100)
    assert picture.get_size() == (100, 100)
    assert tuple(picture.get_at((50, 50))) == (16, 64, 224, 255)
    assert [picture.get_at(place).a for place in ((50, 20), (50, 80), (1, 50), (98, 50))] == [0, 0, 0, 0]
    assert picture.get_at((6, 50)).a == 255


def test_a_png_is_scaled_and_keeps_what_is_see_through() -> None:
    drawn = pygame.Surface((400, 800), pygame.SRCALPHA, 32)
    drawn.fill((16, 64, 224, 255), (0, 400, 400, 400))
    stream = io.BytesIO()
    pygame.image.save(drawn, stream, "x.png")
    picture = own.picture_of(stream.getvalue(), 60)
    assert picture.get_at((30, 15)).a == 0
    assert all(
        abs(got - drawn) <= 3 for got, drawn in zip(picture.get_at((30, 45)), (16, 64, 224, 255), strict=True)
    )
    assert picture.get_at((5, 45)).a == 0


def test_what_cannot_be_drawn_is_an_error() -> None:
    with pytest.raises(own.PictureError):
        own.picture_of(b"\x89PNG\r\n\x1a\n nothing more", 60)


def test_the_front_has_the_pictures_of_the_model(folder: Path) -> None:
    model = load_model(folder)
    front = read_front(model, 1, True)
    assert set(front.drawings) == {symbol.picture for symbol in model.symbols.values()}
    assert model.pictures == front.pictures and {*front.drawings} < front.pictures.keys()
    assert front.rows[0].drawings == ("cierzo.svg",) * 3


def test_two_symbols_that_differ_in_colour_alone_are_refused(folder: Path) -> None:
    assert said(folder) == []
    (folder / "art" / "uva.svg").write_text(placeholder(14, "#3070A0"))
    (folder / "art" / "luna.svg").write_text(placeholder(14, "#A05040"))
    (line,) = said(folder)
    assert line.startswith("symbols.uva: must lie 0.080 from luna as grey pictures, laid over it (got 0.0")


def test_one_picture_for_two_symbols_is_refused(folder: Path) -> None:
    text = folder / "mistral.toml"
    text.write_text(text.read_text("utf-8").replace('"uva.svg"', '"luna.svg"'), "utf-8")
    (line,) = said(folder)
    assert line.startswith("symbols.uva: must lie 0.080 from luna") and "(got 0.000;" in line


def test_a_speck_and_a_block_are_refused(folder: Path) -> None:
    speck = SQUARE.replace('width="100" height="50" fill', 'width="9" height="9" fill').format(BLUE)
    (folder / "art" / "uva.svg").write_text(speck)
    (line,) = said(folder)
    assert line.startswith("symbols.uva.picture: must cover 8 to 95 % of its square (got ")


def test_a_drawing_that_nobody_made_is_refused(folder: Path) -> None:
    text = folder / "mistral.toml"
    text.write_text(text.read_text("utf-8").replace('picture = "uva.svg"', 'drawing = "grapse"'), "utf-8")
    (problem,) = mistakes(load_model(folder))
    assert problem.path == "symbols.uva.drawing" and "did you mean grapes?" in problem.hint


def test_a_picture_that_is_torn_is_refused(folder: Path) -> None:
    (folder / "art" / "uva.svg").write_bytes(b"<svg viewBox='0 0 9 9'><path d='M'/></svg>")
    (line,) = said(folder)
    assert line.startswith("symbols.uva.picture: must ")
