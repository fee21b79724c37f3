# SPDX-License-Identifier: MIT
"""Time in a link's log never runs back, whatever happens to the computer's clock, and no rate hangs on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from database import database
from link_rig import SEED, Clock, Hours, carrusel, store_at
from test_link_bounds import PRICE_MC, as_of_old

from emulator.link.audit import audit
from emulator.link.controller import PLAYS_BURST, Controller
from emulator.link.databases import open_store
from emulator.link.entries import TIME_MAX_US, Play
from emulator.link.rules import load_definition
from emulator.link.server import LinkServer
from emulator.link.store import chained

HOUR_US = 3_600_000_000
YEAR_US = 365 * 24 * HOUR_US
START_US = 56 * YEAR_US

# What the clock does between one start of the controller and the next, in microseconds.
SETTINGS = {
    "back by an hour": (-HOUR_US,),
    "back by years": (-20 * YEAR_US,),
    "before 1970": (-70 * YEAR_US,),
    "forward and back": (20 * YEAR_US, -20 * YEAR_US),
    "a second twice": (-1_000_000,),
    "to and fro": (-HOUR_US, 2 * HOUR_US, -5 * HOUR_US, HOUR_US),
    "beyond the year 9999": (10_000 * YEAR_US, -10_000 * YEAR_US),
}


def course(where: str, settings: tuple[int, ...]) -> list[int]:
    """Plays with a clock that is set while the controller runs and while it does not; the log's times."""
    clock = Clock()
    clock.now_us = START_US
    link = Controller.create(store_at(where), carrusel(), SEED, clock, Hours())
    seq = 0
    for step_us in (0, *settings, 0):
        for is_stopped in (False, True):
            if is_stopped:
                link.close()
                link = Controller(store_at(where), clock, Hours())
            for _ in range(3):
                clock.now_us += 5_000_000
                seq += 1
                assert link.serve([Play(1, seq, seq, PRICE_MC)])[0].refused is None
            clock.now_us += step_us // 2
    link.close()
    store = store_at(where)
    times = [entry.at_us for entry in store.log()]
    store.close()
    return times


@pytest.mark.parametrize("what", SETTINGS)
def test_time_never_runs_back_in_the_log(where: str, what: str) -> None:
    times = course(where, SETTINGS[what])
    assert times == sorted(times) and times[0] >= 0 and times[-1] <= TIME_MAX_US
    found = audit(store_at(where))
    assert (found.problems, found.remarks) == ([], [])


def test_the_clock_goes_on_when_it_has_caught_up(tmp_path: Path) -> None:
    clock = Clock()
    clock.now_us = START_US
    link = Controller.create(store_at(str(tmp_path / "link.db")), carrusel(), SEED, clock, Hours())
    link.serve([Play(1, 1, 1, PRICE_MC)])
    clock.now_us -= HOUR_US
    assert link.behind_us() == HOUR_US
    assert link.serve([Play(1, 2, 2, PRICE_MC)])[0].at_us == START_US
    clock.now_us = START_US + 7
    assert link.behind_us() == 0
    assert link.serve([Play(1, 3, 3, PRICE_MC)])[0].at_us == START_US + 7


def test_no_rate_hangs_on_the_clock_that_is_set(tmp_path: Path) -> None:
    """Forward it gives no plays away, back it takes none: rates are measured on one that nobody sets."""
    clock, pace_us = Clock(), [1]
    link = Controller.create(store_at(str(tmp_path / "link.db")), carrusel(), SEED, clock, lambda: pace_us[0])
    for step_us in (YEAR_US, -2 * YEAR_US, 9 * YEAR_US):
        clock.now_us += step_us
        pace_us[0] += HOUR_US
        seq = link.state.machines[1].seq
        whys = [link.serve([Play(1, seq + i, 1, PRICE_MC)])[0].refused for i in range(1, PLAYS_BURST + 2)]
        assert whys == [None] * PLAYS_BURST + ["rate"]


def test_a_permit_knows_no_clock(tmp_path: Path) -> None:
    """C-19: what it authorises holds by what it says, before and after the clock was set."""
    clock = Clock()
    path = str(tmp_path / "link.db")
    Controller.create(store_at(path), load_definition("superjackpot"), SEED, clock, Hours()).close()
    for now_us in (START_US, 0, 90 * YEAR_US):
        clock.now_us = now_us
        link = Controller(store_at(path), clock, Hours())
        assert link.definition.permit == load_definition("superjackpot").permit
        seq = link.state.machines[1].seq + 1
        assert link.serve([Play(1, seq, seq, 600_000)])[0].refused is None
        link.close()
    assert audit(store_at(path)).sound


# --- a database whose times have run back ----------------------------------------------------------


def ran_back(path: str) -> None:
    """As an older controller left it, started again after the clock was set back: chained as it is."""
    course(path, (HOUR_US,))
    with database(path) as connection:
        connection.execute("UPDATE log SET at_us = at_us - 900000000 WHERE entry BETWEEN 5 AND 9")
    connection.close()
    store = store_at(path)
    chain, lines = bytes(32), {entry.entry: entry for entry in store.log()}
    last, chains = 0, []
    for number, entries, _ in store.commits():
        chain = chained(chain, [lines[entry] for entry in range(last + 1, entries + 1)])
        chains.append((chain, number))
        last = entries
    store.close()
    with database(path) as connection:
        connection.executemany("UPDATE commits SET chain = ? WHERE number = ?", chains)
        connection.execute("UPDATE link SET chain = ?", (chain,))
    connection.close()


def test_times_that_ran_back_once_are_a_remark(tmp_path: Path) -> None:
    """The audit used to fail for ever. The link goes on, and its times run back no more."""
    path = str(tmp_path / "link.db")
    ran_back(path)
    as_of_old(path)
    store = store_at(path)
    found = audit(store)
    assert found.sound, found.problems
    assert found.remarks == [
        "entry 5 is 895 s older than the one before it: the computer's clock was set back"
    ]
    clock = Clock()
    clock.now_us = 0
    link = Controller(store, clock, Hours())
    seq = link.state.machines[1].seq + 1
    link.serve([Play(1, seq, seq, PRICE_MC)])
    assert audit(store).remarks == found.remarks and audit(store).sound


def test_times_that_run_back_in_a_database_of_today_are_a_problem(tmp_path: Path) -> None:
    path = str(tmp_path / "link.db")
    ran_back(path)
    assert [text.partition(" s older")[0] for text in audit(store_at(path)).problems] == ["entry 5 is 895"]


# --- the alarm -------------------------------------------------------------------------------------


def test_a_clock_that_is_set_is_an_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "link.db")
    clock = Clock()
    clock.now_us = 90 * YEAR_US
    link = Controller.create(store_at(path), carrusel(), SEED, clock, Hours())
    link.serve([Play(1, 1, 1, PRICE_MC)])
    link.close()
    said: list[str] = []
    server = LinkServer(lambda: open_store(path), SEED, said.append)
    server._look_at_clock()
    assert "behind the log" in said[-1]
    offset_s = server._clock_offset_s()
    monkeypatch.setattr(server, "_clock_offset_s", lambda: offset_s - 7_200.0)
    server._look_at_clock()
    assert server.alarms.counts == {"clock": 2}
    assert server.alarms.fresh()[0].text == "the computer's clock was set -7200 s"
    server.controller.close()
