# SPDX-License-Identifier: MIT
"""The hall on a screen: one walks to a machine, plays, and comes back with the purse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from soon import soon

from emulator.hall.audit import audit
from emulator.hall.hall import Hall
from emulator.hall.stand import TABLE
from emulator.panel.hall import window
from emulator.panel.hall.about import About
from emulator.panel.hall.bar import DESK, HELP, HOME
from emulator.panel.hall.counter import NEW, TO_CARD, TO_NOTES, Counter
from emulator.panel.hall.fronts import Fronts
from emulator.panel.hall.helper import Helper
from emulator.panel.hall.inner import MachineInner
from emulator.panel.hall.layout import card_rect
from emulator.panel.hall.lobby import WALK_MS
from emulator.panel.hall.note import Note
from emulator.panel.hall.wall_view import WallView
from emulator.panel.machine.window import Window
from emulator.records.storage import open_machine
from machines.tables.game import Move

SIZES = ["800x480", "1024x600", "1280x800", "1920x1080", "1080x1920", "3840x2160", "480x800"]
FRAME_MS = 16


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own; nobody draws fronts in a process beside it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(Fronts, "_begin", lambda self, missing: None)
    monkeypatch.setattr(Window, "_now_ms", lambda self: Visitor.at_ms)  # a quick computer's frames are early
    return tmp_path


class Visitor:
    """Somebody in front of a hall's window, frame by frame."""

    at_ms = 0
    """The time of the newest frame, which is that of a machine's own window, too."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.now_ms = hall, 0
        self.window = window.HallWindow(hall, False, "es")

    def frames(self, count: int = 1, events: tuple[pygame.event.Event, ...] = ()) -> None:
        for number in range(count):
            came = [(0, event) for event in events] if number == 0 else []
            Visitor.at_ms = self.now_ms
            self.window.frame(FRAME_MS * 1000, came, self.now_ms)
            self.now_ms += FRAME_MS

    def tap(self, point: tuple[int, int]) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.frames(1, (pygame.event.Event(kind, pos=point, button=1),))

    def key(self, code: int) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.frames(1, (pygame.event.Event(kind, key=code, mod=0, unicode=""),))

    def walk(self, number: int = 0) -> None:
        room = self.window.lobby.room
        self.tap(room.front_place(self.hall.stands[number]).center)
        self.frames(WALK_MS // FRAME_MS + 3)


@pytest.fixture
def visitor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    monkeypatch.setattr(window, "open_window", lambda in_public: pygame.display.set_mode((800, 480)))
    pygame.display.init()
    with Hall.open(["cierzo", "cometa"]) as hall:
        found = Visitor(hall)
        yield found
        found.window.close()


def test_one_walks_to_a_machine_plays_and_comes_back_with_the_purse(visitor: Visitor, home: Path) -> None:
    hall = visitor.hall
    before_cents = hall.pocket.cents
    visitor.frames(2)
    visitor.walk()
    assert hall.here is hall.stands[0] and not hall.pocket
    visitor.frames(200)
    visitor.key(pygame.K_F6)
    visitor.frames(150)
    assert hall.session is not None and hall.session.cabinet.display.credits.strip() == "0.20"
    visitor.key(pygame.K_ESCAPE)
    visitor.frames(2)
    assert hall.here is None and hall.pocket.cents == before_cents - 20
    assert visitor.window.lobby._standing(hall.stands[0]).credits_cents == 20
    assert audit(home / "azar" / "hall" / "hall.jsonl").sound


def test_the_plate_in_the_bar_leads_back_and_escape_leaves_the_hall(visitor: Visitor) -> None:
    visitor.frames(2)
    visitor.walk(1)
    visit = visitor.window.visit
    assert visit is not None
    visitor.tap(visit._bar.plates[HOME].center)
    visitor.frames(1)
    assert visitor.window.visit is None and not visitor.window.leaving
    visitor.key(pygame.K_ESCAPE)
    assert visitor.window.leaving


def test_who_has_left_is_carried_back_and_the_coach_forgets(visitor: Visitor) -> None:
    idle: list[int] = []
    visitor.window.return_ms, visitor.window.on_idle = 1_000, lambda: idle.append(visitor.now_ms)
    visitor.frames(2)
    visitor.walk()
    visitor.window.coach.done = True
    visitor.frames(300)
    assert visitor.hall.here is None and len(idle) == 1 and not visitor.window.coach.done


def test_a_card_is_read_and_the_desk_changes_the_purse(visitor: Visitor) -> None:
    lobby, hall = visitor.window.lobby, visitor.hall
    visitor.frames(2)
    visitor.tap(card_rect(lobby.room.place(hall.stands[0])).center)
    assert isinstance(lobby._over, About) and hall.here is None
    visitor.key(pygame.K_ESCAPE)
    assert lobby._over is None and not visitor.window.leaving
    visitor.tap(lobby.room.bar.plates[DESK].center)
    assert isinstance(lobby._over, Counter)
    visitor.tap(lobby._over.sheet.plates[TO_NOTES].center)
    assert hall.pocket.cents == 13_500 and sum(hall.pocket.notes.values()) == 5
    visitor.tap(lobby._over.sheet.plates[NEW].center)
    assert hall.ledger.books.given_cents == 27_000
    visitor.key(pygame.K_ESCAPE)
    visitor.tap(lobby.room.bar.plates[HELP].center)
    assert isinstance(lobby._over, Helper)


def test_an_empty_card_is_charged_by_a_touch_and_no_slot_sells_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(window, "open_window", lambda in_public: pygame.display.set_mode((800, 480)))
    pygame.display.init()
    with Hall.open(["moncayo_tarjeta"]) as hall:
        visitor = Visitor(hall)
        hall.ledger.write({"do": "return", "money": hall.pocket.as_json()})
        visitor.frames(2)
        visitor.walk()
        assert hall.session is not None and hall.session.cabinet.card is None
        visitor.key(pygame.K_F11)
        inner = visitor.window.visit._inner if visitor.window.visit is not None else None
        assert hall.session.cabinet.card is None, "nobody gets one for nothing"
        assert isinstance(inner, MachineInner)
        assert inner._window._controls.hand.note == "La caja de la sala carga su tarjeta."
        visitor.key(pygame.K_ESCAPE)
        visitor.frames(2)
        hall.new_purse()
        lobby = visitor.window.lobby
        visitor.tap(lobby.room.bar.plates[DESK].center)
        assert isinstance(lobby._over, Counter)
        visitor.tap(lobby._over.sheet.plates[TO_CARD].center)
        assert dict(hall.pocket.cards) == {6_000: 1} and hall.pocket.cents == 13_500
        visitor.key(pygame.K_ESCAPE)
        visitor.walk()
        visitor.key(pygame.K_F11)
        assert hall.session is not None and hall.session.cabinet.card is not None
        assert hall.session.cabinet.card.inside and hall.session.cabinet.card.balance_cents == 6_000
        visitor.window.close()


def test_a_touch_on_a_pot_shows_the_wall_and_an_idle_room_is_wandered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(window, "open_window", lambda in_public: pygame.display.set_mode((800, 480)))
    pygame.display.init()
    with Hall.open(["veruela", *["cierzo"] * 8]) as hall:
        visitor = Visitor(hall)
        visitor.frames(60)
        lobby = visitor.window.lobby
        (pot, *_) = lobby.room.board._windows
        assert pot.name == "superjackpot"
        visitor.tap(pot.rect.center)
        assert isinstance(lobby._over, WallView)
        visitor.frames(2)
        visitor.tap((5, 5))
        assert lobby._over is None
        monkeypatch.setattr(window, "_WANDER_MS", 100)
        visitor.frames(10)
        assert lobby.room.target > 0
        visitor.window.close()


def test_a_machine_in_use_elsewhere_is_told_and_the_purse_stays(visitor: Visitor) -> None:
    visitor.frames(2)
    with open_machine("cierzo"):
        visitor.walk()
        lobby = visitor.window.lobby
        assert isinstance(lobby._over, Note) and visitor.window.visit is None
        assert lobby._standing(visitor.hall.stands[0]).state == "away"
    assert visitor.hall.pocket.cents == 13_500
    visitor.key(pygame.K_RETURN)
    visitor.walk()
    assert visitor.hall.here is visitor.hall.stands[0]


def test_another_size_of_the_window_is_drawn_once_its_edge_rests(visitor: Visitor) -> None:
    visitor.frames(2)
    visitor.walk()
    for size in ((480, 800), (1024, 600)):
        pygame.display.set_mode(size)
        visitor.frames(20)
        assert visitor.window.lobby.kit.size == size
        visit = visitor.window.visit
        assert visit is not None
        assert visit._place().get_size() == (size[0], visit._bar.rect.y)
        assert visit._inner._window.stage.layout.size == visit._place().get_size()


def test_keys_alone_lead_to_a_machine_and_back(visitor: Visitor) -> None:
    visitor.frames(2)
    visitor.key(pygame.K_x)
    assert isinstance(visitor.window.lobby._over, Counter)
    visitor.key(pygame.K_RETURN)
    for _ in range(3):  # past the desk
        visitor.key(pygame.K_RIGHT)
    visitor.key(pygame.K_i)
    assert isinstance(visitor.window.lobby._over, About)
    visitor.key(pygame.K_RETURN)
    visitor.frames(WALK_MS // FRAME_MS + 3)
    assert visitor.hall.here is visitor.hall.stands[1]
    visitor.key(pygame.K_ESCAPE)
    visitor.frames(1)
    assert visitor.hall.here is None


def test_a_drag_moves_the_room_and_walks_nowhere(visitor: Visitor) -> None:
    lobby = visitor.window.lobby
    lobby.room.stands *= 5
    lobby.room._bays = lobby.room.layout.bays([False] * len(lobby.room.stands))
    visitor.frames(2)
    event = pygame.event.Event
    visitor.frames(1, (event(pygame.MOUSEBUTTONDOWN, pos=(600, 200), button=1),))
    visitor.frames(1, (event(pygame.MOUSEMOTION, pos=(300, 200), rel=(-300, 0), buttons=(1, 0, 0)),))
    visitor.frames(1, (event(pygame.MOUSEBUTTONUP, pos=(300, 200), button=1),))
    visitor.frames(WALK_MS // FRAME_MS + 3)
    assert lobby.room.camera == 300 and visitor.hall.here is None


def test_chips_of_a_table_are_money_of_the_pocket(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr(window, "open_window", lambda in_public: pygame.display.set_mode((800, 480)))
    pygame.display.init()
    with Hall.open(["pai_gow"]) as hall:
        visitor = Visitor(hall)
        visitor.frames(1)
        visitor.walk()
        assert hall.stands[0].kind == TABLE
        sitting = hall.sitting
        assert sitting is not None and sitting.mine_cents == 6_000 and hall.pocket.cents == 7_500
        visitor.frames(30)
        visitor.key(pygame.K_ESCAPE)
        visitor.frames(1)
        assert hall.pocket.cents == 13_500 and hall.here is None
        visitor.window.close()
    assert audit(home / "azar" / "hall" / "hall.jsonl").sound


def test_who_has_left_a_table_comes_back_with_what_may_be_taken_back(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    monkeypatch.setattr(window, "open_window", lambda in_public: pygame.display.set_mode((800, 480)))
    pygame.display.init()
    with Hall.open(["boule"]) as hall:
        visitor = Visitor(hall)
        visitor.frames(1)
        visitor.walk()
        visitor.window.return_ms = 1_000
        assert visitor.window.visit is not None and hall.sitting is not None
        hall.sitting.table.act(Move("bet", hall.sitting.seat, "rojo", 400))
        visitor.frames(100)
        assert hall.here is not None and hall.sitting.staked_cents == 400
        visitor.frames(150)
        assert hall.here is None and hall.pocket.cents == 13_500
        visitor.window.close()
    assert audit(home / "azar" / "hall" / "hall.jsonl").sound


@pytest.mark.parametrize("size", soon(SIZES, "800x480", "1080x1920"))
@pytest.mark.parametrize("language", soon(["es", "en", "ca", "gl", "eu"], "es"))
def test_every_text_of_the_room_fits_and_none_lies_on_another(size: str, language: str) -> None:
    width, height = map(int, size.split("x"))
    named = ["cierzo", "moncayo_fichas", "cometa_nacional", "wheel_of_fortune", "treinta_y_cuarenta"]
    with Hall.open(named) as hall:
        lobby = window.Lobby(hall, (width, height), language, window.TOUCH_PX)
        screen = pygame.Surface((width, height))
        lobby.update(0, 0)
        views = [None, Counter(lobby.kit, hall), Helper(lobby.kit, None, "desk")]
        views += [About(lobby.kit, stand, lobby._standing(stand), None) for stand in hall.stands]
        for view in views:
            lobby.put_away()
            if view is not None:
                lobby.kit.text.placed.clear()
                view.painted(screen)
            else:
                lobby.draw(screen, 0)
            placed = lobby.kit.text.placed
            for number, one in enumerate(placed):
                assert one.size_px > 7 and one.box.inflate(4, one.size_px).contains(one.ink), one.text
                over = [
                    other.text for other in placed[:number] if one.ink.inflate(-3, -3).colliderect(other.ink)
                ]
                assert view is None or not over, (one.text, over)
        plates = lobby.room.bar.plates.values()
        assert min(min(place.size) for place in plates) >= window.TOUCH_PX
        assert not any(one.colliderect(other) for one in plates for other in plates if one is not other)
        lobby.close()
