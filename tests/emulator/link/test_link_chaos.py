# SPDX-License-Identifier: MIT
"""Nothing is lost or paid twice when controller, database, machines or network stop at any moment."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
from link_chaos import World
from link_rig import carrusel, permitted, tables
from soon import soon

from emulator.link.client import LinkClient
from emulator.link.controller import Controller, Reply
from emulator.link.entries import Play
from emulator.link.hub import Hub
from emulator.link.port import LinkPort, Won
from emulator.link.rules import Definition, load_definition, read_definition

# Plays, hits and milliseconds of one seed: SQLite and PostgreSQL answer alike.
SAME_COURSE = (996, 67, 9_940)
FAULTS = {
    "chunk repeated",
    "chunks changed places",
    "connection cut",
    "controller killed before it answered",
    "controller killed while deciding",
    "database away",
    "database stopped",
    "machine killed",
    "requests changed places",
    "requests repeated",
}


def superjackpot(count: int) -> Definition:
    """The superjackpot that ships with so many machines and a mystery that hits often."""
    text = load_definition("superjackpot").text
    head, _, tail = text.partition("machines = [")
    rows = ", ".join(f'{{ number = {i + 1}, model = "veruela" }}' for i in range(count))
    tail = tail[tail.index("[[pots]]") :].replace("1/4000", "1/900")
    return read_definition(permitted(f"{head}machines = [{rows}]\n{tail}"))


def hurried(count: int) -> Definition:
    """The carrusel that ships with so many machines and a pot that is won soon."""
    return read_definition(carrusel(count).text.replace('share = "1/100"', 'share = "1/2"'))


@pytest.mark.parametrize("kind", soon(["tables", "superjackpot", "carrusel"], "tables", "carrusel"))
def test_chaos_ends_with_books_equal_to_the_millicent(kind: str, tmp_path: Path) -> None:
    link = {"tables": tables, "superjackpot": superjackpot, "carrusel": hurried}[kind](12)
    world = World(str(tmp_path / "link.db"), link, seed=len(kind), contributions=4_000, hits=30)
    world.run()
    world.check()
    assert world.plays >= 3_900
    assert world.hits >= (1 if kind == "carrusel" else 15)
    assert set(world.counts) == FAULTS


def test_chaos_is_the_same_in_either_database(where: str) -> None:
    world = World(where, tables(6), seed=5, contributions=1_000, hits=60, faults=2.0)
    world.run()
    world.check()
    assert (world.plays, world.hits, world.now_ms) == SAME_COURSE


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_chaos_of_100000_contributions_and_200_hits(seed: int, tmp_path: Path) -> None:
    world = World(str(tmp_path / "link.db"), superjackpot(30), seed, contributions=100_500, hits=200)
    world.run()
    world.check()
    assert world.plays >= 100_000
    assert world.hits >= 200
    assert set(world.counts) == FAULTS


# --- mutants --------------------------------------------------------------------------------------


def _counts_repeated_plays(patch: pytest.MonkeyPatch) -> None:
    """A play told again is taken again, under the next number."""
    genuine = Controller._play

    def play(self: Controller, told: Play) -> Any:
        books = self.state.machines[told.machine]
        return genuine(self, told._replace(seq=max(told.seq, books.seq + 1)))

    patch.setattr(Controller, "_play", play)


def _forgets_open_awards(patch: pytest.MonkeyPatch) -> None:
    """A machine that comes back is not told what it has won."""
    genuine = Controller._join

    def join(self: Controller, told: Any) -> Any:
        reply, entry = genuine(self, told)
        return reply._replace(awards=()), entry

    patch.setattr(Controller, "_join", join)


def _credits_awards_twice(patch: pytest.MonkeyPatch) -> None:
    """A machine credits whatever comes, and keeps what it was told before the link went down."""

    def take(self: LinkPort, given: Any) -> None:
        if given.kind == "award":
            self._waiting.append(Won(*given.values))
        elif given.kind == "down":
            self.status = "down"
        else:
            genuine(self, given)

    genuine = LinkPort.take
    patch.setattr(LinkPort, "take", take)


def _tells_before_it_commits(patch: pytest.MonkeyPatch) -> None:
    """An award is acknowledged when it is credited, committed or not."""
    genuine = LinkPort.settle

    def settle(self: LinkPort, won: Won) -> None:
        genuine(self, won)
        self.kept()

    patch.setattr(LinkPort, "settle", settle)
    patch.setattr(World, "may_kill", _ticking_kill)


def _ticking_kill(self: World, machine: Any) -> None:
    machine.client.tick(self.now_ms)
    data = machine.client.outgoing()
    if data and machine.wire is not None:
        self.hub.received(machine.wire.number, data)
    _GENUINE_KILL(self, machine)


_GENUINE_KILL = World.may_kill


def _answers_before_it_commits(patch: pytest.MonkeyPatch) -> None:
    """The controller acknowledges, then the database fails."""
    genuine = Controller.prepare

    def prepare(self: Controller, requests: Any) -> Any:
        batch = genuine(self, requests)
        for reply in batch.replies:
            for machine in self.world.machines:  # type: ignore[attr-defined]
                told = reply.request
                if isinstance(told, Play) and told.machine == machine.number and reply.refused is None:
                    machine.port._acknowledge(reply.seq)
        return batch

    patch.setattr(Controller, "prepare", prepare)


def _drops_what_was_not_acknowledged(patch: pytest.MonkeyPatch) -> None:
    """A machine that comes back forgets the plays that wait."""
    genuine = LinkClient._welcome

    def welcome(self: LinkClient, seq: int) -> None:
        genuine(self, seq)
        self.port.outbox = []

    patch.setattr(LinkClient, "_welcome", welcome)


def _answers_without_its_awards(patch: pytest.MonkeyPatch) -> None:
    """The awards of a play are told only when the machine joins, in another order than its memory."""
    genuine = Hub.answer

    def answer(self: Hub, group: Any, replies: list[Reply]) -> None:
        genuine(self, group, [reply._replace(awards=reply.awards[::-1][:1]) for reply in replies])

    patch.setattr(Hub, "answer", answer)


MUTANTS = (
    _counts_repeated_plays, _forgets_open_awards, _credits_awards_twice, _tells_before_it_commits,
    _answers_before_it_commits, _drops_what_was_not_acknowledged, _answers_without_its_awards,
)  # fmt: skip


@pytest.mark.parametrize("mutant", soon(MUTANTS, *MUTANTS[:4]), ids=lambda mutant: mutant.__name__.strip("_"))
def test_chaos_notices(mutant: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these is an honest mistake of somebody who writes one end of the protocol."""
    mutant(monkeypatch)
    caught = False
    for seed in range(18):
        path = str(tmp_path / f"{seed}.db")
        world = World(path, tables(6), seed, contributions=400, hits=100, faults=3.0)
        monkeypatch.setattr(Controller, "world", world, raising=False)
        with contextlib.suppress(AssertionError):
            world.run()
            world.check()
            continue
        caught = True
        break
    assert caught
