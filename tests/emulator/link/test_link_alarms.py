# SPDX-License-Identifier: MIT
"""What a controller refuses is counted, shown by ``azar link status``, and told without filling the log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from link_forge import WiredForger, body, play
from link_rig import SEED, Clock, carrusel, controller, store_at
from test_link_bounds import as_of_old
from test_link_time import ran_back

from emulator import cli
from emulator.hall.demo import served
from emulator.link import server as servers
from emulator.link import wire
from emulator.link.alarms import QUIET_S, TEXT_MAX, Alarm, Alarms
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.entries import TIME_MAX_US

KEY = bytes(32)


class Log:
    """Alarms with clocks that a test sets, and the lines that were told."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.now_s = 100.0
        self.clock = Clock()
        self.alarms = Alarms(self.lines.append, self.clock, lambda: self.now_s)


def test_a_flood_of_one_kind_is_a_line_a_minute() -> None:
    log = Log()
    for _ in range(600):
        for _ in range(50):
            log.alarms.note("rate", 3, "machine 3: too fast")
        log.now_s += 1.0
        log.alarms.tick()
    assert len(log.lines) == 1 + 600 / QUIET_S
    assert log.lines[0] == "rate: machine 3: too fast"
    assert log.lines[1] == "rate: 2999 more, the last: machine 3: too fast"
    assert log.alarms.counts == {"rate": 30_000}
    told = [int(line.split()[1]) for line in log.lines[1:]]
    assert 1 + sum(told) == 30_000


def test_kinds_do_not_wait_for_each_other_and_quiet_ones_are_told_at_once_again() -> None:
    log = Log()
    log.alarms.note("rate", 3, "a")
    log.alarms.note("stake", 4, "b")
    log.alarms.note("stake", 5, "c")
    assert log.lines == ["rate: a", "stake: b"]
    log.now_s += QUIET_S
    log.alarms.tick()
    assert log.lines[2:] == ["stake: 1 more, the last: c"]
    log.now_s += QUIET_S
    log.alarms.tick()
    log.alarms.note("rate", 3, "d")
    assert log.lines[3:] == ["rate: d"]


def test_alarms_add_up_by_kind_and_machine(where: str) -> None:
    """In either database, over restarts; what could not be stored waits."""
    controller(where, carrusel()).close()
    store, log = store_at(where), Log()
    for number in range(5):
        log.clock.now_us += 1
        log.alarms.note("stake", number % 2, f"stake {number}")
    store.note_alarms(log.alarms.fresh())
    assert log.alarms.fresh() == []
    log.alarms.note("stake", 1, "another")
    held = log.alarms.fresh()
    log.alarms.note("stake", 1, "x" * 1_000)
    log.clock.now_us = 1 << 70
    log.alarms.note("clock", 0, "far")
    log.alarms.put_back(held)
    store.note_alarms(log.alarms.fresh())
    assert store.alarms() == [
        Alarm("clock", 0, 1, TIME_MAX_US, TIME_MAX_US, "far"),
        Alarm("stake", 0, 3, 1_000_001, 1_000_005, "stake 4"),
        Alarm("stake", 1, 4, 1_000_002, 1_000_005, "x" * TEXT_MAX),
    ]


def test_a_refusal_is_in_the_status_while_the_link_is_served(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "SHOW_S", 0.05)
    path, said = str(tmp_path / "link.db"), list[str]()
    Controller.create(open_store(path), carrusel(), SEED).close()
    line = ["link", "status", "--store", path]
    assert cli.run(line) == 0
    assert "alarms" not in capsys.readouterr().out
    with served(lambda: open_store(path), KEY, said.append) as port:
        for _ in range(3):
            forger = WiredForger(port, 7, KEY)
            forger.send(body(wire.JOIN, 1, 0), play(1, 4_294_900_000))
            assert forger.hear_the_end() == "stake"
        alarms: list[dict[str, object]] = []
        while not alarms or alarms[0]["times"] != 3:
            assert cli.run([*line, "--json"]) == 0
            alarms = json.loads(capsys.readouterr().out)["alarms"]
    assert (alarms[0]["kind"], alarms[0]["machine"]) == ("stake", 7)
    text = "machine 7 at 127.0.0.1: stake_mc must be 20000 or 40000 mc (got 4294900000)"
    assert alarms[0]["text"] == text
    assert said == [f"stake: {text}"]
    assert cli.run(line) == 0
    shown = capsys.readouterr().out
    assert "alarms since the link began" in shown and "stake" in shown
    assert cli.run(["link", "audit", "--store", path]) == 0  # alarms are no part of the books


def test_a_remark_of_the_audit_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "link.db")
    ran_back(path)
    as_of_old(path)
    assert cli.run(["link", "audit", "--store", path]) == 0
    shown = capsys.readouterr().out
    assert "remark: entry 5 is 895 s older than the one before it" in shown
    assert "every pot, award and meter follows" in shown
    assert cli.run(["link", "audit", "--store", path, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sound"] and len(found["remarks"]) == 1
