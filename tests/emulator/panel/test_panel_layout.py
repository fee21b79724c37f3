# SPDX-License-Identifier: MIT
"""The panel's layout: zones, finger-sized targets, texts that are neither cut nor laid over each other."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from box_walk import SCREENS as SCREENS_OF_WALK
from firmware_texts import MESSAGES, said
from panel_fake import SIZES, stage
from panel_fit import cut_or_overlapping
from pygame import Rect
from soon import soon

from emulator.panel.art import lettering
from emulator.panel.art.dots import typeset
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.paint import layer
from emulator.panel.art.theme import BONE, CIERZO, CREAM, contrast, mix
from emulator.panel.machine.parts.layout import TOUCH_PX, TURNS_SEEN, lay_out
from machines.support.languages import DEFAULT_LANGUAGE, languages

# The ten screens, and the smallest window.
SCREENS = (*SCREENS_OF_WALK, (640, 400))
# Reels, and symbols that are seen one above the other: drums, a screen; the field of a game of skill.
FRONTS = ((3, TURNS_SEEN, 0.0), (3, 3.04, 0.0), (5, 3.04, 0.0), (3, TURNS_SEEN, 0.15), (4, TURNS_SEEN, 0.15))


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("size", SCREENS)
def test_zones_cover_the_screen_without_overlap(
    size: tuple[int, int], front: tuple[int, float, float]
) -> None:
    layout = lay_out(size, *front)
    parts = list(layout.zones.values())
    assert not any(one.colliderect(two) for one, two in combinations(parts, 2))
    assert sum(part.width * part.height for part in parts) == size[0] * size[1]
    assert layout.cabinet == Rect(0, 0, size[0], layout.zones["purse"].y)
    assert all(layout.zones[name].contains(inner) for name, inner in layout.inners.items())
    assert all(layout.zones["reels"].contains(reel) for reel in layout.reels)
    # Upright, the panes of a game are columns on its field, which has all of the width.
    columns = layout.portrait and front[2] > 0
    for flank in layout.flanks:
        assert layout.window.contains(flank) if columns else not flank.colliderect(layout.window)


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("size", SCREENS)
def test_the_window_has_its_share_of_every_screen(
    size: tuple[int, int], front: tuple[int, float, float]
) -> None:
    window = lay_out(size, *front).window
    share = window.width * window.height / (size[0] * size[1])
    smallest = size == SCREENS[-1]  # there the buttons need more of the height
    assert share >= (0.22 if size[1] > size[0] else 0.16 if smallest else 0.18)


@pytest.mark.parametrize("size", SCREENS)
def test_the_field_of_a_game_is_half_as_tall_as_a_wide_screen(size: tuple[int, int]) -> None:
    window = lay_out(size, *FRONTS[3]).window
    assert window.height >= (0.42 if size[1] > size[0] else 0.48) * size[1]


# 9 mm on a screen of 10 inches with 1280 x 800, of 7 with 1024 x 600, of 7 with 800 x 480, of 24 upright.
REAL = (((1280, 800), 53), ((1024, 600), 60), ((800, 480), 47), ((1080, 1920), 33), ((800, 1280), 53))


@pytest.mark.parametrize("front", [FRONTS[0], *FRONTS[2:]])
@pytest.mark.parametrize(("size", "touch_px"), REAL)
def test_buttons_grow_to_the_finger_and_the_window_keeps_its_share(
    size: tuple[int, int], touch_px: int, front: tuple[int, float, float]
) -> None:
    layout = lay_out(size, *front, touch_px=touch_px)
    assert layout.touch_px == touch_px
    assert layout.zones["deck"].height >= 2 * touch_px and layout.zones["purse"].height >= touch_px
    window = layout.window
    assert window.width * window.height >= (0.22 if layout.portrait else 0.175) * size[0] * size[1]


@pytest.mark.parametrize("size", SIZES)
def test_symbols_fill_nine_tenths_of_a_reel(size: tuple[int, int]) -> None:
    layout = lay_out(size)
    assert 0.86 <= layout.pitch * 0.96 / layout.reels[0].width <= 0.94


@pytest.mark.parametrize("language", soon(languages(), DEFAULT_LANGUAGE, "eu"))
@pytest.mark.parametrize("size", SIZES)
def test_no_text_is_cut_or_lies_on_another(size: tuple[int, int], language: str) -> None:
    placed = stage(size, language).kit.text.placed
    assert len(placed) > 30
    assert cut_or_overlapping(placed, Rect(0, 0, *size)) == []


def greedy(text: str, face: str, size_px: int, width: int) -> list[str]:
    """The definition of a wrapped text: each word stands on the line before it if it fits there."""
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and lettering.width_of(longer, face, size_px) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


@pytest.mark.parametrize("face", ["label", "text", "strong"])
def test_a_text_is_wrapped_as_word_by_word(face: str) -> None:
    draw = Random(face)
    words = ["Introduzca", "monedas", "y", "pulse", "JUGAR.", "AV", "To", "0,10", "€", "WAVE", "Ñu", "i", ""]
    for _ in range(300):
        text = " ".join(draw.choices(words, k=draw.randint(1, 50)))
        if draw.random() < 0.2:
            text = text.replace(" ", "\n", 1)
        size_px, width = draw.randint(7, 30), draw.randint(20, 700)
        assert lettering.wrap(text, face, size_px, width) == greedy(text, face, size_px, width)


def test_a_long_text_is_measured_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once a word: the law's texts on the glass were a tenth of the way to the first picture."""
    measured: list[str] = []
    width = lettering.width_of
    monkeypatch.setattr(lettering, "width_of", lambda line, *how: measured.append(line) or width(line, *how))
    lines = lettering.wrap("Premios de una partida con apuesta de " * 10, "text", 12, 400)
    assert len(lines) > 5 and len(measured) <= 5 * len(lines)


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


@pytest.mark.parametrize("language", soon(languages(), DEFAULT_LANGUAGE, "eu"))
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
    """Every text of the firmware in every language, read from its source with the longest amount."""
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
