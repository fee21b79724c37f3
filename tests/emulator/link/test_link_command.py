# SPDX-License-Identifier: MIT
"""azar link: serve, status, audit, key and demo as a person runs them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from database import database

from emulator.hall.demo import served
from emulator.link import wire
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.rules import load_definition
from emulator.link.visitors import Visitors
from machines.support import private


@pytest.fixture
def played(served_once: Path, tmp_path: Path) -> Path:
    """A link that was served and played, in link.db with link.key."""
    for file in served_once.iterdir():
        shutil.copy2(file, tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def served_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, made once."""
    tmp_path = tmp_path_factory.mktemp("link")
    command = [sys.executable, "-P", "-m", "emulator.cli", "link", "serve", "--port", "0"]
    files = ["--store", str(tmp_path / "link.db"), "--key", str(tmp_path / "link.key")]
    process = subprocess.Popen([*command, *files], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = ""
    while not line.startswith("serving"):
        line = process.stderr.readline()
        assert line, "the controller ended before it served"
    port = int(line.split(";")[0].rpartition(":")[2])
    link_key = bytes.fromhex((tmp_path / "link.key").read_text())
    visitors = Visitors([1, 2, 3], link_key, "127.0.0.1", port, stake_mc=20_000, plays_per_second=0)
    visitors.connect()
    assert visitors.quiet(), "the controller ended"
    for visitor in visitors.visitors:
        for _ in range(4):  # what may wait after an outage
            visitor.port.contribute(visitor.port.next_seq, 20_000)
        visitor.port.kept()
    assert visitors.quiet(), "the controller ended"
    visitors.close()
    process.terminate()
    assert process.wait() == 0
    process.stderr.close()
    return tmp_path


def test_what_was_served_shows_and_audits(played: Path, azar: Any) -> None:
    store = f"--store {played / 'link.db'}"
    status, out, _ = azar(f"link status {store} --json")
    shown: dict[str, Any] = json.loads(out)
    assert status == 0
    assert shown["pots"][0]["base_mc"] == 12_000_000
    assert sum(row["seq"] for row in shown["machines"]) == 12
    assert [row["agreed"] for row in shown["machines"]] == [True] * 3 + [None] * 7
    status, out, _ = azar(f"link audit {store} --json")
    found = json.loads(out)
    assert (status, found["sound"]) == (0, True)
    assert found["pots"][0]["staked_mc"] == shown["pots"][0]["staked_mc"]
    assert "carrusel" in azar(f"link status {store}")[1]
    assert "every pot, award and meter follows" in azar(f"link audit {store}")[1]


def test_an_audit_that_fails_exits_1_and_says_what(played: Path, azar: Any) -> None:
    with database(played / "link.db") as connection:
        connection.execute("UPDATE machines SET staked_mc = staked_mc - 1 WHERE number = 1")
    connection.close()
    status, out, _ = azar(f"link audit --store {played / 'link.db'} --json")
    error = json.loads(out)["error"]
    assert status == 1
    assert "machine 1" in error["problems"][0]


def test_each_machine_has_a_key_of_its_own(played: Path, azar: Any) -> None:
    key = played / "link.key"
    assert key.stat().st_mode & 0o77 == 0
    _, out, _ = azar(f"link key --key {key} --machine 3")
    assert bytes.fromhex(out) == wire.machine_key(bytes.fromhex(key.read_text()), 3)


def test_a_demonstration_plays_ten_machines(azar: Any) -> None:
    found = json.loads(azar("link demo --seed 07 --seconds 20 --json")[1])
    assert (found["sound"], len(found["machines"]), found["seed"]) == (True, 10, "07")
    assert found["plays"] >= 10 and found["guests"] == 10


def test_a_demonstration_of_tables_tells_their_coins(azar: Any) -> None:
    status, out, _ = azar("link demo --link mesas --seconds 0.5 --json")
    found = json.loads(out)
    assert (status, found["sound"], len(found["machines"])) == (0, True, 3)
    assert found["plays"] > 0 and found["p99_ms"] > 0


@pytest.mark.parametrize(
    ("line", "status", "says"),
    [
        ("link audit", 2, "audit needs --store"),
        ("link key --key nowhere", 2, "key needs --machine or --display"),
        ("link key --key nowhere --machine 1", 1, "nowhere: No such file"),
        ("link wall --key nowhere", 2, "--connect must be HOST:PORT"),
        ("link wall --connect 127.0.0.1:7710", 1, "--key must name the file"),
        ("link wall --connect 127.0.0.1:7710 --size big", 2, "--size must be width x height in pixels"),
        ("link status --store nowhere.db", 1, "there is no such file"),
        ("link demo --link nothing", 1, "link must be one of carrusel, mesas, superjackpot"),
    ],
)
def test_wrong_usage_is_told(line: str, status: int, says: str, azar: Any) -> None:
    code, _, error = azar(line)
    assert code == status
    assert says in error


def test_a_wall_is_drawn_of_a_link_that_is_served(tmp_path: Path, azar: Any) -> None:
    """With another key, or without a controller, the picture says so and it exits 1."""
    store = str(tmp_path / "link.db")
    Controller.create(open_store(store), load_definition("carrusel"), bytes(32)).close()
    keys = {"own": wire.display_key(bytes(32), 1), "other": wire.machine_key(bytes(32), 1)}
    for name, key in keys.items():
        private.create(tmp_path / name, key.hex().encode())
    line = f"link wall --screenshot {tmp_path}/wall.png --size 640x360 --key {tmp_path}"
    with served(lambda: open_store(store), bytes(32)) as port:
        assert azar(f"{line}/own --connect 127.0.0.1:{port}")[0] == 0
        shown = (tmp_path / "wall.png").read_bytes()
        status, _, error = azar(f"{line}/other --connect 127.0.0.1:{port}")
        assert (status, "refuses display 1: seal" in error) == (1, True)
        assert (tmp_path / "wall.png").read_bytes() != shown
    status, _, error = azar(f"{line}/own --connect 127.0.0.1:{port} --seconds 0.1")
    assert (status, "no controller answers" in error) == (1, True)


def test_a_change_waits_until_the_pot_was_won(played: Path, azar: Any) -> None:
    """GLI checklist 63."""
    store = f"--store {played / 'link.db'}"
    text = load_definition("carrusel").text
    (played / "larger.toml").write_text(text.replace("12000", "15000"), encoding="utf-8")
    (played / "fewer.toml").write_text(
        text.replace('    { number = 10, model = "bochorno" },\n', ""), encoding="utf-8"
    )
    assert (
        "announced for when it was won: carrusel"
        in azar(f"link change {store} --link {played}/larger.toml")[1]
    )
    assert "nothing new" in azar(f"link change {store} --link {played}/larger.toml")[1]
    shown = json.loads(azar(f"link status {store} --json")[1])
    assert shown["pots"][0]["base_mc"] == 12_000_000
    status, _, error = azar(f"link change {store} --link {played}/fewer.toml")
    assert (status, "must keep kind, machines" in error) == (1, True)
    assert azar(f"link audit {store}")[0] == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_wall_that_is_told_to_end_ends_well(
    number: signal.Signals,
    tmp_path: Path,
    azar: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from emulator.panel.wall.watch import Beside

    polls = [0]

    def poll(self: Beside, now_ms: int) -> None:
        polls[0] += 1
        if polls[0] == 3:
            os.kill(os.getpid(), number)
        assert polls[0] < 20, "the signal ends it"

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(Beside, "poll", poll)
    private.create(tmp_path / "display1.key", b"11" * 32)
    line = f"link wall --connect 127.0.0.1:1 --key {tmp_path / 'display1.key'}"
    assert azar(line) == (0, "", "")
