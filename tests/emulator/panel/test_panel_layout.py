# SPDX-License-Identifier: MIT
"""The panel's layout: zones, finger-sized targets, texts that are neither cut nor laid over each other."""

from __future__ import annotations

from itertools import combinations

import pytest
from firmware_texts import MESSAGES, said
from panel_fake import SIZES, stage
from panel_fit import cut_or_overlapping
from pygame import Rect

from emulator.panel.art.dots import typeset
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.paint import layer
from emulator.panel.art.theme import BONE, CIERZO, CREAM, contrast, mix
from emulator.panel.machine.parts.layout import SHARES, TOUCH_PX, lay_out
from machines.support.languages import languages


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


@pytest.mark.parametrize("language", languages())
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


@pytest.mark.parametrize("language", languages())
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
    rows = [row for language in languages() for row in said(language, *MESSAGES)]
    counts = {"free", "free_left", "pick", "stop", "points", "tickets", "won_tickets"}
    longest = {**dict.fromkeys(counts, "50"), "test_off": "999", "price_set": "10,00"}
    # Three places: the number of a step, what was chosen or is left, an amount.
    words = {row[0]: [longest.get(row[0], "120,00")] * 2 for row in rows}
    words |= {row[0]: ["50", "50", "120,00"] for row in rows if row[1].count("{}") == 3}
    found = [text.format(*words[key]) for key, text in rows]
    assert len(found) > 40
    return found


def test_print_on_glass_is_easy_to_read() -> None:
    brightest_glass = mix(CIERZO.deep, (52, 86, 190), 0.42)
    for ink in (CIERZO.bright, CREAM, BONE):
        assert contrast(ink, brightest_glass) >= 4.5
