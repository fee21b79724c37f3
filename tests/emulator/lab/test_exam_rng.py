# SPDX-License-Identifier: MIT
"""The generator before the laboratory: the core is green, and every broken one turns its rows red."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from exam_rig import done, grades, same_bytes

import cext
from emulator.lab import rng_reference
from emulator.lab.checks import rng, rng_again, rng_names
from emulator.lab.exam.finding import Grade
from emulator.lab.rng_battery import BIT_TESTS as BITS
from emulator.lab.rng_battery import CHANCE_TESTS, DRAW_TESTS, PLAY_TESTS, TABLE_TESTS
from emulator.lab.rng_power import found_favoured, found_forced, least_favoured, least_forced
from emulator.lab.rng_source import CoreSource
from emulator.support.seed import seed_key

# Together they take a minute; ``.ci/run-long`` runs them.
pytestmark = pytest.mark.long

KEY = seed_key("0123")


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng, "EFFORTS", ((1, 1, 1, 3_000),) * 3)


class EightBits(CoreSource):
    """Draws by the remainder of a byte."""

    def draws(self, machine: int, purpose: int, first: int, plays: int, bounds: Sequence[int]) -> Any:
        words = self.words(machine, purpose, (first + plays) * len(bounds))[first * len(bounds) :]
        return (words & 0xFF).reshape(plays, len(bounds)) % np.array(bounds, np.uint32)


class Forced(CoreSource):
    """One bit in a hundred is 1."""

    def stream(self, size: int) -> bytes:
        bits = np.unpackbits(np.frombuffer(super().stream(size), np.uint8))
        bits[::100] = 1
        return np.packbits(bits).tobytes()


class SharedStream(CoreSource):
    """Machines share one stream."""

    def draws(self, machine: int, purpose: int, first: int, plays: int, bounds: Sequence[int]) -> Any:
        return super().draws(7, purpose, first, plays, bounds)


def red(
    monkeypatch: pytest.MonkeyPatch, folder: Path, source: type[CoreSource], name: str = "mudejar"
) -> set[str]:
    """The rows that a broken generator turns red."""
    monkeypatch.setattr(rng, "source_of", lambda exam: source(seed_key(exam.seed)))
    return {row for row, grade in grades(done("rng", name, folder)).items() if grade == Grade.NO_CONFORME}


@pytest.mark.parametrize("name", [pytest.param("mudejar", marks=pytest.mark.long), "cierzo"])
def test_the_core_is_green(name: str, tmp_path: Path) -> None:
    found = done("rng", name, tmp_path)
    assert set(grades(found).values()) == {Grade.CONFORME}
    assert ("C-01" in found) == (name == "mudejar")
    kept = json.loads((tmp_path / "p-values.json").read_text())
    assert len(kept["tests"]) == found["G-02"].figures[1].value


def test_evidence_repeats(tmp_path: Path) -> None:
    for turn in "ab":
        done("rng", "moncayo", tmp_path / turn)
    assert same_bytes(tmp_path / "a", tmp_path / "b")


def test_draws_by_the_remainder_of_a_byte_are_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"G-02", "G-03", "G-04", "G-11"} <= red(monkeypatch, tmp_path, EightBits)


def test_a_bit_in_a_hundred_forced_is_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"G-02", "G-04", "G-07"} <= red(monkeypatch, tmp_path, Forced)


def test_machines_that_share_a_stream_are_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"G-05", "G-10", "G-11"} <= red(monkeypatch, tmp_path, SharedStream)


@pytest.mark.parametrize("name", [pytest.param("mudejar", marks=pytest.mark.long), "cierzo"])
def test_plays_that_are_not_those_of_their_draws_are_red(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = rng_again.rng_reference.below

    def later(key: bytes, machine: int, purpose: int, first: int, bounds: Sequence[int]) -> list[int]:
        """Of the next word."""
        return below(key, machine, purpose, first + 1, bounds)

    monkeypatch.setattr(rng_again.rng_reference, "below", later)
    found = grades(done("rng", name, tmp_path))
    assert found["G-12"] == Grade.NO_CONFORME


def test_a_machine_that_remembers_is_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a play without a prize the reels come back to where they stood."""
    walk = rng.walk_chance

    def remembers(*args: Any) -> Any:
        plays = walk(*args)
        for at in range(1, len(plays.stops)):
            if at % 4 == 0:
                plays.stops[at] = plays.stops[at - 1]
        return plays

    monkeypatch.setattr(rng, "walk_chance", remembers)
    found = grades(done("rng", "mudejar", tmp_path))
    assert (found["C-01"], found["G-05"]) == (Grade.NO_CONFORME, Grade.NO_CONFORME)


def test_too_few_values_for_all_combinations_are_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng, "outcomes_of", lambda model: 1 << 65)
    monkeypatch.setattr(rng, "battery", lambda source, sequences, scale, bounds: iter(()))
    assert grades(done("rng", "cierzo", tmp_path))["G-06"] == Grade.NO_CONFORME


def test_every_test_has_a_spanish_name_and_a_row() -> None:
    every = {
        one.__name__.replace("_", " ")
        for one in (*BITS, *DRAW_TESTS, *TABLE_TESTS, *PLAY_TESTS, *CHANCE_TESTS)
    }
    assert every | {"bounds", "uniformity"} == rng_names.NAMES.keys()
    rows = {*rng_names.OLDER, *rng_names.DISTRIBUTION, *rng_names.INDEPENDENCE, *rng_names.REPEATS}
    assert rows <= rng_names.NAMES.keys()


# --- the second implementation, and power -----------------------------------------------------------


@pytest.mark.parametrize(("stream", "first"), [(0, 0), (1 | 2 << 40, 7), (5 | 3 << 48, (1 << 32) - 2)])
def test_blocks_are_the_cores(stream: int, first: int) -> None:
    assert rng_reference.blocks(KEY, stream, first, 4).astype("<u4").tobytes() == cext.keystream(
        KEY, stream, first, 256
    )


def test_blocks_are_those_of_the_rfc() -> None:
    """RFC 8439 section 2.3.2, its counter and nonce as one counter and one stream of 64 bits."""
    key = bytes(range(32))
    block = rng_reference.blocks(key, 0x4A000000, 0x09000000 << 32 | 1, 1)[0]
    assert [hex(word) for word in block[:4]] == ["0xe4e7f110", "0x15593bd1", "0x1fdd0f50", "0xc47120a3"]


def test_draws_are_the_cores() -> None:
    bounds = [24, 3 << 30, 7, (1 << 32) - 5, 1] * 40
    drawn = [
        int(np.frombuffer(cext.draws(KEY, 3, 0, place, 1, [bound]), np.uint32)[0])
        for place, bound in enumerate(bounds)
    ]
    assert rng_reference.below(KEY, 3, 0, 0, bounds) == drawn


def test_power_is_what_trials_find() -> None:
    generator, bits, share, trials = np.random.default_rng(1), 10_000, 0.04, 400
    found = 0
    for _ in range(trials):
        ones = generator.integers(0, 2, bits)
        ones[generator.random(bits) < share] = 1
        found += abs(2 * int(ones.sum()) - bits) / bits**0.5 > 3.2905
    assert abs(found / trials - found_forced(share, bits, 0.001)) < 0.08


def test_a_favoured_value_is_found_as_often_as_said() -> None:
    generator, draws, below, trials = np.random.default_rng(2), 5_000, 10, 400
    share = least_favoured(draws, below, 0.01, 0.7)
    found = 0
    for _ in range(trials):
        values = generator.integers(0, below, draws)
        values[generator.random(draws) < share] = 3
        found += ((np.bincount(values, minlength=below) - draws / below) ** 2).sum() / (
            draws / below
        ) > 21.666
    assert abs(found / trials - 0.7) < 0.08


def test_a_share_that_is_found_is_found() -> None:
    share = least_forced(1_000_000, 1e-5, 0.999)
    assert found_forced(share, 1_000_000, 1e-5) == pytest.approx(0.999, abs=1e-6)
    assert found_forced(0, 1_000_000, 0.01) == pytest.approx(0.01)
    assert found_favoured(0, 1_000, 10, 0.01) == pytest.approx(0.01)
