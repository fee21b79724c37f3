# SPDX-License-Identifier: MIT
"""azar play and azar replay: what a run prints, keeps and loses by no means."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from soon import soon

from emulator.records import session, storage
from emulator.records.chip_key import key_file
from emulator.records.journal import read
from machines.model import model_names

TEST_VISIT = "play cierzo --headless --script visit --seed 00"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the user's machines, and none has a display."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def quick_script(folder: Path, *lines: str) -> Path:
    """A script that waits for the machine and then does what the lines say."""
    path = folder / "quick.toml"
    ready = '[[step]]\nafter_ms = 3000\nuntil = { moving = false, tilt = "" }\ntimeout_ms = 20000\n'
    path.write_text(ready + "\n".join(lines) + "\n", encoding="utf-8")
    return path


INSERT = '[[step]]\nafter_ms = 1000\ndo = "insert"\ncents = 200\nuntil = { credits = "2.00" }'


# --- without a screen -----------------------------------------------------------------------------


def test_without_a_display_a_visit_is_shown(azar: Any, tmp_path: Path) -> None:
    status, out, err = azar("play")
    assert (status, err.count("\n")) == (0, 1)
    assert err.startswith("no display: ")
    assert (tmp_path / "azar-cierzo.png").read_bytes().startswith(b"\x89PNG")
    for word in ("cierzo 1 TEST", "plays", "prizes", "coin in", "azar-cierzo.png"):
        assert word in out
    assert storage.machines() == []


# Galacho's fifth play of this seed wins: the machine asks whether to gamble before it pays.
@pytest.mark.parametrize(
    ("model", "seed"),
    [("galacho", "b0"), ("bochorno", "00")]
    + [pytest.param(name, seed, marks=pytest.mark.long) for name in model_names() for seed in ("01", "c4")],
)
def test_the_visit_fits_every_machine(model: str, seed: str, azar: Any) -> None:
    status, out, err = azar(f"play {model} --headless --seed {seed}")
    assert (status, "FAILED" in out) == (0, False)
    assert ("on a link of its own" in err) == (model in ("bochorno", "veruela"))


def test_a_linked_machine_without_a_link_says_so(azar: Any, tmp_path: Path) -> None:
    script = quick_script(tmp_path)
    _, _, err = azar(f"play bochorno --seed 00 --script {script}")
    assert "bochorno shares a pot and takes no play alone: --link HOST:PORT, or --link here" in err


def test_a_display_that_is_not_there_is_no_display(
    azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-4711")
    monkeypatch.setenv("SDL_VIDEODRIVER", "")  # so that what azar sets here is taken back
    status, _, err = azar("play")
    assert (status, err.count("\n")) == (0, 1)
    assert err.startswith("no display: ")
    assert (tmp_path / "azar-cierzo.png").exists()


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("play --watch cierzo", 2, "--watch needs a TEST machine"),
        ("play --watch cierzo --seed 00 --nvram kept.nvram", 2, "--watch needs a TEST machine"),
        ("play --watch mine.rom --seed 00", 2, "--watch needs a model file: a ROM is sealed"),
        ("play --watch cierzo --seed 00 --headless", 2, "--watch shows the panel"),
        ("play --watch cierzo --seed 00", 1, "no display: --watch shows the panel"),
    ],
)
def test_files_are_followed_of_a_test_machine_on_its_panel(
    line: str, status: int, told: str, azar: Any
) -> None:
    found, _, err = azar(line)
    assert (found, told in err, "hint: " in err) == (status, True, True)


def test_a_folder_without_room_for_the_picture_does_not_end_the_visit(
    azar: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("azar-cierzo.png").mkdir()
    status, out, err = azar("play")
    assert status == 0
    assert "azar-cierzo.png: picture cannot be written" in err
    assert "plays, mechanical meter" in out


def test_the_picture_of_a_visit_is_drawn_once_with_the_most_money_in_the_tray(
    azar: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A front takes longer to be made than all of the visit that ships."""
    from emulator.panel.machine import picture

    trays: list[int] = []
    draw = picture.draw_picture

    def counted(cabinet: Any, *rest: Any, seen: Any, **how: Any) -> Any:
        trays.append(sum(seen.tray.values()))
        return draw(cabinet, *rest, seen=seen, **how)

    monkeypatch.setattr(picture, "draw_picture", counted)
    status, _, _ = azar(f"{TEST_VISIT} --screenshot a.png")
    assert status == 0 and len(trays) == 1 and trays[0] > 0, trays
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")


def test_json_is_one_object_with_the_keys_of_the_contract(azar: Any) -> None:
    status, out, err = azar(f"{TEST_VISIT} --json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    keys = (
        "model serial test seed profile runtime now_ms script display lamps meters meter_unit_cents "
        "meter_prize_unit_cents tray_cents purse_cents hopper_levels cash_box_cents tilt flags fault "
        "last_fault firmware journal screenshot screenshots film"
    )
    assert set(found) == set(keys.split())
    assert (found["test"], found["seed"], found["tilt"], found["flags"]) == (True, "00", "", [])
    assert found["meters"]["plays"] == found["meters"]["book_plays"] == 5
    assert found["meters"]["in"] * found["meter_unit_cents"] == found["meters"]["book_coin_in_cents"]
    assert found["script"]["held"]


@pytest.mark.long
def test_json_with_a_picture_is_still_one_object() -> None:
    command = [
        sys.executable,
        "-P",
        "-m",
        "emulator.cli",
        *shlex.split(TEST_VISIT),
        "--json",
        "--screenshot",
        "a.png",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (json.loads(done.stdout)["screenshot"], done.stderr) == ("a.png", "")
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")


def test_a_seed_repeats_a_run_to_the_byte(azar: Any) -> None:
    results = [azar(f"{TEST_VISIT} --journal {name} --json")[1] for name in ("a.jsonl", "b.jsonl")]
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()
    first, second = (json.loads(result) for result in results)
    assert {**first, "journal": ""} == {**second, "journal": ""}


def test_replay_reproduces_a_run(azar: Any) -> None:
    azar(f"{TEST_VISIT} --journal visit.jsonl --json")
    status, out, _ = azar("replay visit.jsonl --json")
    found = json.loads(out)
    assert (status, found["same"], found["complete"]) == (0, True, True)
    assert found["compared"] == found["lines"] > 100
    assert "reproduced byte for byte" in azar("replay visit.jsonl")[1]


def test_replay_names_an_altered_line(azar: Any) -> None:
    azar(f"{TEST_VISIT} --journal visit.jsonl --json")
    lines = Path("visit.jsonl").read_text(encoding="ascii").splitlines(keepends=True)
    lines[20] = lines[20].replace('"t":', '"t":1')
    Path("visit.jsonl").write_text("".join(lines), encoding="ascii", newline="\n")
    status, out, err = azar("replay visit.jsonl")
    assert (status, out) == (1, "")
    assert "line 21" in err and "hint: get it again from whoever recorded it" in err
    assert "line 21" in json.loads(azar("replay visit.jsonl --json")[1])["error"]["message"]


def test_a_step_that_does_not_hold_fails_the_run(azar: Any, tmp_path: Path) -> None:
    script = quick_script(tmp_path, '[[step]]\nexpect = { credits = "9.99" }')
    status, _, err = azar(f"play --headless --script {script} --seed 00")
    assert status == 1
    assert "error: 1 of 2 steps of" in err
    error = json.loads(azar(f"play --script {script} --seed 00 --json")[1])["error"]
    assert error["script"]["steps"][1]["unmet"]
    assert error["meters"]["plays"] == 0


def test_english_panel_speaks_english(azar: Any) -> None:
    spanish, english = (json.loads(azar(f"{TEST_VISIT} --lang {lang} --json")[1]) for lang in ("es", "en"))
    assert spanish["display"]["message"] != english["display"]["message"]
    assert spanish["meters"] == english["meters"]


# --- machines are kept ----------------------------------------------------------------------------


def test_a_machine_is_kept_between_runs(azar: Any, tmp_path: Path) -> None:
    script = quick_script(tmp_path, INSERT)
    line = f"play --headless --script {script} --nvram my.nvram --json"
    first = json.loads(azar(line)[1])
    assert (first["test"], first["display"]["credits"]) == (False, "2.00")
    look = quick_script(tmp_path, '[[step]]\nexpect = { credits = "2.00" }')
    second = json.loads(azar(f"play --headless --script {look} --nvram my.nvram --json")[1])
    books = [{k: n for k, n in run["meters"].items() if k.startswith("book_")} for run in (first, second)]
    assert books[0] == books[1]
    assert books[0]["book_coin_in_cents"] == 200
    assert second["purse_cents"] == first["purse_cents"] + 200  # another visitor


def test_fresh_commissions_the_next_serial_number(azar: Any, tmp_path: Path) -> None:
    script = quick_script(tmp_path)
    serials = [
        json.loads(azar(f"play --script {script} {options} --json")[1])["serial"]
        for options in ("", "", "--fresh", "", "--serial 1")
    ]
    assert serials == [1, 1, 2, 2, 1]


def test_every_run_leaves_a_journal(azar: Any, tmp_path: Path) -> None:
    script = quick_script(tmp_path)
    found = json.loads(azar(f"play --script {script} --json")[1])
    assert read(found["journal"]).complete
    assert azar(f"replay {found['journal']} --json")[0] == 0


def test_only_the_newest_journals_are_kept(azar: Any, tmp_path: Path) -> None:
    folder = storage.machines_folder().parent / "journals"
    folder.mkdir(parents=True)
    for n in range(30):
        (folder / f"2001{n:04}-cierzo-test.jsonl").touch()
    azar(f"play --script {quick_script(tmp_path)} --seed 00 --json")
    kept = sorted(path.name for path in folder.iterdir())
    assert len(kept) == 20
    assert kept[0] == "20010011-cierzo-test.jsonl"


def test_two_players_cannot_have_one_machine(azar: Any, tmp_path: Path) -> None:
    with storage.open_machine("cierzo", nvram=tmp_path / "my.nvram"):
        status, out, err = azar("play --headless --nvram my.nvram")
    assert (status, out) == (1, "")
    assert "in use by process" in err
    assert "hint: " in err


# --- nothing is lost ------------------------------------------------------------------------------


SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.mark.parametrize("number", soon(SIGNALS, signal.SIGTERM))
def test_a_run_that_is_told_to_end_is_kept(number: signal.Signals, tmp_path: Path) -> None:
    forever = '[[step]]\nafter_ms = 1000000000000\nsay = "never"'
    script = quick_script(tmp_path, INSERT, forever)
    arguments = f"play --headless --script {script} --nvram my.nvram --journal run.jsonl"
    command = [sys.executable, "-P", "-m", "emulator.cli", *shlex.split(arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(2):
            process.stdout.readline()
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert err.startswith("cierzo 1 is kept: ") and err.count("\n") == 1
    kept = storage.read_file(tmp_path / "my.nvram")
    assert kept.physical is not None
    assert read(tmp_path / "run.jsonl").complete


@pytest.mark.parametrize("number", soon(SIGNALS, signal.SIGTERM))
@pytest.mark.parametrize("kiosk", ["", "--kiosk"])
def test_a_panel_that_is_told_to_end_keeps_its_machine(
    kiosk: str, number: signal.Signals, azar: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from emulator.panel.machine.window import Window

    frames, drawn = [0], Window.frame

    def frame(window: Window, *arguments: Any) -> None:
        frames[0] += 1
        if frames[0] == 5:
            os.kill(os.getpid(), number)
        assert frames[0] < 20, "the signal ends it"
        drawn(window, *arguments)

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(Window, "frame", frame)
    before = [signal.getsignal(one) for one in SIGNALS]
    status, _, err = azar(f"play {kiosk} --nvram my.nvram --journal run.jsonl")
    assert (status, "is kept" in err) == (0, True)
    assert storage.read_file(tmp_path / "my.nvram").physical is not None
    assert read(tmp_path / "run.jsonl").complete
    assert [signal.getsignal(one) for one in SIGNALS] == before


def test_a_kiosk_without_a_display_fails_and_touches_no_machine(azar: Any, tmp_path: Path) -> None:
    status, out, err = azar("play cierzo --kiosk")
    assert (status, out) == (1, "")
    assert err.startswith("error: no display: a kiosk needs a screen\n")
    assert "hint: set DISPLAY or WAYLAND_DISPLAY" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("named", ["--nvram my.nvram", "--fresh", "--serial 1"])
def test_no_visit_is_played_on_a_machine_that_was_named_for_its_panel(
    named: str, azar: Any, tmp_path: Path
) -> None:
    status, out, err = azar(f"play cierzo {named}")
    assert (status, out) == (1, "")
    assert err.startswith("error: no display: ") and "--headless --script FILE" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("how", ["--headless", "--json", "--screenshot a.png"])
def test_a_visit_that_nobody_wrote_is_played_on_a_test_machine(how: str, azar: Any) -> None:
    status, out, _ = azar(f"play cierzo {how}")
    assert status == 0
    assert ("TEST" in out) or json.loads(out)["test"]
    assert storage.machines() == []


READ_ONLY = {
    "machine": ("play --headless --nvram /dev/null/my.nvram", "/dev/null/my.nvram"),
    "journal": (f"{TEST_VISIT} --journal /dev/null/run.jsonl", "/dev/null/run.jsonl"),
    "picture": (f"{TEST_VISIT} --screenshot /dev/null/panel.png", "/dev/null/panel.png"),
}


@pytest.mark.parametrize("case", READ_ONLY)
def test_a_folder_that_cannot_be_written_is_one_clear_line(case: str, azar: Any) -> None:
    line, path = READ_ONLY[case]
    status, _, err = azar(line)
    assert status == 1
    assert err.startswith("error: ")
    assert path in err.splitlines()[0]
    assert "hint: " in err
    assert "Traceback" not in err


def test_a_data_folder_that_cannot_be_written_stops_no_test_machine(
    azar: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null")
    status, out, err = azar(f"{TEST_VISIT} --json")
    assert status == 0
    assert json.loads(out)["journal"] is None
    assert err.startswith("no journal is written: ")


# --- the panel ------------------------------------------------------------------------------------


@pytest.fixture
def panel(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A display, and a panel whose visitor inserts a coin and leaves."""
    calls: list[Any] = []

    def run_panel(cabinet: Any, *, kiosk: bool, language: str, **_: Any) -> None:
        calls.append((cabinet, kiosk, language))
        cabinet.run(ms=5_000)
        cabinet.insert(100)
        cabinet.run(ms=2_000)

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("emulator.panel.machine.window.run_panel", run_panel)
    return calls


def test_a_closed_window_keeps_the_machine(azar: Any, panel: list[Any], tmp_path: Path) -> None:
    status, out, err = azar("play cierzo --kiosk --lang en --nvram my.nvram")
    assert (status, out) == (0, "")
    assert "is kept" in err
    ((cabinet, kiosk, language),) = panel
    assert (kiosk, language, cabinet.display.credits) == (True, "en", "1.00")
    assert storage.read_file(tmp_path / "my.nvram").nvram == cabinet.nvram


def test_a_panel_that_fails_keeps_the_machine(
    azar: Any, panel: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from emulator.panel.machine import window as app

    working = app.run_panel

    def failing(cabinet: Any, **options: Any) -> None:
        working(cabinet, **options)
        raise RuntimeError("the screen broke")

    monkeypatch.setattr("emulator.panel.machine.window.run_panel", failing)
    status, _, err = azar("play --nvram my.nvram")
    assert status == 1
    assert "the screen broke" in err
    assert "Traceback" not in err
    assert storage.read_file(tmp_path / "my.nvram").nvram == panel[0][0].nvram


def test_what_a_killed_process_leaves_is_what_it_showed_last(tmp_path: Path) -> None:
    """What lies on the disk while the machine runs is what a process leaves that never comes to its end."""
    kept, left = tmp_path / "kept.nvram", tmp_path / "left.nvram"
    acts: list[tuple[Any, ...]] = [("run", 6000), ("insert", 100), ("run", 700), ("run", 60), ("take_tray",)]
    with session.open_session(session.Wanted(nvram=kept, journal=tmp_path / "run.jsonl")) as running:
        for name, *arguments in [*acts, ("press", "start"), ("run", 300), ("run", 6000)]:
            getattr(running.cabinet, name)(*arguments)
            running.cabinet.settle()
            shutil.copy(kept, left)
            shutil.copy(key_file(kept), key_file(left))
            shown = running.cabinet.physical()
            with storage.open_machine("cierzo", nvram=left) as machine:
                assert machine.nvram == running.cabinet.nvram
                assert machine.physical is not None
                # Neither angles nor bounces are steps.
                assert machine.physical | {"reels": 0, "draws": 0} == shown | {"reels": 0, "draws": 0}
            journal = (tmp_path / "run.jsonl").read_text(encoding="ascii")
            digest = hashlib.sha256(running.cabinet.nvram).hexdigest()[:16]
            if name == "run":
                commits = [line for line in journal.splitlines() if '"out":"commit"' in line]
                assert json.loads(commits[-1])["nvram"] == digest, "the journal knows of the same commit"


@pytest.mark.parametrize(
    "model", ["aneto", "cometa", "cometa_nacional", "moncayo", "mudejar", "ronda", "verbena"]
)
def test_every_machine_that_ships_has_a_visit(azar: Any, model: str) -> None:
    """Without a display ``azar play`` plays one that fits the type of the machine."""
    status, out, err = azar(f"play {model} --headless --seed 00 --json")
    assert status == 0, err
    assert json.loads(out)["model"] == model


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play cierzo --seed 00 --screenshot p.png --size 639x400", "--size must be 640x400 pixels or more"),
        ("hall --seed 00 --screenshot p.png --size 640x399", "--size must be 640x400 pixels or more"),
        ("play cierzo --seed 00 --screenshot p.png --access big", "--access must be of large, contrast"),
        ("play cierzo --seed 00 --screenshot p.png --scan 299", "--scan must be 300 ms or more (got 299)"),
        ("play cierzo --seed 00 --screenshot p.png --speak '\"x'", "--speak must be a command"),
    ],
)
def test_what_cannot_be_drawn_is_refused_before_the_run(
    line: str, said: str, azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = azar(line)
    assert (found.status, found.out) == (2, "")
    assert said in found.err
    assert "hint: " in found.err
    assert not list(tmp_path.iterdir())
