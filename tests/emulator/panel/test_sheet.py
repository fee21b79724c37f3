# SPDX-License-Identifier: MIT
"""The sheet of a model's art: all of it there, nothing cut, each strip as its band is printed."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from panel_fake import FakeCabinet
from panel_fit import cut_or_overlapping
from recordings import tone, wav
from soon import soon

from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.layout import lay_out
from emulator.panel.machine.picture import draw_picture
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.stage import Stage
from emulator.panel.sheet.paper import PRINT_PX, Block
from emulator.panel.sheet.sheet import SCREEN, UPRIGHT_PX, WIDE_PX, draw_sheet
from emulator.panel.sheet.sounds import _draw_wave
from emulator.panel.sheet.strips import strips_block
from emulator.panel.sheet.symbols import grey_of
from emulator.prototype.folder import new_folder
from machines.check.sounds import SOUNDS
from machines.model import Model, load_model, model_names


def faults(block: Block) -> list[str]:
    """What is cut, lies on other print or is too small."""
    small = [text.text for text in block.placed if text.size_px < PRINT_PX]
    return cut_or_overlapping(block.placed, block.surface.get_rect()) + small


def words(block: Block) -> list[str]:
    return [text.text for text in block.placed]


@pytest.mark.parametrize("name", soon(model_names(), "moncayo", "verbena"))
def test_all_of_a_model_is_on_its_sheet_and_nothing_is_cut(name: str) -> None:
    model = load_model(name)
    sheet = draw_sheet(model)
    assert faults(sheet) == []
    assert sheet.size[0] == WIDE_PX
    said = words(sheet)
    assert model.title in said and {symbol.name.default for symbol in model.symbols.values()} <= set(said)
    assert said.count("GLASS") == len(getattr(model, "games", [0]))
    assert ("GAME" in said) == (not model.strips)
    assert [text for text in said if text.startswith("Reel 1:")][:1] == first_reel(model)


def first_reel(model: Model) -> list[str]:
    """How its first reel is headed: its stops, and the tickets of all where they do not come alike."""
    if not model.strips:
        return []
    weights = read_front(model, 1, False, 0).weights
    return [f"Reel 1: {len(model.strips[0])}" + (f" / {sum(weights[0]):,}" if weights else "")]


def test_an_upright_sheet_is_narrower_and_has_the_same_on_it() -> None:
    model = load_model("cierzo")
    sheet, upright = draw_sheet(model), draw_sheet(model, upright=True)
    assert faults(upright) == []
    assert upright.size[0] == UPRIGHT_PX and upright.size[1] > sheet.size[1]
    assert sorted(words(upright)) == sorted(words(sheet))


def test_the_sheet_of_a_new_machine_shows_its_own_pictures(tmp_path: Path) -> None:
    model = new_folder(tmp_path / "mistral", "B").model
    sheet = draw_sheet(model, ["symbols"])
    assert faults(sheet) == []
    assert {f"{name}.svg, stops {told(model, name)}" for name in model.symbols} <= set(words(sheet))


def told(model: Any, name: str) -> str:
    return " · ".join(str(strip.count(name)) for strip in model.strips)


def test_the_glass_is_that_of_the_panel() -> None:
    """Pixel for pixel, at full size, where no bulb of the posts throws light."""
    zone = lay_out(SCREEN).inner("glass").inflate(-60, -60)
    whole = pygame.surfarray.array3d(draw_sheet(load_model("cierzo"), ["glass"]).surface)
    glass = pygame.surfarray.array3d(draw_picture(FakeCabinet(), SCREEN).subsurface(zone))
    row = glass[:, glass.shape[1] // 2]
    places = [
        (x, y)
        for x, y in np.argwhere((whole == row[0]).all(axis=2))
        if np.array_equal(whole[x : x + len(row), y], row)
    ]
    assert len(places) == 1
    x, y = places[0]
    top = y - glass.shape[1] // 2
    assert np.array_equal(whole[x : x + zone.width, top : top + zone.height], glass)


def test_the_next_stop_stands_above_and_a_long_strip_goes_on_beside() -> None:
    model = load_model("moncayo")
    front = read_front(model, 1, False)
    kit = Stage(front, SCREEN, "es").kit
    block = strips_block(kit, front.strips, front.weights, 1_140)
    numbers = [text for text in block.placed if text.text.isdigit() and text.size_px >= 20]
    reel_one = {int(text.text): text.ink for text in numbers[: 2 * 20 : 2]}
    assert sorted(reel_one) == list(range(20))
    assert all(
        reel_one[above].y < reel_one[stop].y or reel_one[above].x > reel_one[stop].x
        for stop, above in pairwise(range(20))
    )
    weights = [int(text.text) for text in numbers[1 : 2 * 20 : 2]]
    assert weights == list(front.weights[0])


@cache
def pencils() -> Kit:
    """What a sheet of the size of a screen draws its symbols with."""
    return Stage(read_front(load_model("cierzo"), 1, False), SCREEN, "es").kit


@pytest.mark.parametrize(("reels", "stops", "weighted"), [(3, 256, True), (6, 256, True), (6, 32, False)])
def test_the_longest_strips_have_room(reels: int, stops: int, weighted: bool) -> None:
    strips = tuple(tuple((stop + reel) % 8 for stop in range(stops)) for reel in range(reels))
    weights = tuple((4_096,) * stops for _ in range(reels)) if weighted else ()
    width = UPRIGHT_PX - 140
    block = strips_block(pencils(), strips, weights, width)
    assert block.size[0] <= width
    assert faults(block) == []


def test_grey_is_what_is_seen_without_colour() -> None:
    picture = pygame.Surface((2, 1), pygame.SRCALPHA, 32)
    picture.fill((255, 0, 0, 90), (0, 0, 1, 1))
    assert tuple(grey_of(picture).get_at((0, 0))) == (76, 76, 76, 90)


def test_sounds_are_told_with_their_length_and_whose_they_are(tmp_path: Path) -> None:
    folder = new_folder(tmp_path / "mistral", "B").folder
    (folder / "art" / "tope.wav").write_bytes(wav(tone(250)))
    toml = folder / "mistral.toml"
    toml.write_text(f'{toml.read_text("utf-8")}\n[art.sounds]\nstop_1 = "tope.wav"\n', "utf-8")
    sheet = draw_sheet(load_model(folder), ["sounds"])
    assert faults(sheet) == []
    said = words(sheet)
    assert set(SOUNDS) <= set(said)
    assert {"tope.wav: a reel stops", "azar's: a reel stops", "azar's: a prize from 10.00 EUR"} <= set(said)
    assert said[said.index("stop_1") + 1] == "0.25 s" and said[said.index("run") + 1] == "0.48 s, loop"


def test_a_wave_is_drawn_as_it_is() -> None:
    """Loud first, then silent, in the colour of the maker's own."""
    surface = pygame.Surface((100, 40))
    _draw_wave(
        surface,
        np.concatenate([tone(100), np.zeros(4_410)]).astype(np.float32),
        surface.get_rect(),
        (9, 99, 9),
    )
    drawn = (pygame.surfarray.array3d(surface) == (9, 99, 9)).all(axis=2).sum(axis=1)
    assert min(drawn[:48]) > 25 and max(drawn[52:]) == 1


def test_the_command_writes_the_sheet_and_says_what_is_on_it(azar: Any, tmp_path: Path) -> None:
    file = tmp_path / "cierzo.png"
    told = azar(f"art cierzo -o {file} --only symbols --portrait --json").json
    assert (told["model"], told["parts"], told["symbols"]) == ("cierzo", ["symbols"], 8)
    assert pygame.image.load(file).get_size() == (told["width_px"], told["height_px"])
    assert told["width_px"] == UPRIGHT_PX


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("-o x.jpg", "--output must end in .png (got x.jpg)"),
        ("-o x.png --size 9x9", '--size must be width x height in pixels, such as 1080x1920 (got "9x9")'),
        ("-o x.png --only sky", "'sky' is not one of"),
    ],
)
def test_what_cannot_be_drawn_is_wrong_usage(options: str, said: str, azar: Any) -> None:
    shown = azar(f"art cierzo {options}")
    assert (shown.status, shown.out) == (2, "") and said in shown.err


def test_a_screen_that_is_too_small_is_refused(azar: Any, tmp_path: Path) -> None:
    shown = azar(f"art cierzo -o {tmp_path / 'x.png'} --size 320x200")
    assert shown.status == 2 and "size must be 640x400 pixels or more" in shown.err
    assert not (tmp_path / "x.png").exists()
