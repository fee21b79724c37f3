# SPDX-License-Identifier: MIT
"""The controller in one process: requests in order, durable before they are answered, books that audit."""

from __future__ import annotations

import gc
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from database import database
from link_rig import SEED, Clock, FailingStore, Hours, carrusel, controller, store_at, tables

import cext
from emulator.link.audit import audit
from emulator.link.controller import Controller
from emulator.link.entries import Books, Join, Play, Settled
from emulator.link.errors import LinkError, LinkStoreError
from emulator.link.room import Room
from emulator.link.store import Store


def reopened(link: Controller, store: Store, where: str) -> Controller:
    """As after a kill: the store closed without a word, and opened again."""
    store.close()
    return Controller(store_at(where), Clock(), Hours())


def test_stakes_join_the_pot_and_a_royal_flush_takes_it(where: str) -> None:
    link = controller(where, tables())
    replies = link.serve([Play(1, 1, 1, 500_000), Play(2, 1, 1, 200_000), Play(1, 2, 1, 0, prize=1)])
    (award,) = replies[2].awards
    assert (award.machine, award.cents, award.winners, award.by) == (1, 700, 1, "prize")
    assert link.values_mc() == (0,)


def test_a_room_in_memory_that_nobody_holds_closes_its_database() -> None:
    """As when a cabinet with a room of its own is dropped: Python 3.13 warns of every other."""
    room = Room.open(carrusel(), SEED)
    store: Any = room._store
    connection = store._connection
    assert connection.execute("SELECT 1").fetchone() == (1,)
    del room, store
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


def test_a_play_told_again_is_acknowledged_and_counts_once(where: str) -> None:
    link = controller(where, tables())
    play = Play(1, 1, 1, 500_000)
    link.serve([play, play])
    (reply,) = link.serve([play])
    assert (reply.seq, reply.refused) == (1, None)
    assert link.values_mc() == (500_000,)


def test_what_does_not_follow_is_refused_and_moves_nothing(where: str) -> None:
    link = controller(where, tables())
    link.serve([Play(1, 1, 1, 500_000)])
    requests = [
        Play(1, 3, 2, 1), Play(1, 1, 1, 400_000), Play(9, 1, 1, 1), Play(2, 1, 1, 1, prize=3), Settled(1, 1),
        Join(1, 1, 0), Join(1, 2, 5), Books(2, 7, 0, 0, 0), Play(2, 1, 1, 0),
    ]  # fmt: skip
    whys = [reply.refused for reply in link.serve(requests)]
    assert whys == ["gap", "changed", "unknown", "prize", "award", "behind", "ahead", "books", "prize"]
    assert link.values_mc() == (500_000,)


def test_two_winners_in_one_instant_are_ordered_and_recorded(where: str) -> None:
    link = controller(where, tables())
    link.serve([Play(1, 1, 1, 900_000)])
    first, second = link.serve([Play(2, 1, 1, 0, prize=1), Play(3, 1, 1, 0, prize=1)])
    assert (first.awards[0].cents, second.awards[0].cents) == (900, 0)
    assert first.awards[0].entry + 1 == second.awards[0].entry


def test_a_prize_is_split_equally_and_the_remainder_stays(where: str) -> None:
    link = controller(where, tables())
    (reply,) = link.serve([Play(1, 1, 1, 1_010_000, prize=1, winners=3)])
    assert (reply.awards[0].cents, reply.awards[0].winners) == (336, 3)
    assert link.values_mc() == (2_000,)


def test_an_open_award_survives_a_restart_until_it_is_settled(where: str) -> None:
    store = store_at(where)
    link = Controller.create(store, tables(), SEED, Clock(), Hours())
    link.serve([Play(1, 1, 1, 5_000_000), Play(1, 2, 2, 0, prize=2), Play(1, 3, 3, 0, prize=1)])
    link = reopened(link, store, where)
    (joined,) = link.serve([Join(1, 4, 0)])
    assert [(award.award, award.cents) for award in joined.awards] == [(1, 500), (2, 4_500)]
    (joined,) = link.serve([Join(1, 4, 1)])
    assert [award.award for award in joined.awards] == [2]
    assert link.serve([Settled(1, 2), Join(1, 4, 2)])[1].awards == ()


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_database_that_stops_loses_and_doubles_nothing(where: str, how: str) -> None:
    """Whether the commit became durable is not known; the machine says its play again either way."""
    store = FailingStore(store_at(where))
    link = Controller.create(store, tables(), SEED, Clock(), Hours())  # type: ignore[arg-type]
    play = Play(1, 1, 1, 500_000, prize=2)
    store.fail = how
    with pytest.raises(LinkStoreError):
        link.serve([play])
    link.recover()
    (joined,) = link.serve([Join(1, 2, 0)])
    assert joined.seq == (1 if how == "after" else 0)
    assert link.serve([play])[0].refused is None
    assert link.values_mc() == (450_000,)
    assert [award.cents for award in link.serve([Join(1, 2, 0)])[0].awards] == [50]


def test_meters_are_compared(where: str) -> None:
    link = controller(where, tables())
    link.serve([Play(1, 1, 1, 500_000, prize=2), Settled(1, 1)])
    good, bad = link.serve([Books(1, 1, 500_000, 1, 50), Books(1, 1, 500_000, 1, 49)])
    assert (good.refused, bad.refused) == (None, "books")
    assert link.state.machines[1].agreed is False


def test_new_rules_wait_until_the_pot_was_won(where: str) -> None:
    """GLI checklist 63."""
    link = controller(where, tables())
    rules = cext.view_link(link.state.pots[0]).rules._replace(base_mc=7_000_000)
    link.serve([Play(1, 1, 1, 500_000)])
    link.change_rules(0, rules)
    link.serve([Play(1, 2, 2, 500_000)])
    assert link.values_mc() == (1_000_000,)
    link.serve([Play(1, 3, 3, 0, prize=1)])
    assert link.values_mc() == (7_000_000,)


def course(link: Controller) -> None:
    """Some of everything."""
    for n in range(1, 121):
        link.serve([Play(1, n, n, 20_000), Play(2, n, n, 10_000, prize=2 * (n % 10 == 9), winners=1 + n % 3)])
        if n == 60:
            link.change_rules(0, cext.view_link(link.state.pots[0]).rules._replace(base_mc=1_000))
            link.serve([Play(3, 1, 1, 0, prize=1, winners=2), Settled(3, 1), Books(3, 1, 0, 1, 0)])


def test_an_audit_of_sound_books_finds_nothing(where: str) -> None:
    store = store_at(where)
    course(Controller.create(store, tables(), SEED, Clock(), Hours()))
    found = audit(store)
    assert found.problems == []
    assert (found.plays, found.open_awards) == (241, 12)
    pot = found.pots[0]
    assert pot.staked_mc == 120 * 30_000 == pot.contributed_mc
    assert pot.funded_mc + pot.contributed_mc == pot.paid_mc + pot.value_mc + pot.reserve_mc
    store.close()


TAMPERINGS = {
    "a stake": "UPDATE log SET stake_mc = stake_mc + 1 WHERE entry = 17",
    "a winner": "UPDATE log SET machine = 2, seq = 121 WHERE machine = 1 AND seq = 120 AND kind = 'play'",
    "an award": "UPDATE awards SET cents = cents + 1 WHERE machine = 2 AND award = 3",
    "an award paid again": "UPDATE awards SET settled = 0 WHERE machine = 3",
    "an award that vanished": "DELETE FROM awards WHERE machine = 2 AND award = 12",
    "a meter": "UPDATE machines SET staked_mc = staked_mc - 1 WHERE number = 1",
    "a line that vanished": "DELETE FROM log WHERE entry = (SELECT max(entry) FROM log)",
    "the chain": "UPDATE commits SET chain = (SELECT chain FROM commits WHERE number = 5) WHERE number = 4",
    "the clock": "UPDATE log SET at_us = at_us - 1 WHERE entry = 100",
}


@pytest.mark.parametrize("what", TAMPERINGS)
def test_an_audit_finds_what_was_tampered_with(tmp_path: Path, what: str) -> None:
    path = str(tmp_path / "link.db")
    store = store_at(path)
    course(Controller.create(store, tables(), SEED, Clock(), Hours()))
    store.close()
    with database(path) as connection:
        assert connection.execute(TAMPERINGS[what]).rowcount == 1
    connection.close()
    assert not audit(store_at(path)).sound


def test_a_pot_whose_bytes_changed_is_not_served(tmp_path: Path) -> None:
    """GLI checklist 64: a self-check at power-up."""
    path = str(tmp_path / "link.db")
    store = store_at(path)
    Controller.create(store, tables(), SEED)
    store.close()
    with database(path) as connection:
        connection.execute("UPDATE pots SET state = zeroblob(272)")
    connection.close()
    with pytest.raises(LinkStoreError, match="SHA-256"):
        Controller(store_at(path))


def test_a_second_controller_is_refused(where: str) -> None:
    controller(where, tables())
    with pytest.raises(LinkStoreError):
        Controller(store_at(where))


def test_a_controller_that_is_not_alone_stops(tmp_path: Path) -> None:
    """Should the lock fail: the number of commits is not what it left."""
    store = store_at(str(tmp_path / "link.db"))
    link = Controller.create(store, tables(), SEED)
    store._connection.execute("UPDATE link SET commits = commits + 1")
    with pytest.raises(LinkStoreError, match="another controller"):
        link.serve([Play(1, 1, 1, 500_000)])


def test_time_never_runs_back_in_the_log(tmp_path: Path) -> None:
    clock = Clock()
    link = controller(str(tmp_path / "link.db"), tables(), clock)
    link.serve([Play(1, 1, 1, 500_000)])
    clock.now_us -= 500_000
    link.serve([Play(1, 2, 2, 500_000)])
    assert audit(link._store).sound


def test_a_machine_of_another_number_has_no_part_in_it(tmp_path: Path) -> None:
    link = controller(str(tmp_path / "link.db"), carrusel(3))
    assert link.serve([Join(4, 1, 0)])[0].refused == "unknown"
    assert link.values_mc() == (12_000_000,)


def test_a_store_without_a_link_says_so(tmp_path: Path) -> None:
    with pytest.raises(LinkError, match="holds no link"):
        Controller(store_at(str(tmp_path / "empty.db")))
