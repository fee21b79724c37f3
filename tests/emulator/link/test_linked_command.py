# SPDX-License-Identifier: MIT
"""One carrousel from the command line: server and tables as processes, killed and gone on with."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
import test_linked_table as mesas

from emulator import cli
from emulator.link.audit import audit
from emulator.link.databases import open_store
from emulator.link.linked_table import LinkedTable, Past
from emulator.link.room import Room
from emulator.panel.tables.kit.seen import Seen
from emulator.tables.linked_audit import hold
from emulator.tables.linked_dealer import LinkedDealer
from emulator.tables.sitting_journal import replay_sitting
from emulator.tables.table_game import TableGame
from machines.support.plain import Json
from machines.tables.table import Table

GAME = "poquer-sin-descarte"
# Hands follow each other faster in a test than at a table.
LINK = """
kind = "table"
place = "casino"
machines = [{ number = 1 }, { number = 2 }]
[[pots]]
name = "carrousel"
base_cents = 0
limit_cents = 4000000000
share = "1"
hit = "combination"
prizes = ["1", "1/10"]
[plays.table]
coin_cents = 100
stake_max_cents = 2100
play_min_ms = 1
"""
NOTHING = "9h 2c 7d 3d 5h 8d 4d 9c 2h Ks"  # seat 1 and the bank, card by card
ROYAL = "Ac 2c Kc 3d Qc 8d Jc 9h Tc Ks"
DEAL = """
[[step]]
wait = "bets"
do = "lay"
seat = 1
spot = "ante"
cents = 1000
[[step]]
do = "lay"
seat = 1
spot = "carrousel"
cents = 100
[[step]]
do = "press"
seat = 1
act = "ready"
[[step]]
wait = "deal"
do = "give"
chance = "{cards}"
[[step]]
wait = "choices"
do = "press"
seat = 1
act = "ir ante"
[[step]]
wait = "settled"
[[step]]
wait = "bets"
"""
IDLE = "[[step]]\nafter_ms = 30_000\n"
TIRED_S = 60.0


def script(path: Path, *cards: str, idle: int = 0) -> str:
    """A deal for each of these cards, and half minutes of the table in which nothing is laid."""
    path.write_text("".join(DEAL.format(cards=one) for one in cards) + IDLE * idle)
    return str(path)


def until(what: Callable[[], bool], why: str) -> None:
    end = time.monotonic() + TIRED_S
    while not what():
        assert time.monotonic() < end, why
        time.sleep(0.05)


class Floor:
    """A carrousel in a folder: its server, and tables as processes."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self.folder, self._opened = folder, opened
        self.store, self.key = folder / "mesas.db", folder / "mesas.key"
        (folder / "mesas.toml").write_text(LINK)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])

    def run(self, *line: str) -> subprocess.Popen[str]:
        """An azar of its own, dead at the end of the test."""
        command = [sys.executable, "-P", "-m", "emulator", *line]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self._opened.callback(self._end, process)
        return process

    @staticmethod
    def _end(process: subprocess.Popen[str]) -> None:
        process.kill()
        process.communicate()

    def serve(self) -> subprocess.Popen[str]:
        """The controller, once it listens."""
        files = (
            "--store",
            str(self.store),
            "--key",
            str(self.key),
            "--link",
            str(self.folder / "mesas.toml"),
        )
        server = self.run("link", "serve", *files, "--port", str(self.port))
        assert server.stderr is not None
        until(lambda: "serving" in server.stderr.readline(), "the server does not listen")  # type: ignore[union-attr]
        for number in (1, 2):
            own = self.folder / f"mesa{number}.key"
            if not own.is_file():
                line = ["link", "key", "--key", str(self.key), "--machine", str(number), "--out", str(own)]
                assert cli.run(line) == 0
        return server

    def journal(self, number: int) -> Path:
        return self.folder / f"mesa{number}.jsonl"

    def line(self, number: int, *more: str) -> list[str]:
        own = ("--link-key", str(self.folder / f"mesa{number}.key"), "--journal", str(self.journal(number)))
        going = "--resume" if self.journal(number).is_file() else f"--serial={number}"
        at = ("--link", f"127.0.0.1:{self.port}", *own, going)
        return ["table", "play", GAME, "--seats", "1", "--people", "1", "--seed", "00", "--json", *at, *more]

    def table(self, number: int, *more: str) -> subprocess.Popen[str]:
        return self.run(*self.line(number, *more))

    def told(self, number: int) -> int:
        """Plays of a table that are durable at the controller."""
        with closing(open_store(str(self.store), reading=True)) as store:
            return next(int(row["seq"]) for row in audit(store).machines if row["number"] == number)

    def pot_cents(self) -> int:
        with closing(open_store(str(self.store), reading=True)) as store:
            return audit(store).pots[0].value_mc // 1000

    def require_every_cent(self) -> None:
        """Books, journals and the accounts of the tables say the same."""
        with closing(open_store(str(self.store), reading=True)) as store:
            found = audit(store)
        hold(found, [self.journal(number) for number in (1, 2)])
        assert found.problems == [] and found.open_awards == 0
        tables = [replay_sitting(self.journal(number)).table for number in (1, 2)]
        assert sum(one.state["money"].get("link", 0) for one in tables) == self.pot_cents()


@contextmanager
def floor(folder: Path) -> Iterator[Floor]:
    with ExitStack() as opened:
        yield Floor(folder, opened)


def result(process: subprocess.Popen[str]) -> Json:
    out, err = process.communicate(timeout=TIRED_S)
    assert process.returncode == 0, out + err
    found: Json = json.loads(out)
    return found


@pytest.mark.long
def test_a_royal_at_one_table_empties_the_pot_at_both_and_kills_lose_no_cent(tmp_path: Path) -> None:
    with floor(tmp_path) as link:
        server = link.serve()
        idles = link.table(2, "--script", script(tmp_path / "idle.toml", NOTHING, NOTHING, idle=3_000))
        until(lambda: link.told(2) == 2, "table 2 tells no coin")
        first = result(link.table(1, "--script", script(tmp_path / "one.toml", NOTHING)))
        assert (first["link"], first["link_plays"], first["pot_cents"]) == ("up", 1, 3_00)

        won = result(link.table(1, "--script", script(tmp_path / "royal.toml", ROYAL)))
        assert (won["link_plays"], won["link_won_cents"], won["pot_cents"]) == (2, 4_00, 0)
        assert won["chips_1"] - first["chips_1"] > 4_00
        idles.send_signal(signal.SIGTERM)
        seen = result(idles)
        assert (seen["pot_cents"], seen["link_staked_cents"], seen["link_won_cents"]) == (0, 2_00, 0)
        link.require_every_cent()

        coins = script(tmp_path / "coins.toml", *[NOTHING] * 12, idle=3_000)
        one = script(tmp_path / "one.toml", NOTHING, idle=3_000)
        killed, idles = link.table(2, "--script", coins), link.table(1, "--script", one)
        until(lambda: link.told(2) >= 4 and link.told(1) == 3, "the tables tell no coin")
        killed.send_signal(signal.SIGKILL)
        assert killed.wait(TIRED_S) == -signal.SIGKILL
        server.send_signal(signal.SIGKILL)
        server.wait(TIRED_S)
        idles.send_signal(signal.SIGTERM)
        alone = result(idles)
        assert alone["link"] == "down" and "pot_cents" not in alone and alone["rounds"] > 1
        link.serve()
        for number in (1, 2):
            result(link.table(number, "--headless", "--rounds", "1"))
        link.require_every_cent()


def test_a_table_is_told_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def refused(line: list[str], said: str) -> None:
        status = cli.run(line)
        assert status != 0 and said in capsys.readouterr().out

    with floor(tmp_path) as link:
        (tmp_path / "mesa1.key").write_text("00" * 32)
        (tmp_path / "mesa1.key").chmod(0o600)
        refused(link.line(1, "--headless"), "no controller of a carrousel is there")
        link.serve()
        refused(link.line(1, "--headless"), "does not take table 1: it hangs up on a key")
        assert not link.journal(1).exists()
        own = (tmp_path / "mesa2.key").read_bytes()
        (tmp_path / "mesa1.key").write_bytes(own)
        refused(
            link.line(2, "--headless", "--rule", "coin_cents=150"), "coin_cents must be a multiple of 100"
        )
        result(link.table(2, "--script", script(tmp_path / "one.toml", NOTHING)))
        new = [part for part in link.line(2, "--headless") if part != "--resume"]
        refused([*new, "--serial", "2"], "holds what table 2 has told its link")
        over = ["table", "play", "boule", "--headless", "--json", "--journal", str(link.journal(2))]
        refused(over, "--resume goes on with it")
        refused(link.line(2, "--headless", "--serial", "1"), "--serial of")
        alone = [
            "table",
            "play",
            GAME,
            "--headless",
            "--json",
            "--resume",
            "--journal",
            str(link.journal(2)),
        ]
        refused(alone, "must have --link")
        link.journal(2).unlink()
        refused(link.line(2, "--headless"), "it knows hands of this table that are in another journal")
    for line, said in (
        (["--rule", "carrousel=linked"], "must have --link"),
        (["--link", "127.0.0.1:1", "--rule", "carrousel=own"], "must be linked"),
        (["--link", "127.0.0.1:1"], "--link needs --link-key"),
        (["--link", "here"], "must be of a TEST table"),
    ):
        refused(["table", "play", GAME, "--headless", "--json", *line], said)


def test_a_test_table_has_a_link_of_its_own_for_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["table", "play", GAME, "--headless", "--rounds", "3", "--seed", "02", "--link", "here", "--json"]
    assert cli.run(line) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["link"] == "up" and found["link_plays"] == 3
    assert found["pot_cents"] == found["link_staked_cents"] > 0


def test_a_journal_that_says_otherwise_than_the_books_is_found(tmp_path: Path) -> None:
    """A coin more, or an award that the link never gave."""
    with floor(tmp_path) as link:
        link.serve()
        result(link.table(1, "--script", script(tmp_path / "one.toml", NOTHING, ROYAL)))
        with closing(open_store(str(link.store), reading=True)) as store:
            found = audit(store)
        hold(found, [link.journal(1)])
        assert found.sound
        found.machines[0]["staked_mc"] += 1
        found.machines[0]["settled_award"] = found.machines[0]["award"] = 0
        hold(found, [link.journal(1)])
        assert [text.partition(" of table")[0].rpartition(" ")[2] for text in found.problems] == [
            "staked_mc", "awards",
        ]  # fmt: skip


def test_the_cloth_shows_the_pot_of_the_link_and_nothing_older() -> None:
    with Room.open("mesas", mesas.SEED) as room:
        linked = LinkedTable(mesas.new_table(1), 1)
        game = TableGame(LinkedDealer(linked))
        assert Seen(game).pot == "ENLACE CAÍDO" and Seen(game, "en").pot == "LINK DOWN"
        linked.join(room)
        game.run(ms=1_000)
        assert Seen(game).pot == "0,00 €"
        while not game.past or game.phase != "bets":
            game.run(ms=500)
        assert Seen(game, "en").pot == f"€{linked.port.staked_mc / 100_000:.2f}" != "€0.00"
        room.stop()
        game.run(ms=6_000)
        assert Seen(game, "en").pot == "LINK DOWN"


def test_what_was_told_follows_from_the_moves_alone() -> None:
    """A port of the moves is the port that told them, but for what it need not know: that it was heard."""
    nothing, straight, royal = (
        (mesas.NOTHING, mesas.OTHER), (mesas.STRAIGHT, mesas.OTHER), (mesas.ROYAL, mesas.OTHER),
    )  # fmt: skip
    with Room.open("mesas", mesas.SEED) as room:
        tables = mesas.Floor(room, many=1)
        tables.pass_ms(0)
        for hands in (nothing, straight, nothing, royal, nothing) * 2:
            tables.deal(1, hands)
            tables.pass_ms(mesas.ROUND_MS)
        linked, past = tables.tables[1], Past(1)
        again = Table(linked.table.name, linked.table.key, rules=linked.table.rules)
        again.listen(past.heard)
        for move in linked.table.moves:
            again.act(move)
        port, due = past.port, linked.port
        assert (port.next_seq, port.staked_mc) == (due.next_seq, due.staked_mc) == (11, 20_00_000)
        assert (port.award, port.won_cents) == (due.award, due.won_cents) and due.award == 4
        assert [play.seq for play in port.outbox] == [7, 8, 9, 10] and due.outbox == []
