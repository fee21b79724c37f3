# SPDX-License-Identifier: MIT
"""A controller with one of its bounds left out or in the wrong place: the test that guards it must notice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import test_link_alarms as alarms
import test_link_bounds as bounds
import test_link_contained as contained
import test_link_door as doors
import test_link_time as times
from link_rig import carrusel, controller

from emulator.link import wire
from emulator.link.alarms import Alarms
from emulator.link.controller import Controller
from emulator.link.door import Door
from emulator.link.entries import Entry
from emulator.link.errors import LinkRowError
from emulator.link.hub import Hub
from emulator.link.pace import Paces
from emulator.link.plays import Bounds
from emulator.link.store import Store

Patch = pytest.MonkeyPatch


class Mutant(NamedTuple):
    """What is wrong, how, and the test that must fail."""

    spoil: Callable[[Patch], None]
    guard: Callable[[Path, Patch], None]


# --- what is wrong ---------------------------------------------------------------------------------


def no_stake_bound(patch: Patch) -> None:
    patch.setattr(Bounds, "allows", lambda self, stake_mc: True)


def a_stake_up_to_the_largest(patch: Patch) -> None:
    patch.setattr(Bounds, "allows", lambda self, stake_mc: stake_mc <= self.most_mc)


def no_rate_bound(patch: Patch) -> None:
    patch.setattr(Paces, "wait_us", lambda self, who, every_us, now_us: 0)


def a_rate_that_refuses_honest_clocks(patch: Patch) -> None:
    patch.setattr("emulator.link.controller._PACE_PERCENT", 101)


def a_backlog_as_long_as_the_outage(patch: Patch) -> None:
    """Turns that were not taken are kept for ever."""

    def take(self: Paces, who: int, every_us: int, now_us: int) -> bool:
        due_us = self._due.get(who, now_us)
        self._due[who] = due_us + every_us
        return due_us <= now_us + every_us * (self._burst - 1)

    patch.setattr(Paces, "take", take)


def turns_are_not_given_back(patch: Patch) -> None:
    patch.setattr(Paces, "undo", lambda self: None)


def a_rate_by_the_computers_clock(patch: Patch) -> None:
    clock = property(lambda self: self._clock_us, lambda self, value: None)
    patch.setattr(Controller, "pace_us", clock, raising=False)


def no_bounds_of_the_format(patch: Patch) -> None:
    patch.setattr(wire, "check_numbers", lambda values, bounds: None)


def a_length_that_is_read_first(patch: Patch) -> None:
    patch.setattr(wire, "ASK_MAX", 1 << 30)


def time_is_what_the_clock_says(patch: Patch) -> None:
    def entry(self: Controller, kind: Any, machine: int, **words: Any) -> Entry:
        return Entry(self._state.entries + 1, max(0, self._clock_us()), kind, machine, **words)

    patch.setattr(Controller, "_entry", entry)


def a_start_forgets_the_last_time(patch: Patch) -> None:
    patch.setattr(Store, "last_us", lambda self: 0)


def an_error_ends_every_session(patch: Patch) -> None:
    genuine = Hub.failed

    def failed(self: Hub, group: Any, error: Exception) -> Any:
        answers = genuine(self, group, error)
        self.stop("database")
        return answers

    patch.setattr(Hub, "failed", failed)


def one_row_spoils_its_group(patch: Patch) -> None:
    genuine = Hub.failed

    def failed(self: Hub, group: Any, error: Exception) -> Any:
        is_row = isinstance(error, LinkRowError)
        return genuine(self, group, LinkRowError.__base__(str(error)) if is_row else error)  # type: ignore[misc]

    patch.setattr(Hub, "failed", failed)


def a_limit_in_all_only(patch: Patch) -> None:
    genuine = Door.__init__

    def init(self: Door, *arguments: Any, **words: Any) -> None:
        genuine(self, *arguments, **words)
        self.host_max = self.all_max

    patch.setattr(Door, "__init__", init)


def no_limit_in_all(patch: Patch) -> None:
    genuine = Door.__init__

    def init(self: Door, *arguments: Any, **words: Any) -> None:
        genuine(self, *arguments, **words)
        self.all_max = 1 << 30

    patch.setattr(Door, "__init__", init)


def room_is_made_at_whoever_came_first(patch: Patch) -> None:
    genuine = Door._hang_up_on_oldest

    def hang_up(self: Door, host: str | None = None) -> None:
        first = next(iter(self._strangers.values()), None)
        genuine(self, first.host if first is not None else None)

    patch.setattr(Door, "_hang_up_on_oldest", hang_up)


def a_key_opens_as_many_as_it_likes(patch: Patch) -> None:
    patch.setattr(Hub, "_prove", lambda self, connection, session: setattr(session, "proved", True))


def strangers_have_all_the_time(patch: Patch) -> None:
    patch.setattr(Door, "sweep", lambda self: None)


def every_refusal_is_a_line(patch: Patch) -> None:
    patch.setattr("emulator.link.alarms.QUIET_S", 0.0)


def alarms_replace_each_other(patch: Patch) -> None:
    def add(self: Alarms, alarm: Any) -> None:
        self._fresh[alarm.kind, alarm.machine] = alarm

    patch.setattr(Alarms, "_add", add)


# --- what must notice ------------------------------------------------------------------------------


def stake(path: Path, patch: Patch) -> None:
    bounds.check_stake(controller(str(path / "link.db"), carrusel()))


def rate(path: Path, patch: Patch) -> None:
    bounds.check_rate(*bounds.paced(path))


def honest_rate(path: Path, patch: Patch) -> None:
    bounds.test_a_machine_at_its_own_pace_is_never_refused(path)


def backlog(path: Path, patch: Patch) -> None:
    bounds.check_backlog(*bounds.paced(path))


def turns(path: Path, patch: Patch) -> None:
    bounds.test_a_play_that_is_told_again_or_was_not_written_costs_no_turn(path)


def own_clock(path: Path, patch: Patch) -> None:
    times.test_no_rate_hangs_on_the_clock_that_is_set(path)


def numbers(path: Path, patch: Patch) -> None:
    bounds.test_a_number_of_2_to_63_ends_its_session_and_not_the_controller(path)


def lengths(path: Path, patch: Patch) -> None:
    bounds.test_a_length_is_looked_at_before_anything_is_kept()


def time(path: Path, patch: Patch) -> None:
    times.check_time(str(path / "link.db"), times.SETTINGS["back by an hour"])


def others(path: Path, patch: Patch) -> None:
    hall = contained.Hall(controller(str(path / "link.db"), carrusel(3)))
    contained.check_contained(hall, bounds.play(1, number=5), patch, contained._past_all_checks)


def host_limit(path: Path, patch: Patch) -> None:
    doors.check_host_limit(doors.new_link(path))


def many_hosts(path: Path, patch: Patch) -> None:
    doors.check_many_hosts(doors.new_link(path))


def one_each(path: Path, patch: Patch) -> None:
    doors.check_one_each(doors.new_link(path))


def handshake(path: Path, patch: Patch) -> None:
    doors.shorten(patch, handshake_s=0.3)
    doors.check_handshake(doors.new_link(path), b"")


def quiet(path: Path, patch: Patch) -> None:
    alarms.test_a_flood_of_one_kind_is_a_line_a_minute()


def sums(path: Path, patch: Patch) -> None:
    alarms.check_sums(str(path / "link.db"))


MUTANTS = (
    Mutant(no_stake_bound, stake), Mutant(a_stake_up_to_the_largest, stake), Mutant(no_rate_bound, rate),
    Mutant(no_rate_bound, backlog), Mutant(a_rate_that_refuses_honest_clocks, honest_rate),
    Mutant(a_backlog_as_long_as_the_outage, backlog), Mutant(turns_are_not_given_back, turns),
    Mutant(a_rate_by_the_computers_clock, own_clock), Mutant(no_bounds_of_the_format, numbers),
    Mutant(a_length_that_is_read_first, lengths), Mutant(time_is_what_the_clock_says, time),
    Mutant(a_start_forgets_the_last_time, time), Mutant(an_error_ends_every_session, others),
    Mutant(one_row_spoils_its_group, others), Mutant(a_limit_in_all_only, host_limit),
    Mutant(no_limit_in_all, many_hosts), Mutant(room_is_made_at_whoever_came_first, many_hosts),
    Mutant(strangers_have_all_the_time, handshake), Mutant(every_refusal_is_a_line, quiet),
    Mutant(alarms_replace_each_other, sums), Mutant(a_key_opens_as_many_as_it_likes, one_each),
)  # fmt: skip


@pytest.mark.parametrize(
    "mutant", MUTANTS, ids=lambda mutant: f"{mutant.spoil.__name__}-{mutant.guard.__name__}"
)
def test_a_bound_that_is_missing_is_noticed(
    mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant.spoil(monkeypatch)
    with pytest.raises(AssertionError):
        mutant.guard(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "guard", sorted({mutant.guard for mutant in MUTANTS}, key=lambda guard: guard.__name__)
)
def test_unspoilt_the_same_guard_passes(guard: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guard(tmp_path, monkeypatch)
