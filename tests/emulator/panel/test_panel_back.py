# SPDX-License-Identifier: MIT
"""A key held lets time run back on the panel: seen at once, done on release, never on a machine of record."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from panel_fake import fresh_stage, state
from places import ROOT

from emulator.cabinet import Cabinet, CabinetError
from emulator.cabinet.front import CoinView
from emulator.cabinet.history import SPAN_US
from emulator.panel.art.paint import plain
from emulator.panel.frame import window
from emulator.panel.machine import keys
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.money.heap import FALL_MS, Heap
from emulator.panel.machine.parts.back import Back, Rewinder, ago_us, speed
from emulator.panel.machine.picture import save_screenshot
from emulator.panel.machine.registry import look
from emulator.panel.machine.window import Window
from emulator.records.journal import Recorder
from emulator.records.replay import replay
from machines.rom.program import firmware_sources

FRAME_MS = 20


@pytest.fixture
def quiet(quiet: None, monkeypatch: pytest.MonkeyPatch) -> None:
    # Small, and no smears made ahead of a spin: what is looked at here is time.
    monkeypatch.setattr(window, "WINDOW", (640, 400))
    monkeypatch.setattr(Window, "_prepare", lambda window: None)


class Sitting:
    """A visitor at a window whose clock is the test's."""

    def __init__(self, cabinet: Any) -> None:
        self.cabinet = cabinet
        self.window = Window(cabinet, False, "es")
        self.now_ms = 0
        self.window._now_ms = lambda: self.now_ms  # type: ignore[method-assign]
        self.heard: list[tuple[str, dict[str, Any]]] = []
        cabinet.listen_inputs(lambda name, t_us, said: self.heard.append((name, dict(said))))

    def event(self, kind: int, **fields: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))
        self.frame()

    def down(self, key: int) -> None:
        self.event(pygame.KEYDOWN, key=key, mod=0, unicode="")

    def up(self, key: int) -> None:
        self.event(pygame.KEYUP, key=key, mod=0, unicode="")

    def frame(self) -> None:
        self.now_ms += FRAME_MS
        self.window.frame(FRAME_MS * 1000)

    def wait(self, ms: int) -> None:
        for _ in range(ms // FRAME_MS):
            self.frame()

    def pass_by(self, ms: int) -> None:
        """Wait without looking closely: a picture every tenth of a second."""
        for _ in range(ms // 100):
            self.now_ms += 100
            self.window.frame(100_000)

    def press(self, key: int) -> None:
        self.down(key)
        self.wait(100)
        self.up(key)

    @property
    def hand(self) -> Hand:
        return self.window._controls.hand


@pytest.fixture
def sitting(quiet: None) -> Iterator[Sitting]:
    """A TEST machine with 1.80 in credits, whose reels have just stopped."""
    found = Sitting(Cabinet("cierzo", seed="00"))
    found.pass_by(5_000)
    found.down(pygame.K_F9)
    found.wait(1_500)
    found.press(pygame.K_SPACE)
    found.pass_by(2_500)
    yield found
    found.window.close()


# -- how fast ---------------------------------------------------------------------------------------------


def test_ten_minutes_take_a_few_seconds_and_the_first_moment_is_slow() -> None:
    assert ago_us(0) == 0
    assert ago_us(200) < 250_000
    assert 900_000 < ago_us(550) < 1_100_000
    assert ago_us(6_000) == SPAN_US
    assert all(ago_us(ms) < ago_us(ms + 1) for ms in range(7_000))


def test_the_speed_is_that_of_the_picture() -> None:
    assert speed(0) == 1
    for held_ms in range(0, 6_000, 100):
        assert abs((ago_us(held_ms + 10) - ago_us(held_ms)) / 10_000 - speed(held_ms)) <= 2


# -- what is seen and what is done ------------------------------------------------------------------------


def test_while_the_key_is_held_the_reels_turn_backwards_and_the_counters_run_back(sitting: Sitting) -> None:
    cabinet = sitting.cabinet
    from_us, trace = cabinet.now_us, []
    cabinet.listen(lambda kind, t_us, fields: trace.append(kind))
    sitting.heard.clear()
    sitting.down(keys.BACK_KEY)
    turned, times, credits = [], [cabinet.now_us], set()
    before = cabinet.reels[2].position_u16
    for _ in range(46):
        sitting.frame()
        after = cabinet.reels[2].position_u16
        turned.append((after - before + 32_768) % 65_536 - 32_768)
        before = after
        times.append(cabinet.now_us)
        credits.add(cabinet.display.credits)
    assert times == sorted(times, reverse=True) and times[-1] < from_us - 2_700_000
    slow = turned[: next(n for n, us in enumerate(times) if us < from_us - 2_000_000)]
    assert min(slow) < 0 and sum(way < 0 for way in slow) > sum(way > 0 for way in slow)
    assert credits == {"1.80", "2.00"}
    assert trace == [] and sitting.heard == []
    back = sitting.hand.back
    assert back is not None and back.ago_us == from_us - cabinet.now_us and back.reach_us == from_us
    shown_us = cabinet.now_us
    sitting.up(keys.BACK_KEY)
    assert sitting.heard == [("rewind", {"to_us": shown_us})]
    assert sitting.hand.back is None
    assert cabinet.now_us == shown_us + FRAME_MS * 1000
    sitting.press(pygame.K_SPACE)
    sitting.wait(5_000)
    assert cabinet.meters["book_plays"] == 1
    assert [name for name, _ in sitting.heard] == ["rewind", "down", "up"]
    cabinet.ledger.audit()


def test_a_visit_that_went_back_on_the_panel_replays(quiet: None, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    cabinet = Cabinet("cierzo", seed="00")
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cabinet, stream)
        sitting = Sitting(cabinet)
        sitting.pass_by(4_500)
        for held_ms in (300, 1_200, 2_600):
            sitting.down(pygame.K_F9)
            sitting.wait(1_000)
            sitting.down(pygame.K_SPACE)  # and kept down
            sitting.pass_by(2_500)
            sitting.down(keys.BACK_KEY)
            sitting.wait(held_ms)
            sitting.up(keys.BACK_KEY)
            sitting.up(pygame.K_SPACE)
            sitting.wait(700)
        sitting.down(keys.BACK_KEY)
        sitting.wait(400)
        sitting.window.close()  # with the key still down
        recorder.close()
    assert [name for name, _ in sitting.heard].count("rewind") == 4
    report = replay(path)
    assert report.same and report.complete, str(report)


def test_nothing_else_can_be_done_while_time_runs_back(sitting: Sitting) -> None:
    sitting.down(keys.BACK_KEY)
    sitting.heard.clear()
    for key in (pygame.K_SPACE, pygame.K_F8, pygame.K_t, keys.BACK_KEY):
        sitting.down(key)
    sitting.event(pygame.MOUSEBUTTONDOWN, pos=(300, 600), button=1, touch=False)
    sitting.wait(400)
    assert sitting.heard == []
    sitting.up(keys.BACK_KEY)
    assert [name for name, _ in sitting.heard] == ["rewind"]
    assert not sitting.hand.held


def test_a_button_that_was_down_then_has_no_finger_on_it_any_more(sitting: Sitting) -> None:
    sitting.down(pygame.K_SPACE)
    sitting.wait(1_000)
    sitting.up(pygame.K_SPACE)
    sitting.down(keys.BACK_KEY)
    sitting.wait(440)  # 0.67 s back
    assert sitting.cabinet.pressed == {"start"}
    sitting.up(keys.BACK_KEY)
    assert not sitting.cabinet.pressed
    assert sitting.heard[-1] == ("up", {"name": "start"})


def test_a_key_that_is_only_touched_undoes_nothing(sitting: Sitting) -> None:
    sitting.heard.clear()
    before_us = sitting.cabinet.now_us
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=keys.BACK_KEY, mod=0, unicode=""))
    sitting.frame()
    assert sitting.heard == [] and sitting.cabinet.now_us > before_us


def test_a_window_that_is_left_lets_go_of_the_key(sitting: Sitting) -> None:
    sitting.down(keys.BACK_KEY)
    sitting.wait(300)
    sitting.event(pygame.WINDOWFOCUSLOST)
    assert sitting.hand.back is None
    assert [name for name, _ in sitting.heard][-1] == "rewind"


def test_the_past_stops_where_it_began(sitting: Sitting) -> None:
    sitting.down(keys.BACK_KEY)
    sitting.wait(5_000)
    assert sitting.cabinet.now_us == 0
    back = sitting.hand.back
    assert back is not None and back.ago_us == back.reach_us
    sitting.up(keys.BACK_KEY)
    sitting.wait(1_000)
    assert sitting.cabinet.purse[200] == 5


def test_time_runs_back_in_silence(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """No sound is made by what is undone, and none by the prize that is lit again."""
    audible: list[bool] = []
    speaker = sitting.window._speaker
    update = speaker.update

    def heard(seen: Any, prizes: Any, now_ms: int, wanted: bool) -> list[str]:
        audible.append(wanted)
        return update(seen, prizes, now_ms, wanted)

    monkeypatch.setattr(speaker, "update", heard)
    sitting.frame()
    sitting.down(keys.BACK_KEY)
    sitting.wait(600)
    assert audible == [True] + [False] * (len(audible) - 1)
    sitting.up(keys.BACK_KEY)
    assert audible[-1]


def test_a_coin_flies_home_from_the_slot(sitting: Sitting) -> None:
    sitting.down(pygame.K_F8)
    sitting.wait(400)
    sitting.down(keys.BACK_KEY)
    flights = sitting.window.stage.flights
    while not flights.tosses:
        sitting.frame()
        assert sitting.cabinet.now_us > 0
    assert [(toss.cents, toss.inserts) for toss in flights.tosses] == [(100, False)]
    assert sitting.cabinet.purse[100] == 10
    sitting.wait(400)
    assert not flights.tosses


def test_a_coin_in_the_air_is_not_inserted_when_time_runs_back(sitting: Sitting) -> None:
    sitting.heard.clear()
    sitting.down(pygame.K_F8)
    sitting.down(keys.BACK_KEY)
    sitting.wait(600)
    sitting.up(keys.BACK_KEY)
    sitting.wait(1_000)
    assert "insert" not in [name for name, _ in sitting.heard]


# -- a machine of record ----------------------------------------------------------------------------------


def test_a_machine_of_record_says_in_one_line_that_it_never_runs_back(quiet: None) -> None:
    cabinet = Cabinet("cierzo")
    sitting = Sitting(cabinet)
    sitting.wait(2_000)
    assert cabinet.history is None
    before_us = cabinet.now_us
    sitting.down(keys.BACK_KEY)
    assert sitting.hand.note is not None and "nunca vuelve atrás" in sitting.hand.note
    assert "\n" not in sitting.hand.note
    sitting.wait(1_000)
    sitting.up(keys.BACK_KEY)
    assert cabinet.now_us >= before_us + 1_000_000 and sitting.heard == []
    sitting.pass_by(4_000)
    assert sitting.hand.note is None
    sitting.window.close()


def test_a_rewinder_of_a_machine_of_record_does_nothing() -> None:
    cabinet = Cabinet("cierzo")
    rewinder = Rewinder(cabinet)
    assert not rewinder.begin(0) and not rewinder.active
    rewinder.end()
    assert cabinet.now_us == 0


def odd_from(ms: int, until_ms: int) -> dict[str, str]:
    """Firmware that for a while keeps in its state what cannot be saved."""
    sources = firmware_sources()
    sources["main"] += f"""

_tick = tick


def tick():
    wait_ms = _tick()
    state.odd = object() if {ms} <= state.now_ms < {until_ms} else None
    return wait_ms
"""
    return sources


def test_a_program_that_cannot_be_saved_says_so_and_goes_on(quiet: None) -> None:
    sitting = Sitting(Cabinet("cierzo", seed="00", firmware=odd_from(3_000, 6_000), trust_firmware=True))
    sitting.pass_by(4_500)
    sitting.down(keys.BACK_KEY)
    assert sitting.hand.note == "Este programa no se puede guardar: nunca vuelve atrás."
    with pytest.raises(CabinetError, match="the program cannot be saved"):
        sitting.cabinet.rewind(0)
    sitting.up(keys.BACK_KEY)
    sitting.pass_by(4_000)
    from_us = sitting.cabinet.now_us
    sitting.down(keys.BACK_KEY)
    sitting.wait(6_000)
    assert 6_000_000 <= sitting.cabinet.now_us <= 7_500_000 < from_us
    sitting.window.close()


def test_a_program_that_can_never_be_saved_has_a_panel_all_the_same(quiet: None) -> None:
    sitting = Sitting(Cabinet("cierzo", seed="00", firmware=odd_from(0, 1 << 29), trust_firmware=True))
    sitting.wait(3_000)
    sitting.down(keys.BACK_KEY)
    assert sitting.hand.note is not None and sitting.hand.back is None
    sitting.window.close()


# -- how it is drawn --------------------------------------------------------------------------------------


def drawn(hand: Hand, *, test: bool = True, tmp: Path) -> bytes:
    save_screenshot(state("idle", test=test), tmp / "a.png", (1024, 600), hand=hand)
    return (tmp / "a.png").read_bytes()


def test_the_mark_says_how_far_back(tmp_path: Path) -> None:
    hands = [Hand(), *(Hand(back=Back(ago_us, 600_000_000)) for ago_us in (0, 12_000_000, 600_000_000))]
    assert len({drawn(hand, tmp=tmp_path) for hand in hands}) == 4


def test_the_key_is_named_where_it_does_something(tmp_path: Path) -> None:
    """On a TEST machine, among the other keys; a machine of record has no such key."""
    rows = {test: fresh(test).keys._spots for test in (True, False)}
    assert len(rows[True]) == len(rows[False]) + 1
    assert "RETROCESO" in rows[True][-1][0]


def fresh(test: bool) -> Any:
    from emulator.panel.machine.registry import read_front
    from emulator.panel.machine.stage import Stage

    fake = state("idle", test=test)
    return Stage(read_front(fake.model, 1, test), (1024, 600), "es")


def test_coins_in_the_tray_fly_up_again_and_the_others_stay_where_they_lie() -> None:
    stage = fresh_stage((1024, 600))
    screen = plain((1024, 600))
    fake = state("idle", tray={})
    for count in (2, 5):
        fake.tray = {10: 2, 100: count - 2} if count > 2 else {10: 2}
        stage.draw(screen, look(fake), 0, Hand(), animate=False)
    lying = [rest for rest in stage.tray._heap.coins if rest.cents == 10]
    back = Hand(back=Back(0, 1))
    fake.tray = {10: 2, 100: 2}
    fake.coins = [CoinView(9, 100, "paying", 900)]
    stage.draw(screen, look(fake), 1_000, back)
    assert len(stage.tray._rising) == 1
    assert stage.tray.heap_counts() == {10: 2, 100: 2}
    assert [rest for rest in stage.tray._heap.coins if rest.cents == 10] == lying
    fake.coins = []
    stage.draw(screen, look(fake), 1_000 + FALL_MS, back)
    assert not stage.tray._rising
    fake.tray = {10: 2, 100: 1}
    fake.coins = [CoinView(9, 100, "returning", 900)]
    stage.draw(screen, look(fake), 2_000, back)
    assert not stage.tray._rising and stage.tray.heap_counts() == {10: 2, 100: 1}
    fake.tray = {}
    fake.coins = []
    stage.draw(screen, look(fake), 3_000, back)
    fake.tray = {10: 2, 100: 30}  # picking them up is undone
    stage.draw(screen, look(fake), 4_000, back)
    assert stage.tray.heap_counts() == {10: 2, 100: 30} and not stage.tray._falling
    fake.tray = {10: 2, 100: 3}
    stage.draw(screen, look(fake), 5_000, back)
    assert stage.tray.heap_counts() == {10: 2, 100: 3} and not stage.tray._rising


def test_a_heap_gives_back_the_coin_that_fell_last() -> None:
    heap, other = Heap(), Heap()
    for cents in (10, 100, 10, 200):
        heap.drop(cents)
    for cents in (10, 100):
        other.drop(cents)
    last = heap.coins[-1]
    assert heap.lift(200) is last
    assert heap.lift(10) is not None and heap.lift(50) is None
    assert heap.coins == other.coins
    assert abs(heap._levels - other._levels).max() < 1e-9


def test_the_example_of_the_documentation_runs() -> None:
    path = ROOT / "docs" / "panel.md"
    example = path.read_text(encoding="utf-8").split("```pycon\n")[1].split("```")[0]
    test = doctest.DocTestParser().get_doctest(example, {}, "panel.md", None, 0)
    failed, attempted = doctest.DocTestRunner().run(test)
    assert failed == 0 and attempted > 5
