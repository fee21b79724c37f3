# SPDX-License-Identifier: MIT
"""The panel of a light stopper: light, tail, zones and what it says of a press are those of the machine."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from panel_fake import FakeCabinet
from skill_visits import begun, best_us, light_of, machine, model, press_at, row, until

from emulator import Cabinet
from emulator.cabinet.front import Display
from emulator.panel.machine.controls import Controls
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.layout import lay_out
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.skill.game import ROUND_FIRST
from emulator.panel.machine.skill.measured import measured_ms
from emulator.panel.machine.skill.ring import ZONES_FAR, ZONES_NEAR, Ring
from emulator.panel.machine.skill.run import START_LIGHT, Run
from emulator.panel.machine.skill.sides import Sides
from emulator.panel.machine.skill.zones import half_turn, zone_at, zone_colours
from emulator.panel.machine.stage import Stage
from machines.types.skill.schema import LIGHTS

SIZES = ((1280, 800), (600, 1000))
LAPS_MS = (1600, 1280, 960, 800, 640)


def stage(name: str = "cometa", size: tuple[int, int] = SIZES[0]) -> Stage:
    pygame.init()
    return Stage(read_front(model(name), 1, False), size, "es")


def ring_of(built: Stage) -> Ring:
    assert isinstance(built.reels, Ring)
    return built.reels


def seen(light: int | None, over: int = 0, *, start: bool = False, at_ms: int = 0, says: str = "") -> Seen:
    """What is seen of a ring with this light lit and so many rounds over."""
    glass = {ROUND_FIRST + number for number in range(over)} | ({light} if light is not None else set())
    fake = FakeCabinet(
        model=model(), reels=[], glass=frozenset(glass), lit=frozenset({"start"} if start else ())
    )
    return replace(look(fake), now_us=1000 * at_ms, display=Display("0.50", "", "0", says))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_lit_light_of_the_ring_is_the_one_that_the_machine_lights(size: tuple[int, int]) -> None:
    cab = machine()
    cab.press("start")
    begun(cab, 1)
    built = stage(size=size)
    ring = ring_of(built)
    assert all(ring.rect.collidepoint(place) for place in ring._places)
    for _ in range(6):
        cab.run(ms=170)
        screen = pygame.Surface(size)
        built.draw(screen, look(cab), 0, Hand(), animate=False)
        levels = [sum(screen.get_at(place)[:3]) for place in ring._places]
        assert levels.index(max(levels)) == light_of(cab)
    assert len(ring._places) == LIGHTS == 32


def test_the_tail_is_where_the_lamps_were() -> None:
    """Followed frame by frame over two laps of a round, against every lamp that the machine lit."""
    cab = machine()
    cab.press("start")
    begun(cab, 1)
    run = Run(LAPS_MS)
    lit = [light_of(cab)]
    longest = 0
    for _ in range(3_000 // 7):
        for _ in range(7):
            cab.run(ms=1)
            if light_of(cab) != lit[-1]:
                lit.append(light_of(cab))
        run.update(look(cab))
        assert run.running and run.light == lit[-1]
        assert run.tail == lit[-2 : -2 - len(run.tail) : -1]
        assert len(run.tail) == min(len(lit) - 1, round(320 * LIGHTS / LAPS_MS[0]))
        longest = max(longest, len(run.tail))
    assert longest == round(320 * LIGHTS / LAPS_MS[0]), "as long as a lamp glows on"


def test_a_single_look_knows_no_more_of_a_tail_than_is_sure() -> None:
    for past in range(LIGHTS):
        run = Run(LAPS_MS)
        run.update(seen((START_LIGHT + past) % LIGHTS, start=True))
        assert len(run.tail) == min(past, round(320 * LIGHTS / LAPS_MS[0]))


def test_a_tail_ends_with_its_round_and_does_not_grow_while_the_light_stands() -> None:
    run = Run(LAPS_MS)
    for at_ms, light in enumerate((20, 24, 28, 0)):
        run.update(seen(light, start=True, at_ms=50 * at_ms))
    run.update(seen(1, 1, at_ms=300))
    assert (run.passed, run.running, run.number) == (17, False, 0)
    run.update(seen(1, 1, at_ms=400))
    assert (run.passed, run.tail) == (17, [])
    run.update(seen(1, 1, at_ms=450, says="3 MS TARDE"))
    assert run.tail == [0, 31, 30, 29, 28, 27]
    run.update(seen(17, 1, start=True, at_ms=900))
    assert (run.passed, run.tail, run.number) == (1, [16], 1)
    run.update(seen(None, at_ms=950))
    assert (run.passed, run.tail) == (0, [])


@pytest.mark.parametrize("name", ["cometa", "verbena"])
def test_each_zone_is_as_wide_as_the_models_tolerance_in_every_round(name: str) -> None:
    """Along a circle through the painted zones each colour goes as far as its ms, to a pixel's angle."""
    built = stage(name, (1280, 800))
    ring = ring_of(built)
    stopper = model(name).games[0].stopper
    assert stopper is not None
    zones = [(zone.within_ms, zone.points) for zone in stopper.zones]
    tones = zone_colours(len(zones))
    far = ring.radius * (ZONES_NEAR + ZONES_FAR) / 2
    pixel = 1 / far
    for lap_ms in stopper.laps_ms:
        painted = ring.bands[lap_ms]
        for number, (within_ms, _) in enumerate(zones):
            edge = 2 * math.pi * within_ms / lap_ms
            assert half_turn(within_ms, lap_ms) == pytest.approx(edge)
            for side in (-1, 1):
                inside, outside = (_tone(painted, far, side * (edge + way * 1.5 * pixel)) for way in (-1, 1))
                beyond = tones[number + 1] if number + 1 < len(zones) else None
                assert _alike(inside, tones[number]), (lap_ms, within_ms, side)
                assert outside is None if beyond is None else _alike(outside, beyond), (
                    lap_ms,
                    within_ms,
                    side,
                )


def _tone(painted: object, far: float, angle: float) -> tuple[int, int, int] | None:
    """The colour of a point of a band, None where nothing is painted."""
    picture, corner = painted  # type: ignore[misc]
    x, y = math.floor(far * math.sin(angle)) - corner[0], math.floor(-far * math.cos(angle)) - corner[1]
    if not picture.get_rect().collidepoint(x, y):
        return None
    red, green, blue, cover = picture.get_at((x, y))
    return (red, green, blue) if cover > 127 else None


def _alike(found: tuple[int, int, int] | None, wanted: tuple[int, int, int]) -> bool:
    """Of one hue, whatever its shade."""
    if found is None:
        return False
    return all(abs(a / max(1, *found) - b / max(wanted)) < 0.09 for a, b in zip(found, wanted, strict=True))


def over(cab: Cabinet, number: int) -> Callable[[], bool]:
    """Whether so many rounds are over."""
    return lambda: row(cab, "round") == number


def state_of(cab: Cabinet, name: str) -> int:
    """What the firmware has in its state."""
    return int(cab.peek(f"main.state.{name}").value)


@pytest.mark.parametrize("plays", [1, pytest.param(40, marks=pytest.mark.long)])
def test_what_is_said_of_a_press_is_what_the_machine_measured(plays: int) -> None:
    """Presses all over the lap: sign and size, the points of the zone, where the needle stands."""
    chance = random.Random(20)
    built = stage()
    ring = ring_of(built)
    zones = ring._skill.zones
    screen = pygame.Surface(SIZES[0])
    words = []
    anywhere = [[chance.randrange(-320, 320) for _ in LAPS_MS] for _ in range(plays)]
    for offs in ([0, 3, -4, 12, -30], *anywhere):
        cab = machine()
        cab.press("start")
        for number, (at_us, off, lap_ms) in enumerate(
            zip(best_us(off_ms=offs), offs, LAPS_MS, strict=True), 1
        ):
            before = row(cab, "points")
            press_at(cab, begun(cab, number) + at_us)
            until(cab, over(cab, number))
            cab.run(ms=40)
            built.draw(screen, look(cab), 0, Hand())
            measured = ring.run.off_ms
            assert measured == state_of(cab, "stop_off_ms")
            assert measured is not None and abs(measured - off) <= 1, (
                "a press that came when it was asked for"
            )
            assert ring._photo.worth(measured) == row(cab, "points") - before
            assert ring.run.turn == measured / lap_ms
            words.append(ring._photo.words(measured))
            assert words[-1].startswith(f"{abs(measured)} ms " if measured else "EN LA MARCA")
            zone = zone_at(measured, zones)
            assert (zone is None) == (abs(measured) > zones[-1][0])
        cab.run(ms=2_000)
        built.draw(screen, look(cab), 0, Hand())
        assert ring.run.off_ms is None, "the line tells of no press any more"
    assert any(word.endswith("ms tarde") for word in words) and any(
        word.endswith("ms antes") for word in words
    )


def test_only_a_line_that_tells_of_a_press_is_read_as_one() -> None:
    assert measured_ms("12 MS TARDE") == measured_ms("TEST 12 MS LATE") == 12
    assert measured_ms("3 MS ANTES ") == measured_ms("3 MS EARLY") == -3
    assert measured_ms("EN LA MARCA") == measured_ms("ON THE MARK") == 0
    for line in ("260 PUNTOS", "PARE LUZ: 3 DE 5", "JUGADA A 0,50 €", "12 MS, 60 PUNTOS", ""):
        assert measured_ms(line) is None


def near(found: pygame.Color, wanted: pygame.Color) -> bool:
    """Alike but for the reflection of the glass."""
    return all(abs(a - b) < 14 for a, b in zip(found[:3], wanted[:3], strict=True))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_covers_the_wheel_of_a_machine_at_rest(size: tuple[int, int]) -> None:
    """Every lamp is there although it is out, and so are the rounds and what a press is worth."""
    built = stage("verbena", size)
    ring, screen = ring_of(built), pygame.Surface(size)
    built.draw(screen, seen(None), 0, Hand())
    assert isinstance(built.flanks, Sides)
    out = ring._dark.get_at(ring._dark.get_rect().center)
    for place in ring._places:
        assert near(screen.get_at(place), out)
    for plate, colour in zip(built.flanks.aim.plates, zone_colours(3), strict=True):
        assert near(screen.get_at((plate.x + 2, plate.centery)), pygame.Color(*colour))
    dark = built.flanks.rounds._lamps[2].dark
    assert near(screen.get_at(built.flanks.rounds.places[2]), dark.get_at(dark.get_rect().center))


def test_a_press_is_drawn_where_the_light_was() -> None:
    """The needle crosses the zones at the angle of the measured time, late at the right of the mark."""
    built = stage()
    ring = ring_of(built)
    far = (ZONES_NEAR + ZONES_FAR) / 2
    for off_ms, words in (
        (66, "66 MS TARDE"),
        (-66, "66 MS ANTES"),
        (400, "400 MS TARDE"),
    ):
        screen = pygame.Surface(SIZES[0])
        built.draw(screen, seen(0, 1, says=words), 0, Hand())
        assert ring.run.off_ms == off_ms
        here = ring._place(off_ms / LAPS_MS[0], far)
        assert screen.get_at(here)[:3] == (255, 255, 255)
        assert screen.get_at(ring._place(-off_ms / LAPS_MS[0], far))[:3] != (255, 255, 255)


def test_a_touch_on_the_wheel_is_one_press_of_start() -> None:
    built = stage()
    ring = ring_of(built)
    pressed: list[tuple[str, str]] = []
    fake = FakeCabinet(model=model(), reels=[])
    fake.down = lambda name: pressed.append(("down", name))  # type: ignore[method-assign]
    fake.up = lambda name: pressed.append(("up", name))  # type: ignore[method-assign]
    controls = Controls(fake, built)

    def touch(point: tuple[int, int]) -> list[tuple[str, str]]:
        pressed.clear()
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            controls.handle(pygame.event.Event(kind, button=1, pos=point), {}, 0)
        return list(pressed)

    once = [("down", "start"), ("up", "start")]
    start = next(cap.rect for cap in built.deck.caps if cap.name == "start")
    assert touch(start.center) == once
    for turn in (0.0, 0.2, 0.5, 0.8):
        assert touch(ring._place(turn, 0.98)) == touch(ring._place(turn, 0.3)) == once
        assert touch(ring._place(turn, 1.06)) == []
    at = ring.centre
    controls.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at), {}, 0)
    controls.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE), {}, 0)
    pressed.clear()
    controls.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=at), {}, 0)
    assert pressed == [], "the key still holds the button"


def test_the_field_is_large_on_every_screen() -> None:
    front = read_front(model(), 1, False)
    for size in ((800, 480), (1024, 600), (1920, 1080), (3840, 2160), (1080, 1920), (480, 800)):
        field = lay_out(size, front.columns, front.symbols_seen, front.flank_share).window
        least = 0.36 if size[1] > size[0] else 0.18
        assert field.width * field.height >= least * size[0] * size[1], size


def test_a_screenshot_of_a_game_of_skill_is_made(tmp_path: Path) -> None:
    for name in ("cometa", "cometa_nacional"):
        cab = machine(name)
        cab.screenshot(tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.png").stat().st_size > 50_000


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["cometa", "cometa_nacional"])
def test_the_deck_has_the_buttons_and_counters_that_the_game_has(name: str, size: tuple[int, int]) -> None:
    built = stage(name, size)
    assert {cap.name for cap in built.deck.caps} == {"collect", "start"}
    assert [label for label, *_ in built.display.counters] == ["CRÉDITOS", "PUNTOS"]
