# SPDX-License-Identifier: MIT
"""A special machine at work: its largest prize, its meter, its scenarios, its front, and mutants of each."""

from __future__ import annotations

from functools import lru_cache

import pytest
import storm
from mutants import rows_of
from panel_fit import cut_or_overlapping
from pygame import Rect

import cext
from emulator import Cabinet
from emulator.chapters.link import SERIAL
from emulator.chapters.player import Prepared, prepared_image
from emulator.lab.powercut import run_powercut
from emulator.panel.art.fitting import READABLE_PX
from emulator.panel.art.scenery.styles import USUAL, scenery_of
from emulator.panel.machine.parts import legal
from emulator.panel.machine.parts.layout import TOUCH_PX
from emulator.panel.machine.registry import read_front
from emulator.panel.machine.stage import Stage
from emulator.scenario.file import Machine, load
from emulator.scenario.names import shipped
from emulator.scenario.run import cabinet_of, play
from machines.model import load_model
from machines.rules import load_profile
from machines.types.cycle.model import CycleModel

KEY = bytes.fromhex("42" * 32)
SHOWN = [name for name in shipped() if name.startswith("special_")]
TOP_CENTS = 200_00
SIZES = ((1280, 800), (1080, 1920))
VIEWS = (*((size, "es") for size in SIZES), ((1024, 600), "en"))


@lru_cache(maxsize=1)
def monegros() -> CycleModel:
    model = load_model("monegros")
    assert isinstance(model, CycleModel)
    return model


@lru_cache(maxsize=4)
def state_before(prize_cents: int) -> bytes:
    """A state of the play program whose next play wins this prize."""
    state = cext.new_state(monegros().tables, KEY, SERIAL)
    for _ in range(monegros().plan.plays):
        after, outcome = cext.step(monegros().tables, state)
        if outcome.entries[0].prize_cents == prize_cents:
            return state
        state = after
    raise AssertionError(f"a cycle must give {prize_cents} cents")


def about_to_win(prize_cents: int, meter_cents: int, **options: object) -> Cabinet:
    """A machine with four credits and so much in its prize meter, at rest."""
    model = monegros()
    rows = {"credits_cents": 80, "prize_meter_cents": meter_cents}
    levels = {hopper.cents: hopper.fill for hopper in model.hoppers}
    image = prepared_image(model, KEY, Prepared(rows, state_before(prize_cents)), levels)
    cab = Cabinet(model, seed=KEY.hex(), serial=SERIAL, nvram=image, hoppers=levels, **options)  # type: ignore[arg-type]
    cab.run(ms=6_000)
    return cab


def paid_cents(cab: Cabinet) -> int:
    return sum(value * coins for value, coins in cab.tray.items())


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_prizes_gather_beyond_what_an_ordinary_machine_may_hold(runtime: str) -> None:
    """B-14 with the maximum of S-02: 150 EUR and 8 EUR stay in the meter until they are collected."""
    cab = about_to_win(8_00, 150_00, runtime=runtime)
    cab.press("start")
    cab.run(ms=6_000)
    assert (cab.display.prizes, paid_cents(cab)) == ("158.00", 0)


def test_the_largest_prize_comes_out_whole_and_by_itself() -> None:
    """S-02, B-14, B-16: meter and prize reach 200 EUR together, so both are paid at once and in full."""
    cab = about_to_win(TOP_CENTS, 12_40)
    cab.press("start")
    cab.run(ms=60_000)
    assert (paid_cents(cab), cab.display.prizes, cab.tilt) == (212_40, "0.00", "")
    assert cab.meters["book_won_cents"] == TOP_CENTS + 12_40


def test_a_meter_that_is_short_of_200_euro_by_a_coin_is_not_paid() -> None:
    cab = about_to_win(8_00, 191_90)
    cab.press("start")
    cab.run(ms=8_000)
    assert (cab.display.prizes, paid_cents(cab)) == ("199.90", 0)


def check_scenario(name: str) -> None:
    """The scenario holds."""
    assert play(load(name)).held


def test_a_glass_without_the_words_fails_its_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    """S-06: the strip is part of what the picture of the front is compared with."""
    scenario = load("special_front")
    assert play(scenario).held
    monkeypatch.setattr(legal, "_STRIPS", {})
    assert not play(scenario).held


def test_every_scenario_of_special_machines_has_something_that_fails_it() -> None:
    assert {row.arguments["name"] for row in rows_of("special").values()} | {"special_front"} == set(SHOWN)
    rows = load_profile("es-ar-2002").rules
    named = {rule for name in SHOWN for rule in load(name).rules}
    assert named <= set(rows) and {"S-01", "S-02", "S-04", "S-06"} <= named


@lru_cache(maxsize=6)
def stage(size: tuple[int, int], language: str) -> Stage:
    return Stage(read_front(monegros(), 1, False), size, language)


@pytest.mark.parametrize(("size", "language"), VIEWS)
def test_the_words_of_the_norm_stand_on_the_glass_and_nothing_is_cut(
    size: tuple[int, int], language: str
) -> None:
    """S-06 and B-29: in full, in one line, large enough to be read, in Spanish whatever the panel speaks."""
    built = stage(size, language)
    assert not cut_or_overlapping(built.kit.text.placed, Rect(0, 0, *size))
    (words,) = [p for p in built.kit.text.placed if p.text.startswith("MÁQUINA ESPECIAL")]
    assert words.text == "MÁQUINA ESPECIAL PARA SALONES DE JUEGO, BINGOS Y CASINOS"
    assert words.size_px >= READABLE_PX


def test_an_ordinary_machine_has_no_such_strip() -> None:
    assert "special" not in read_front(load_model("cierzo"), 1, False).texts


@pytest.mark.parametrize("size", SIZES)
def test_its_deck_has_the_buttons_that_it_takes(size: tuple[int, int]) -> None:
    caps = stage(size, "es").deck.caps
    assert {cap.name for cap in caps} == {"collect", "reserve", "start"}
    assert all(min(cap.rect.size) >= TOUCH_PX for cap in caps)


def test_every_prize_has_a_place_on_the_glass_and_the_largest_the_tallest() -> None:
    for size in SIZES:
        cells = stage(size, "es").glass.cells
        assert [row.cents for row, _ in cells] == sorted(
            (pay.cents for pay in monegros().paytable), reverse=True
        )
        hero = cells[0][1]
        assert all(hero.height > 2 * cell.height and not hero.colliderect(cell) for _, cell in cells[1:])


def test_a_style_that_nobody_painted_looks_like_most_machines() -> None:
    assert scenery_of("nobody") == scenery_of(USUAL) != scenery_of(read_front(monegros(), 1, False).style)


# --- rough handling -------------------------------------------------------------------------------


def weather() -> storm.Making:
    """Storms over a special machine whose hoppers can pay what it may owe."""
    levels = {hopper.cents: hopper.fill for hopper in monegros().hoppers}
    machine = Machine(model="monegros", mechanisms="parallel", seed="5a", purse=storm.PURSE, hoppers=levels)
    cab = cabinet_of(machine)
    over = storm.Storm(cab, machine)
    ready = cab.state()

    def make() -> storm.Storm:
        cab.load_state(ready)
        over.once_more()
        return over

    return make


def test_storms_break_nothing() -> None:
    """Some 200 steps of coins, buttons, doors, faults and cuts; what always holds is asked after each."""
    storm.weather(weather(), 3, 2)


@pytest.mark.long
def test_the_plug_may_be_pulled_while_the_largest_amounts_come_to_be_owed() -> None:
    """Meter and prize in one commit, at 200 EUR instead of 80: forty of its cuts, evenly drawn."""
    sweep = run_powercut(monegros(), cuts=40, seed="42", only=("maximum",), jobs=1).as_dict()
    assert (sweep["cuts"], sweep["violations"]) == (40, 0)


@pytest.mark.long
def test_long_storms_and_every_chapter_of_the_power_cuts() -> None:
    storm.weather(weather(), 4, 300)
    sweep = run_powercut(monegros(), cuts=600, seed="43", jobs=1).as_dict()
    assert sweep["violations"] == 0
