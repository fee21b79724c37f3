# SPDX-License-Identifier: MIT
"""The check of a link's events and changes: ours hold; a room with one thing wrong is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from exam_common import at_work, examined, must_hold, refused
from mutants import Mutant
from soon import soon

import cext
from emulator.lab.bench.linked import Linked
from emulator.lab.checks import link_events
from emulator.lab.exam.finding import Findings, Grade
from emulator.link import hub
from emulator.link.controller import Controller
from emulator.link.entries import Entry
from emulator.link.room import Room
from emulator.link.state import LinkState, rules_of
from emulator.support import files

LOG, ENTRY, APPLY = Room.log, Controller._entry, LinkState.apply


@pytest.mark.parametrize("machine", soon(["bochorno", "veruela"], "veruela"))
def test_a_room_of_machines_that_ship_holds(machine: str, tmp_path: Path) -> None:
    """G-59, G-63."""
    must_hold(examined("link_events", machine, tmp_path), "G-59", "G-63")


def test_a_machine_that_says_nothing_without_its_link_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-59: the firmware takes its link to be up always."""
    old = "return state.link_status == frames.UP"
    Mutant("machines/firmware/linked/link.py", old, "return True", "").spoil(monkeypatch)
    assert "G-59" in refused(examined("link_events", "bochorno", tmp_path))


@pytest.mark.long
def test_a_room_that_dates_plays_late_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-59: six seconds after they were made."""

    def entry(self: Controller, *words: Any, **more: Any) -> Entry:
        made = ENTRY(self, *words, **more)
        return made._replace(at_us=made.at_us + 6_000_000)

    monkeypatch.setattr(Controller, "_entry", entry)
    assert refused(examined("link_events", "bochorno", tmp_path)) == {"G-59"}


def test_a_room_that_notes_another_machine_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-59: the plays of two machines are each other's."""
    other = {1: 2, 2: 1}

    def log(self: Room) -> list[Entry]:
        return [one._replace(machine=other.get(one.machine, one.machine)) for one in LOG(self)]

    away = link_events._Away()
    with Linked(at_work("link_events", "bochorno", tmp_path)) as room:
        room.round()
        room.visitors[0].play()
        monkeypatch.setattr(Room, "log", log)
        link_events._compared(room, away)
    found = Findings()
    away.alone_seen = away.others_play = True
    link_events._events(found, away)
    assert away.lost and away.strange and refused(found.rows) == {"G-59"}


@pytest.mark.long
def test_a_room_that_tells_no_display_of_a_lost_machine_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-59: the wall goes on to count all of them."""
    right = hub.Hub._tell_up
    monkeypatch.setattr(hub.Hub, "_tell_up", lambda self: len(self.machines_up()) < 3 or right(self))
    assert refused(examined("link_events", "bochorno", tmp_path)) == {"G-59"}


@pytest.mark.long
def test_a_room_that_changes_its_rules_at_once_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-63: a pot that stands begins anew with them."""

    def apply(self: LinkState, entry: Entry) -> Any:
        won = APPLY(self, entry)
        if entry.kind == "rules":
            level, rules = rules_of(entry.detail)
            self.pots[level] = cext.new_link(rules, bytes(32), level)
        return won

    monkeypatch.setattr(LinkState, "apply", apply)
    assert refused(examined("link_events", "bochorno", tmp_path)) == {"G-63"}


@pytest.mark.long
def test_a_room_that_forgets_a_change_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-63: the pot is won, and nothing changes."""
    monkeypatch.setattr(cext, "change_link", lambda pot, rules: pot)
    assert refused(examined("link_events", "bochorno", tmp_path)) == {"G-63"}


def test_a_room_that_two_may_serve_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-63: nothing keeps a second controller from the database of the first."""
    monkeypatch.setattr(files, "_try_lock", lambda stream: True)
    assert link_events._unguarded(at_work("link_events", "bochorno", tmp_path)) == ["a second controller"]
    found = link_events._waits({"hits": 1, "early": 0, "late": 0, "apart": 0, "noted": 1, "taken": ["one"]})
    assert found.grade == Grade.NO_CONFORME


@pytest.mark.long
def test_a_room_that_anybody_may_change_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-63: other machines are taken as a change."""
    monkeypatch.setattr(Controller, "announce", lambda self, wanted: [])
    assert refused(examined("link_events", "bochorno", tmp_path)) == {"G-63"}
