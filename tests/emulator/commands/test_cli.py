# SPDX-License-Identifier: MIT
"""The azar command: its verbs, its JSON contract and its errors."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from soon import soon

from emulator import EmulatorError, cli
from emulator.commands.console import explain
from machines.model import model_names
from machines.support.languages import SOURCE_LANGUAGE, listed
from machines.types.registry import TYPES

DOCS = ROOT / "docs" / "commands.md"
COMMANDS = Path(cli.__file__).parent / "commands"
VERBS = {name: import_module(f"emulator.commands.{name.replace('-', '_')}") for name in cli.NAMES}
LEAVES = {name: getattr(made, "commands", {"": made}) for name, made in cli.command_line().commands.items()}
"""The commands of each verb: those of its own verbs, or itself under no name."""


def start(line: str, **options: Any) -> subprocess.Popen[str]:
    """Run a command line in a process of its own."""
    arguments = [sys.executable, "-P", "-m", "emulator.cli", *shlex.split(line)]
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
    return subprocess.Popen(arguments, **options)


# --- verbs ----------------------------------------------------------------------------------------


def test_every_file_of_commands_is_a_verb() -> None:
    shared = {"__init__", "complete", "console", "firmware", "groups"}
    shared |= {"device_cuts", "inspect_device"}
    shared |= {"play_by_hand", "play_film", "play_panel", "play_result", "play_visit"}
    shared |= {"table_decisions", "table_inspect", "table_link", "table_odds", "table_options", "table_page"}
    shared |= {"screen_size", "table_play", "table_simulate", "table_wanted"}
    files = {path.stem for path in COMMANDS.glob("*.py")} - shared
    files |= {path.parent.name for path in COMMANDS.glob("*/__init__.py")}
    assert {file.replace("_", "-") for file in files} == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_verb_has_help_with_an_example_and_a_place_in_the_docs(verb: str, azar: Any) -> None:
    shown = azar(f"{verb} --help")
    docs = DOCS.read_text(encoding="utf-8")
    assert shown.status == 0
    assert f"\n## azar {verb}\n" in docs
    for example in VERBS[verb].EXAMPLE.splitlines():
        assert f"Example: {example}" in " ".join(shown.out.split())
        assert f"\n{example}\n" in docs


@pytest.mark.parametrize(
    ("verb", "options"),
    [("play", {"--headless", "--plays"}), ("simulate", {"--kernel", "--prizes-only", "--visitor"})],
)
def test_examples_show_how_plays_are_made_in_plenty(verb: str, options: set[str]) -> None:
    assert options - set(VERBS[verb].EXAMPLE.split()) == set()


@pytest.mark.parametrize(("verb", "below"), [(verb, below) for verb in LEAVES for below in LEAVES[verb]])
def test_every_option_stands_in_the_docs(verb: str, below: str) -> None:
    section = DOCS.read_text(encoding="utf-8").partition(f"\n## azar {verb}\n")[2].partition("\n## ")[0]
    if below:
        section = section.partition(f"\n### azar {verb} {below}\n")[2].partition("\n### ")[0]
    options = {option for one in LEAVES[verb][below].params for option in (*one.opts, *one.secondary_opts)}
    options = {option for option in options if option.startswith("--")}
    assert section
    assert options or "It has no options." in section
    assert {option for option in options if option not in section} == set()


def test_without_a_verb_help_is_shown(azar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)  # where there is a display the hall would open
    shown = azar("")
    assert shown.status == 2
    for verb in VERBS:
        assert f"  {verb} " in shown.out


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        ("--help", ""),
        ("check cometa", "pydantic"),
        ("check cierzo", "numpy pydantic"),  # what a watcher gains
        ("check mudejar", "flint pydantic"),  # what all combinations pay
    ],
)
def test_a_command_loads_no_library_in_vain(line: str, needed: str) -> None:
    libraries = {"pygame", "numpy", "flint", "pydantic", "rich", "cryptography", "xlsxwriter"}
    end = f"sys.stderr.write(' '.join(sorted({libraries} & set(sys.modules))))"
    code = f"import sys; from emulator import cli; cli.run({line.split()}); {end}"
    run = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert run.stderr == needed


def test_a_run_without_a_picture_loads_no_panel(tmp_path: Path) -> None:
    """Pygame, imported beside a running machine, spoils the handler by which genuine MicroPython traps."""
    line = ["play", "cierzo", "--headless", "--seed", "00", "--runtime", "cpython", "--json"]
    code = f"import sys; from emulator import cli; cli.run({line}); sys.exit('pygame' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, check=False,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    assert run.returncode == 0


# --- the JSON contract ----------------------------------------------------------------------------


def test_models_lists_what_ships(azar: Any) -> None:
    (row,) = [row for row in azar("models --json").json["models"] if row["name"] == "cierzo"]
    assert (row["type"], row["price_cents"]) == ("B", 20)
    assert Fraction(75, 100) <= Fraction(row["rtp"]) <= Fraction(85, 100)
    assert row["status"]
    assert "cierzo" in azar("models").out


def test_check_of_a_sound_model_finds_nothing(azar: Any) -> None:
    first, *inherited = azar("check cierzo").out.splitlines()
    assert first == "cierzo: no mistakes (profile es-ar-2002)"
    assert "inherits durations.play_min_ms: 5,000 ms (B-10, RD 2110/1998 art. 6.5)" in inherited
    found = azar("check cierzo --json").json
    assert len(found["inherited"]) == len(inherited) == 6
    assert found["inherited"][2] == {
        "path": "prize_meter.max_cents", "value": 8000, "rule": "B-04", "article": "RD 2110/1998 art. 6.3",
    }  # fmt: skip
    assert (found["ok"], found["problems"]) == (True, [])


def test_check_under_another_profile_says_which(azar: Any) -> None:
    assert azar("check cierzo --profile es-rd2110-2001 --json").status in (0, 1)


def test_check_tells_every_mistake_in_text_and_in_json(azar: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    text = (load_model_text("cierzo")).replace('type = "B"', 'type = "X"').replace("rows = 3", "row = 3")
    path.write_text(text, encoding="utf-8")
    shown = azar(f"check {path}")
    assert shown.status == 1
    assert shown.out == ""
    types = listed([f'"{letter}"' for letter in sorted(TYPES)], SOURCE_LANGUAGE, "{} or {}")
    assert f'must be {types} (got "X")' in shown.err
    error = azar(f"check {path} --json").json["error"]
    assert len(error["problems"]) >= 2
    for problem in error["problems"]:
        assert {"path", "message", "value", "limit", "unit", "rule", "article", "hint"} <= set(problem)
        assert problem["path"] in shown.err
        assert problem["hint"] in shown.err


def load_model_text(name: str) -> str:
    from machines.model import MODELS_FOLDER

    return (MODELS_FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def test_par_has_the_keys_of_the_contract(azar: Any) -> None:
    sheet = azar("par cierzo --json").json
    keys = "model type price_cents rtp rtp_percent hit_frequency variance_stake2 volatility_index prizes"
    assert {*keys.split(), "cycle_plays", "prize_plan", "windows"} <= set(sheet)
    paid = sum(row["prize_cents"] * row["count"] for row in sheet["prize_plan"])
    assert Fraction(sheet["rtp"]) == Fraction(paid, sheet["cycle_plays"] * sheet["price_cents"])
    assert {"plays", "worst_payout", "required", "holds"} <= set(sheet["windows"][0])
    assert sheet["rtp"] in azar("par cierzo").out


def test_simulate_has_the_keys_of_the_contract(azar: Any) -> None:
    found = azar("simulate cierzo --plays 100 --seed 00 --json").json
    keys = (
        "model seed machines plays staked_cents won_cents rtp_percent ci99_percent hits plays_per_second "
        "sigma_from_exact"
    )
    assert set(keys.split()) <= set(found)


def test_simulate_of_a_cycle_pays_exactly_the_plan(azar: Any) -> None:
    found = azar("simulate cierzo --plays 20000 --json").json
    sheet = azar("par cierzo --json").json
    paid = sum(row["prize_cents"] * row["count"] for row in sheet["prize_plan"])
    assert (found["won_cents"], found["staked_cents"]) == (paid, 400_000)
    assert (found["ci99_percent"], found["sigma_from_exact"]) == (None, None)
    plan = {row["prize_cents"]: row["count"] for row in sheet["prize_plan"]}
    assert {row["prize_cents"]: row["count"] for row in found["prizes"] if row["prize_cents"]} == plan


def test_simulate_repeats_a_printed_seed(azar: Any) -> None:
    first = azar("simulate cierzo --plays 777 --json").json
    again = azar(f"simulate cierzo --plays 777 --seed {first['seed']} --json").json
    del first["plays_per_second"], again["plays_per_second"]
    assert first == again


def test_simulate_shows_tables_to_people(azar: Any) -> None:
    shown = azar("simulate cierzo --plays 100 --seed 00").out
    for word in ("seed", "staked", "99 % interval", "plays/s", "80.00 EUR"):
        assert word in shown


def test_version_names_core_tables_and_vm(azar: Any) -> None:
    found = azar("version --json").json
    assert set(found) == {"azar", "core", "tables_format", "firmware", "micropython", "vm"}
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", found["core"])
    assert found["core"] in azar("--version").out


# --- errors ---------------------------------------------------------------------------------------

ERRORS = {
    "missing model": ("par nowhere", 1, "cierzo"),
    "missing model file": ("check /nowhere/at/all.toml", 1, "No such file or directory"),
    "missing profile": ("check cierzo --profile es-nowhere", 1, "es-ar-2002"),
    "missing journal": ("replay nowhere.jsonl", 1, "nowhere.jsonl: No such file or directory"),
    "missing script": ("play cierzo --headless --seed 00 --script nowhere.toml", 2, "nowhere.toml"),
    "unknown verb": ("plai", 2, "plai"),
    "unknown option": ("models --fast", 2, "--fast"),
    "unknown language": ("play --lang fr", 2, "fr"),
    "language of no paper": ("dossier cierzo -o x --lang ca", 2, "in es and en only (got ca)"),
    "missing argument": ("par", 2, "odel"),
    "no plays": ("simulate cierzo --plays 0", 2, "--plays"),
    "odd seed": ("simulate cierzo --seed 123", 2, "got 123"),
    "seed that is no hex": ("simulate cierzo --seed zz", 2, "got zz"),
    "empty seed": ("simulate cierzo --seed ''", 2, "seed must be"),
    "long seed": (f"simulate cierzo --seed {'0' * 66}", 2, "seed must be"),
}


@pytest.mark.parametrize("case", ERRORS)
def test_error_is_a_line_and_a_hint(case: str, azar: Any) -> None:
    line, status, word = ERRORS[case]
    shown = azar(line)
    assert (shown.status, shown.out) == (status, "")
    assert shown.err.startswith("error: ")
    assert word in shown.err
    assert "hint: " in shown.err
    assert "Traceback" not in shown.err


@pytest.mark.parametrize("case", ERRORS)
def test_error_as_json_is_one_object_and_nothing_else(case: str, azar: Any) -> None:
    line, status, word = ERRORS[case]
    shown = azar(f"{line} --json")
    assert (shown.status, shown.err) == (status, "")
    assert set(shown.json) == {"error"}
    error = shown.json["error"]
    assert {"message", "hint", "rule"} <= set(error)
    assert "\n" not in error["message"]
    assert error["hint"]
    assert word in json.dumps(error, ensure_ascii=False)


def test_a_hint_inside_a_message_becomes_the_hint() -> None:
    failure = explain(EmulatorError("pygame must be pygame-ce\n\nhint: install it"))
    assert (failure.message, failure.hint) == ("pygame must be pygame-ce", "install it")


def test_internal_error_is_a_line_too(azar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("machines.model.load_model", lambda *_: 1 // 0)
    shown = azar("check cierzo")
    assert shown.status == 1
    assert shown.err.startswith("error: internal error, ZeroDivisionError")
    monkeypatch.setenv("AZAR_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        azar("check cierzo")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at the process in /proc")
def test_ctrl_c_ends_in_one_clear_line() -> None:
    with start("simulate cierzo --plays 1000000000000 --seed 00 --jobs 1") as process:
        wait_for_thread(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (1, "", "error: interrupted\n")


def wait_for_thread(process: subprocess.Popen[str]) -> None:
    """Until the campaign runs: until the process has its second thread."""
    while len(list(Path(f"/proc/{process.pid}/task").iterdir())) < 2:
        assert process.poll() is None, "the campaign must not end before it is interrupted"
        os.sched_yield()


@pytest.mark.long
def test_closed_pipe_is_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with start("par cierzo", stdout=writing) as process:
        os.close(writing)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (1, "")


def test_closed_pipe_with_json_is_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with start("check nowhere --json", stdout=writing) as process:
        os.close(writing)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (1, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("line", soon(["models", "par cierzo", "par cierzo --json"], "models"))
def test_a_full_disk_is_one_clear_line(line: str) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full, start(line, stdout=full) as process:
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err.splitlines()[0]) == (1, "error: No space left on device")
    assert "Traceback" not in err


@pytest.mark.skipif(os.name != "posix", reason="closes streams as a shell does")
@pytest.mark.parametrize(
    "closed", ["1>&-", *(pytest.param(other, marks=pytest.mark.long) for other in ("0<&- 1>&-", "1>&- 2>&-"))]
)
def test_closed_streams_are_no_traceback(closed: str) -> None:
    """A kiosk may be started with nothing open; its files must not become standard output."""
    command = f"{shlex.quote(sys.executable)} -P -m emulator.cli"
    told = []
    for line in ("models", "check nowhere"):
        shell = ["sh", "-c", f"{command} {line} {closed}"]
        done = subprocess.run(shell, stderr=subprocess.PIPE, text=True, check=False)
        told.append((done.returncode, done.stderr.partition("\n")[0]))
    quiet = "2>&-" in closed
    assert told == [(0, ""), (1, "" if quiet else "error: nowhere: 1 mistake")]


@pytest.mark.long
def test_a_locale_without_the_characters_loses_none() -> None:
    """What the locale lacks is written as an escape, on standard output as on standard error."""
    poor = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    with start("par cierzo", env=poor) as process:
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert "cereza \\xd73" in out


def test_a_narrow_terminal_cuts_no_column_away(azar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "12")
    words = azar("models").out.split()
    assert {"cierzo", "CIERZO", "0.20", "EUR", "80.42", "%", "window", "proved"} <= set(words)


def test_no_word_of_a_table_is_cut_in_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.run(["models"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in model_names())
    assert "…" not in shown
