# SPDX-License-Identifier: MIT
"""What a board boots is a function of model, language and firmware, and the wiring follows the model."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from cabinet_visits import cabinet
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.cabinet import Cabinet
from machines.model import MODELS_FOLDER, load_model
from machines.rom.program import RomError, build_rom, firmware_sources, settings_source
from machines.support.languages import LanguageError

NAMES = st.from_regex(r"[A-Z][A-Z_]{0,11}", fullmatch=True)
VALUES = st.recursive(
    st.integers() | st.text(max_size=8), lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=6
)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.dictionaries(NAMES, VALUES, max_size=8))
def test_settings_are_python_that_gives_the_same_settings(found: dict[str, object]) -> None:
    """Whatever the order they came in, equal settings are equal bytes, and reading them loses nothing."""
    source = settings_source(found)
    assert settings_source(dict(reversed(found.items()))) == source
    read: dict[str, object] = {}
    exec(compile(source, "settings", "exec"), read)
    assert {name: read[name] for name in found} == found


def test_building_twice_gives_the_same_digests() -> None:
    first, second = (build_rom(load_model("cierzo")) for _ in range(2))
    assert first.sources == second.sources
    assert first.digests == second.digests
    assert all(len(digest) == 64 for digest in first.digests.values())


def test_each_digest_follows_its_own_part() -> None:
    model = load_model("cierzo")
    plain = build_rom(model).digests
    english = build_rom(model, language="en").digests
    assert {name for name in plain if plain[name] != english[name]} == {"firmware", "settings"}
    assert build_rom(model, test=True).digests["settings"] != plain["settings"]
    changed = {**firmware_sources(), "texts": firmware_sources()["texts"] + "\n"}
    other = build_rom(model, firmware=changed).digests
    # The settings carry the firmware's digest, which the machine shows in its service menu.
    assert {name for name in plain if plain[name] != other[name]} == {"firmware", "settings"}


def test_one_rom_serves_all_cabinets_of_a_model_and_none_of_another(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = (MODELS_FOLDER / "moncayo.toml").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    first, again, english = (Cabinet(path, seed="00", language=word).rom for word in ("es", "es", "en"))
    assert first is again and english.digests["settings"] != first.digests["settings"]
    path.write_text(text.replace('title = "', 'title = "OTRO ', 1), encoding="utf-8")
    assert "'OTRO " in Cabinet(path, seed="00").rom.sources["settings"]
    firmware_sources()["texts"] = "nobody else reads this"
    assert firmware_sources()["texts"] == first.sources["texts"]


def test_a_folder_of_firmware_is_what_the_board_boots(tmp_path: Path) -> None:
    """Somebody else's program: two lines that light the tower lamp."""
    (tmp_path / "main.py").write_text(
        "from machine import Pin\n"
        "state = None\n"
        "def boot():\n    Pin(37, Pin.OUT, value=1)\n"
        "def tick():\n    return 1000\n"
    )
    cab = Cabinet(cabinet().model, seed="00", firmware=tmp_path, trust_firmware=True)
    cab.run(ms=3_000)
    assert {name for name, lit in cab.lamps.items() if lit} == {"tower"}
    cab.insert(100)
    cab.run(ms=1_500)
    assert cab.tray == {100: 1}, "nobody lifts the inhibit"


def test_firmware_that_is_none_is_explained(tmp_path: Path) -> None:
    model = load_model("cierzo")
    with pytest.raises(RomError, match=r"firmware must be a folder with a main\.py"):
        build_rom(model, firmware=tmp_path)
    with pytest.raises(RomError, match=r"firmware must have a module main \(got nothing\)"):
        build_rom(model, firmware={})
    with pytest.raises(LanguageError, match=r"language must be one of es, .* \(got de\)"):
        build_rom(model, language="de")


def test_the_machine_speaks_the_language_it_was_built_for() -> None:
    for language, says in (("es", "INSERTE MONEDA"), ("en", "INSERT COIN")):
        cab = cabinet(language=language)
        cab.run(ms=3_500)
        assert cab.display.message == f"TEST {says}"


def test_the_wiring_follows_the_model() -> None:
    cab = cabinet()
    assert [reel.stops for reel in cab.reels] == [len(strip) for strip in cab.model.strips]
    assert [reel.motor_steps for reel in cab.reels] == list(cab.model.motor_steps)
    assert cab.hopper_levels == {hopper.cents: hopper.fill for hopper in cab.model.hoppers}
    assert set(cab.lamps) == {"start", "double", "hold_1", "hold_2", "hold_3", "collect", "reserve", "tower"}
    assert cab.doors == {"main": False, "box": False, "logic": False}


def test_counters_are_read_off_their_own_digits() -> None:
    """Credits 0 to 3, reserve 4 to 7, prizes 8 to 12: no counter shows another's digits."""
    cab = cabinet(purse={200: 6, 10: 3})
    cab.run(ms=3_500)
    for coin in (200, 200, 200, 10):
        cab.insert(coin)
        cab.run(ms=250)
    cab.run(ms=1_000)
    assert (cab.display.credits, cab.display.reserve, cab.display.prizes.strip()) == ("4.00", "2.10", "0.00")


def test_the_module_of_settings_runs_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "settings.py"
    path.write_text(build_rom(load_model("cierzo")).sources["settings"], encoding="utf-8")
    found = runpy.run_path(str(path))
    assert (found["PRICE_CENTS"], found["CREDITS_MAX_CENTS"], found["REELS"]) == (20, 400, 3)
