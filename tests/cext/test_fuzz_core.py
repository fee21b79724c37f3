# SPDX-License-Identifier: MIT
"""libFuzzer on what the core opens: tables, states, pots, rules and hands that somebody else made."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import port_machines
import pytest
from cext._core import ffi
from places import TESTS

import cext
from cext import LinkRules
from cext.cards import PAI_GOW, POKER_52
from cext.cup import CupTables, new_cup_state
from cext.wheel import WheelTables, new_wheel_state

pytestmark = pytest.mark.long

CORE = Path(cext.__file__).parent
HARNESS = TESTS / "c"
FLAGS = ["-std=c99", "-w", "-g", "-O1", "-fno-sanitize-recover=all", "-fsanitize=fuzzer,address,undefined"]
KEY = bytes(range(32))
RUNS = 400_000
# As for the files of tests/support/fuzz_runner.py: what one input may take.
SECONDS, MEGABYTES = 10, 300
DIGEST_SIZE = 32

# Each a bound that an opener no longer keeps: file, old, new.
MUTANTS = {
    "the head of tables B": ("tables.c", "size < CORE_HEADER_SIZE", "size < 4"),
    "the head of tables C": ("chance_tables.c", "size < CORE_CHANCE_HEADER", "size < 4"),
    "the sections of tables B": ("tables.c", "if (size < at) {", "if (size == 0) {"),
    "the sections of tables C": (
        "chance_tables.c",
        "size < *end || size - *end < CORE_DIGEST_SIZE",
        "size == 0",
    ),
    "the share of a pot": ("link.c", "return of >= 1 && of <=", "return of <="),
}


def fuzzer() -> str:
    """The command of clang; skips the test where it lacks libFuzzer."""
    command = shutil.which("clang")
    if command is not None:
        folder = subprocess.run([command, "-print-runtime-dir"], capture_output=True, text=True, check=True)
        if any(Path(folder.stdout.strip()).glob("libclang_rt.fuzzer*")):
            return command
    pytest.skip("needs clang with libFuzzer (clang, libclang-rt-dev)")


def seeds() -> dict[str, bytes]:
    """A whole input for each opener of tests/c/fuzz_openers.c, by name."""
    found = {}
    for name, make in port_machines.BLOBS.items():
        blob = make()
        tables = cext.open_tables(blob)
        if isinstance(tables, cext.ChanceTables):
            opener, maker, stater = 1, 3, 6 + (name == "ways")
            state = cext.new_chance_state(tables, KEY)
        else:
            opener, maker, stater = 0, 2, 4 + (name == "gamble")
            state = cext.new_state(tables, KEY)
        found[f"{name} opened"] = _input(opener, blob)
        found[f"{name} compiled"] = _input(maker, blob[:-DIGEST_SIZE])
        found[f"{name} new"] = _input(stater, state)
        for number, later in enumerate(_later(tables, state)):
            found[f"{name} later {number}"] = _input(stater, later)
    parts = (Fraction(1), Fraction(1, 10))
    rules = {
        "combination": LinkRules(10**7, 5 * 10**7, "combination", 1, 50, 1, 100, prizes=parts),
        "mystery": LinkRules(10**7, 5 * 10**7, "mystery", 1, 50, 1, 7, 1, 10),
        "must_hit": LinkRules(10**7, 2 * 10**7, "must_hit", 1, 3, unit_cents=10),
    }  # fmt: skip
    for name, rule in rules.items():
        pot = cext.new_link(rule, KEY)
        for number in range(3):
            found[f"pot {name} {number}"] = _input(8, pot)
            for _ in range(5):
                pot, _award = cext.link_event(pot, 20_000, prize=number % 2 if rule.prizes else 0)
        found[f"rules {name}"] = _input(9, pot[56:128])
    found["cup"] = _input(10, new_cup_state(CupTables(3), KEY))
    found["wheel"] = _input(12, new_wheel_state(WheelTables(tuple(range(37))), KEY))
    for name, order in (("pai gow", PAI_GOW), ("poker", POKER_52)):
        found[f"hand {name}"] = _input(11, bytes(ffi.buffer(order.packed)) + bytes([51, 50, 40, 30, 20]))
    return found


def _input(opener: int, data: bytes) -> bytes:
    return bytes([opener, 1, 2, 3, 4]) + data


def _later(tables: cext.Tables | cext.ChanceTables, state: bytes) -> list[bytes]:
    """States of the first plays, every phase among them."""
    found = []
    for _ in range(40):
        if isinstance(tables, cext.ChanceTables):
            phase = cext.view_chance_state(tables, state).phase.replace("idle", "play")
            state = cext.chance_step(tables, state, phase)[0]
        else:
            if cext.view_state(tables, state).phase:
                state = cext.answer_gamble(tables, state, dare=True)[0]
            else:
                state = cext.step(tables, state)[0]
        found.append(state)
    return found[::4]


class Build:
    """The harness and the core, an object a file, so that a mutant compiles one of them again."""

    def __init__(self, folder: Path) -> None:
        self._clang = fuzzer()
        self._folder = folder
        sources = [
            *(CORE / "src").glob("*.c"),
            *(CORE / "fast").glob("words_*.c"),
            HARNESS / "fuzz_openers.c",
        ]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            self._objects = dict(
                zip((path.name for path in sources), pool.map(self._compiled, sources), strict=True)
            )

    def _compiled(self, source: Path) -> Path:
        made = self._folder / f"{source.stem}.o"
        command = [self._clang, *FLAGS, "-I", CORE / "src", "-I", HARNESS, "-c", source, "-o", made]
        subprocess.run(command, check=True)
        return made

    def binary(self, file: str = "", old: str = "", new: str = "") -> Path:
        """What all is linked to, one text of one file replaced; in a folder of its own."""
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        objects = dict(self._objects)
        if file:
            text = (CORE / "src" / file).read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{file} has no longer: {old}"
            mutant = folder / f"mutant_{file}"
            mutant.write_text(text.replace(old, new), encoding="utf-8")
            objects[file] = self._compiled(mutant)
        subprocess.run([self._clang, *FLAGS, *objects.values(), "-o", folder / "fuzz"], check=True)
        return folder / "fuzz"


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return Build(tmp_path_factory.mktemp("core"))


def fuzzed(binary: Path, runs: int) -> subprocess.CompletedProcess[str]:
    """Let libFuzzer alter the seeds so many times, in the same way whenever this runs."""
    corpus = binary.parent / "corpus"
    corpus.mkdir()
    for name, data in seeds().items():
        (corpus / name.replace(" ", "-")).write_bytes(data)
    # A child of a small shell: the kernel counts what was in memory before a program was loaded, too.
    command = [
        "sh", "-c", '"$@"; exit', "sh",
        binary, corpus, f"-runs={runs}", "-seed=1", "-max_len=4096", "-len_control=0", f"-timeout={SECONDS}",
        f"-rss_limit_mb={MEGABYTES}", f"-artifact_prefix={binary.parent}/", "-print_final_stats=1",
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")


def test_no_bytes_get_past_what_opens_them(build: Build) -> None:
    done = fuzzed(build.binary(), RUNS)
    assert done.returncode == 0, done.stderr[-4_000:]
    assert f"Done {RUNS} runs" in done.stderr


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_bound_that_is_gone_is_found(mutant: str, build: Build) -> None:
    done = fuzzed(build.binary(*MUTANTS[mutant]), RUNS)
    assert done.returncode != 0
    assert "ERROR: " in done.stderr or "runtime error" in done.stderr, done.stderr[-4_000:]
    assert "libFuzzer: out-of-memory" not in done.stderr, done.stderr[-4_000:]
