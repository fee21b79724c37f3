# SPDX-License-Identifier: MIT
"""``kill -9`` at any moment equals a power cut at some operation: nothing that was told is missing."""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from killed_play import BEFORE, BEHIND, WITHIN, Job, Players, State, cabinet_of, states
from soon import soon

from emulator.hall.demo import served
from emulator.link import wire
from emulator.link.audit import audit
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.rules import load_definition
from emulator.records import storage
from emulator.records.journal import read
from emulator.records.replay import replay
from machines.memory.record import decode
from machines.support import private

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows kills in another way")

# Type B with both mechanisms, with a gamble, type C with coins and with cards, type A with tickets.
MACHINES = [
    ("cierzo", "parallel"),
    ("cierzo", "cctalk"),
    ("aneto", "parallel"),
    ("galacho", "cctalk"),
    ("moncayo_tarjeta", "parallel"),
    ("cometa", "cctalk"),
]
# How many states a player may have kept since it last told how many: those of one act.
AHEAD = 600
NAMES = {"in_unbooked", "out_unbooked"}


@pytest.fixture(scope="module")
def players() -> Iterator[Players]:
    found = Players()
    yield found
    found.close()


def killed(players: Players, job: Job, lines: int) -> int:
    """Start a job and kill it after so many lines; how many states it has told of."""
    pid, stream = players.start(job)
    told = "0\n"
    with stream:
        for line in itertools.islice(stream, lines):
            told = line
        if job.own_kill is None:
            os.kill(pid, signal.SIGKILL)
        for line in stream:
            if line.endswith("\n"):
                told = line
    assert told.strip().isdecimal(), told
    return int(told)


def coins_cents(physical: dict[str, Any]) -> int:
    """All coins and notes of a machine and its visitor."""
    rows = [physical[place] for place in ("purse", "cash_box", "tray", "wallet", "note_box", "hoppers")]
    return sum(
        int(cents) * count for row in [*rows, physical.get("lodged", {})] for cents, count in row.items()
    )


def check(job: Job, before: storage.Machine | None, told: int) -> int:
    """Hold what a killed process left to what it told; return which of its states it is."""
    left = storage.read_file(job.nvram)
    assert left.nvram is not None and left.physical is not None
    found = State.of(left.nvram, left.physical)
    kept: list[State] = []
    for state in itertools.islice(states(job, before), told + AHEAD):
        kept.append(state)
        if len(kept) > told and state == found:
            break
    assert kept[-1] == found, f"it is none of the states from {told} on"
    if job.journal is not None:
        check_journal(job.journal, kept)
    cabinet = cabinet_of(job, left)
    assert coins_cents(cabinet.physical()) == cabinet.ledger._sealed_cents - sum(
        cabinet.ledger.total(place) for place in ("cards", "house")
    )
    cabinet.run(ms=15_000)
    cabinet.ledger.audit()
    assert cabinet.books.differences.keys() <= NAMES
    assert cabinet.tilt in ("", "hopper_100", "hopper_10"), "its memory is whole"
    if before is not None and before.physical is not None:
        assert decode(before.nvram or b"")["plays"] <= decode(left.nvram)["plays"]  # type: ignore[index]
    return len(kept) - 1


def check_journal(path: str, kept: list[State]) -> None:
    """A journal replays, tells nothing that its machine does not know, and lacks one turn at most."""
    report = replay(path)
    assert report.same and not report.complete, str(report)
    commits = [json.loads(line) for line in read(path).lines if '"out":"commit"' in line]
    books = [state.nvram for state, later in itertools.pairwise([*kept, None]) if later != state]
    distinct = [digest for digest, _ in itertools.groupby(books)]
    if commits:
        assert commits[-1]["nvram"] in distinct[-2:]


def kill_again_and_again(
    players: Players, folder: Path, machine: tuple[str, str], times: int, rng: random.Random, journal: bool
) -> None:
    """One machine, killed so many times, each time going on from what was left."""
    path = folder / "m.nvram"
    before: storage.Machine | None = None
    for number in range(times):
        journal_path = str(folder / f"{number}.jsonl") if journal else None
        job = Job(*machine, f"{rng.randrange(256):02x}", 0, str(path), journal_path)
        if before is not None:
            job = Job(*machine, str(before.seed), rng.randrange(1000), str(path), journal_path)
        told = killed(players, job, rng.randint(1, 40))
        check(job, before, told)
        before = storage.read_file(path)


@pytest.mark.parametrize("number", soon(range(6), 0))
def test_a_killed_machine_has_all_that_it_told(number: int, players: Players, tmp_path: Path) -> None:
    rng = random.Random(number)
    kill_again_and_again(players, tmp_path, MACHINES[number], 2, rng, journal=number % 2 == 0)


@pytest.mark.long
@pytest.mark.parametrize("journal", [False, True])
@pytest.mark.parametrize("machine", MACHINES, ids="-".join)
def test_two_hundred_kills_lose_nothing(
    machine: tuple[str, str], journal: bool, players: Players, tmp_path: Path
) -> None:
    rng = random.Random(f"{machine} {journal}")
    for chain in range(3):
        folder = tmp_path / str(chain)
        folder.mkdir()
        kill_again_and_again(players, folder, machine, 6, rng, journal)


@pytest.mark.parametrize("step", soon([1, 23], 1))
def test_a_kill_at_the_write_of_a_step_leaves_it_whole_or_not_made(
    step: int, players: Players, tmp_path: Path
) -> None:
    found = {}
    for where in (BEFORE, WITHIN, BEHIND):
        folder = tmp_path / where
        folder.mkdir()
        files = (str(folder / "m.nvram"), str(folder / "j.jsonl"))
        job = Job("cierzo", "parallel", "5a", 3, *files, own_kill=(step, where))
        found[where] = check(job, None, killed(players, job, 10_000))
        left = storage.read_file(job.nvram)
        assert (left.torn_bytes > 0) == (where == WITHIN)
    assert found[BEFORE] == found[WITHIN] < found[BEHIND]
    going_on = Job("cierzo", "parallel", "5a", 4, str(tmp_path / WITHIN / "m.nvram"))
    before = storage.read_file(going_on.nvram)
    check(going_on, before, killed(players, going_on, 5))


# --- linked machines ---------------------------------------------------------------------------------


def kill_linked(players: Players, folder: Path, times: int) -> None:
    """A machine of a link that is killed; what it has told the controller it always knows."""
    rng = random.Random(times)
    where, link_key = str(folder / "link.db"), bytes(range(32))
    Controller.create(open_store(where), load_definition("carrusel"), bytes(32)).close()
    private.create(folder / "own.key", wire.machine_key(link_key, 1).hex().encode())
    path = folder / "m.nvram"
    with served(lambda: open_store(where), link_key) as port:
        link = (f"127.0.0.1:{port}", str(folder / "own.key"))
        for _ in range(times):
            job = Job("bochorno", "parallel", "00", rng.randrange(1000), str(path), link=link)
            killed(players, job, rng.randint(5, 60))
            left = storage.read_file(path)
            store = open_store(where, reading=True)
            books, found = store.load().machines[1], audit(store)
            store.close()
            assert found.sound, found.problems
            record = decode(left.nvram or b"")
            assert record is not None
            assert record["link_seq"] >= books.seq and record["link_staked_mc"] >= books.staked_mc
            assert record["link_award"] >= books.settled_award
            cabinet_of(job, left).run(ms=10_000)
    assert record["plays"] > 0


@pytest.mark.long
@pytest.mark.parametrize("times", [1, 2])
def test_a_killed_machine_knows_all_that_its_controller_knows(
    times: int, players: Players, tmp_path: Path
) -> None:
    kill_linked(players, tmp_path, times)


@pytest.mark.long
def test_a_machine_of_a_link_may_be_killed_again_and_again(players: Players, tmp_path: Path) -> None:
    kill_linked(players, tmp_path, 20)
