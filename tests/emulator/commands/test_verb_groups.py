# SPDX-License-Identifier: MIT
"""Verbs of a command: options may stand before them, and those of another verb are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer

from emulator import cli
from emulator.commands.groups import group, verb
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.rules import load_definition
from machines.support import private

BEFORE_AND_BEHIND = [
    ("link --store link.db status", "link status --store link.db"),
    ("link --json --store=link.db audit", "link audit --store link.db --json"),
    ("link --store link.db --link carrusel change", "link change --store link.db --link carrusel"),
    ("link --machine 3 --key link.key key", "link key --key link.key --machine 3"),
    ("link --key audit key --machine 3", "link key --machine 3 --key audit"),
    ("pai-gow --bank 2 --json dice", "pai-gow dice --bank 2 --json"),
    ("pai-gow --seed 0a0b deal --number 7", "pai-gow deal --number 7 --seed 0a0b"),
    ("rng --seed 42 --dice 3 draws --count 5", "rng draws --seed 42 --dice 3 --count 5"),
    ("rng --seed --count draws", "rng draws --seed --count"),
    ("counter --json -olinked.bin read cierzo", "counter read cierzo --json -o linked.bin"),
    ("counter -- read nowhere.nvram", "counter read nowhere.nvram"),
    ("rom --json info nowhere.rom", "rom info nowhere.rom --json"),
    ("link -h serve", "link serve --help"),
]


@pytest.fixture
def azar(azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command line beside a link and a key."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    Controller.create(open_store("link.db"), load_definition("carrusel"), bytes(32)).close()
    for name in ("link.key", "audit"):
        private.create(tmp_path / name, b"11" * 32)
    return azar


@pytest.mark.parametrize(("before", "behind"), BEFORE_AND_BEHIND)
def test_options_may_stand_before_the_verb(before: str, behind: str, azar: Any) -> None:
    assert azar(before) == azar(behind)


def test_what_stands_before_the_verb_is_heard(azar: Any) -> None:
    assert azar("link --machine 3 --key link.key key")[0] == 0
    assert len(azar("rng --seed 42 --dice 3 draws --count 5")[1].splitlines()) == 5
    assert json.loads(azar("pai-gow --bank 2 --json dice")[1])["bank"] == 2


WRONG = [
    ("link audit --port 7710", "audit takes no --port", "azar link audit --help"),
    ("link --port=7710 audit", "audit takes no --port", "azar link audit --help"),
    ("pai-gow dice --way casa", "dice takes no --way", "azar pai-gow dice --help"),
    ("counter check -o x", "check takes no -o", "azar counter check --help"),
    ("rom info x.rom --key k", "info takes no --key", "azar rom info --help"),
    ("rom keygen", "missing option '--output'", "azar rom keygen --help"),
    ("rom keygen x.rom -o k", "x.rom", "azar rom keygen --help"),
    ("rng test --bogus", "no such option: --bogus", "azar rng test --help"),
    ("rng --bogus test", "no such option: --bogus", "azar rng test --help"),
    ("rng --bogus 5 test", "no such option: --bogus", "azar rng --help"),
    ("rng --bogus", "no such option: --bogus", "azar rng --help"),
    ("rng", "verb must be one of stream, draws, test (got nothing)", "azar rng --help"),
    ("rng --seed 00", "verb must be one of stream, draws, test (got nothing)", "azar rng --help"),
    ("link -", "demo (got -)", "azar link --help"),
    ("link bake", "demo (got bake)", "azar link --help"),
]


@pytest.mark.parametrize(("line", "says", "hint"), WRONG)
def test_a_wrong_option_is_told_with_status_2(line: str, says: str, hint: str, azar: Any) -> None:
    status, out, err = azar(line)
    assert (status, out) == (2, "")
    assert says in err and err.endswith(f"hint: {hint}\n")
    status, out, err = azar(f"{line} --json")
    assert (status, err) == (2, "")
    error = json.loads(out)["error"]
    assert says in error["message"] or "takes no --json" in error["message"]
    assert error["hint"] == hint


def test_what_serves_or_shows_tells_its_errors_as_json(azar: Any) -> None:
    for line in ("link serve --json", "link wall --key nowhere --json"):
        status, out, err = azar(line)
        assert (status, err, set(json.loads(out))) == (2, "", {"error"})


def test_a_group_lists_its_verbs(azar: Any) -> None:
    status, out, _ = azar("link --help")
    assert status == 0
    lines = out.partition("Commands:\n")[2].splitlines()[:7]
    assert [line.split()[0] for line in lines] == [
        "serve",
        "status",
        "audit",
        "change",
        "key",
        "wall",
        "demo",
    ]
    assert all(line.endswith(".") and not line.endswith("...") for line in lines)


def test_a_verb_tells_types_defaults_and_ranges(azar: Any) -> None:
    shown = " ".join(azar("link serve --help")[1].split())
    assert "--port" in shown and "[default: 7710; 0<=x<=65535]" in shown
    assert "[default: 127.0.0.1]" in shown
    assert "Example: azar link serve --store carrusel.db --key carrusel.key" in shown


def test_only_the_verb_that_is_named_is_built() -> None:
    assert list(cli.command_line(["link"]).commands) == ["link"]
    assert list(cli.command_line().list_commands(None)) == list(cli.NAMES)


SEEN: list[str | None] = []
LOOKS = group("Some verbs.", "azar some look")


def checked(value: str | None) -> str | None:
    SEEN.append(value)
    return value


@verb(LOOKS, "azar some look")
def look(
    first: Annotated[str | None, typer.Option(callback=checked)] = None,
    second: Annotated[str, typer.Option(callback=checked)] = "two",
    many: Annotated[list[str] | None, typer.Option()] = None,
) -> None:
    SEEN.append(f"{first} {second} {many}")


@verb(LOOKS, "azar some rest")
def rest(none: Annotated[list[str] | None, typer.Option()] = None) -> None:
    SEEN.append(f"{none}")


def test_an_option_that_nobody_gave_is_checked_by_its_verb_all_the_same() -> None:
    """As the library does it: a check may want an option that another one makes needed."""
    SEEN.clear()
    command = typer.main.get_command(LOOKS)
    for line in ("look", "look --second 2 --many a --many b", "rest"):
        command.main(line.split(), standalone_mode=False)
    assert SEEN == [None, "two", "None two None", "2", None, "None 2 ['a', 'b']", "None"]
