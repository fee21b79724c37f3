# SPDX-License-Identifier: MIT
"""An error of the database ends the sessions that it is of: the link goes on, nothing is lost or doubled."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from link_forge import Forger, play
from link_rig import SEED, Clock, FailingStore, Hours, carrusel, controller, store_at
from test_link_tcp import LINK_KEY

import cext
from emulator.hall.demo import served
from emulator.link import wire
from emulator.link.audit import audit
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.entries import Play
from emulator.link.errors import LinkRowError, LinkStoreError
from emulator.link.hub import Hub
from emulator.link.state import LinkState
from emulator.link.store import Store
from emulator.link.visitors import Visitors

KEY = bytes(32)
PRICE_MC = 20_000


class Hall:
    """A hub with three machines that have joined."""

    def __init__(self, link: Controller) -> None:
        self.link, self.hub = link, Hub(link, KEY)
        self.machines = [Forger(self.hub, number, number) for number in (1, 2, 3)]
        for machine in self.machines:
            machine.join()

    def together(self, *frames: bytes) -> None:
        """A frame of each machine, all of them decided in one group."""
        for machine, frame in zip(self.machines, frames, strict=True):
            self.hub.received(machine.connection, machine._frames.frame(frame))
        self.hub.step()
        data = self.hub.outgoing()
        for machine in self.machines:
            for connection, answer, ended in data:
                if connection == machine.connection:
                    machine._frames.feed(answer)
                    while (message := machine._frames.next()) is not None:
                        machine.heard.append(message)
                    machine.ended |= ended
                    if ended:
                        self.hub.closed(connection)


def test_a_row_that_cannot_be_written_ends_its_session_alone(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number of 2^63 that came past every check: SQLite and PostgreSQL refuse it, each in its own words."""
    hall = Hall(controller(where, carrusel(3)))
    check_contained(hall, play(1, number=5), monkeypatch, _past_all_checks)


def check_contained(hall: Hall, bad: bytes, patch: pytest.MonkeyPatch, spoil: Any) -> None:
    spoil(patch)
    hall.together(play(1), bad, play(1))
    first, second, third = hall.machines
    assert (second.ended, second.why) == (True, "database")
    assert not first.ended and not third.ended
    assert [hall.link.state.machines[n].seq for n in (1, 2, 3)] == [1, 0, 1]
    patch.undo()
    again = Forger(hall.hub, 9, 2)
    again.join(2)
    again.send(bad)
    assert not again.ended and hall.link.state.machines[2].seq == 1
    first.send(play(2))
    assert hall.link.state.machines[1].seq == 2
    assert audit(hall.link._store).sound


def _past_all_checks(patch: pytest.MonkeyPatch) -> None:
    genuine = Controller._entry

    def entry(self: Controller, kind: Any, machine: int, **words: Any) -> Any:
        made = genuine(self, kind, machine, **words)
        return made._replace(play=1 << 63) if machine == 2 else made

    patch.setattr(Controller, "_entry", entry)


def _constraint(patch: pytest.MonkeyPatch) -> None:
    """The machine's play is in the log already: the unique index says so."""
    genuine = Controller._entry

    def entry(self: Controller, kind: Any, machine: int, **words: Any) -> Any:
        made = genuine(self, kind, machine, **words)
        return made._replace(entry=1) if machine == 2 and made.entry > 1 else made

    patch.setattr(Controller, "_entry", entry)
    applied = LinkState.apply
    patch.setattr(LinkState, "apply", lambda self, made: applied(self, made._replace(entry=self.entries + 1)))


def _own_error(patch: pytest.MonkeyPatch) -> None:
    genuine = LinkState.apply

    def apply(self: LinkState, entry: Any) -> Any:
        if entry.machine == 2 and entry.kind == "play":
            raise RuntimeError("an error of ours")
        return genuine(self, entry)

    patch.setattr(LinkState, "apply", apply)


@pytest.mark.parametrize("spoil", [_constraint, _own_error], ids=lambda spoil: spoil.__name__.strip("_"))
def test_whatever_goes_wrong_with_one_request_the_others_go_on(
    where: str, spoil: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(controller(where, carrusel(3)))
    check_contained(hall, play(1), monkeypatch, spoil)
    kinds = hall.hub.alarms.counts
    assert kinds["database"] >= 1 and ("internal" in kinds) == (spoil is _own_error)


def test_a_store_tells_a_row_from_a_database(where: str) -> None:
    """What a row is to blame for, and the state is as before."""
    link = controller(where, carrusel(3))
    batch = link.prepare([Play(1, 1, 1, PRICE_MC)])
    assert batch.change is not None
    for wrong in (1 << 63, 1 << 64, -1):
        change = batch.change
        change.entries[0] = change.entries[0]._replace(play=wrong)
        with pytest.raises(LinkRowError):
            link.commit(batch)
        link.recover()
    assert link.serve([Play(1, 1, 1, PRICE_MC)])[0].refused is None
    assert audit(link._store).sound


# --- a database that is busy, full or away ---------------------------------------------------------


def test_a_busy_database_ends_the_sessions_that_it_failed(tmp_path: Path) -> None:
    """Somebody else writes for longer than we wait: those machines try again, others noticed nothing."""
    path = str(tmp_path / "link.db")
    hall = Hall(controller(path, carrusel(3)))
    store: Any = hall.link._store
    store._connection.execute("PRAGMA busy_timeout = 10")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    first, second, _ = hall.machines
    first.send(play(1))
    assert (first.ended, first.why, second.ended) == (True, "database", False)
    other.execute("ROLLBACK")
    other.close()
    second.send(play(1))
    again = Forger(hall.hub, 9, 1)
    again.join(2)
    again.send(play(1))
    assert [hall.link.state.machines[n].seq for n in (1, 2)] == [1, 1]
    assert not again.ended and not second.ended
    assert audit(store).sound


def test_a_full_disk_ends_the_sessions_that_it_failed(tmp_path: Path) -> None:
    path = str(tmp_path / "link.db")
    hall = Hall(controller(path, carrusel(3)))
    store: Any = hall.link._store
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    first, seq = hall.machines[0], 0
    while not first.ended and seq < 2_000:
        seq += 1
        first.send(play(seq))
    assert (first.ended, first.why) == (True, "database")
    assert hall.link.state.machines[1].seq == seq - 1
    store._connection.execute("PRAGMA max_page_count = 1000000")
    again = Forger(hall.hub, 9, 1)
    again.join(seq + 1)
    again.send(play(seq))
    assert not again.ended and hall.link.state.machines[1].seq == seq
    assert audit(store).sound


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_commit_of_which_nobody_knows_loses_and_doubles_nothing(where: str, how: str) -> None:
    store = FailingStore(store_at(where))
    hall = Hall(Controller.create(store, carrusel(3), SEED, Clock(), Hours()))  # type: ignore[arg-type]
    store.fail = how
    first, second, _ = hall.machines
    first.send(play(1))
    assert (first.ended, first.why, second.ended) == (True, "database", False)
    again = Forger(hall.hub, 9, 1)
    welcome = next(one for one in again.join(2) if one.kind == wire.WELCOME)
    assert welcome.values == (1 if how == "after" else 0,)
    again.send(play(1))
    assert not again.ended
    assert (
        hall.link.state.machines[1].staked_mc == PRICE_MC == cext.view_link(hall.link.state.pots[0]).staked_mc
    )


class AwayStore(FailingStore):
    """Also reading fails for a while."""

    away = 0

    def load(self) -> Any:
        if self.away:
            self.away -= 1
            raise LinkStoreError("database: away")
        return self._store.load()


def test_while_the_database_is_away_nobody_is_answered_and_then_all_go_on(tmp_path: Path) -> None:
    """Over TCP: sessions end with a reason that machines take for a line that is down; the log is quiet."""
    path = str(tmp_path / "link.db")
    Controller.create(open_store(path), carrusel(3), SEED).close()
    made: list[AwayStore] = []
    said: list[str] = []

    def open_() -> Store:
        store = AwayStore(store_at(path))
        store.away = 2 if len(made) == 1 else 0
        made.append(store)
        return store  # type: ignore[return-value]

    with served(open_, LINK_KEY, said.append, hurry=10_000) as port:
        visitors = Visitors([1, 2, 3], LINK_KEY, "127.0.0.1", port, stake_mc=PRICE_MC, plays_per_second=50)
        visitors.connect()
        while len(visitors.latencies_ms) < 20:
            visitors.turn()
        made[0].fail = "before"
        while any(visitor.socket is not None for visitor in visitors.visitors):
            visitors.turn()
        assert {visitor.port.status for visitor in visitors.visitors} == {"down"}
        while not visitors.quiet(0.2):
            visitors.connect()
        visitors.close()
    found = audit(store_at(path))
    assert found.sound
    rows = {row["number"]: row["seq"] for row in found.machines}
    assert rows == {visitor.number: visitor.port.next_seq - 1 for visitor in visitors.visitors}
    assert "the database is back" in said
    assert sum(line.startswith("database") for line in said) == 1
