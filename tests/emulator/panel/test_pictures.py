# SPDX-License-Identifier: MIT
"""Pictures in scenarios: saved, compared by their prints, alike in other letters; broken panels are seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from emulator.cabinet import Cabinet
from emulator.panel.art import theme
from emulator.panel.machine.inside.opened import Opened
from emulator.panel.machine.money.tray import Tray
from emulator.panel.machine.parts.crown import Crown
from emulator.panel.machine.parts.glass import Glass
from emulator.panel.machine.parts.service import ServicePlate
from emulator.panel.machine.picture import draw_picture
from emulator.panel.machine.prints import print_of
from emulator.scenario import pictures
from emulator.scenario.file import load, parse
from emulator.scenario.pictures import COLUMNS, LIMIT, ROWS, Album
from emulator.scenario.run import play
from emulator.scenario.script import ScriptError

NEW = '[[step]]\nafter_ms = 4000\nexpect = { picture = { name = "new", shows = "" } }\n'
# What the panel forgets to draw, and the shipped scenario whose picture then is another one.
MUTANTS = {
    "inside": (Opened, "draw", "door_open_idle"),
    "tower": (Crown, "draw_tower", "hopper_jam"),
    "tray": (Tray, "draw", "hand_pay_of_the_remainder"),
    "prize row": (Glass, "draw", "door_open_showing_a_prize"),
    "menu": (ServicePlate, "draw", "service_refill"),
}


@pytest.mark.parametrize("part", MUTANTS)
def test_a_part_that_is_not_drawn_breaks_a_scenario_that_ships(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, method, name = MUTANTS[part]
    monkeypatch.setattr(owner, method, lambda *_, **__: None)
    result = play(load(name))
    broken = [line for step in result.steps for line in step.unmet]
    assert len(broken) == 1 and "must be alike within 12 levels" in broken[0], broken


def test_a_print_is_alike_in_other_letters_and_at_other_sizes_and_a_coin_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Lighter letters stand for another font, 1440 x 900 for another way to draw edges and letters."""
    cab = Cabinet("cierzo", seed="00", language="es")
    cab.run(ms=4_000)
    before = print_of(draw_picture(cab), COLUMNS, ROWS)
    for size in ((1440, 900), (1920, 1200)):
        assert 0 < _apart(before, print_of(draw_picture(cab, size), COLUMNS, ROWS)) <= LIMIT - 1
    with monkeypatch.context() as patch:
        patch.setattr(theme, "_opened", _lighter)
        assert 0 < _apart(before, print_of(draw_picture(cab), COLUMNS, ROWS)) <= LIMIT - 1
    # Words of other lengths: why a picture is always in the language of its cabinet.
    assert LIMIT < _apart(before, print_of(draw_picture(cab, language="en"), COLUMNS, ROWS)) < 3 * LIMIT
    cab.insert(100)
    cab.run(ms=1_500)
    assert _apart(before, print_of(draw_picture(cab), COLUMNS, ROWS)) > 3 * LIMIT


def _lighter(face: str, size_px: int, own: bytes | None) -> pygame.font.Font:
    """Each face in the weight below its own; the condensed one, which has one weight, a little smaller."""
    known = {"text": "Manrope-Regular.ttf", "strong": "Manrope-SemiBold.ttf"}
    path = theme._face_path(face)
    assert path is not None and own is None
    if face not in known:
        return pygame.font.Font(path, max(6, round(size_px * 0.97)))
    return pygame.font.Font(str(Path(path).with_name(known[face])), size_px)


def _apart(one: pictures.Print, other: pictures.Print) -> int:
    cells = zip((cell for row in one for cell in row), (cell for row in other for cell in row), strict=True)
    return max(abs(was - is_) for before, now in cells for was, is_ in zip(before, now, strict=True))


def test_an_empty_print_is_told_and_then_holds(tmp_path: Path) -> None:
    told = play(parse(NEW)).steps[0].unmet
    assert len(told) == 1 and told[0].startswith("picture new must show (got)\n")
    text = NEW.replace('""', f'"""\n{told[0].partition(chr(10))[2]}"""')
    album = Album(tmp_path / "shots", "mine")
    assert play(parse(text), album=album).held
    assert album.saved == [tmp_path / "shots" / "mine-new.png"]
    assert album.saved[0].read_bytes().startswith(b"\x89PNG")
    assert not play(parse(text.replace("after_ms = 4000", "after_ms = 4000\ndo = 'open_door'"))).held


def test_a_part_beyond_the_limit_is_named_with_its_place() -> None:
    level = [[(100, 100, 100)] * COLUMNS for _ in range(ROWS)]
    shows = pictures.written(level)
    row = {"name": "x", "shows": shows}
    level[2][4] = (100, 100 + LIMIT, 100)
    assert pictures._compare(row, level, None) == []
    level[2][4] = (100, 100 + LIMIT + 1, 100)
    assert "1 of 160 parts" in pictures._compare(row, level, None)[0]
    assert "13 apart in row 3, column 5; --pictures DIR saves it" in pictures._compare(row, level, None)[0]
    assert "see shots/x.png" in pictures._compare(row, level, Path("shots/x.png"))[0]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("picture = 3", 'expect.picture must be "name" or'),
        ('picture = { shows = "" }', 'expect.picture must be "name" or'),
        ('picture = "../x"', "expect.picture.name must be a-z, 0-9 and _ (got '../x')"),
        ('picture = { name = "x", size = 3 }', "expect.picture.size must be one of name, shows, maintenance"),
        (
            'picture = { name = "x", maintenance = 1 }',
            "expect.picture.maintenance must be true or false (got 1)",
        ),
        ('picture = { name = "x", shows = "0a0b0c" }', "expect.picture.shows must be 10 rows of 16 colours"),
    ],
)
def test_a_picture_with_a_mistake_is_told(written: str, expected: str) -> None:
    with pytest.raises(ScriptError) as found:
        parse(f"[[step]]\nexpect = {{ {written} }}\n", "mine.toml")
    assert f"mine.toml: step 1: {expected}" in str(found.value)


def test_a_picture_is_taken_once() -> None:
    with pytest.raises(ScriptError, match=r"until.picture must stand in expect: a picture is taken once"):
        parse('[[step]]\nuntil = { picture = "x" }\n')


WITHOUT = """\
import sys
sys.modules["pygame"] = None
from emulator.cli import main
sys.argv[0] = "azar"
sys.exit(main())
"""


def _without_pygame(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-c", WITHOUT, "scenario", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.mark.long
def test_without_pygame_a_picture_that_must_be_compared_says_so(tmp_path: Path) -> None:
    """It was not looked at, so it does not hold; one that is only to be saved stops nothing."""
    done = _without_pygame("door_open_idle")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "picture door cannot be drawn: pygame is not installed" in " ".join(done.stdout.split())
    mine = tmp_path / "mine.toml"
    mine.write_text('[[step]]\nafter_ms = 10\nexpect = { picture = "x" }\n', encoding="utf-8")
    assert _without_pygame(str(mine)).returncode == 0
    saved = _without_pygame(str(mine), "--pictures", str(tmp_path / "shots"))
    assert saved.returncode == 1 and "pygame is not installed" in saved.stdout + saved.stderr
    assert "Traceback" not in saved.stderr
