# SPDX-License-Identifier: MIT
"""The panel of type A: pads, clock, rounds, awards and tickets are drawn as the machine lights them."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from panel_fake import FakeCabinet
from skill_visits import machine, model, row

from emulator.cabinet.front import Display
from emulator.panel.art import sounds
from emulator.panel.machine.controls import Controls
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts import kiosk
from emulator.panel.machine.parts.seen import AWARD_FIRST, Seen
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.skill.game import (
    CLOCK_FIRST,
    LISTEN,
    REPEAT,
    ROUND_FIRST,
    TITLE_FIRST,
    TUNE_FIRST,
    game_lit,
)
from emulator.panel.machine.skill.pads import BUTTONS, Pads
from emulator.panel.machine.skill.prizes import Prizes
from emulator.panel.machine.skill.sides import Above
from emulator.panel.machine.skill.strip import Strip
from emulator.panel.machine.speaker import Speaker
from emulator.panel.machine.stage import Stage

SIZES = ((1280, 800), (600, 1000))


def stage(size: tuple[int, int], name: str = "ronda") -> Stage:
    pygame.init()
    return Stage(read_front(model(name), 1, False), size, "es")


def seen(*lit: int, tickets: int = 0) -> Seen:
    return replace(look(FakeCabinet(model=model("ronda"), reels=[], glass=frozenset(lit))), tickets=tickets)


def pads_of(built: Stage) -> Pads:
    assert isinstance(built.reels, Pads)
    return built.reels


def points(shown: str, later_ms: int = 0) -> Seen:
    """A counter of points that shows this, so much later."""
    still = seen()
    return replace(still, now_us=still.now_us + 1000 * later_ms, display=Display("0.00", "", shown, ""))


def drawn(built: Stage, what: Seen) -> pygame.Surface:
    screen = pygame.Surface(built.layout.size)
    built.draw(screen, what, 0, Hand(), animate=False)
    return screen


def level(screen: pygame.Surface, place: tuple[int, int]) -> int:
    return sum(screen.get_at(place)[:3])


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_pad_is_bright_while_its_lamp_is_lit_and_no_other_one(size: tuple[int, int]) -> None:
    built = stage(size)
    pads = pads_of(built)
    # Beside the instrument, far from what the hub and the others throw.
    spots = [
        (pad.centerx, pad.y + pad.height // 8 if number < 2 else pad.bottom - pad.height // 8)
        for number, pad in enumerate(pads.pads)
    ]
    dark = drawn(built, seen())
    for lit in range(4):
        screen = drawn(built, seen(lit))
        risen = [level(screen, place) - level(dark, place) for place in spots]
        assert max(risen) == risen[lit] > 150
        assert all(rise < risen[lit] / 2 for at, rise in enumerate(risen) if at != lit)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_rim_of_a_pad_is_lit_while_the_machine_takes_its_button(size: tuple[int, int]) -> None:
    built = stage(size)
    pads = pads_of(built)
    edges = [(pad.centerx, pad.y + 2 if at < 2 else pad.bottom - 3) for at, pad in enumerate(pads.pads)]
    dark = drawn(built, seen())
    for number, name in enumerate(BUTTONS):
        screen = drawn(built, replace(seen(), lamps={name: True}))
        risen = [level(screen, place) - level(dark, place) for place in edges]
        assert risen[number] > 60 and sum(risen) == risen[number]


def test_a_touch_of_a_pad_is_its_button_and_of_the_hub_none() -> None:
    built = stage(SIZES[0])
    pads = pads_of(built)
    fake = FakeCabinet(model=model("ronda"), reels=[])
    controls = Controls(fake, built)
    for name, pad in zip(BUTTONS, pads.pads, strict=True):
        fake.inputs.clear()
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            controls.handle(pygame.event.Event(kind, button=1, pos=pad.center), {}, 0)
        assert fake.inputs == [("down", name), ("up", name)]
    gap = (pads.pads[0].right + pads.pads[1].x) // 2, pads.pads[0].y + 4
    x, y = pads.hub.centre
    half = pads.hub.radius // 2
    assert not any(
        built.button_at((x + right, y + down)) for right in (-half, 0, half) for down in (-half, half)
    )
    assert built.button_at(gap) is None
    assert min(min(pad.size) for pad in pads.pads) > built.layout.touch_px
    assert {cap.name for cap in built.deck.caps} == {"start", "collect"}
    controls.hand.show_service = True
    over = next(pad for pad in pads.pads if built.service.rect.collidepoint(pad.center))
    fake.inputs.clear()
    controls.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=over.center), {}, 0)
    assert not any(done[0] == "down" for done in fake.inputs), "the service plate lies over it"
    assert set(BUTTONS) == {f"hold_{number}" for number in (1, 2, 3)} | {"double"}


def near(found: pygame.Color, wanted: pygame.Color) -> bool:
    """Alike but for the reflection of the glass."""
    return all(abs(a - b) < 14 for a, b in zip(found[:3], wanted[:3], strict=True))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_covers_the_pads_of_a_machine_at_rest(size: tuple[int, int]) -> None:
    built = stage(size)
    pads, screen = pads_of(built), drawn(built, seen())
    assert isinstance(built.flanks, Above)
    for picture, pad in zip(pads._dark, pads.pads, strict=True):
        spot = (pad.width // 2, pad.height // 2)
        whole = screen.get_at((pad.x + spot[0], pad.y + spot[1]))
        assert near(whole, picture.get_at(spot))
    dark = built.flanks.rounds._lamps[0].dark
    assert near(screen.get_at(built.flanks.rounds.places[0]), dark.get_at(dark.get_rect().center))


def test_a_tune_is_repeated_by_touching_the_pads_that_sounded() -> None:
    """On the machine itself: each pad that its lamp shows, touched in the same order, makes the round."""
    built = stage(SIZES[0])
    pads = pads_of(built)
    cab = machine("ronda")
    controls = Controls(cab, built)
    cab.press("start")
    heard: list[int] = []
    before: frozenset[int] = frozenset()
    while REPEAT not in cab.glass:
        heard += [pad for pad in range(4) if pad in cab.glass and pad not in before]
        before = cab.glass
        cab.run(ms=20)
    assert len(heard) == 3
    for pad in heard:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            controls.handle(pygame.event.Event(kind, button=1, pos=pads.pads[pad].center), {}, 0)
            cab.run(ms=60)
        assert pad in cab.glass
        cab.run(ms=300)
    assert (row(cab, "round"), row(cab, "points")) == (1, 30)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_tune_clock_rounds_legends_and_award_light_up_where_they_are_printed(size: tuple[int, int]) -> None:
    built = stage(size)
    pads = pads_of(built)
    dark = drawn(built, seen())
    assert built.glass.awards is not None and isinstance(built.flanks, Above)
    lamps = {
        TUNE_FIRST + 2: pads.tune.places[2],
        CLOCK_FIRST + 7: pads.hub.clock[7],
        ROUND_FIRST + 1: built.flanks.rounds.places[1],
        AWARD_FIRST + 3: (
            built.glass.awards.places[3][1].centerx,
            built.glass.awards.places[3][1].bottom - 6,
        ),
    }
    for lamp, place in lamps.items():
        assert level(drawn(built, seen(lamp)), place) > level(dark, place) + 100, lamp
    for lamp, _, legend, _ in pads.hub.legends:
        screen = drawn(built, seen(lamp))
        risen = (
            pygame.transform.average_color(screen, legend)[0]
            - pygame.transform.average_color(dark, legend)[0]
        )
        assert risen > 12, lamp


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_points_climb_the_striker_to_the_prize_that_they_reach(size: tuple[int, int]) -> None:
    """What the counter shows, linear between two prizes, at the rung of a prize exactly at its points."""
    built = stage(size)
    table = built.glass.awards
    assert isinstance(table, Prizes) and table.striker is not None
    striker, box = table.striker, table.striker.box
    upright = box.height > box.width
    line = [
        (box.centerx, box.bottom - 1 - at) if upright else (box.x + at, box.centery)
        for at in range(striker.length)
    ]
    empty = drawn(built, points("0"))
    dark = [level(empty, place) for place in line]
    ends = []
    for shown in (60, 120, 150, 180, 250, 330):
        drawn(built, points(str(shown)))
        screen = drawn(built, points(str(shown), 1_000))
        full = [at for at, place in enumerate(line) if level(screen, place) > dark[at] + 200]
        ends.append(max(full))
        assert abs(ends[-1] - striker.reach(shown)) < 2 * min(box.size)
    assert ends == sorted(ends) and striker.reach(0) == 0
    hooks = [box.bottom - rect.centery if upright else rect.centerx - box.x for _, rect in table.places]
    assert all(
        abs(striker.reach(award) - at) <= 1 for award, at in zip((120, 180, 250, 330), hooks, strict=True)
    )
    assert striker.reach(60) == round(hooks[0] / 2)
    assert abs(striker.reach(150) - (hooks[0] + hooks[1]) / 2) <= 1


def later(tickets: int, ms: int) -> Seen:
    shown = seen(tickets=tickets)
    return replace(shown, now_us=shown.now_us + 1000 * ms)


def test_tickets_lie_in_the_tray_until_they_are_taken() -> None:
    built = stage(SIZES[0])
    strip = built.strip
    assert isinstance(strip, Strip)
    first, second, third = strip.places[:3]
    empty = drawn(built, seen())

    def there(screen: pygame.Surface) -> list[bool]:
        return [screen.get_at(at)[:3] != empty.get_at(at)[:3] for at in (first, second, third)]

    assert there(drawn(built, later(1, 10))) == [False, False, False], "it has only begun to come out"
    assert there(drawn(built, later(2, 700))) == [True, False, False]
    assert there(drawn(built, later(2, 1_400))) == [True, True, False]
    assert strip.take()
    assert not strip.take()
    assert there(drawn(built, later(2, 1_500))) == [False, False, False]
    drawn(built, later(3, 2_000))
    assert there(drawn(built, later(3, 2_700))) == [True, False, False]
    assert stage(SIZES[0], "cometa_nacional").strip is None


def test_tickets_of_before_the_first_look_lie_there_already() -> None:
    built = stage(SIZES[0])
    assert isinstance(built.strip, Strip)
    at = built.strip.places[1]
    second = drawn(built, seen(tickets=2)).get_at(at)
    assert built.strip.take()
    assert drawn(built, seen(tickets=2)).get_at(at) != second


def test_a_pad_that_comes_on_is_heard_in_its_own_pitch() -> None:
    speaker = Speaker()
    speaker.pads = 4
    names = [speaker.update(seen(pad), {}, 0, True) for pad in (0, 1, 2, 3, 3)]
    assert names == [[sounds.PAD.format(n)] for n in (1, 2, 3, 4)] + [[]]
    assert speaker.update(seen(1), {}, 0, False) == []
    assert {sounds.PAD.format(n) for n in (1, 2, 3, 4)} <= set(sounds.samples())


def test_the_title_that_is_lit_says_which_game_is_in_the_machine() -> None:
    assert game_lit(frozenset()) == game_lit(frozenset((TITLE_FIRST, 3))) == 0
    assert game_lit(frozenset((TITLE_FIRST + 2,))) == 2


@pytest.mark.parametrize("name", ["ronda", "cometa"])
def test_the_attract_loop_of_a_game_of_skill_shows_every_idea(name: str) -> None:
    """Nobody plays: its pads or its ring, its awards and its name are shown in turn, whatever its points."""
    built = stage(SIZES[1], name)
    cabinet = FakeCabinet(model=model(name), reels=[], display=Display("0.00", "", "330", ""))
    shown = look(cabinet)
    attract = kiosk.Attract()
    seen_ideas = set()
    screen = pygame.Surface(built.layout.size)
    for now_ms in range(0, 28_000, 3_400):
        idea = attract.update(shown, now_ms)
        assert idea is not None
        seen_ideas.add(idea.name)
        built.draw(screen, shown, now_ms, Hand(idea=idea))
    assert seen_ideas == {name for name, _ in kiosk.IDEAS}
    for going in (replace(cabinet, lit=frozenset({"start"})), replace(cabinet, glass=frozenset({LISTEN}))):
        assert attract.update(look(going), 46_000) is None
    assert attract.update(look(replace(cabinet, glass=frozenset({ROUND_FIRST}))), 46_000) is not None


def test_the_pane_of_a_wide_screen_shows_each_round_as_its_notes() -> None:
    """As many as its tune has, up to the other edge of the pane; they light with the round's lamp."""
    built = stage(SIZES[0])
    assert not built.layout.portrait and isinstance(built.flanks, Above)
    rounds, pane = built.flanks.rounds, built.layout.flanks[0].union(built.layout.flanks[1])
    assert [len(line.places) for line in rounds.notes] == [3, 4, 5, 6, 7, 8]
    right = max(x + line.side for line in rounds.notes for x, _ in line.places)
    assert pane.right - 0.12 * pane.width <= right <= pane.right
    dark, lit = drawn(built, seen()), drawn(built, seen(ROUND_FIRST + 1))
    for number, line in enumerate(rounds.notes):
        last = pygame.Rect(*line.places[-1], line.side, line.side)  # out of the lamps' own light
        before, after = (int(pygame.surfarray.array3d(sheet.subsurface(last)).sum()) for sheet in (dark, lit))
        assert after == before if number != 1 else after > 1.1 * before
