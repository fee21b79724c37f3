# SPDX-License-Identifier: MIT
"""The panel's layout: zones, finger-sized targets, texts that are neither cut nor laid over each other."""

from __future__ import annotations

import ast
from itertools import combinations
from pathlib import Path

import pytest
from panel_fake import SIZES, stage
from pygame import Rect

from emulator.panel.art.dots import typeset
from emulator.panel.art.lettering import Letterer, Placed
from emulator.panel.art.paint import layer
from emulator.panel.art.theme import BONE, CIERZO, CREAM, contrast, mix
from emulator.panel.machine.parts.layout import SHARES, TOUCH_PX, lay_out
from machines.firmware import nvram

LANGUAGES = ("es", "en")
READABLE_PX = 8


def cut_or_overlapping(placed: list[Placed], screen: Rect) -> list[str]:
    """What is wrong with placed texts, in words; empty if nothing is."""
    wrong = [
        f"{text.text!r} leaves its box: {text.ink} in {text.box}"
        for text in placed
        if not text.box.inflate(2, 4).contains(text.ink) or not screen.contains(text.ink)
    ]
    wrong += [
        f"{one.text!r} at {one.ink} lies on {two.text!r} at {two.ink}"
        for one, two in combinations(placed, 2)
        if one.ink.colliderect(two.ink)
    ]
    return wrong + [f"{t.text!r} is {t.size_px} px small" for t in placed if t.size_px < READABLE_PX]


@pytest.mark.parametrize("size", SIZES)
def test_zones_cover_the_screen_without_overlap(size: tuple[int, int]) -> None:
    layout = lay_out(size)
    parts = [*layout.zones.values(), *([layout.side] if layout.side else [])]
    assert not any(one.colliderect(two) for one, two in combinations(parts, 2))
    assert sum(part.width * part.height for part in parts) == size[0] * size[1]


@pytest.mark.parametrize("size", SIZES)
def test_zones_have_the_shares_of_the_brief(size: tuple[int, int]) -> None:
    layout = lay_out(size)
    assert [name for name, _ in SHARES] == list(layout.zones)
    for name, share in SHARES:
        assert abs(layout.zones[name].height - size[1] * share / 100) <= 1


@pytest.mark.parametrize("size", SIZES)
def test_symbols_fill_nine_tenths_of_a_reel(size: tuple[int, int]) -> None:
    layout = lay_out(size)
    assert 0.86 <= layout.pitch * 0.96 / layout.reels[0].width <= 0.94


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_cut_or_lies_on_another(size: tuple[int, int], language: str) -> None:
    placed = stage(size, language).kit.text.placed
    assert len(placed) > 30
    assert cut_or_overlapping(placed, Rect(0, 0, *size)) == []


def test_the_check_finds_a_text_that_cannot_fit() -> None:
    letterer = Letterer()
    letterer.put(
        layer((200, 40)), "UN TEXTO MUCHO MAS LARGO QUE SU CAJA", Rect(10, 10, 40, 12), "label", 12, CREAM
    )
    assert cut_or_overlapping(letterer.placed, Rect(0, 0, 200, 40))


def test_the_check_finds_two_texts_on_one_spot() -> None:
    letterer = Letterer()
    for word in ("UNO", "DOS"):
        letterer.put(layer((200, 40)), word, Rect(10, 10, 100, 20), "label", 14, CREAM)
    assert cut_or_overlapping(letterer.placed, Rect(0, 0, 200, 40))


@pytest.mark.parametrize("size", [(1280, 800), (1080, 1920)])
def test_touch_targets_are_nine_millimetres_or_more(size: tuple[int, int]) -> None:
    built = stage(size, "es")
    targets = [cap.rect for cap in built.deck.caps] + [built.deck.slot_rect, built.tray.rect]
    assert min(min(target.size) for target in targets) >= TOUCH_PX
    centres = list(built.purse.places.values())
    assert min(abs(one[0] - two[0]) for one, two in combinations(centres, 2)) >= TOUCH_PX
    for x, y in centres:
        for dx, dy in ((-TOUCH_PX // 2, 0), (TOUCH_PX // 2, 0), (0, -TOUCH_PX // 2), (0, TOUCH_PX // 2)):
            assert built.purse.coin_at((x + dx, y + dy)) is not None


@pytest.mark.parametrize("size", SIZES)
def test_controls_do_not_overlap(size: tuple[int, int]) -> None:
    built = stage(size, "es")
    rects = [*(cap.rect for cap in built.deck.caps), built.deck.slot_rect, built.tray.rect, built.purse.rect]
    assert not any(one.colliderect(two) for one, two in combinations(rects, 2))


@pytest.mark.parametrize("size", SIZES)
def test_every_prize_has_a_row_and_every_row_its_lamp(size: tuple[int, int]) -> None:
    built = stage(size, "es")
    assert sorted(row.lamp for row, _ in built.glass.cells) == list(range(1, 13))
    assert [row.cents for row, _ in built.glass.cells] == sorted(
        (r.cents for r, _ in built.glass.cells), reverse=True
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_front_carries_the_texts_the_law_wants(language: str) -> None:
    """B-29: rules, combinations, amounts, minimum payout, minors, ludopatía; K-19: identification."""
    built = stage((1280, 800), language)
    shown = " ".join(text.text for text in built.kit.text.placed)
    texts = built.kit.front.texts
    assert texts["rules"] in shown and texts["minimum_payout"] in shown
    assert texts["minors"].upper() in shown and texts["addiction"].upper() in shown
    assert "000001" in shown
    for row in built.kit.front.rows:
        assert built.kit.money(row.cents, whole=True) in shown


@pytest.mark.parametrize("size", SIZES)
def test_every_message_of_a_machine_in_use_fits_the_display(size: tuple[int, int]) -> None:
    """The line scrolls only where a TEST mark stands in front of a long message."""
    columns = stage(size, "es").display.columns
    for message in firmware_messages():
        assert typeset(message)[0] <= columns, message


def firmware_messages() -> list[str]:
    """Every text of the firmware in both languages, read from its source with the longest amount."""
    folder = Path(nvram.__file__).parent
    sources = [path.read_text("utf-8") for path in (folder / "texts.py", *folder.glob("*/front_texts.py"))]
    tables = {
        (number, node.targets[0].id): ast.literal_eval(node.value)
        for number, source in enumerate(sources)
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id in ("TEXTS", "FAMILIES")
    }
    rows = [row for table in tables.values() for row in table]
    counts = {"free", "free_left", "pick", "stop", "points", "tickets", "won_tickets"}
    longest = {**dict.fromkeys(counts, "50"), "test_off": "999", "price_set": "10,00"}
    # Three places: the number of a step, what was chosen or is left, an amount.
    words = {row[0]: [longest.get(row[0], "120,00")] * 2 for row in rows}
    words |= {row[0]: ["50", "50", "120,00"] for row in rows if row[1].count("{}") == 3}
    found = [text.format(*words[row[0]]) for row in rows for text in row[1:]]
    assert len(found) > 40
    return found


def test_print_on_glass_is_easy_to_read() -> None:
    brightest_glass = mix(CIERZO.deep, (52, 86, 190), 0.42)
    for ink in (CIERZO.bright, CREAM, BONE):
        assert contrast(ink, brightest_glass) >= 4.5
