# SPDX-License-Identifier: MIT
"""The cup and the wheels of the hall remember: whatever write is the last, no draw is lost or repeated."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hall_killed import BEFORE, BEHIND, WITHIN, Killed, Writes
from hall_sitting import require_every_cent, table_file, visit
from soon import soon

from emulator import cli
from emulator.hall.audit import audit
from emulator.hall.hall import Hall
from emulator.hall.ledger import own_ledger
from emulator.hall.money import HallError
from emulator.hall.sitting import SEAT, Sitting
from emulator.hall.table_draws import Drawn, device_path, device_problem, due, read_draws
from emulator.records.chain import chain
from emulator.records.step_log import StepLog
from emulator.support import files
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.table_game import TableGame
from machines.support.plain import read_json
from machines.tables.game import Event, Move
from machines.tables.registry import GAMES
from machines.tables.wheel import wheel_names

KEY = bytes(range(32))
# Places of a visit that are tried in every run, beside all writes of the device; every one behind ``long``.
FEW = 4
VISITS = 10


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of this test's own, and chance that repeats."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(os, "urandom", lambda count: KEY[:count])
    return tmp_path


def wheels(game: str) -> list[str]:
    """The wheel of a game that has one."""
    return [game] if game in wheel_names() else []


def draws(game: str) -> list[tuple[int, ...]]:
    """What the table has had of its device."""
    rows = read_draws(table_file(game)).rows
    assert [row.number for row in rows] == [*range(1, len(rows) + 1)]
    return [row.values for row in rows]


def hall_of(game: str) -> Hall:
    """A hall with this table and its device."""
    return Hall.open([GAMES[game]], wheels=wheels(game))


# --- what is kept -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", soon([*wheel_names(), "pai-gow"], "boule", "pai-gow"))
def test_a_device_goes_on_where_it_was_left(game: str) -> None:
    visit(game, wheels=wheels(game))
    first = draws(game)
    visit(game, wheels=wheels(game))
    both = draws(game)
    assert len(both) > len(first) > 0 and both[: len(first)] == first
    with hall_of(game) as hall:
        device = hall.sit_at(hall.stands[0]).device
        assert device is not None
        record = device.device.record
        counted = record["throws"] if game == "pai-gow" else record["draws"]
        assert counted == len(both) and record["power_ups"] == 3
        assert int.from_bytes(record["state"][4:8], "little") >= len(both) - 1  # entropy came in after each
        recalled = device.device.throws if game == "pai-gow" else device.device.draws
        assert len(recalled) == min(16, len(both))
    require_every_cent(game, wheels(game))


def test_a_tilt_is_still_there_until_the_key_is_turned() -> None:
    with hall_of("boule") as hall:
        device = hall.sit_at(hall.stands[0]).device
        assert device is not None
        device.device.open_body()
        device.device.run(ms=100)
    with hall_of("boule") as hall:
        device = hall.sit_at(hall.stands[0]).device
        assert device is not None
        record = device.device.record
        assert (record["tilt"], record["opens"]) == ("body", 1)


def test_a_draw_is_on_the_disk_before_the_table_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[tuple[str, int]] = []
    sync = files.sync

    def watched(descriptor: int) -> None:
        sync(descriptor)
        synced.append((Path(f"/proc/self/fd/{descriptor}").readlink().suffix, len(draws("boule"))))

    def heard(move: Move, events: list[Event]) -> None:
        if move.kind == "spin":
            mine = [before for suffix, before in synced if suffix == ".nvram"]
            assert mine[-1] == len(draws("boule")) - 1

    if not Path("/proc/self/fd").is_dir():
        pytest.skip("no /proc names an open file here")
    monkeypatch.setattr(files, "sync", watched)
    visit("boule", 2, heard, ["boule"])
    assert draws("boule")


# --- killed -----------------------------------------------------------------------------------------------


def device_writes(game: str) -> tuple[int, list[int]]:
    """How many writes a visit has, and which of them are of the device while it draws."""
    count, seen, write = Writes(), [], StepLog._write

    def noted(log: StepLog, step: bytes) -> None:
        write(log, step)
        seen.append(count.count)

    with pytest.MonkeyPatch.context() as monkey, count.watched():
        monkey.setattr(StepLog, "_write", noted)
        visit(game, wheels=wheels(game))
    return count.count, seen


@pytest.mark.parametrize(
    ("game", "few"),
    soon(
        [(game, 0) for game in ("boule", "wheel-of-fortune", "pai-gow")]
        + [(game, FEW) for game in ("boule", "pai-gow")],
        ("boule", FEW),
        ("pai-gow", FEW),
    ),
)
def test_whatever_write_is_the_last_the_same_draws_come(
    game: str, few: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "first"))
    visit(game, wheels=wheels(game))  # what is remembered of the games is written once
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "whole"))
    last, own = device_writes(game)
    visit(game, wheels=wheels(game))
    wanted = draws(game)
    every = [(number, where) for number in range(1, last + 1) for where in (BEFORE, WITHIN, BEHIND)]
    if few:
        every = [(number, BEHIND) for number in own[:: max(1, len(own) // few)]] + every[:: len(every) // few]
    for visits, (number, where) in enumerate(every):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / f"hall {number} {where} {visits}"))
        with contextlib.suppress(Killed), Writes(number, where).watched():
            visit(game, wheels=wheels(game))
        require_every_cent(game, wheels(game))
        got = draws(game)
        assert got == wanted[: len(got)], (number, where)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows kills in another way")
@pytest.mark.parametrize("number", soon(range(20, 80, 7), 41))
def test_kill_9_leaves_the_wheel_and_its_table_of_one_mind(number: int) -> None:
    command = [sys.executable, "-m", "hall_sitting", "boule", str(number), BEHIND, "boule"]
    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=False)
    assert ended.returncode in (-signal.SIGKILL, 0)
    require_every_cent("boule", ["boule"])


def shown_and_not_had(game: str) -> None:
    """A visit that is killed when the device has shown a draw that is in no journal yet."""

    def over(device: object, number: int) -> None:
        raise Killed

    with pytest.MonkeyPatch.context() as monkey:
        monkey.setattr("emulator.hall.kept_device.KeptDevice._hands_over", over)
        monkey.setattr(Sitting, "rise", lambda sitting: over(sitting, 0))
        with contextlib.suppress(Killed):
            visit(game, wheels=wheels(game))


@pytest.mark.parametrize("visits", [0, 1])
@pytest.mark.parametrize("game", ["boule", "pai-gow"])
def test_a_draw_that_was_shown_is_had_once_by_the_round_that_it_was_drawn_for(game: str, visits: int) -> None:
    for _ in range(visits):
        visit(game, wheels=wheels(game))
    before = draws(game) if visits else []
    assert bool(before) == bool(visits)
    shown_and_not_had(game)
    assert due(table_file(game), game) and draws(game) == before
    assert audit(own_ledger()).sound
    with Hall.open([GAMES[game]]):  # also where no wheel stands any more
        pass
    assert len(draws(game)) == len(before) + 1 and not due(table_file(game), game)
    require_every_cent(game, wheels(game))


# --- files that do not fit ------------------------------------------------------------------------------


def test_a_device_whose_file_is_gone_is_missed_and_another_takes_its_place() -> None:
    visit("boule", wheels=["boule"])
    had = draws("boule")
    path = device_path(table_file("boule"))
    path.rename(path.with_suffix(".away"))
    assert "its device is gone" in audit(own_ledger()).problems[0]
    visit("boule", wheels=["boule"])
    rows = read_draws(table_file("boule")).rows
    assert [row.serial for row in rows] == [1] * len(had) + [2] * (len(rows) - len(had))
    assert rows[len(had)].number == 1 and rows[len(had)].values != had[0]
    assert audit(own_ledger()).sound
    path.unlink()
    path.with_suffix(".away").rename(path)  # the first one is put back
    assert "must have drawn" in audit(own_ledger()).problems[0]
    with hall_of("boule") as hall, pytest.raises(HallError, match=r"got \d+ of device 1"):
        hall.sit_at(hall.stands[0])


def test_an_older_memory_is_refused_since_it_would_draw_again_what_was_seen() -> None:
    visit("boule", wheels=["boule"])
    path = device_path(table_file("boule"))
    older = path.read_bytes()
    visit("boule", wheels=["boule"])
    path.write_bytes(older)
    assert "must have drawn" in audit(own_ledger()).problems[0]
    with hall_of("boule") as hall:
        with pytest.raises(HallError, match="or once more") as refused:
            hall.sit_at(hall.stands[0])
        assert "out of the way" in refused.value.hint
        assert hall.here is None and hall.pocket.cents


def test_a_damaged_memory_is_refused_and_left_as_it_is() -> None:
    visit("boule", wheels=["boule"])
    path = device_path(table_file("boule"))
    damaged = path.read_bytes().replace(b"boule", b"bouIe", 1)
    path.write_bytes(damaged)
    with hall_of("boule") as hall, pytest.raises(HallError, match="damaged"):
        hall.sit_at(hall.stands[0])
    assert path.read_bytes() == damaged
    assert "damaged" in audit(own_ledger()).problems[0]


def test_a_visitor_who_was_killed_at_a_damaged_device_comes_home_without_it() -> None:
    shown_and_not_had("boule")
    path = device_path(table_file("boule"))
    path.write_bytes(path.read_bytes().replace(b"boule", b"bouIe", 1))
    with pytest.raises(HallError, match="damaged") as refused:
        Hall.open(["boule"])
    assert "put it out of the way" in refused.value.hint
    path.rename(path.with_suffix(".away"))
    require_every_cent("boule")


def rewritten(path: Path, change: list[Drawn]) -> None:
    """The journal with other draws, its chain made anew."""
    lines, hashed, left = [], "", list(change)
    for line in path.read_text(encoding="ascii").splitlines():
        row = read_json(line)
        if "device" in row:
            row |= left.pop(0).beside()
        del row["h"]
        text = json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        hashed = chain(hashed, text)
        lines.append(f'{text[:-1]},"h":"{hashed}"}}\n')
    path.write_text("".join(lines), encoding="ascii")


@pytest.mark.parametrize("game", ["boule", "pai-gow"])
def test_an_audit_draws_every_draw_again(game: str) -> None:
    visit(game, wheels=wheels(game))
    path = table_file(game)
    rows = [*read_draws(path).rows]
    assert device_problem(path, game) == ""
    other = bytearray(rows[0].state)
    other[40] ^= 1  # another key
    for wrong in (
        rows[0]._replace(state=bytes(other)),
        rows[0]._replace(number=2),
        rows[0]._replace(serial=0),
    ):
        rewritten(path, [wrong, *rows[1:]])
        assert "of its device must" in device_problem(path, game)
    rewritten(path, rows)
    assert device_problem(path, game) == ""


def test_a_journal_that_begins_anew_knows_what_it_has_had(monkeypatch: pytest.MonkeyPatch) -> None:
    visit("boule", wheels=["boule"])
    had = read_draws(table_file("boule")).last
    monkeypatch.setattr("emulator.hall.sitting.MOVES_MOST", 10)
    visit("boule", wheels=["boule"])
    draws_now = read_draws(table_file("boule"))
    assert draws_now.begun == had and draws_now.rows[0].number == had.number + 1
    assert audit(own_ledger()).sound


def test_a_devices_file_is_read_and_nobody_mends_it_as_a_coin_machine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for game in ("boule", "pai-gow"):
        visit(game, wheels=wheels(game))
        path = device_path(table_file(game))
        before = path.read_bytes()
        assert cli.run(["inspect", str(path), "--json"]) == 0
        said = json.loads(capsys.readouterr().out)
        assert said["verdict"] == "whole" and len(said["recent"]) == len(draws(game)) > 0
        assert said["record"]["state"].startswith("secret, sha256")
        assert cli.run(["inspect", str(path)]) == 0
        assert "the last results" in capsys.readouterr().out
        assert cli.run(["service", str(path), "--mend", "--json"]) == 1
        assert "must be of a coin machine" in capsys.readouterr().out
        assert path.read_bytes() == before


# --- which tables have one ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("models", "wanted"), [(["boule"], "craps"), (["craps"], "boule"), (["boule"], "cierzo")]
)
def test_a_wheel_stands_at_a_table_of_the_hall_alone(models: list[str], wanted: str) -> None:
    with pytest.raises(HallError, match="wheel must be at a table of the hall"):
        Hall.open(models, wheels=[wanted])


def test_without_the_option_the_core_of_the_table_draws() -> None:
    visit("boule")
    assert not draws("boule") and not device_path(table_file("boule")).exists()


def test_a_test_hall_has_wheels_that_repeat_and_are_gone() -> None:
    found = []
    for _ in range(2):
        with Hall.open(["boule"], seed="07", wheels=["boule"]) as hall:
            sitting = hall.sit_at(hall.stands[0])
            TableGame(EngineDealer.of(sitting.table), [SEAT], seed="00", cash=True).run(ms=60_000)
            path = hall.table_path(hall.stands[0])
            found.append([(row.number, row.values) for row in read_draws(path).rows])
        assert not path.exists()
    assert found[0] == found[1] and found[0]
