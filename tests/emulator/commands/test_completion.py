# SPDX-License-Identifier: MIT
"""A shell completes commands, verbs, options, and names of what ships."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from soon import spared

from emulator.cctalk import profile
from emulator.commands import complete
from emulator.link.rules import definition_names
from emulator.scenario import visit
from emulator.scenario.names import shipped
from machines.model import model_names
from machines.rules import profiles
from machines.tables.games.pai_gow.way import way_names

AZAR = [sys.executable, "-P", "-m", "emulator"]


def asked(variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(AZAR, env=os.environ | variables, capture_output=True, text=True, check=False)


def completed(line: str) -> list[str]:
    """What bash is told for a line whose last word is being typed."""
    words = line.split(" ")
    told = {"_AZAR_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = asked(told)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("azar li", ["link"]),
        spared(("azar link se", ["serve"])),
        ("azar link --store link.db au", ["audit"]),
        spared(("azar play ci", ["cierzo"])),
        ("azar play no_such", []),  # the shell completes the path of a file
        ("azar check cierzo --profile es-rd", ["es-rd2110-2001"]),
        spared(("azar scenario hopper_jam", [name for name in shipped() if name.startswith("hopper_jam")])),
        spared(("azar link demo --link su", ["superjackpot"])),
        spared(("azar rng draws --sto", ["--stops"])),
        spared(("azar rng draws --stops cier", ["cierzo"])),
        ("azar rng test --level ", ["quick", "lab"]),
        spared(("azar link serve --po", ["--port"])),
        ("azar link audit --po", []),
    ],
)
def test_bash_completes(line: str, words: list[str]) -> None:
    assert completed(line) == words


@pytest.mark.parametrize(
    ("shell", "variables", "says"),
    [
        ("zsh", {"_TYPER_COMPLETE_ARGS": "azar play ci"}, '"cierzo"'),
        (
            "fish",
            {"_TYPER_COMPLETE_ARGS": "azar link se", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
            "serve\t",
        ),
    ],
)
def test_other_shells_complete(shell: str, variables: dict[str, str], says: str) -> None:
    done = asked({"_AZAR_COMPLETE": f"complete_{shell}", **variables})
    assert done.returncode == 0
    assert says in done.stdout


def test_names_are_those_that_the_commands_know() -> None:
    """They are read from the folders, without loading what reads the files."""
    assert complete.models("") == model_names()
    assert complete.profiles("") == profiles()
    assert complete.scenarios("") == shipped()
    assert complete.scripts("") == visit.shipped()
    assert complete.links("") == definition_names()
    assert complete.ways("") == way_names()
    assert complete.devices("") == list(profile.shipped())
    assert complete.models("ci") == ["cierzo"]


def test_completion_loads_no_heavy_library() -> None:
    heavy = "{'pygame', 'numpy', 'rich', 'cffi', 'cext', 'cryptography'}"
    code = f"""
import os, sys
from emulator import cli
os.environ |= {{"_AZAR_COMPLETE": "complete_bash", "COMP_WORDS": "azar play ci", "COMP_CWORD": "2"}}
try:
    cli.main()
finally:
    assert not {heavy} & set(sys.modules)
"""
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "cierzo", "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_takes_what_is_installed(tmp_path: Path) -> None:
    """Installed by --install-completion into a home of its own, a new bash fills in a word."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "azar"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(AZAR)} "$@"\n', encoding="ascii")
    program.chmod(0o755)
    home = os.environ | {"HOME": str(tmp_path), "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    # Behind it stands a command, so that the shell that is looked for stays there while azar runs.
    install = ["bash", "--norc", "-c", "azar --install-completion; status=$?; exit $status"]
    done = subprocess.run(install, env=home, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "bash completion installed" in done.stdout
    press = (
        "source ~/.bashrc; complete -p azar >&2; "
        "COMP_WORDS=(azar link se); COMP_CWORD=2; _azar_completion azar; echo ${COMPREPLY[@]}"
    )
    done = subprocess.run(["bash", "-c", press], env=home, capture_output=True, text=True, check=False)
    assert done.stdout == "serve\n"
    assert "-F _azar_completion azar" in done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_every_shell_is_shown(shell: str) -> None:
    done = asked({"_AZAR_COMPLETE": f"source_{shell}"})
    assert done.returncode == 0
    assert f"_AZAR_COMPLETE=complete_{shell}" in done.stdout
