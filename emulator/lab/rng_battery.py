# SPDX-License-Identifier: MIT
"""
The built-in battery: bits by SP 800-22, draws as machines use them, and what machines show.

    battery = run_battery(seed="00")
    assert battery.passed
    battery.tests[0].p_values

All tests together raise a false alarm on at most one key in a hundred: each test's p-values are joined by
Bonferroni's correction, which holds however they hang together, and the tests once more. The p-values are
as good as the distributions behind them, which docs/rng.md names.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal

import numpy as np

from emulator.lab import rng_chance, rng_draws, rng_nist, rng_patterns, rng_plays, rng_tables
from emulator.lab.rng_chance import ChancePlays, walk_chance
from emulator.lab.rng_plays import Plays, model_bounds, walk
from emulator.lab.rng_source import CoreSource, Source
from emulator.lab.rng_stats import Array, StatisticsError, together, uniformity
from emulator.support.seed import KEY_BYTES, seed_key
from machines.model import ChanceModel, CycleModel, models_of
from machines.support.plain import Json

ALPHA = 0.01  # false alarms of the whole battery: 99 % together (GLI-19 section 3.2.2)
SEQUENCE_BYTES = 125_000  # a million bits, for which SP 800-22 recommends its parameters
STREAM_BYTES_MAX = 1 << 32
UNIFORMITY_MIN = 20  # sequences from which their p-values are compared with even ones
FIRST_MACHINE = 1 << 20  # the draws' own machines, far from those with serial numbers; 16 a test
PLAYS_MACHINE = 1  # the machine whose windows are looked at: serial number 1 of the seed

Level = Literal["quick", "lab"]
Progress = Callable[[int, int], None]
Rows = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Effort:
    """How much a level looks at."""

    stream_bytes: int
    scale: int
    cycles: int
    plays: int


LEVELS: Mapping[Level, Effort] = {
    "quick": Effort(SEQUENCE_BYTES, 2, 1, 5_000),
    "lab": Effort(100 * SEQUENCE_BYTES, 20, 10, 50_000),
}

BIT_TESTS: tuple[Callable[[Array], list[float]], ...] = (
    rng_nist.frequency,
    rng_nist.block_frequency,
    rng_nist.runs,
    rng_nist.longest_run,
    rng_nist.rank,
    rng_nist.spectral,
    rng_patterns.non_overlapping,
    rng_patterns.overlapping,
    rng_patterns.universal,
    rng_patterns.linear_complexity,
    rng_patterns.serial,
    rng_patterns.approximate_entropy,
    rng_nist.cumulative_sums,
    rng_nist.random_excursions,
    rng_nist.random_excursions_variant,
)
DRAW_TESTS: tuple[Callable[[Source, int, int], list[float]], ...] = (
    rng_draws.wide_bounds,
    rng_draws.pairs,
    rng_draws.overlaps,
    rng_draws.poker,
    rng_draws.gaps,
    rng_draws.coupons,
    rng_draws.orders,
    rng_draws.runs_up,
    rng_draws.evenness,
    rng_draws.birthdays,
    rng_draws.duplicates,
    rng_draws.between_plays,
    rng_draws.within_plays,
    rng_draws.between_streams,
)
TABLE_TESTS: tuple[Callable[[Source, int, int], list[float]], ...] = (
    rng_tables.dice,
    rng_tables.sums,
    rng_tables.between_throws,
    rng_tables.places,
    rng_tables.permutations,
    rng_tables.cycles,
    rng_tables.neighbours,
    rng_tables.hands,
)
PLAY_TESTS: tuple[Callable[[Plays], list[float]], ...] = (
    rng_plays.windows,
    rng_plays.prize_runs,
    rng_plays.prize_places,
    rng_plays.between_windows,
)
CHANCE_TESTS: tuple[Callable[[ChancePlays], list[float]], ...] = (
    rng_chance.stops,
    rng_chance.turns,
    rng_chance.between_stops,
    rng_chance.between_reels,
    rng_chance.between_totals,
)
DISCRETE = {"birthdays", "duplicates"}  # their p-values come in steps, so they are not expected to be even


@dataclass(frozen=True)
class Finding:
    """What one test found."""

    name: str
    group: Literal["bits", "draws", "plays", "p-values"]
    about: str
    p_values: tuple[float, ...]
    """All of its p-values; none where the data do not allow the test."""
    p: float | None
    """One for all of them."""


@dataclass(frozen=True)
class Battery:
    """The findings of all tests and what they mean together."""

    seed: str
    level: Level
    stream_bytes: int
    tests: tuple[Finding, ...]
    ms: int

    def adjusted(self, test: Finding) -> float | None:
        """The p-value of a test times the number of tests; below ALPHA it fails the battery."""
        return None if test.p is None else min(1.0, test.p * len(self.tests))

    def failed(self) -> list[Finding]:
        """The tests that fail the battery."""
        return [test for test in self.tests if (self.adjusted(test) or 0.0) < ALPHA and test.p is not None]

    @property
    def passed(self) -> bool:
        """Whether no test found the generator too odd to be fair."""
        return not self.failed()

    def as_dict(self) -> Json:
        """The battery under the names that ``azar rng test --json`` uses."""
        tests = [
            {
                "name": test.name,
                "group": test.group,
                "about": test.about,
                "p_values": list(test.p_values),
                "p": test.p,
                "p_adjusted": self.adjusted(test),
                "passed": None if test.p is None else test not in self.failed(),
            }
            for test in self.tests
        ]
        head = {"seed": self.seed, "level": self.level, "stream_bytes": self.stream_bytes}
        return {**head, "false_alarm": ALPHA, "passed": self.passed, "ms": self.ms, "tests": tests}


def run_battery(
    *,
    seed: str | None = None,
    level: Level = "quick",
    stream_bytes: int | None = None,
    progress: Progress | None = None,
) -> Battery:
    """
    Test the core under one key.

    Args:
        seed: hex digits of the key, padded on the right with zero bytes; None: a key from the system.
        level: "quick" takes seconds; "lab" looks at a hundred million bits and ten times the draws.
        stream_bytes: bytes of stream 0 for the tests of bits, 125,000 to 2^32, in whole 125,000; None: as
            the level has it.
        progress: called with (steps done, steps in all).

    Raises:
        SeedError: not an even number of hex digits, or more than 64.
        StatisticsError: ``stream_bytes`` is out of range.
    """
    effort = LEVELS[level]
    size = effort.stream_bytes if stream_bytes is None else stream_bytes
    if not SEQUENCE_BYTES <= size <= STREAM_BYTES_MAX:
        raise StatisticsError(
            f"stream_bytes must be {SEQUENCE_BYTES:,} to {STREAM_BYTES_MAX:,} bytes (got {size:,})"
        )
    key = os.urandom(KEY_BYTES) if seed is None else seed_key(seed)
    began = time.monotonic_ns()
    source = CoreSource(key)
    sequences = size // SEQUENCE_BYTES
    cycles = models_of(CycleModel)
    bounds = sorted(set[int]().union(*(model_bounds(model.tables) for model in cycles)))
    shown = (walk(model, key, PLAYS_MACHINE, effort.cycles) for model in cycles)
    played = (walk_chance(model, key, PLAYS_MACHINE, effort.plays) for model in models_of(ChanceModel))
    tests = (*BIT_TESTS, *DRAW_TESTS, *TABLE_TESTS, *PLAY_TESTS, *CHANCE_TESTS)
    steps = sequences + len(tests) + 2
    findings = []
    for done, finding in enumerate(
        chain(examine(source, sequences, effort.scale, bounds), examine_plays(shown, played))
    ):
        if isinstance(finding, Finding):
            findings.append(finding)
        if progress is not None:
            progress(done + 1, steps)
    return Battery(
        seed=key.rstrip(b"\0").hex() or "00",
        level=level,
        stream_bytes=sequences * SEQUENCE_BYTES,
        tests=tuple(findings),
        ms=(time.monotonic_ns() - began) // 1_000_000,
    )


def examine(source: Source, sequences: int, scale: int, bounds: Sequence[int]) -> Iterator[Finding | None]:
    """Yield every finding about a source as it is made, and None for a step on the way."""
    rows: list[list[list[float]]] = []
    data = np.frombuffer(source.stream(sequences * SEQUENCE_BYTES), dtype=np.uint8)
    for sequence in data.reshape(sequences, SEQUENCE_BYTES):
        bits = np.unpackbits(sequence)
        rows.append([test(bits) for test in BIT_TESTS])
        yield None
    for test, column in zip(BIT_TESTS, zip(*rows, strict=True), strict=True):
        yield bit_finding(test, column)
    drawn = []
    for number, draw_test in enumerate((*DRAW_TESTS, *TABLE_TESTS)):
        p_values = draw_test(source, FIRST_MACHINE + 16 * number, scale)
        drawn.append(_finding(draw_test, "draws", p_values))
        yield drawn[-1]
    p_values = rng_draws.bounds(source, FIRST_MACHINE + 16 * len(drawn), scale, bounds)
    yield _finding(rng_draws.bounds, "draws", p_values)
    even = [finding.p_values[0] for finding in drawn if finding.name not in DISCRETE]
    about = "The first p-values of the tests of draws, which share no word, are even themselves."
    yield Finding("uniformity", "p-values", about, (uniformity(even),), uniformity(even))


def examine_plays(shown: Iterable[Plays], played: Iterable[ChancePlays]) -> Iterator[Finding]:
    """Yield every finding about what machines show, of the cycle and of chance."""
    walked = list(shown)
    for play_test in PLAY_TESTS:
        yield _finding(play_test, "plays", [p for plays in walked for p in play_test(plays)])
    chances = list(played)
    for chance_test in CHANCE_TESTS:
        yield _finding(chance_test, "plays", [p for plays in chances for p in chance_test(plays)])


def bit_finding(test: Callable[[Array], list[float]], rows: Rows) -> Finding:
    """
    Join what a test found in every sequence.

    The smallest p-value counts; from 20 sequences on so does whether they are even, for each of a test's
    p-values (SP 800-22 section 4.2.2, here by Kolmogorov and Smirnov).
    """
    applicable = [row for row in rows if row]
    p_values = [p for row in applicable for p in row]
    if len(applicable) < UNIFORMITY_MIN:
        return _finding(test, "bits", p_values)
    even = [uniformity(column) for column in zip(*applicable, strict=True)]
    return _finding(test, "bits", p_values, together([together(p_values), together(even)]))


def _finding(
    test: Callable[..., list[float]],
    group: Literal["bits", "draws", "plays"],
    p_values: Sequence[float],
    p: float | None = None,
) -> Finding:
    about = " ".join((test.__doc__ or "").partition("\n\n")[0].split())
    if p is None and p_values:
        p = together(p_values)
    return Finding(test.__name__.replace("_", " "), group, about, tuple(map(float, p_values)), p)
