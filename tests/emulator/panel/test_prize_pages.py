# SPDX-License-Identifier: MIT
"""A prize table of any length: readable at every size, on as few pages as that needs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import pygame
import pytest
from long_tables import LENGTHS, PAGES, table_of
from panel_fake import SIZES, FakeCabinet, reel
from panel_fit import cut_or_overlapping
from pygame import Rect
from soon import soon

from emulator.cabinet.front import Display
from emulator.panel.art import paint
from emulator.panel.art.lettering import Placed
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.front import PrizeRow
from emulator.panel.machine.parts.glass import PAGE_MS, WON_MS
from emulator.panel.machine.parts.kiosk import IDEAS, Idea
from emulator.panel.machine.parts.paytable import count_of
from emulator.panel.machine.parts.prize_pages import fan_print, grouped
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from emulator.panel.sheet.sheet import draw_sheet
from machines.model import load_model, model_names

SMALL, USUAL, UPRIGHT = (800, 480), (1280, 800), (1080, 1920)


@lru_cache(maxsize=12)
def stage(rows: int, size: tuple[int, int]) -> Stage:
    return Stage(read_front(table_of(rows), 1, False), size, "es")


@lru_cache(maxsize=4)
def of_combinations(size: tuple[int, int]) -> Stage:
    """Cierzo with 64 rows, as many as type B may have: seven symbols by count, the others mixed."""
    front = read_front(load_model("cierzo"), 1, False)
    names = front.drawings
    shown = [(*[names[at]] * count, *[None] * (3 - count)) for at in range(7) for count in (3, 2, 1)]
    mixed = [(a, b, c) for a in names for b in names for c in names if len({a, b, c}) == 3]
    combos = [*shown, *mixed[: 64 - len(shown)]]
    rows = tuple(PrizeRow(at % 31, 20 * (64 - at), combo) for at, combo in enumerate(combos))
    return Stage(replace(front, rows=rows), size, "es")


def texts(built: Stage, page: int) -> list[Placed]:
    """The texts of the whole glass while a page is seen."""
    legal = [text for text in built.kit.text.placed if built.glass._legal.rect.contains(text.box)]
    return [*built.glass.placed(page), *legal] if page else [
        text for text in built.kit.text.placed if built.glass.rect.contains(text.box)
    ]  # fmt: skip


def later(size: tuple[int, int]) -> Any:
    """A size for the long run."""
    return pytest.param(size, marks=pytest.mark.long)


def faults(built: Stage) -> list[str]:
    screen = Rect(0, 0, *built.layout.size)
    return [
        f"page {page}: {fault}"
        for page in range(len(built.glass.pages))
        for fault in cut_or_overlapping(texts(built, page), screen)
    ]


@pytest.mark.parametrize("size", [later(SMALL), USUAL, later(UPRIGHT)])
@pytest.mark.parametrize("rows", LENGTHS)
def test_every_row_is_on_one_page_and_every_text_can_be_read(rows: int, size: tuple[int, int]) -> None:
    built = stage(rows, size)
    assert faults(built) == []
    front = built.kit.front
    assert Counter(row for row, _ in built.glass.cells) == Counter(front.rows)
    assert len(front.rows) == rows
    for page in built.glass.pages:
        places = [cell for _, cell in page.cells]
        assert all(built.glass._table.contains(place) for place in places)
        assert not any(one.colliderect(two) for one, two in pairwise([built.glass.hero[1], *places]))
    least = max(9, built.kit.px(15))
    for number in range(len(built.glass.pages)):
        amounts = [text for text in texts(built, number) if text.text.endswith("€")]
        # The largest prize stands on every page.
        assert len(amounts) == len(built.glass.pages[number].cells) + 1
        sizes = [text.size_px for text in amounts]
        assert min(sizes) >= least and len(set(sizes)) == 2
    pictures = [plate.picture.width for page in built.glass.pages for plate in page.plates]
    fans = [cell for page in built.glass.pages for cell in page.fans]
    pictures += [fan_print(row, spot, built.kit).picture for row, spot in fans]
    assert min(pictures) >= 13


@pytest.mark.parametrize("size", [later(SMALL), USUAL, later(UPRIGHT)])
def test_a_table_of_combinations_of_type_b_is_parted_too(size: tuple[int, int]) -> None:
    built = of_combinations(size)
    assert faults(built) == []
    assert Counter(row for row, _ in built.glass.cells) == Counter(built.kit.front.rows)
    assert sum(len(page.plates) for page in built.glass.pages) == 7
    assert sum(len(page.fans) for page in built.glass.pages) == 64 - 21


@pytest.mark.long
def test_the_number_of_pages_is_as_small_as_can_be_read() -> None:
    counted = {size: tuple(len(stage(rows, size).glass.pages) for rows in LENGTHS) for size in PAGES}
    assert counted == PAGES


@pytest.mark.parametrize("name", soon(model_names(), "cierzo"))
def test_the_machines_that_ship_keep_their_one_page(name: str) -> None:
    for size in SIZES:
        built = Stage(read_front(load_model(name), 1, False), size, "es")
        assert [page.mark for page in built.glass.pages] == [None]


# On wide screens: how many pages at most, and how large the amounts are at least.
WIDE = [
    ("moncayo_fichas", SMALL, 1, 10),
    ("mudejar", (1024, 600), 1, 14),
    ("aneto", (1920, 1080), 1, 34),
    ("mudejar", (1920, 1080), 1, 30),
    ("aneto", SMALL, 2, 14),
    ("mudejar", SMALL, 2, 15),
    ("aneto", UPRIGHT, 1, 42),
    ("mudejar", UPRIGHT, 1, 38),
]


@pytest.mark.parametrize(("name", "size", "pages", "least"), soon(WIDE, *WIDE[:2], *WIDE[3:5], WIDE[7]))
def test_a_screen_has_amounts_that_are_read_from_two_metres(
    name: str, size: tuple[int, int], pages: int, least: int
) -> None:
    built = Stage(read_front(load_model(name), 1, False), size, "es")
    amounts = [
        text for text in texts(built, 0) if text.text.endswith("€") and text.box.left < built.glass.rect.right
    ]
    assert len(built.glass.pages) == pages and min(text.size_px for text in amounts) >= least


@pytest.mark.parametrize(("name", "size"), [("aneto", SMALL), ("mudejar", UPRIGHT)])
def test_amounts_of_a_ruled_table_stand_below_the_counts_that_they_are_for(name: str, size: Any) -> None:
    built = Stage(read_front(load_model(name), 1, False), size, "es")
    for page in built.glass.pages:
        assert page.heads and all(plate.ruled for plate in page.plates)
        for plate in page.plates:
            assert not any(plate.picture.colliderect(cell) for _, cell in plate.rows)
            for row, cell in plate.rows:
                over = [
                    head.times
                    for head in page.heads
                    if (head.rect.x, head.rect.width) == (cell.x, cell.width) and head.rect.bottom <= cell.y
                ]
                assert over == [count_of(row)]


def test_no_number_stands_alone_on_the_line_of_the_maker() -> None:
    built = Stage(read_front(load_model("mudejar"), 1, False), (1024, 600), "es")
    made = next(text.text for text in texts(built, 0) if text.text.startswith("Fabricante"))
    assert made.split(" ")[-1].split() == ["serie", "A", "·", "n.º", "000001"]


@pytest.mark.parametrize("name", soon(model_names(), "cierzo", "moncayo_fichas", "monegros"))
def test_on_a_low_screen_nothing_on_the_glass_is_cut_or_overlaps(name: str) -> None:
    assert faults(Stage(read_front(load_model(name), 1, False), SMALL, "es")) == []


def test_each_page_has_its_number_and_the_texts_of_the_law() -> None:
    built = stage(175, USUAL)
    count = len(built.glass.pages)
    for number in range(count):
        assert f"{number + 1}/{count}" in [text.text for text in texts(built, number)]
    legal = built.glass._legal.rect.move(-built.glass.rect.x, -built.glass.rect.y)
    first = pixels(built.glass.sheet(0), legal)
    assert first.std() > 10
    assert all(np.array_equal(pixels(built.glass.sheet(page), legal), first) for page in range(1, count))


def test_counts_of_one_symbol_share_a_place_and_a_mixed_row_is_no_count() -> None:
    def row(lamp: int, *drawings: str | None) -> PrizeRow:
        return PrizeRow(lamp, 100 - lamp, drawings)

    rows = [
        row(0, "a", "a", "a"), row(1, "b", "b", "b"), row(2, "a", "a", None), row(3, "a", "b", "a"),
        row(4, None, "a", None), row(5, "a", None, "a"), row(6, "b", None, None),
    ]  # fmt: skip
    assert [[found.lamp for found in group] for group in grouped(rows)] == [[0, 2], [1, 6], [3], [4], [5]]


def pixels(surface: pygame.Surface, rect: Rect) -> np.ndarray:
    return pygame.surfarray.array3d(surface.subsurface(rect)).astype(int)


def drawn(built: Stage, clock_ms: int, hand: Hand | None = None, **fields: object) -> np.ndarray:
    """The glass at this time of the panel, its reels at these stops."""
    cabinet = FakeCabinet(model=table_of(len(built.kit.front.rows)), **fields)  # type: ignore[arg-type]
    screen = paint.plain(built.layout.size)
    built.draw(screen, look(cabinet), clock_ms, hand or Hand(), animate=False)
    return pixels(screen, built.glass.rect)


_REACH = 40  # pixels: so far the bars of light at the sides shine on the glass
RESTING = {"reels": [reel(at) for at in (0, 3, 8, 1, 5)], "display": Display("6.00", "", "0.00", "")}


def sheet(built: Stage, page: int) -> np.ndarray:
    return pixels(built.glass.sheet(page), built.glass.sheet(page).get_rect())


def test_pages_turn_by_themselves_and_begin_again() -> None:
    built = stage(175, USUAL)
    count = len(built.glass.pages)
    for at in (0, 1, count - 1, count):
        for clock_ms in (at * PAGE_MS, (at + 1) * PAGE_MS - 1):
            found, page = drawn(built, clock_ms, **RESTING), sheet(built, at % count)
            inside = slice(_REACH, -_REACH)
            assert np.array_equal(found[inside, inside], page[inside, inside])


def lit(built: Stage, *lamps: int, clock_ms: int = 0, spotlight: int | None = None) -> int:
    return built.glass.page_at(frozenset(lamps), clock_ms, spotlight)


def test_the_page_with_the_row_that_wins_is_seen_for_as_long_as_it_is_lit() -> None:
    built = stage(175, USUAL)
    for number, page in enumerate(built.glass.pages):
        for row, _ in page.cells[::7]:
            assert {lit(built, row.lamp, clock_ms=ms) for ms in range(0, 60_000, 997)} == {number}
    first, last = (built.glass.pages[at].cells[0][0].lamp for at in (0, -1))
    seen = [lit(built, first, last, clock_ms=ms) for ms in range(0, 4 * WON_MS, WON_MS)]
    assert seen == [0, len(built.glass.pages) - 1] * 2


def test_a_win_turns_the_page_and_lights_its_row() -> None:
    built = stage(175, USUAL)
    page, (row, cell) = 2, built.glass.pages[2].cells[0]
    screen = paint.plain(built.layout.size)
    built.glass.draw(screen, frozenset({row.lamp}), 0, None)
    spot = cell.move(-built.glass.rect.x, -built.glass.rect.y)
    now, dark = pixels(screen, built.glass.rect), sheet(built, page)
    inside = (slice(spot.x, spot.right), slice(spot.y, spot.bottom))
    assert np.abs(now - dark)[inside].mean() > 25
    far = np.abs(now - dark)[: now.shape[0] // 3, -now.shape[1] // 4 :]
    assert far.mean() < 3  # the rest is that page as it is


def test_the_attract_loop_shows_the_largest_prize_of_each_page() -> None:
    built = stage(175, USUAL)
    count = len(built.glass.pages)
    spots = [built.show.spotlight(Idea("prizes", ms)) for ms in range(0, dict(IDEAS)["prizes"], 100)]
    assert list(dict.fromkeys(spots)) == built.glass.leaders
    assert [lit(built, spotlight=spot) for spot in built.glass.leaders] == list(range(count))
    assert len(stage(12, USUAL).glass.leaders) == 12


def test_the_sheet_of_the_art_has_every_page() -> None:
    model = table_of(175)
    words = [text.text for text in draw_sheet(model, ["glass"], screen=USUAL).placed]
    count = len(stage(175, USUAL).glass.pages)
    assert words.count("GLASS") == count
    assert {f"MUDÉJAR, page {page} of {count}" for page in range(2, count + 1)} <= set(words)
