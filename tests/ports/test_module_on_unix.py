# SPDX-License-Identifier: MIT
"""MicroPython's port to Unix with the module of a board plays what the emulated board plays."""

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from places import ROOT

import cext
from emulator.board import cores
from machines.model import load_model

SOURCES = os.environ.get("MICROPYTHON_DIR")
WITHOUT = ("PY_SSL", "SSL_MBEDTLS", "PY_FFI", "PY_BTREE", "PY_THREAD", "PY_BLUETOOTH")
STEPS = 1500

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(SOURCES is None, reason="MICROPYTHON_DIR names no sources of MicroPython"),
]

PROGRAM = """
import payout, sys
print(payout.describe())
state = None
for line in open("steps.txt"):
    _, first, second, given = line.split()
    if given != "-":
        state = bytes.fromhex(given)
    try:
        state, outcome = payout.step(state, int(first), int(second))
        print(state.hex(), outcome.hex(), payout.check(state))
    except ValueError as error:
        print("refused", error)
print(payout.absorb(state) == state, payout.check(payout.trial()), payout.check(state[:-1] + b"x"))
for wrong in (b"", bytes(255)):
    try:
        payout.step(wrong, 1, 0)
    except ValueError as error:
        print(error)
"""


def built(folder, model):
    """The interpreter with the module and a model's tables, made as docs/real_board.md says."""
    sources = folder / "micropython"
    if not sources.exists():
        shutil.copytree(Path(SOURCES), sources, ignore=shutil.ignore_patterns("build-*", ".git"))
    tables = folder / f"{model.name}.bin"
    tables.write_bytes(model.tables.blob)
    options = [f"MICROPY_{name}=0" for name in WITHOUT]
    line = ["make", "-C", "ports/unix", "VARIANT=standard", f"BUILD=build-{model.name}", "FROZEN_MANIFEST="]
    line += ["MICROPY_STANDALONE=1", "MICROPY_GIT_TAG=v1", *options]
    line += [f"USER_C_MODULES={ROOT / 'ports' / 'rp2350'}", f"PAYOUT_TABLES={tables}", "-j2"]
    done = subprocess.run(line, cwd=sources, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return sources / "ports" / "unix" / f"build-{model.name}" / "micropython"


def asked(tables):
    """Steps as a player and a liar ask for them, and what the emulated board answers."""
    chance = random.Random(5)
    state = cores.new_state(tables, bytes(range(32)), 77)
    given, lines, answers = state.hex(), [], []
    for _ in range(STEPS):
        first, second = chance.choice([0, 1, 1, 1, 2, 3, 4]), chance.choice([0, 0, 0, 1, 2, 5])
        lines.append(f"step {first} {second} {given}")
        given = "-"
        try:
            state, outcome = cores.step_bytes(tables, state, first, second)
            answers.append(f"{state.hex()} {outcome.hex()} True")
        except cext.CoreError:
            answers.append("refused")
    return lines, answers


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("unix")


@pytest.mark.parametrize("name", ["cierzo", "galacho", "mudejar", "aneto"])
def test_the_module_in_micropython_answers_as_the_emulated_board(name, folder):
    model = load_model(name)
    lines, answers = asked(model.tables)
    (folder / "steps.txt").write_text("\n".join(lines))
    (folder / "program.py").write_text(PROGRAM)
    done = subprocess.run(
        [built(folder, model), "program.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    described, *told, ends, empty, short = done.stdout.splitlines()
    assert described == str(cores.describe(model.tables))
    assert [line.split(" ")[0] if line.startswith("refused") else line for line in told] == answers
    assert 100 < sum(answer != "refused" for answer in answers) < STEPS
    assert ends == "True False False"
    assert (empty, short) == ("state must have 256 bytes (got 0)", "state must have 256 bytes (got 255)")
