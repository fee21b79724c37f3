# SPDX-License-Identifier: MIT
"""Altered files of every kind: each is opened or refused by name, soon and in little memory."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import fuzz_runner
import pytest
from fuzz_kinds import KINDS, Kind, azar, keep_key
from fuzz_mutations import CHIP_KEY, altered_records, flips, seals_in

from emulator.cabinet.service import books_in, lost
from emulator.lab import campaign_checkpoint
from emulator.records import journal
from emulator.records.chip_key import key_file
from emulator.records.images import read_image
from machines.memory.chip import Seals
from machines.support.private import create

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no limits of a process")

# Together 3,000 and more.
OF_EACH = 440
# What the ordinary suite opens of each kind.
FEW = 2


def problems(kinds: list[str], count: int) -> list[str]:
    """What was not survived of the first files of these kinds."""
    return [str(outcome) for outcome in fuzz_runner.run(kinds, range(count)) if outcome.problem]


def test_a_few_altered_files_are_survived() -> None:
    assert problems(list(KINDS), FEW) == []


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_three_thousand_altered_files_are_survived(kind: str) -> None:
    assert OF_EACH * len(KINDS) >= 3_000
    assert problems([kind], OF_EACH) == []


# --- the runner finds what it is there for ------------------------------------------------------------


@pytest.fixture
def opener(monkeypatch: pytest.MonkeyPatch) -> Iterator[fuzz_runner.Opener]:
    monkeypatch.setenv("XDG_DATA_HOME", "")
    yield fuzz_runner.Opener(())


def outcome_of(opener: fuzz_runner.Opener, monkeypatch: pytest.MonkeyPatch, kind: Kind) -> str:
    """What becomes of the first file of this kind."""
    monkeypatch.setitem(KINDS, "mine", kind)
    opener.add("mine")
    return opener.outcome("mine", 0).problem


def test_a_file_that_takes_too_long_is_told(
    opener: fuzz_runner.Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz_runner, "CPU_S", 1)

    def turn(path: Path) -> None:
        while True:
            pass

    assert "more than 1 s" in outcome_of(opener, monkeypatch, Kind(lambda room: [b"x"], (flips,), turn))


def test_a_file_that_waits_for_ever_is_told(
    opener: fuzz_runner.Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz_runner, "WALL_S", 1)
    kind = Kind(lambda room: [b"x"], (flips,), lambda path: time.sleep(60))
    assert "still at it after 1 s" in outcome_of(opener, monkeypatch, kind)


def test_a_file_that_fills_the_memory_is_told(
    opener: fuzz_runner.Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = Kind(lambda room: [b"x"], (flips,), lambda path: print(len(b"1" * (fuzz_runner.MEMORY_BYTES + 1))))
    told = outcome_of(opener, monkeypatch, kind)
    # Whichever limit is reached first: that of addresses, or that of the memory in use.
    assert "MemoryError" in told or "MB, more than 300" in told


def test_an_error_that_is_none_of_ours_is_told(
    opener: fuzz_runner.Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = Kind(lambda room: [b"x"], (flips,), lambda path: print({}["x"]))
    assert "KeyError" in outcome_of(opener, monkeypatch, kind)


def test_every_seed_is_opened_as_it_is(tmp_path: Path) -> None:
    """A file that nobody altered is not refused: what is altered gets as far as that."""
    for suffix, seed in enumerate(KINDS["journal"].seeds(tmp_path)):
        path = tmp_path / f"{suffix}.jsonl"
        path.write_bytes(seed)
        assert azar("replay", path) == 0
    for suffix, seed in enumerate(KINDS["machine"].seeds(tmp_path)):
        path = tmp_path / f"{suffix}.nvram"
        create(path, seed)
        keep_key(key_file(path), CHIP_KEY)
        assert azar("service", path, "--json") == 0 and lost(*sealed_in(path)) == ()
    for suffix, seed in enumerate(KINDS["rom"].seeds(tmp_path)):
        path = tmp_path / f"{suffix}.rom"
        path.write_bytes(seed)
        assert azar("rom", "verify", path) == 0


def sealed_in(path: Path) -> tuple[bytes, Seals]:
    """The memory in a machine's file, and what checks its seals."""
    image = read_image(path)
    assert image.seals
    return image.nvram, image.seals


def test_altered_records_are_forged_without_the_key_and_sealed_with_it(tmp_path: Path) -> None:
    """Both go to whatever opens a memory: what the chip refuses, and what only its owner can write."""
    rng, forged = random.Random(7), 0
    for image in KINDS["nvram"].seeds(tmp_path) * 40:
        seals = seals_in(image)
        assert seals and lost(image, seals) == ()
        made = altered_records(rng, image, seals)
        assert lost(made, seals) == lost(made), "right with the key"
        made = altered_records(rng, image, ())
        taken = [books_in(made, seals), books_in(image, seals)]
        assert taken[0] is None or taken[0] == taken[1], "nothing altered is taken without it"
        forged += taken[0] is None and books_in(made) is not None
    assert forged > 50


# Each a check that is gone; the kind whose altered files find it.
MUTANTS = {
    "a journal's members of any kind": ("journal", journal, "_require_members", lambda *_: None),
    "a checkpoint's members of any kind": ("checkpoint", campaign_checkpoint, "_has_members", lambda _: True),
}


@pytest.mark.long
@pytest.mark.parametrize("mutant", MUTANTS)
def test_altered_files_find_a_check_that_is_gone(
    mutant: str, opener: fuzz_runner.Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, module, name, without = MUTANTS[mutant]
    opener.add(kind)
    monkeypatch.setattr(module, name, without)
    assert any(opener.outcome(kind, number).problem for number in range(OF_EACH))
