# SPDX-License-Identifier: MIT
"""
The batteries on data from outside: bits as they are, or draws below a number.

    found = examine_bits(read_bits(data))
    found.passed, found.power
    examine_draws(read_draws(data, 37), 37)

All tests together raise a false alarm on at most one fair file in a hundred, as in ``rng_battery``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from emulator.lab import rng_nist, rng_outside_draws, rng_power
from emulator.lab.rng_battery import (
    ALPHA,
    BIT_TESTS,
    SEQUENCE_BYTES,
    UNIFORMITY_MIN,
    Finding,
    Level,
    bit_finding,
)
from emulator.lab.rng_input import InputError
from emulator.lab.rng_stats import Array, chi_square_tail, together, uniformity
from machines.support.plain import Json

Kind = Literal["bits", "draws"]
Progress = Callable[[int, int], None]

SEQUENCE_BITS = 8 * SEQUENCE_BYTES
BITS_MIN, DRAWS_MIN = 1_000, 1_000
MOST_BYTES: dict[Level, int] = {"quick": 10 * SEQUENCE_BYTES, "lab": 100 * SEQUENCE_BYTES}
POWER = 0.999
SHARES = (0.0001, 0.001, 0.01, 0.1)
"""Of bits forced, or of draws turned into one value, whose chance to be found is told."""
PERIODS = (8, 16, 32, 64, 1_000)
LAGS = 64
# The least bits for which each test's distribution holds (SP 800-22, "input size recommendation" of each).
LEAST_BITS: dict[str, int] = {
    "frequency": 100,
    "block_frequency": 12_800,
    "runs": 100,
    "longest_run": 6_272,
    "rank": 38_912,
    "spectral": 1_000,
    "non_overlapping": 1_000_000,
    "overlapping": 1_000_000,
    "universal": 387_840,
    "linear_complexity": 1_000_000,
    "serial": 1_000_000,
    "approximate_entropy": 65_536,
    "cumulative_sums": 100,
    "random_excursions": 1_000_000,
    "random_excursions_variant": 1_000_000,
}


class Power(NamedTuple):
    """What a bias of some size would have come to."""

    share: float
    """Of bits forced to one value, or of draws turned into one value."""
    found: float
    """The chance that it is found."""


@dataclass(frozen=True)
class Outside:
    """What the battery found in data from outside."""

    kind: Kind
    size: int
    """Bits, or draws."""
    below: int | None
    """Of draws."""
    tests: tuple[Finding, ...]
    least_share: float
    """The least share of forced bits or of one value's draws that is found with probability ``POWER``."""
    power: tuple[Power, ...]

    def adjusted(self, test: Finding) -> float | None:
        """The p-value of a test times the number of tests; below ALPHA it fails the battery."""
        return None if test.p is None else min(1.0, test.p * len(self.applied))

    @property
    def applied(self) -> list[Finding]:
        """Tests that these data allow."""
        return [test for test in self.tests if test.p is not None]

    def failed(self) -> list[Finding]:
        """The tests that fail the battery."""
        return [test for test in self.applied if (self.adjusted(test) or 0.0) < ALPHA]

    @property
    def passed(self) -> bool:
        """Whether no test found the data too odd to be fair."""
        return not self.failed()

    def as_dict(self) -> Json:
        """The same under the names that ``azar rng test --input --json`` uses."""
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
        power = {
            "bias": "forced bits" if self.kind == "bits" else "draws turned into one value",
            "found_with": POWER,
            "least_share": self.least_share,
            "shares": [one._asdict() for one in self.power],
        }
        return {
            "kind": self.kind,
            self.kind: self.size,
            "below": self.below,
            "false_alarm": ALPHA,
            "passed": self.passed,
            "power": power,
            "tests": tests,
        }


def examine_bits(bits: Array, progress: Progress | None = None) -> Outside:
    """
    Test bits: all of them at once, and in sequences of a million by SP 800-22.

    Raises:
        InputError: there are fewer than BITS_MIN.
    """
    if len(bits) < BITS_MIN:
        raise InputError(f"bits must be {BITS_MIN:,} or more (got {len(bits):,})")
    sequences = max(1, len(bits) // SEQUENCE_BITS)
    length = SEQUENCE_BITS if len(bits) >= SEQUENCE_BITS else len(bits)
    rows: list[list[list[float]]] = []
    for number in range(sequences):
        part = bits[number * length : (number + 1) * length]
        rows.append([_allowed(test, part) for test in BIT_TESTS])
        if progress is not None:
            progress(number + 1, sequences)
    tests = [
        bit_finding(test, column) for test, column in zip(BIT_TESTS, zip(*rows, strict=True), strict=True)
    ]
    tests += [_finding(test, test(bits)) for test in (all_ones, places, distances)]
    return _outside("bits", len(bits), None, tests)


def examine_draws(draws: Array, below: int) -> Outside:
    """
    Test draws below a number.

    Raises:
        InputError: there are fewer than DRAWS_MIN.
    """
    if len(draws) < DRAWS_MIN:
        raise InputError(f"draws must be {DRAWS_MIN:,} or more (got {len(draws):,})")
    tests = [_finding(test, test(draws, below), "draws") for test in rng_outside_draws.TESTS]
    return _outside("draws", len(draws), below, [*tests, _evenness(draws, below)])


def _allowed(test: Callable[[Array], list[float]], bits: Array) -> list[float]:
    return test(bits) if len(bits) >= LEAST_BITS[test.__name__] else []


def _finding(
    test: Callable[..., list[float]], p_values: Sequence[float], group: Literal["bits", "draws"] = "bits"
) -> Finding:
    about = " ".join((test.__doc__ or "").partition("\n\n")[0].split())
    p = together(p_values) if p_values else None
    return Finding(test.__name__.replace("_", " "), group, about, tuple(map(float, p_values)), p)


# --- all bits at once -----------------------------------------------------------------------------


def all_ones(bits: Array) -> list[float]:
    """Ones and zeros balance over all bits at once: what finds bits that are forced here and there."""
    return rng_nist.frequency(bits)


def places(bits: Array) -> list[float]:
    """Ones and zeros balance at every place of groups of 8, 16, 32, 64 and 1,000 bits."""
    found = []
    for period in PERIODS:
        groups = len(bits) // period
        if groups < 100:
            continue
        ones = bits[: groups * period].reshape(groups, period).sum(axis=0, dtype=np.int64)
        found.append(chi_square_tail(float(((2 * ones - groups) ** 2).sum()) / groups, period))
    return found


def distances(bits: Array) -> list[float]:
    """A bit tells nothing about the 1st to 64th after it: equal ones are half of all."""
    squares = 0.0
    for lag in range(1, LAGS + 1):
        many = len(bits) - lag
        alike = int(np.count_nonzero(bits[lag:] == bits[:-lag]))
        squares += (2 * alike - many) ** 2 / many
    return [chi_square_tail(squares, LAGS)]


# --- draws ----------------------------------------------------------------------------------------


def _evenness(draws: Array, below: int) -> Finding:
    """The p-values of the frequency of values in parts of the data are even themselves."""
    many = min(50, len(draws) // 1_000)
    about = "The p-values of how often values come, in parts of the data, are even themselves."
    if many < UNIFORMITY_MIN:
        return Finding("uniformity", "p-values", about, (), None)
    parts = np.array_split(draws, many)
    p_values = [p for part in parts for p in rng_outside_draws.values(part, below)]
    return Finding("uniformity", "p-values", about, tuple(p_values), uniformity(p_values))


# --- power ----------------------------------------------------------------------------------------


def _outside(kind: Kind, size: int, below: int | None, tests: Sequence[Finding]) -> Outside:
    alpha = ALPHA / len([test for test in tests if test.p is not None])
    if below is None:

        def found(share: float) -> float:
            return rng_power.found_forced(share, size, alpha)
    else:
        cells = rng_outside_draws.cells_of(size, below)

        def found(share: float) -> float:
            return rng_power.found_favoured(share, size, cells, alpha)

    shares = tuple(Power(share, found(share)) for share in SHARES)
    return Outside(kind, size, below, tuple(tests), rng_power.least(found, POWER), shares)


def every_p(tests: Sequence[Finding]) -> Iterator[float]:
    """All p-values, for their plot."""
    for test in tests:
        yield from test.p_values
