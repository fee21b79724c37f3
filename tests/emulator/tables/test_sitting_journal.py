# SPDX-License-Identifier: MIT
"""A sitting is written move by move, goes on after a kill, and a replay finds every alteration."""

from __future__ import annotations

import errno
import io
import itertools
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from emulator import cli
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.sitting_journal import (
    SittingJournalError,
    SittingRecorder,
    replay_sitting,
    resume,
    state_digest,
)
from emulator.tables.table_game import BETS_WITH_PEOPLE_MS, TableGame
from emulator.tables.table_session import play_by_itself
from machines.support.private import ExposedError
from machines.tables.chance import draw
from machines.tables.game import CROUPIER, Ask, Move
from machines.tables.registry import CLOTHS
from machines.tables.table import Table

SEATS = dict.fromkeys((1, 2, 3), 1_000_00)


class FullDisk(io.StringIO):
    """A file on a disk that has no room left."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def sat(game: str, path: Path, rounds: int = 2) -> Table:
    """A sitting of some rounds, written and closed."""
    dealer = EngineDealer(game, bytes(32), SEATS)
    recorder = SittingRecorder.begin(dealer.table, path)
    play_by_itself(TableGame(dealer, seed="00"), rounds, lambda done: None)
    recorder.close()
    return dealer.table


@pytest.fixture
def craps(tmp_path: Path) -> Path:
    path = tmp_path / "sitting.jsonl"
    sat("craps", path)
    return path


@pytest.mark.parametrize("game", CLOTHS)
def test_a_sitting_of_every_game_replays_to_the_same_table(game: str, tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    table = sat(game, path)
    report = replay_sitting(path)
    assert report.complete and not report.cut
    assert report.table.save() == table.save()
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_move_is_in_the_file_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    table = Table("boule", bytes(32), SEATS)
    recorder = SittingRecorder.begin(table, path)
    for cents in (200, 300, 400):
        table.act(Move("bet", 1, "rojo", cents))
        last = json.loads(path.read_text().splitlines()[-1])
        assert last["move"] == ["bet", 1, "rojo", cents, "", []]
        assert last["state"] == state_digest(table)
    recorder.close()


def test_a_sitting_killed_anywhere_goes_on_with_every_cent(craps: Path, tmp_path: Path) -> None:
    data = craps.read_bytes()
    lines = data.split(b"\n")[:-1]
    for whole in range(1 + len(SEATS), len(lines), 5):
        path = tmp_path / f"killed_{whole}.jsonl"
        path.write_bytes(b"\n".join(lines[:whole]) + b"\n" + lines[whole][: whole % len(lines[whole])])
        path.chmod(0o600)
        table, recorder = resume(path)
        assert len(table.moves) == whole - 1
        play_by_itself(TableGame(EngineDealer.of(table), seed="01"), 1, lambda done: None)
        recorder.close()
        report = replay_sitting(path)
        assert report.complete
        assert report.table.save() == table.save()
        assert path.read_bytes().startswith(b"\n".join(lines[:whole]) + b"\n")
        bought = sum(move.cents for move in table.moves if move.kind in ("sit", "buy"))
        assert table.total_cents() == bought


def test_an_altered_line_is_named(craps: Path) -> None:
    lines = craps.read_text().splitlines()
    wanted = next(i for i, line in enumerate(lines) if '"bet"' in line)
    row = json.loads(lines[wanted])
    row["move"][3] += 100
    lines[wanted] = json.dumps(row, sort_keys=True, separators=(",", ":"))
    craps.write_text("\n".join(lines) + "\n")
    with pytest.raises(SittingJournalError, match=f"line {wanted + 1} is altered"):
        replay_sitting(craps)


def test_a_table_that_comes_out_otherwise_is_named(craps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("machines.tables.table.draw", lambda key, machine, ask, number: (6,) * ask.size)
    with pytest.raises(SittingJournalError, match="state must be"):
        replay_sitting(craps)


def test_a_file_of_another_kind_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "accounts.txt"
    path.write_text("mine")
    with pytest.raises(SittingJournalError, match="must be the journal of a sitting"):
        SittingRecorder.begin(Table("boule", bytes(32)), path)
    assert path.read_text() == "mine"


def test_a_journal_that_others_may_read_is_not_gone_on_with(craps: Path) -> None:
    craps.chmod(0o644)
    with pytest.raises(ExposedError):
        resume(craps)


def test_a_full_disk_stops_no_table_and_is_told() -> None:
    table = Table("boule", bytes(32), SEATS)
    recorder = SittingRecorder(table, FullDisk())
    table.act(Move("bet", 1, "rojo", 200))
    table.act(Move("bet", 2, "negro", 200))
    with pytest.raises(SittingJournalError, match="No space left"):
        recorder.close()


def test_the_command_goes_on_with_a_sitting(craps: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["table", "play", "craps", "--headless", "--rounds", "1", "--journal", str(craps), "--resume"]
    assert cli.run([*line, "--json"]) == 0
    capsys.readouterr()
    assert cli.run(["replay", str(craps), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] >= 3
    assert cli.run([*line[:2], "boule", *line[3:]]) == 1
    assert "must be a sitting of boule" in capsys.readouterr().err
    assert cli.run([*line[:6], "--resume"]) == 2
    assert "--journal" in capsys.readouterr().err


@pytest.mark.long
def test_a_process_killed_while_it_plays_loses_no_cent(tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    line = [sys.executable, "-m", "emulator", "table", "play", "french-roulette", "--headless"]
    for goes_on in ([], ["--resume"], ["--resume"]):
        before = path.read_bytes().count(b"\n") if path.is_file() else 0
        with subprocess.Popen([*line, "--rounds", "100000", "--journal", str(path), *goes_on]) as playing:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                if path.is_file() and path.read_bytes().count(b"\n") > before + 200:
                    break
                time.sleep(0.05)
            playing.send_signal(signal.SIGKILL)
        report = replay_sitting(path)
        assert report.moves > before + 150
        bought = sum(move.cents for move in report.table.moves if move.kind in ("sit", "buy"))
        assert report.table.total_cents() == bought


BY_A_WHEEL = ["table", "play", "boule", "--headless", "--wheel", "--seed", "00"]


def spun(path: Path) -> list[int]:
    """The pockets that stand in a sitting's moves."""
    return [move.values[1] for move in replay_sitting(path).table.moves if move.kind == "spin"]


def pockets_of(serial: int, draws: int) -> list[int]:
    """What the wheel of boule with this serial number draws first."""
    return [draw(bytes(32), serial, Ask("pocket", 18), number)[0] for number in range(draws)]


def test_a_wheel_draws_on_at_a_sitting_that_was_killed_and_repeats_nothing(tmp_path: Path) -> None:
    """Killed with SIGKILL while an electronic wheel draws for it; another wheel goes on."""
    path = tmp_path / "sitting.jsonl"
    line = [
        sys.executable,
        "-m",
        "emulator",
        "table",
        "play",
        "boule",
        "--headless",
        "--wheel",
        "--seed",
        "00",
    ]
    kept: list[int] = []
    for goes_on in ([], ["--resume"], ["--resume"]):
        before = path.read_bytes().count(b"\n") if path.is_file() else 0
        with subprocess.Popen([*line, "--rounds", "100000", "--journal", str(path), *goes_on]) as playing:
            until = time.monotonic() + 60
            while time.monotonic() < until and playing.poll() is None:
                if path.is_file() and path.read_bytes().count(b"\n") > before + 40:
                    break
                time.sleep(0.05)
            playing.send_signal(signal.SIGKILL)
        found = spun(path)
        assert found[: len(kept)] == kept and len(found) > len(kept)
        assert found[len(kept) :] == pockets_of(len(kept) + 1, len(found) - len(kept))
        kept = found


@pytest.mark.parametrize("moves", [1, 2])
def test_a_wheel_repeats_no_draw_of_the_round_in_which_a_sitting_was_left(moves: int, tmp_path: Path) -> None:
    """Left in its first round behind the draw, before anything was paid: the next wheel is another one."""
    path, line = (
        tmp_path / "sitting.jsonl",
        ["table", "play", "boule", "--headless", "--wheel", "--seed", "00"],
    )
    assert cli.run([*line, "--rounds", "1", "--journal", str(path)]) == 0
    rows = path.read_bytes().splitlines(keepends=True)
    spin = next(at for at, row in enumerate(rows) if b'"spin"' in row)
    path.write_bytes(b"".join(rows[: spin + moves]))
    assert spun(path) == pockets_of(1, 1)
    assert cli.run([*line, "--rounds", "2", "--journal", str(path), "--resume"]) == 0
    found = spun(path)
    assert len(found) >= 2 and found[1:] == pockets_of(2, len(found) - 1)


def watched(path: Path, rounds: int) -> None:
    """So many rounds that a person watches without a word, from where the sitting was left."""
    if path.exists():
        table, recorder = resume(path)
    else:
        table = Table("boule", bytes(32), SEATS)
        recorder = SittingRecorder.begin(table, path)
    game = TableGame(EngineDealer.of(table), [1], seed="00")
    while game.number < rounds:
        game.run(ms=100)
    recorder.close()


def test_the_time_at_which_bets_were_closed_is_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    watched(path, 3)
    left_ms = replay_sitting(path).table.state["now_ms"]
    watched(path, 2)
    moves = replay_sitting(path).table.moves
    times = [move.cents for move in moves if move.kind == "time"]
    assert times == sorted(times) and left_ms in times and times[-1] > left_ms
    closed = [sooner for sooner, move in itertools.pairwise(moves) if move.kind == "no_more_bets"]
    assert len(closed) == 5 and {sooner.kind for sooner in closed} == {"time"}
    opened = [max(ms for ms in times if ms < sooner.cents) for sooner in closed]
    for began_ms, ended in zip(opened, closed, strict=True):  # nobody was ready: the declared time was up
        assert ended.cents - began_ms >= BETS_WITH_PEOPLE_MS


def test_a_time_that_runs_back_is_refused_by_a_replay(tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    table = Table("boule", bytes(32), SEATS)
    recorder = SittingRecorder.begin(table, path)
    table.act(Move("time", CROUPIER, cents=5_000))
    recorder._line({"move": Move("time", CROUPIER, cents=4_000).to_list(), "state": state_digest(table)})
    recorder.close()
    with pytest.raises(SittingJournalError, match="5000 ms or later"):
        replay_sitting(path)
