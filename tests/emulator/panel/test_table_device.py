# SPDX-License-Identifier: MIT
"""The device that draws for a table, on its cloth: it shows what the wheel shows, and no sooner."""

from __future__ import annotations

from itertools import groupby

import pygame
import pytest

from emulator.panel.tables.kit import device
from emulator.panel.tables.kit.lay import Lay
from emulator.panel.tables.kit.plan import read_plan
from emulator.panel.tables.kit.seen import Seen
from emulator.panel.tables.kit.stage import Stage
from emulator.panel.tables.kit.visitor import Visitor
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.table_game import TableGame
from emulator.tables.told import RESTS_MS, SAID_BEFORE_MS, DeviceSeen
from emulator.tables.wheel_chance import WheelChance
from machines.tables.wheel import wheel_names

SIZES = ((1920, 1080), (1080, 1920), (1280, 800), (640, 400))


def sitting(game: str, **options: object) -> TableGame:
    """A table that goes on by itself, with an electronic wheel."""
    dealer = EngineDealer(game, bytes(32), {1: 100_000, 2: 100_000})
    dealer.table.device = WheelChance(ElectronicWheel(game, seed="00", **options))
    return TableGame(dealer, seed="00")


@pytest.mark.parametrize("game", wheel_names())
def test_it_says_what_the_wheel_says_as_far_as_the_picture_has_come(game: str) -> None:
    table = sitting(game)
    said: list[tuple[str, int, str]] = []
    while len(table.past) < 2:
        table.run(ms=50)
        seen = table.device
        assert seen is not None
        drawn = next((one for one in table.told if one.kind == "drawn"), None)
        begun = any(one.kind == "spin" for one in table.told)
        lies = drawn is not None and (
            table.now_ms >= drawn.t_ms + RESTS_MS[table.dealer.decides] - SAID_BEFORE_MS
        )
        stage = "lies" if lies else "runs" if begun and table.betting else "falls" if begun else "waits"
        said.append((stage, len(seen.past), seen.message.removeprefix("TEST ")))
    order = [key for key, _ in groupby(said)]
    number = table.past[1][0]
    turned = game == "wheel-of-fortune"
    waits = "GIRE LA RUEDA" if turned else "LANCE LA BOLA"
    assert order[:4] == [
        ("waits", 0, waits), ("runs", 0, "HAGAN SUS APUESTAS"), ("falls", 0, "NO VA MÁS"),
        ("lies", 1, f"NÚMERO {number}"),
    ]  # fmt: skip


def test_a_wheel_that_has_stopped_says_why_and_the_table_waits() -> None:
    table = sitting("boule")
    chance = table.dealer.table.device
    chance.wheel.damage("rest_blind")
    table.run(ms=90_000)
    assert table.device.message == "TEST BOLA PERDIDA: LLAVE" and not table.device.ready
    assert table.past == []
    chance.wheel.mend("rest_blind")
    table.run(ms=60_000)
    assert len(table.past) >= 1


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", wheel_names())
def test_it_stands_free_of_everything_else(game: str, size: tuple[int, int]) -> None:
    tall = size[1] > size[0]
    lay = Lay(size, read_plan(game.replace("-", "_"), tall), 6, device=True)
    assert lay.device.width > 0 and pygame.Rect((0, 0), size).contains(lay.device)
    for other in (lay.wheel, lay.tray, lay.table, lay.board, lay.words, lay.rail):
        assert not lay.device.colliderect(other), other
    assert not Lay(size, read_plan(game.replace("-", "_"), tall), 6).device.width


@pytest.mark.parametrize("size", SIZES)
def test_its_longest_message_is_drawn_within_its_line_and_lamps_are_lit(size: tuple[int, int]) -> None:
    table = sitting("french-roulette")
    stage = Stage(Seen(table, test=True), size, "es")
    screen = pygame.Surface(size)
    stage.draw(screen, Visitor(1))
    box, px = stage.lay.device, stage.lay.px
    ground = screen.copy()
    seen = DeviceSeen("TEST " + "M" * 27, True, False, False, tuple(str(n) for n in range(10, 26)))
    device.draw(screen, box, stage.text, seen, px)
    changed = pygame.mask.from_threshold(screen, (0, 0, 0), (1, 1, 1, 255), ground)
    changed.invert()
    assert changed.count() > 100
    for rect in changed.get_bounding_rects():
        assert box.inflate(px(30), px(30)).contains(rect)
    lit = device.lamp_places(box, px)
    assert screen.get_at(lit[0])[1] > 150 > screen.get_at(lit[1])[0]
    device.draw(screen, box, stage.text, seen._replace(ready=False, closed=True), px)
    assert screen.get_at(lit[1])[0] > 150 > screen.get_at(lit[0])[1]
    small = [one for one in stage.text.placed if one.text in seen.past]
    assert all(one.size_px >= 9 for one in small)
