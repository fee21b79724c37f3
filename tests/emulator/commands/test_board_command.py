# SPDX-License-Identifier: MIT
"""azar board, and --firmware where a firmware is run."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from prompt_sessions import buggy_firmware

RUN = '-c ".run 4s" -c "main.state.credits_cents"'


def test_lines_of_the_command_line_are_done(azar: Any) -> None:
    shown = azar(f"board cierzo --seed 00 --runtime cpython {RUN}")
    assert shown.status == 0, shown.err
    lines = shown.out.splitlines()
    assert [lines[0], *lines[2:]] == [">>> .run 4s", ">>> main.state.credits_cents", "0"]
    assert lines[1].endswith('tick 18      "TEST INSERTE MONEDA"')


def test_a_machine_of_record_is_refused(azar: Any) -> None:
    shown = azar("board cierzo -c .step")
    assert (shown.status, shown.out) == (2, "")
    assert "seed must be given" in shown.err
    assert "azar board cierzo --seed 00" in shown.err


def test_lines_of_a_file_are_done(azar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("x = 2\nfor i in range(x):\n    i\n\n.quit\nnever\n"))
    shown = azar("board cierzo --seed 00 --runtime cpython")
    assert shown.status == 0
    said = [">>> x = 2", ">>> for i in range(x):", "...     i", "...", "0", "1", ">>> .quit"]
    assert shown.out.splitlines() == said


def test_a_line_that_fails_is_counted_and_the_others_are_done(azar: Any) -> None:
    shown = azar('board cierzo --seed 00 --runtime cpython -c "1/0" -c ".foo" -c "1 + 1"')
    assert shown.status == 1
    assert shown.out.splitlines()[-1] == "2"
    assert "2 of 3 lines failed" in shown.err


def test_json_is_one_object_a_line(azar: Any) -> None:
    shown = azar('board cierzo --seed 00 --runtime cpython --json -c ".step" -c "1/0"')
    rows = [json.loads(line) for line in shown.out.splitlines()]
    assert [row["kind"] for row in rows] == ["typed", "step", "typed", "error", "end"]
    assert (rows[1]["tick"], rows[-1]) == (2, {"kind": "end", "lines": 2, "failed": 1})
    assert (shown.status, shown.err) == (1, "")


def test_a_linked_machine_has_a_controller_of_its_own(azar: Any, tmp_path: Path) -> None:
    journal = tmp_path / "linked.jsonl"
    lines = '-c ".run 8s" -c ".look state.link_award" -c ".back 1s"'
    alone = azar("board bochorno --seed 00 --runtime cpython -c '.run 8s'")
    assert "SIN ENLACE" in alone.out
    assert "--link here" in alone.err
    shown = azar(f"board bochorno --seed 00 --runtime cpython --link here --journal {journal} {lines}")
    assert "SIN ENLACE" not in shown.out
    assert "rewind must be of a machine without a line" in shown.out
    assert azar(f"replay {journal}").status == 0


def test_what_the_firmware_prints_is_told(azar: Any, tmp_path: Path) -> None:
    folder = buggy_firmware(tmp_path / "fw")
    main = folder / "main.py"
    main.write_text(
        main.read_text(encoding="utf-8").replace(
            "def boot() -> None:", "def boot() -> None:\n    print('up')", 1
        )
    )
    shown = azar(f"board cierzo --seed 00 --firmware {folder} --trust-firmware --runtime cpython -c .time")
    assert shown.status == 0
    assert "coin_drive.py" in shown.err
    assert "main.py" in shown.err
    assert shown.out.splitlines()[0].split() == ["print", "up"]


def test_a_journal_of_another_firmware_replays_with_its_folder(azar: Any, tmp_path: Path) -> None:
    folder, journal = buggy_firmware(tmp_path / "fw"), tmp_path / "bench.jsonl"
    trust = f"--firmware {folder} --runtime cpython --trust-firmware"
    done = azar(
        f'board cierzo --seed 00 {trust} --journal {journal} -c ".coin 100" {RUN} -c ".set coin_50 1"'
    )
    assert done.status == 0, done.err
    assert azar(f"replay {journal} {trust}").status == 0
    refused = azar(f"replay {journal}")
    assert refused.status == 1
    assert "firmware digest must be" in refused.err


def test_play_takes_a_folder_of_firmware(azar: Any, tmp_path: Path) -> None:
    trust = f"--firmware {buggy_firmware(tmp_path / 'fw')} --runtime cpython --trust-firmware"
    found = azar(f"play cierzo --headless --seed 00 --json {trust}").json
    assert found["firmware"] == {"ours": False, "differs": ["coin_drive.py"], "trusted": True}


@pytest.mark.parametrize("verb", ["board cierzo --seed 00 -c .step", "play cierzo --headless --seed 00"])
def test_a_folder_without_firmware_is_refused(azar: Any, tmp_path: Path, verb: str) -> None:
    shown = azar(f"{verb} --firmware {tmp_path}")
    assert shown.status == 1
    assert "firmware must be a folder with a main.py" in shown.err
