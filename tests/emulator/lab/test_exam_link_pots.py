# SPDX-License-Identifier: MIT
"""The check of shared jackpots: ours hold; a room or a machine with one thing wrong is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from exam_common import at_work, examined, must_hold, refused
from soon import spared

import cext
from emulator.cabinet.front import LinkView
from emulator.lab.bench.linked import Linked, hurried
from emulator.lab.bench.shared_pots import fold
from emulator.lab.checks import link_pots
from emulator.lab.exam.finding import Findings
from emulator.link import state, watchers
from emulator.link.entries import Hit
from emulator.link.permit import InKind
from emulator.link.room import Room
from machines.model import load_model

ROWS = {"G-61", "G-62", "G-65", "G-66"}
EVENT = cext.link_event


@pytest.mark.parametrize(("machine", "more"), [spared(("bochorno", set())), ("veruela", {"C-18", "C-20"})])
def test_a_room_of_machines_that_ship_holds(machine: str, more: set[str], tmp_path: Path) -> None:
    """C-18, C-20, G-61, G-62, G-65, G-66."""
    must_hold(examined("link_pots", machine, tmp_path), *ROWS, *more)


def test_evidence_of_a_room_repeats(tmp_path: Path) -> None:
    """Times are of the room, not of the computer."""
    for name in ("one", "two"):
        examined("link_pots", "veruela", tmp_path / name)
    one, two = ((tmp_path / name / "link_pots.json").read_bytes() for name in ("one", "two"))
    assert one == two


def test_a_room_dates_its_log_by_a_given_clock(tmp_path: Path) -> None:
    """Lines carry the virtual time of the machines."""
    with Linked(at_work("link_pots", "bochorno", tmp_path)) as room:
        room.round()
        dates = [entry.at_us for entry in room.room.log()]
        assert dates == sorted(dates)
        assert 1_767_225_600_000_000 < dates[-1] <= 1_767_225_600_000_000 + room.now_us
    with Room.open("carrusel", clock_us=lambda: 7) as plain:
        assert plain.log() == []


def test_a_room_that_forgets_the_overflow_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-66, and G-62, which shows it."""
    monkeypatch.setattr(state, "overflow_of", lambda pot, stake_mc: 0)
    assert refused(examined("link_pots", "bochorno", tmp_path)) == {"G-62", "G-66"}


@pytest.mark.long
def test_a_pot_that_is_not_back_at_its_base_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-66: after a hit everything stands as it stood."""

    def event(pot: bytes, *words: Any) -> Any:
        after, made = EVENT(pot, *words)
        return (EVENT(after, 20_000)[0] if not made.winners else pot), made

    monkeypatch.setattr(cext, "link_event", event)
    assert {"G-62", "G-66"} <= refused(examined("link_pots", "bochorno", tmp_path))


@pytest.mark.long
def test_a_later_winner_who_gets_more_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-65: ten cents more than the pot was then."""

    def event(pot: bytes, *words: Any) -> Any:
        after, made = EVENT(pot, *words)
        return after, made._replace(cents=made.cents + 10) if made.winners else made

    monkeypatch.setattr(cext, "link_event", event)
    assert "G-65" in refused(examined("link_pots", "bochorno", tmp_path))


@pytest.mark.long
def test_a_wall_that_names_another_winner_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-65: the order of the winners is not theirs."""
    right = watchers.pack_won

    def won(hit: Hit) -> bytes:
        return right(hit._replace(machine=hit.machine % 3 + 1))

    monkeypatch.setattr(watchers, "pack_won", won)
    assert {"G-65"} <= refused(examined("link_pots", "bochorno", tmp_path))


@pytest.mark.long
def test_a_front_with_another_value_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-61: a cent less than the display of the room."""
    right = LinkView.__init__

    def view(self: LinkView, status: str, why: str, pots_cents: tuple[int, ...]) -> None:
        right(self, status, why, tuple(cents - 1 for cents in pots_cents))

    monkeypatch.setattr(LinkView, "__init__", view)
    assert refused(examined("link_pots", "bochorno", tmp_path)) == {"G-61"}


def test_a_prize_in_kind_whose_option_is_another_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-20: the wall announces less money than is filed."""
    right = InKind.row
    monkeypatch.setattr(InKind, "row", lambda self: {**right(self), "cash_cents": self.cash_cents - 1})
    assert refused(examined("link_pots", "veruela", tmp_path)) == {"C-20"}


def test_a_value_that_shows_too_late_or_wins_too_much_are_refused(tmp_path: Path) -> None:
    """G-61: 30 s are met, a millisecond more is not. C-18: the sum is met, a cent more is not."""
    for late_ms, rows in ((link_pots.SHOWN_MS, set()), (link_pots.SHOWN_MS + 1, {"G-61"})):
        found, seen = (
            Findings(),
            link_pots._Seen(late_ms=[late_ms], hits=[Hit(1, 1, 1, 1, 0, "mystery", 1, 1)]),
        )
        link_pots._display(found, seen)
        assert refused(found.rows) == rows
    exam = at_work("link_pots", "veruela", tmp_path)
    sum_cents = exam.model.largest_prize_cents * 3
    for cents, rows in ((sum_cents, set()), (sum_cents + 1, {"C-18"})):
        seen = link_pots._Seen(most_cents=cents, rooms=[{"figures": [{"limit_mc": 0}]}])
        found = Findings()
        link_pots._most(exam, found, seen)
        assert refused(found.rows) == rows


def test_what_never_came_is_not_examined(tmp_path: Path) -> None:
    """G-65, G-66: no two winners, no overflow."""
    found = Findings()
    link_pots._order(found, link_pots._Seen())
    link_pots._overflow(found, link_pots._Seen())
    assert {one.grade for one in found.rows.values()} == {"no examinado"}


def test_the_second_reckoning_notes_a_hit_of_no_play() -> None:
    """A hit that the log has no play for."""
    definition = hurried(load_model("bochorno"), 1)
    assert fold(definition, [], [Hit(9, 0, 1, 1, 0, "mystery", 1, 12_000)]).wrong == ["line 9: no play"]


@pytest.mark.long
def test_the_staff_comes_when_the_line_has_said_all(tmp_path: Path) -> None:
    """In the full run a prize in kind was handed over before its name had its turn, and C-20 was red."""
    must_hold(examined("link_pots", "veruela", tmp_path, "full"), *ROWS, "C-18", "C-20")
