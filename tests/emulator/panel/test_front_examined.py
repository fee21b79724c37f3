# SPDX-License-Identifier: MIT
"""Texts of a painted front: measured contrast, room, and what is told of both."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
import pytest
from pygame import Rect
from recordings import tone, wav
from soon import soon

from emulator.panel.art import paint
from emulator.panel.art.contrasts import CONTRAST_MIN, LARGE_CONTRAST_MIN, contrast_of, least_of
from emulator.panel.art.fitting import READABLE_PX, letters_that_fit, unfit
from emulator.panel.art.lettering import Letterer, Placed, fit
from emulator.panel.art.theme import Colour, contrast, dark_enough, hex_colour
from emulator.panel.machine import examined, verdict
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.stage import Stage
from emulator.prototype.folder import new_folder
from machines.model import load_model, model_names

SCREEN = (400, 60)
WIDE = (1280, 800)


def lettered(ink: Colour, *grounds: Colour, size_px: int = 16) -> tuple[np.ndarray, Placed]:  # type: ignore[type-arg]
    """A line of letters over grounds side by side: what was painted, and the text."""
    sheet, letterer = paint.plain(SCREEN), Letterer()
    part = SCREEN[0] // len(grounds)
    for number, ground in enumerate(grounds):
        sheet.fill(ground, Rect(number * part, 0, part, SCREEN[1]))
    letterer.put(sheet, "PREMIO MAYOR 80,00 EUR", Rect(0, 0, *SCREEN), "text", size_px, ink)
    return pygame.surfarray.array3d(sheet).swapaxes(0, 1), letterer.placed[0]


@pytest.mark.parametrize("size_px", [8, 12, 30])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [((255, 255, 255), (90, 90, 90)), ((20, 14, 15), (200, 60, 40)), ((255, 210, 63), (14, 27, 61))],
)
def test_contrast_is_measured_however_thin_the_letters_are(ink: Colour, ground: Colour, size_px: int) -> None:
    found = contrast_of(*lettered(ink, ground, size_px=size_px))
    assert found is not None
    assert found.ratio == pytest.approx(contrast(ink, ground), rel=0.06)
    assert np.abs(np.subtract(found.ink, ink)).max() <= 6
    assert np.abs(np.subtract(found.ground, ground)).max() <= 6


def test_the_place_counts_where_letters_are_hardest_to_read() -> None:
    bright, dark = (230, 220, 190), (14, 27, 61)
    found = contrast_of(*lettered((255, 246, 224), dark, bright, dark))
    assert found is not None and found.ratio < 1.6


def test_large_letters_need_less() -> None:
    assert least_of(lettered((0, 0, 0), (255, 255, 255), size_px=16)[1]) == CONTRAST_MIN == 4.5
    assert least_of(lettered((0, 0, 0), (255, 255, 255), size_px=24)[1]) == LARGE_CONTRAST_MIN == 3.0


def test_the_letters_that_fit_do_fit() -> None:
    sheet, letterer = paint.plain(SCREEN), Letterer()
    words = "UN NOMBRE QUE NADIE PUEDE LEER EN UN LETRERO TAN PEQUEÑO"
    box = Rect(10, 10, 120, 14)
    letterer.put(sheet, words, box, "label", 12, (255, 255, 255))
    (text,) = letterer.placed
    room = letters_that_fit(text)
    assert 0 < room < len(words)
    assert fit(words[: room - 3], "label", box.size, READABLE_PX).size_px == READABLE_PX
    assert fit(words[: room + 8], "label", box.size, READABLE_PX).size_px < READABLE_PX
    assert {fault.kind for fault in unfit(letterer.placed, sheet.get_rect())} >= {"small"}


def test_dark_enough_leaves_what_is_dark_and_darkens_what_is_not() -> None:
    cream = (255, 246, 224)
    assert dark_enough((14, 27, 61), cream, 4.5) == (14, 27, 61)
    assert contrast(dark_enough((255, 230, 120), cream, 4.5), cream) >= 4.5


@pytest.mark.parametrize("name", soon(model_names()))
def test_every_machine_that_ships_can_be_read(name: str) -> None:
    assert [str(problem) for problem in examined.mistakes(load_model(name))] == []


@pytest.mark.parametrize("name", soon(model_names(), "cierzo"))
def test_every_machine_that_ships_can_be_read_on_a_screen(name: str) -> None:
    """The quick half of the same: one size, one language."""
    model = load_model(name)
    stage = Stage(read_front(model, 1, False), WIDE, "es")
    assert [str(problem) for problem in examined.stage_mistakes(model, stage)] == []


@pytest.mark.long
@pytest.mark.parametrize("kind", ["A", "B", "C"])
def test_a_new_machine_can_be_read(tmp_path: Path, kind: str) -> None:
    assert verdict.verdict(load_model(new_folder(tmp_path / "mistral", kind).folder)) == []


def changed(folder: Path, old: str, new: str) -> list[str]:
    """What is told of a model with one change, on one screen."""
    file = folder / f"{folder.name}.toml"
    text = file.read_text("utf-8")
    file.write_text(re.sub(old, new, text, count=1), "utf-8")
    assert file.read_text("utf-8") != text
    model = load_model(folder)
    stage = Stage(read_front(model, 1, False), WIDE, "es")
    return [str(problem) for problem in examined.stage_mistakes(model, stage)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_folder(tmp_path / "mistral", "B").folder


def test_a_title_that_does_not_fit_is_refused(folder: Path) -> None:
    told = changed(folder, 'title = "MISTRAL"', f'title = "{"MISTRAL " * 20}"')
    assert any(
        re.match(r'title: "MISTRAL MIS.*" must fit its place on 1280x800.* letters, \d+ fit', row)
        for row in told
    )


def test_on_the_least_screen_a_long_text_of_the_model_alone_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examined, "SIZES", ((800, 480),))
    assert examined.mistakes(load_model(folder)) == []
    file = folder / "mistral.toml"
    text = re.sub(
        r'(\[texts.rules\]\nes = ")', rf"\1{'Una regla que nadie lee. ' * 24}", file.read_text("utf-8")
    )
    file.write_text(text, "utf-8")
    assert {problem.path for problem in examined.mistakes(load_model(folder))} == {"texts.rules"}


def test_a_pale_glass_is_refused_with_a_colour_that_would_do(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "mistral.toml"
    text = re.sub(r'(\[art\.colours\][^\n]*\n\w+ = )"#\w{6}"', r'\1"#E8E0A0"', file.read_text("utf-8"))
    file.write_text(text, "utf-8")
    monkeypatch.setattr(examined, "SIZES", (WIDE,))
    monkeypatch.setattr(examined, "_CONTRAST_SIZES", (WIDE,))
    monkeypatch.setattr(examined, "languages", lambda: ["es"])
    problems = examined.mistakes(load_model(folder))
    faint = [problem for problem in problems if "stand out" in problem.message]
    assert faint and re.search(r"by (4\.5|3) to 1 .*\(got \d\.\d: #\w{6} on #\w{6}\)", faint[0].message)
    hints = [
        re.match(r'(\w+) = "(#\w{6})" under \[art.colours\] would do', problem.hint) for problem in faint
    ]
    found = next(hint for hint in hints if hint is not None)
    front = read_front(load_model(folder), 1, False)
    theme = front.theme._replace(**{found[1]: hex_colour(found[2])})
    better = Stage(replace(front, theme=theme), WIDE, "es")
    assert len(list(examined._faint(better))) < len(list(examined._faint(Stage(front, WIDE, "es"))))


def test_pictures_of_a_size_are_dropped_before_the_next_is_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check would take 360 MB with all of them, and 230 without."""
    kept: dict[examined.Size, int] = {}

    def looked_at(front: object, size: examined.Size, language: str) -> tuple[list[object], list[object]]:
        kept.setdefault(size, paint.rounded.cache_info().currsize)
        paint.rounded((9, 9), 2.0, size[0] / 10_000)
        return [], []

    monkeypatch.setattr(examined, "_looked_at", looked_at)
    assert examined.mistakes(load_model("cierzo")) == []
    assert kept == dict.fromkeys(examined.SIZES, 0)


def test_a_verdict_is_made_once(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made: list[str] = []
    monkeypatch.setattr(verdict.examined, "mistakes", lambda model, _progress: made.append(model.title) or [])
    monkeypatch.setattr(verdict.symbols, "mistakes", lambda _model: [])
    for _ in range(2):
        assert verdict.verdict(load_model(folder)) == []
    assert made == ["MISTRAL"]
    file = folder / "mistral.toml"
    file.write_text(file.read_text("utf-8").replace('title = "MISTRAL"', 'title = "SIROCO"'), "utf-8")
    verdict.verdict(load_model(folder))
    picture = next((folder / "art").glob("*.svg"))
    picture.write_text(picture.read_text("utf-8") + "<!-- again -->", "utf-8")
    verdict.verdict(load_model(folder))
    assert made == ["MISTRAL", "SIROCO", "SIROCO"]
    (folder / "art" / "s.wav").write_bytes(wav(tone(300)))
    file.write_text(f'{file.read_text("utf-8")}\n[art.sounds]\ncoin_50 = "s.wav"\n', "utf-8")
    assert load_model(folder).own_sounds and verdict.verdict(load_model(folder)) == []
    assert made == ["MISTRAL", "SIROCO", "SIROCO"]  # nobody sees a sound
