# SPDX-License-Identifier: MIT
"""Nothing on a front is cut, small, covered or smaller than a finger, whatever view of it is seen."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import pygame
import pytest
from box_walk import SCREENS, views, walk
from left_out import LEFT_OUT, toml
from panel_fake import FakeCabinet
from pygame import Rect
from soon import soon

from emulator.panel.art import lettering, paint
from emulator.panel.art.contrasts import contrast_of
from emulator.panel.art.fitting import readable_px
from emulator.panel.art.lettering import Letterer, Placed, listening
from emulator.panel.art.theme import CREAM
from emulator.panel.machine import boxes
from emulator.panel.machine.boxes import built, faults, seen_faults, target_faults
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts import hero
from emulator.panel.machine.parts.prize_pages import fan_print
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from machines.model import load_model, model_names, parse_model
from machines.support.languages import DEFAULT_LANGUAGE, languages

SMALL, LYING, UPRIGHT = (800, 480), (1280, 800), (480, 800)
CASES = [(name, size) for name in model_names() for size in SCREENS]
SOON = soon(CASES, ("galacho", SMALL), ("aneto", UPRIGHT), ("ronda", SMALL))


@lru_cache(maxsize=8)
def stage(name: str, size: tuple[int, int], touch_px: int = 34) -> Stage:
    return built(read_front(load_model(name), 1, False), size, DEFAULT_LANGUAGE, touch_px)[0]


@pytest.mark.parametrize("language", soon(languages(), DEFAULT_LANGUAGE, "eu"))
@pytest.mark.parametrize(("name", "size"), SOON)
def test_every_view_of_every_machine_lies_right(name: str, size: tuple[int, int], language: str) -> None:
    assert list(walk(name, size, language)) == []


def test_the_walk_sees_every_state() -> None:
    """A state that is not drawn would tell nothing."""
    model = load_model("galacho")
    names = [name for name, _, _ in views(model, stage("galacho", SMALL))]
    assert {"idle", "playing", "prize", "tilt", "door", "service", "keys", "refused", "no money"} <= {*names}
    assert len(names) == len({*names}) >= 20


# A target of 9 mm on 7 and 10 inches, and two uprights.
REAL = ((LYING, 53), ((1024, 600), 60), (SMALL, 47), ((800, 1280), 53), ((600, 1024), 60), (UPRIGHT, 47))


@pytest.mark.parametrize(("size", "touch_px"), soon(REAL, ((1024, 600), 60), (UPRIGHT, 47)))
@pytest.mark.parametrize("name", soon(model_names(), "cierzo"))
def test_targets_are_as_large_as_a_finger_on_the_real_screen(
    name: str, size: tuple[int, int], touch_px: int
) -> None:
    assert list(target_faults(stage(name, size, touch_px))) == []


@pytest.mark.parametrize(
    ("name", "size"), soon(CASES, ("galacho", SMALL), ("aneto", UPRIGHT), ("cierzo", (800, 1280)))
)
def test_a_tenth_of_a_screen_at_most_is_scenery_and_the_window_has_its_share(
    name: str, size: tuple[int, int]
) -> None:
    of = stage(name, size)
    assert boxes.scenery_share(of) <= 0.10
    assert boxes.window_share(of) >= (0.22 if of.layout.portrait else 0.18)


@pytest.mark.parametrize(("name", "size"), soon(CASES, ("galacho", SMALL), ("aneto", UPRIGHT)))
def test_the_top_prize_is_about_twice_as_large_and_the_others_are_alike(
    name: str, size: tuple[int, int]
) -> None:
    of = stage(name, size)
    if of.glass.hero is None:  # a game of skill pays no money
        assert of.kit.front.awards
        return
    row, spot = of.glass.hero
    texts = [text for text in of.kit.text.placed if of.glass._table.contains(text.box)]
    (top,) = [text.size_px for text in texts if spot.contains(text.box)]
    money = {of.kit.money(one.cents, whole=True) for one, _ in of.glass.cells[1:]}
    others = {text.size_px for text in texts if text.text in money and not spot.contains(text.box)}
    assert len(others) == 1, "amounts of one rank are of one size"
    assert top >= 1.8 * others.pop()
    assert row.cents == max(one.cents for one in of.kit.front.rows)


@pytest.mark.parametrize(
    ("name", "size"), soon(CASES, ("monegros", SMALL), ("moncayo_tarjeta", SMALL), ("galacho", UPRIGHT))
)
def test_start_is_the_largest_button(name: str, size: tuple[int, int]) -> None:
    deck = stage(name, size).deck
    areas = {cap.name: cap.rect.width * cap.rect.height for cap in deck.caps}
    start = areas.pop("start")
    rows = Counter(cap.rect.y for cap in deck.caps if cap.name != "start")
    few = size[0] > size[1] and len(rows) == 2 and max(rows.values()) <= 2
    assert start >= (2.2 if few else 1.4) * max(areas.values())


def test_symbols_stand_above_a_long_amount_where_both_grow_by_it() -> None:
    of = stage("veruela", UPRIGHT)
    assert of.glass.hero is not None
    parts = hero.parts_of(*of.glass.hero, of.kit)
    assert all(y + parts.side <= parts.amount.y for _, y in parts.symbols)
    assert hero.amount_px(*of.glass.hero, of.kit) >= 20 and parts.side >= 25


def test_symbols_of_a_prize_stand_beside_each_other() -> None:
    for name in ("galacho", "aneto"):
        of = stage(name, SMALL if name == "galacho" else UPRIGHT)
        assert of.glass.hero is not None
        parts = hero.parts_of(*of.glass.hero, of.kit)
        places = [Rect(*at, parts.side, parts.side) for at in parts.symbols]
        assert all(not one.colliderect(two) for one, two in combinations(places, 2))
        assert parts.amount.collidelist(places) < 0
        for row, spot in of.glass.pages[0].fans:
            print_ = fan_print(row, spot, of.kit)
            ends = [left + print_.picture for left in print_.lefts]
            assert len(ends) == len(row.drawings)
            assert all(
                end <= left for end, left in zip(ends, [*print_.lefts[1:], print_.amount.x], strict=True)
            )


@pytest.mark.parametrize("size", [SMALL, UPRIGHT])
def test_the_name_of_the_purse_stands_out_from_the_leather(size: tuple[int, int]) -> None:
    of = stage("galacho" if size == SMALL else "aneto", size)
    screen = paint.plain(size)
    of.draw(screen, look(FakeCabinet(model=load_model("galacho"))), 0, Hand(), animate=False)
    (named,) = [text for text in of.kit.text.placed if of.purse.rect.contains(text.ink)]
    found = contrast_of(pygame.surfarray.array3d(screen).swapaxes(0, 1), named)
    assert found is not None and found.ratio >= 4.5


@pytest.mark.parametrize(("name", "size"), soon(CASES, ("bochorno", UPRIGHT), ("monegros", SMALL)))
def test_drums_have_their_whole_prize_table_on_the_glass(name: str, size: tuple[int, int]) -> None:
    """A screen of many small counts may turn pages; a bar machine or a bandit never."""
    of = stage(name, size)
    assert of.kit.front.screen or len(of.glass.pages) == 1


UPRIGHTS = [size for size in SCREENS if size[1] > size[0]]
PRICED = [(name, size, language) for name in model_names() for size in UPRIGHTS for language in languages()]
PRICED_SOON = soon(PRICED, ("galacho", (1080, 1920), "eu"), ("mudejar", UPRIGHT, "es"))


@pytest.mark.parametrize(("name", "size", "language"), PRICED_SOON)
def test_titles_of_prices_stand_on_one_line_beside_each_other(
    name: str, size: tuple[int, int], language: str
) -> None:
    of, heard = built(read_front(load_model(name), 1, False), size, language)
    left, right = of.layout.flanks
    if left.height > left.width:  # a game of skill has columns
        return
    texts = [text for text in heard if isinstance(text, Placed) and left.union(right).contains(text.box)]
    assert len(texts) >= 4, "titles and amounts of both panes, and those that a lamp lights"
    assert [text.text for text in texts if len(text.covers) > 1] == []


@pytest.mark.parametrize(("name", "size"), soon(CASES, ("galacho", SMALL), ("aneto", UPRIGHT)))
def test_the_seam_of_the_purse_runs_round_its_letters(name: str, size: tuple[int, int]) -> None:
    of, screen = stage(name, size), paint.plain(size)
    with listening() as heard:
        of.draw(screen, look(FakeCabinet(model=load_model(name))), 0, Hand(), animate=False)
    texts = [text for text in [*of.kit.text.placed, *heard] if isinstance(text, Placed)]
    printed = [text for text in texts if of.purse._named.contains(text.box)]
    assert len(printed) == 2, "its name, and what is in it"
    within = of.purse._seam.inflate(*[-2 * math.ceil(of.purse._thread)] * 2)
    assert all(within.contains(text.ink) for text in printed)


@pytest.mark.parametrize(
    ("size",), soon([(size,) for size in SCREENS], ((480, 800),), ((1080, 1920),), ((1920, 1080),))
)
def test_plates_beside_the_purse_have_letters_that_grow_with_the_screen(size: tuple[int, int]) -> None:
    of = stage("moncayo", size)
    plates = list(of.desk.plates.values())
    sizes = [text.size_px for text in of.kit.text.placed if any(plate.contains(text.box) for plate in plates)]
    assert len(sizes) == len(plates) == 2
    assert min(sizes) >= min(size) / 45


@pytest.mark.parametrize(
    ("name", "size"),
    soon(
        [(name, size) for name in ("cierzo", "galacho", "moncayo") for size in SCREENS],
        ("cierzo", (1920, 1080)),
        ("galacho", (480, 800)),
        ("moncayo", (800, 480)),
    ),
)
def test_the_lamps_beside_the_drums_bear_the_number_of_their_line(name: str, size: tuple[int, int]) -> None:
    of = stage(name, size)
    lamps = list(of.reels.lamp_rects.values())
    texts = [text for text in of.kit.text.placed if any(lamp.contains(text.ink) for lamp in lamps)]
    readable = 0.66 * lamps[0].height >= readable_px(size)
    assert [text.text for text in texts] == ["1", "1"] * readable
    assert readable or size[1] < 500, "a lamp on the smallest wide screen has no room for it"
    screen = paint.plain(size)
    of.draw(screen, look(FakeCabinet(model=load_model(name))), 0, Hand(), animate=False)
    picture = pygame.surfarray.array3d(screen).swapaxes(0, 1)
    for text in texts:
        found = contrast_of(picture, text)
        assert found is not None and found.ratio >= 4.5


@pytest.mark.parametrize(("size",), soon([(size,) for size in UPRIGHTS], (UPRIGHT,), ((800, 1280),)))
def test_the_tray_of_an_upright_front_is_a_bowl(size: tuple[int, int]) -> None:
    tray = stage("galacho", size).tray.rect
    assert tray.height >= 0.07 * size[1] and tray.width >= 0.5 * size[0]


# --- what the check finds ----------------------------------------------------------------------------------


def test_a_text_that_is_cut_or_small_is_found() -> None:
    of, heard = built(read_front(load_model("galacho"), 1, False), SMALL, DEFAULT_LANGUAGE)
    assert faults(of, heard) == []
    letters, sheet = Letterer(), paint.plain((200, 60))
    with boxes.listening() as heard:
        letters.put(
            sheet, "A TEXT THAT IS FAR WIDER THAN THE BOX IT HAS", Rect(4, 4, 60, 12), "label", 12, CREAM
        )
        letters.put(sheet, "SMALL", Rect(4, 30, 90, 12), "label", 8, CREAM, remember=False)
    assert [fault.kind for fault in faults(of, heard)] == ["cut", "small", "small"]


@pytest.mark.parametrize(
    ("kind", "box"),
    [("overlap", "START"), ("plate", "gap"), ("covered", "START")],
)
def test_a_text_that_is_drawn_where_none_should_be_is_found(
    kind: str, box: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = stage("galacho", SMALL)
    start = next(cap.rect for cap in of.deck.caps if cap.name == "start")
    place = start if box == "START" else Rect(of.layout.zones["reels"].x - 40, start.bottom + 2, 80, 14)
    seen, before = look(FakeCabinet(model=load_model("galacho"))), of.crown.draw

    def more(screen: pygame.Surface, along: float | None) -> None:
        before(screen, along)
        if kind == "covered":
            of.kit.text.hide(Rect(start.x, start.y, start.width // 2, start.height))
        else:
            of.kit.text.put(screen, "NOT HERE", place, "label", 12, CREAM, remember=False)

    assert seen_faults(of, seen, Hand()) == []
    monkeypatch.setattr(of.crown, "draw", more)
    assert {fault.kind for fault in seen_faults(of, seen, Hand())} == {kind}


def test_targets_that_are_small_or_lie_on_each_other_are_found() -> None:
    of = stage("galacho", SMALL)
    small = replace(of.deck.caps[0], rect=Rect(0, 0, 33, 60))
    over = replace(of.deck.caps[1], rect=of.tray.rect.inflate(-8, -8))
    caps = of.deck.caps
    of.deck.caps = [small, over, *caps[2:]]
    try:
        assert {fault.kind for fault in target_faults(of)} == {"target", "targets"}
    finally:
        of.deck.caps = caps


def test_a_last_line_that_is_left_over_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    of, _ = built(read_front(load_model("galacho"), 1, False), SMALL, DEFAULT_LANGUAGE)
    words, box, sheet = (
        "THREE SEVENS WIN ONE POT FOR ALL TO SHARE",
        Rect(4, 4, 190, 40),
        paint.plain((200, 60)),
    )

    def found() -> list[str]:
        with boxes.listening() as heard:
            Letterer().put(sheet, words, box, "label", 12, CREAM, lines_max=2)
        assert [len(text.covers) for text in heard if isinstance(text, Placed)] == [2]
        return [fault.kind for fault in faults(of, heard)]

    assert found() == []
    monkeypatch.setattr(lettering, "evened", lambda fitted, *_: fitted)
    assert found() == ["orphan"]


def test_what_can_be_read_grows_with_the_screen() -> None:
    assert [readable_px(size) for size in (SMALL, LYING, (1920, 1080), (3840, 2160))] == [9, 9, 12, 24]


@pytest.mark.parametrize(("size",), soon([(size,) for size in SCREENS], (SMALL,), (UPRIGHT,)))
def test_tickets_and_notes_have_mouths_of_their_own(size: tuple[int, int]) -> None:
    """Of a machine that gives the ones and takes the others, beside chute and return."""
    model = parse_model(toml(LEFT_OUT["a note"]).encode(), source="a note")
    front = built(read_front(model, 1, False), size, DEFAULT_LANGUAGE, 34)[0]
    assert front.strip is not None and front.notes.fitted
    mouths = [front.strip.mouth, front.notes.mouth, front.tray.chute]
    assert not any(one.colliderect(other) for one, other in combinations(mouths, 2))
    assert all(front.tray.rect.contains(mouth) for mouth in mouths)
    assert front.notes.mouth.right < front.tray.return_mouth[0] - round(front.tray.rect.width * 0.05)
