# SPDX-License-Identifier: MIT
"""The panel of machines of chance: the buttons they have, whole rows on a screen, texts that fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from random import Random

import numpy as np
import pygame
import pytest
from panel_fake import FakeCabinet, reel
from panel_fit import cut_or_overlapping
from pygame import Rect

import cext
from emulator import Cabinet
from emulator.cabinet.front import Display, ReelView
from emulator.panel.art import paint
from emulator.panel.machine.chance.wins import wins_of
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.layout import TOUCH_PX
from emulator.panel.machine.parts.seen import FREE_MARK, PAYLINE_LEFT, PAYLINE_RIGHT, POT_FIRST
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from machines.firmware import nvram
from machines.model import ChanceModel, load_model

MODELS = ("aneto", "moncayo", "mudejar")
SIZES = ((1280, 800), (1080, 1920), (1024, 600))
# Each model lying, and each other size once; every model at every size behind ``long``.
SEEN = [
    pytest.param(model, size, marks=() if at == place % 3 or not place else pytest.mark.long)
    for place, size in enumerate(SIZES)
    for at, model in enumerate(MODELS)
]


@lru_cache(maxsize=12)
def stage(model: str, size: tuple[int, int] = (1280, 800), language: str = "es") -> Stage:
    return Stage(read_front(load_model(model), 1, False), size, language)


def fake(model: str, **more: object) -> FakeCabinet:
    loaded = load_model(model)
    stops = [reel(0) for _ in loaded.strips]
    shown = Display("6.00", "", "0.00", "PULSE JUGAR")
    return FakeCabinet(**{"model": loaded, "reels": stops, "display": shown, **more})  # type: ignore[arg-type]


def picture(model: str, cabinet: FakeCabinet) -> bytes:
    built = stage(model)
    screen = paint.plain(built.layout.size)
    built.draw(screen, look(cabinet), 0, Hand(), animate=False)
    return screen.get_buffer().raw


@pytest.mark.parametrize(
    ("model", "names"),
    [
        ("moncayo", {"collect", "start", "reserve"}),
        ("moncayo_nacional", {"collect", "start", "reserve", "double"}),
        ("moncayo_tarjeta", {"collect", "start", "reserve", "hold_1"}),
        ("mudejar", {"collect", "start", "reserve"}),
        ("aneto", {"collect", "start", "reserve", "hold_1", "hold_2", "hold_3", "double"}),
    ],
)
def test_a_deck_has_the_buttons_that_its_machine_takes(model: str, names: set[str]) -> None:
    caps = {cap.name for cap in stage(model).deck.caps}
    assert caps == names
    assert caps <= set(Cabinet(model, seed="00").lamps)


@pytest.mark.parametrize(("model", "size"), SEEN)
def test_no_text_is_cut_or_lies_on_another_in_either_language(model: str, size: tuple[int, int]) -> None:
    for language in ("es", "en"):
        placed = stage(model, size, language).kit.text.placed
        assert cut_or_overlapping(placed, Rect(0, 0, *size)) == []


@pytest.mark.parametrize(("model", "size"), SEEN)
def test_controls_are_apart_and_as_large_as_a_finger(model: str, size: tuple[int, int]) -> None:
    built = stage(model, size)
    rects = [*(cap.rect for cap in built.deck.caps), built.deck.slot_rect, built.tray.rect]
    assert not any(one.colliderect(two) for one, two in combinations(rects, 2))
    if size != (1024, 600):
        assert min(min(rect.size) for rect in rects) >= TOUCH_PX


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("model", ["aneto", "mudejar"])
def test_a_screen_shows_its_three_rows_and_hardly_more(model: str, size: tuple[int, int]) -> None:
    layout = stage(model, size).layout
    assert 3 <= layout.window.height / layout.pitch < 3.1


@pytest.mark.parametrize("model", MODELS)
def test_the_front_says_what_a_play_costs_and_what_the_law_wants(model: str) -> None:
    """C-21: bets, rules, coins, prizes; C-22: minors."""
    built = stage(model)
    shown = " ".join(text.text for text in built.kit.text.placed)
    texts = built.kit.front.texts
    for name in ("rules", "bets", "minimum_payout"):
        assert texts[name] in shown
    assert texts["minors"].upper() in shown and built.kit.money(600) in shown
    for row in built.kit.front.rows:
        assert built.kit.money(row.cents, whole=True) in shown


def test_two_counters_have_room_for_the_largest_prize() -> None:
    for model in MODELS:
        names = [name for name, _, _ in stage(model).display.counters]
        assert names == ["CRÉDITOS", "PREMIO"]
    before = picture("moncayo", fake("moncayo"))
    won = picture("moncayo", fake("moncayo", display=Display("6.00", "", "12000.00", "PULSE JUGAR")))
    assert before != won


def test_free_plays_change_the_light_of_the_screen() -> None:
    plain = fake("mudejar", glass=frozenset(range(35, 40)))
    free = fake("mudejar", glass=frozenset(range(35, 40)) | {FREE_MARK})
    assert picture("mudejar", plain) != picture("mudejar", free)


def test_the_call_button_says_what_it_does() -> None:
    """C-16: what reserves on type B calls the staff; a call is no fault, so nothing goes dim."""
    labels = {cap.name: cap.label for cap in stage("moncayo").deck.caps}
    assert labels["reserve"] == "LLAMADA"
    for model in MODELS:
        assert [cap.name for cap in stage(model).deck.caps if cap.always] == ["reserve"], "also in a tilt"
    cab = Cabinet("moncayo", seed="00")
    cab.run(ms=4_500)
    cab.press("reserve")
    cab.run(ms=300)
    seen = look(cab)
    assert seen.alarm and seen.called


@pytest.mark.parametrize("size", SIZES)
def test_an_accepted_coin_lights_the_lamp_beside_the_slot(size: tuple[int, int]) -> None:
    """C-16: dark and clear of the slot at rest, green with the lamp; nothing else on the deck changes."""
    cab = Cabinet("moncayo", seed="00")
    cab.run(ms=4_500)
    built = stage("moncayo", size)
    lamp = built.deck.accept
    assert lamp is not None and built.deck.slot_rect.contains(lamp) and not lamp.colliderect(built.deck.slot)
    seen = []
    for lit in (False, True):
        screen = paint.plain(size)
        shown = replace(look(cab), lamps={**cab.lamps, "accept": lit})
        built.draw(screen, shown, 0, Hand(), animate=False)
        seen.append(screen.get_at(lamp.center))
    dark, green = seen
    assert green.g > dark.g + 90 and green.g > green.r + 20


def test_pots_stand_where_the_play_program_has_them() -> None:
    cab = Cabinet("aneto", seed="00", purse={200: 3})
    cab.run(ms=4_500)
    assert cab.pots_cents == (20_000, 500_000)
    for _ in range(3):
        cab.insert(200)
        cab.run(ms=700)
    cab.press("start")
    cab.run(ms=300)
    # A hundredth and half a hundredth of 6 EUR.
    assert cab.pots_cents == (20_003, 500_006)
    assert Cabinet("moncayo", seed="00").pots_cents == ()


def test_a_pot_that_was_hit_stands_until_it_is_given() -> None:
    """The crown must not tell that the pot begins anew while the reels still turn."""
    cab = Cabinet("aneto", seed="00")
    model = cab.model
    assert isinstance(model, ChanceModel)
    state, outcome = cext.chance_step_bytes(model.tables, model.first_state(bytes(32), 1))
    hit = outcome[:14] + b"\x02" + outcome[15:36] + (777_700).to_bytes(4, "little") + outcome[40:]
    record = {"state": state, "outcome": hit, "phase": nvram.PHASE_ROLLING}
    assert model.pots_cents(record) == (20_003, 777_700)
    assert model.pots_cents({**record, "phase": nvram.PHASE_IDLE}) == (20_003, 500_006)


def test_the_crown_shows_each_pot_and_blinks_with_one_that_is_won() -> None:
    low, high = fake("aneto", pots_cents=(20_000, 500_000)), fake("aneto", pots_cents=(20_000, 512_345))
    won = fake("aneto", pots_cents=(20_000, 500_000), glass=frozenset({POT_FIRST + 1}))
    assert len({picture("aneto", one) for one in (low, high, won)}) == 3


@pytest.mark.parametrize(
    ("lit", "asked"),
    [
        ({"hold_1", "hold_2", "hold_3", "start"}, "pick"),
        ({"hold_1", "hold_2", "double", "collect"}, "gamble"),
        ({"start", "collect"}, ""),
    ],
)
def test_the_screen_asks_what_the_lit_buttons_ask(lit: set[str], asked: str) -> None:
    built = stage("aneto")
    cabinet = fake("aneto", lit=frozenset(lit))
    assert built.asks is not None and built.asks.asked(look(cabinet)) == asked
    cabinet.doors["main"] = True
    assert built.asks.asked(look(cabinet)) == "", "a lamp test asks nothing"


@pytest.mark.parametrize("model", MODELS)
def test_the_lines_that_light_up_are_those_that_the_core_pays(model: str) -> None:
    """Over 3,000 windows spread evenly over all combinations, and those of free plays."""
    tables = load_model(model).tables
    count = tables.combinations()
    winning = 0
    for number in range(3_000):
        value = count * number // 3_000
        stops = tables.stops(value)
        found = wins_of(tables, stops)
        assert min(found.cents, tables.cap_cents) == tables.evaluate(stops).prize_cents
        assert bool(found.rows) <= bool(found.cells)
        winning += found.cents > 0
    assert winning > 200


def test_the_row_of_the_prize_lights_up_on_the_glass() -> None:
    """C-21: the prize of each combination is signalled unmistakably when hit."""
    built = stage("moncayo")
    model = load_model("moncayo")
    sevens = tuple(strip.index("siete") for strip in model.strips)
    reels = [ReelView(stop * 65_536 // 20, False, 0, 20, 200) for stop in sevens]
    cabinet = fake("moncayo", reels=reels, glass=frozenset({PAYLINE_LEFT, PAYLINE_RIGHT}))
    assert built.lines is not None
    wins = built.lines.wins(look(cabinet))
    assert wins is not None and wins.rows == {0} and wins.cents == 1_200_000
    assert built.glass.cells[0][0].lamp == 0
    assert built.lit_rows(look(cabinet)) == {0}
    pot = fake("mudejar", glass=frozenset({POT_FIRST}))
    assert stage("mudejar").lit_rows(look(pot)) == frozenset(), "lamps of pots are no rows"
    dark = fake("moncayo", reels=reels)
    assert built.lines.wins(look(dark)) is None, "nothing is lit that the firmware does not light"
    assert picture("moncayo", cabinet) != picture("moncayo", dark)


def window_that_wins(tables: cext.ChanceTables, row: int) -> tuple[int, ...]:
    """Stops that show a row of the table: its symbols on the middle line, what chance puts beside them."""
    draw = Random(row)
    combos = len(tables.combos)
    for _ in range(20_000):
        stops = [draw.randrange(len(strip)) for strip in tables.strips]
        for number, strip in enumerate(tables.strips):
            if row < combos:
                mask, wanted = tables.combos[row].masks[number], number < tables.combos[row].span
            else:
                scatter = tables.scatters[row - combos]
                mask, wanted = scatter.mask, number < scatter.count
            fits = [stop for stop, symbol in enumerate(strip) if mask >> symbol & 1]
            if wanted and fits:
                stops[number] = draw.choice(fits)
        if row in wins_of(tables, stops).rows:
            return tuple(stops)
    raise AssertionError(f"no window shows row {row}")


def unmistakable(model: str, lit_by: Callable[[Stage, FakeCabinet], frozenset[int]]) -> None:
    """C-21: the prizes that a window wins stand out twice as much as any other, and each row can be won."""
    built, loaded = stage(model), load_model(model)
    assert isinstance(loaded, ChanceModel)
    lamps = sorted(row.lamp for row, _ in built.glass.cells)
    assert lamps == [row.lamp for row in sorted(built.kit.front.rows, key=lambda row: row.lamp)]
    dark = paint.plain(built.layout.size)
    built.glass.paint(dark)
    for lamp in lamps:
        stops = window_that_wins(loaded.tables, lamp)
        reels = [
            ReelView(stop * 65_536 // len(strip), False, 0, len(strip), 200)
            for stop, strip in zip(stops, loaded.strips, strict=True)
        ]
        cabinet = fake(model, reels=reels, glass=frozenset({PAYLINE_LEFT, PAYLINE_RIGHT}))
        won = wins_of(loaded.tables, stops).rows
        bright = glass_of(built, dark, lit_by(built, cabinet))
        change = {row.lamp: differs(bright, dark, cell) for row, cell in built.glass.cells}
        assert lamp in won
        others = [level for other, level in change.items() if other not in won]
        assert min(change[row] for row in won) > 2 * max(others, default=0) + 5


def glass_of(built: Stage, dark: pygame.Surface, lit: frozenset[int]) -> pygame.Surface:
    screen = dark.copy()
    built.glass.draw(screen, lit, 0, None)
    return screen


def differs(one: pygame.Surface, other: pygame.Surface, cell: Rect) -> float:
    """Mean difference of the middle of a cell, in levels of 255."""
    middle = cell.inflate(-cell.width // 4, -cell.height // 4)
    pictures = [np.asarray(pygame.surfarray.array3d(s.subsurface(middle)), dtype=int) for s in (one, other)]
    return float(np.abs(pictures[0] - pictures[1]).mean())


@pytest.mark.parametrize("model", MODELS)
def test_each_prize_lights_unmistakably_when_it_is_won(model: str) -> None:
    unmistakable(model, lambda built, cabinet: built.lit_rows(look(cabinet)))


@pytest.mark.parametrize("wrong", ["nothing", "the next one", "all"])
def test_a_glass_that_lights_otherwise_is_noticed(wrong: str) -> None:
    def lit_by(built: Stage, cabinet: FakeCabinet) -> frozenset[int]:
        rows = built.lit_rows(look(cabinet))
        every = frozenset(row.lamp for row in built.kit.front.rows)
        shifted = frozenset((row + 1) % len(every) for row in rows)
        return {"nothing": frozenset(), "the next one": shifted, "all": every}[wrong]

    with pytest.raises(AssertionError):
        unmistakable("moncayo", lit_by)


@pytest.mark.parametrize("model", MODELS)
def test_no_two_rows_of_the_prize_table_look_alike(model: str) -> None:
    rows = stage(model).kit.front.rows
    assert len({row.drawings for row in rows}) == len(rows)
