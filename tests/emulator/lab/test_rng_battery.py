# SPDX-License-Identifier: MIT
"""The battery: passes the core, catches broken generators each in the test meant for it, keeps its word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from prints import print_of
from soon import soon

import cext
from emulator.lab import rng_battery, rng_draws, rng_nist, rng_patterns, rng_plays
from emulator.lab.rng_battery import ALPHA, Battery, Finding, run_battery
from emulator.lab.rng_plays import Plays, model_bounds, walk
from emulator.lab.rng_source import CoreSource
from emulator.lab.rng_stats import StatisticsError, together
from emulator.support.seed import SeedError, seed_key
from machines.model import load_model, models_of

KEY = seed_key("00")
MACHINE = 1 << 20
EVERY = (
    rng_battery.BIT_TESTS,
    rng_battery.DRAW_TESTS,
    rng_battery.TABLE_TESTS,
    rng_battery.PLAY_TESTS,
    rng_battery.CHANCE_TESTS,
)
# A single test fails the battery below this; a mutant must be far beyond it.
TESTS = sum(map(len, EVERY)) + 2
LIMIT = ALPHA / TESTS / 100


@pytest.fixture(scope="module")
def battery() -> Battery:
    return run_battery(seed="00")


@pytest.fixture(scope="module")
def shown() -> Plays:
    return walk(load_model("cierzo"), KEY, 1, 1)


@pytest.fixture
def few_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some tests of bits, one of draws, and one machine of each type: how the battery goes about them."""
    monkeypatch.setattr(rng_battery, "models_of", lambda kind: models_of(kind)[:1])
    monkeypatch.setattr(rng_battery, "DRAW_TESTS", (rng_draws.pairs,))
    monkeypatch.setattr(rng_battery, "BIT_TESTS", (rng_nist.frequency, rng_nist.random_excursions))


@pytest.mark.long
def test_every_p_value_of_a_seed_is_as_it_was(battery: Battery) -> None:
    """Of the whole battery; a change that is meant has the print that the failure shows."""
    found = [
        f"{test.name} {test.group} {' '.join(f'{p:.5e}' for p in test.p_values)} {test.p or 0:.5e}"
        for test in battery.tests
    ]
    assert print_of(found) == "48 5e6cd780d633"


# --- the core -------------------------------------------------------------------------------------


def test_the_core_passes(battery: Battery) -> None:
    assert battery.failed() == []
    assert battery.passed
    assert battery.stream_bytes == 125_000
    assert {test.group for test in battery.tests} == {"bits", "draws", "plays", "p-values"}
    assert all(test.p_values for test in battery.tests)
    assert len(battery.tests) == TESTS


def test_all_fifteen_tests_of_the_standard_are_there(battery: Battery) -> None:
    assert len([test for test in battery.tests if test.group == "bits"]) == 15


@pytest.mark.long
def test_a_seed_repeats_every_p_value(battery: Battery) -> None:
    assert run_battery(seed="0000").tests == battery.tests


@pytest.mark.long
@pytest.mark.usefixtures("few_tests")
def test_a_fresh_key_is_told() -> None:
    first = run_battery()
    assert run_battery(seed=first.seed).tests == first.tests


@pytest.mark.parametrize("many", [2, 3, 27, 40, 250])
def test_however_often_a_class_is_shown_its_windows_are_judged(many: int) -> None:
    """Forty of 27 windows make two cells of 14 and 13, of which one expects fewer than a cell needs."""
    tables: Any = SimpleNamespace(prizes_cents=(0,), windows=lambda number: range(many))
    judged = 0
    for shown in range(1, 700):
        plays = Plays(tables, np.zeros(shown, dtype=int), np.arange(shown) * many // shown)
        found = rng_plays.windows(plays)
        assert all(0.1 < p <= 1 for p in found)  # as even as can be
        judged += len(found)
    assert judged > 500


@pytest.mark.usefixtures("few_tests")
def test_several_sequences_are_looked_at_and_told() -> None:
    told: list[tuple[int, int]] = []
    found = run_battery(
        seed="00", stream_bytes=3_100_000, progress=lambda done, total: told.append((done, total))
    )
    assert found.stream_bytes == 24 * 125_000
    frequency, excursions = found.tests[:2]
    assert len(frequency.p_values) == 24
    assert len(excursions.p_values) % 8 == 0
    assert 0 < len(excursions.p_values) < 24 * 8  # the rest of the sequences come home too seldom
    assert told[-1][0] == told[-1][1]


@pytest.mark.parametrize("size", [0, 124_999, (1 << 32) + 1])
def test_a_size_out_of_range_is_refused(size: int) -> None:
    with pytest.raises(StatisticsError, match="stream_bytes must be 125,000 to"):
        run_battery(seed="00", stream_bytes=size)
    with pytest.raises(SeedError):
        run_battery(seed="0")


# --- the promise of 99 % --------------------------------------------------------------------------


def finding(name: str, *p_values: float) -> Finding:
    return Finding(name, "bits", "", p_values, together(p_values) if p_values else None)


def test_one_test_fails_the_battery_below_alpha_over_their_number() -> None:
    tests = [finding(str(n), 0.5) for n in range(9)]
    for smallest, passed in ((0.00101, True), (0.00099, False)):
        made = Battery("00", "quick", 125_000, (*tests, finding("odd", smallest)), 1)
        assert made.passed is passed
    spread = Battery("00", "quick", 125_000, (*tests, finding("odd", 0.0004, 0.9, 0.9)), 1)
    assert spread.passed  # three p-values, the smallest of which counts three times


def test_what_cannot_be_tested_neither_passes_nor_fails() -> None:
    made = Battery("00", "quick", 125_000, (finding("none"),), 1)
    assert made.passed
    (row,) = made.as_dict()["tests"]
    assert (row["p"], row["p_adjusted"], row["passed"]) == (None, None, None)


def test_even_p_values_of_sequences_are_asked_for() -> None:
    """No p-value is small, but all are alike: a test that always says 0.4 is not fair either."""
    same = rng_battery.bit_finding(rng_nist.frequency, [[0.4]] * 30)
    even = rng_battery.bit_finding(rng_nist.frequency, [[(n + 0.5) / 30] for n in range(30)])
    assert same.p is not None and same.p < 1e-6
    assert even.p is not None and even.p > 0.9


@pytest.mark.parametrize("count", soon([10, 25], 10))
def test_p_values_of_the_core_are_even(count: int) -> None:
    """Each test of draws under 25 keys: no test's p-values lean, at one in ten thousand for all."""
    keys = [CoreSource(seed_key(f"{n:02x}")) for n in range(count)]
    every = (*rng_battery.DRAW_TESTS, *rng_battery.TABLE_TESTS)
    tests = [test for test in every if test.__name__ not in rng_battery.DISCRETE]
    for test in tests:
        found = [test(source, MACHINE, 1)[0] for source in keys]
        assert rng_battery.uniformity(found) > 1e-4 / len(tests), test.__name__


# --- broken streams -------------------------------------------------------------------------------


def fair_bytes() -> bytes:
    return cext.keystream(KEY, 0, 0, 125_000)


def leaning_bit() -> bytes:
    """The lowest bit of each byte is 1 in 53 of 100."""
    data = np.frombuffer(fair_bytes(), dtype=np.uint8)
    chance = np.frombuffer(cext.keystream(KEY, 1, 0, 125_000), dtype=np.uint8)
    return bytes(np.where(chance < 16, data | 1, data))


def stuck_bit() -> bytes:
    return bytes(byte & 0xFE for byte in fair_bytes())


def short_period() -> bytes:
    return (fair_bytes()[:4096] * 31)[:125_000]


def low_bits_of_an_lcg() -> bytes:
    """The lowest byte of the generator in the C standard's example: its period is 256."""
    made, x = bytearray(), 1
    for _ in range(125_000):
        x = (1103515245 * x + 12345) % (1 << 31)
        made.append(x & 255)
    return bytes(made)


def shift_register() -> bytes:
    """A register of 31 bits (x^31 + x^3 + 1): balanced, but linear."""
    bits = [1] * 31
    for n in range(31, 1_000_000):
        bits.append(bits[n - 31] ^ bits[n - 3])
    return bytes(np.packbits(np.array(bits, dtype=np.uint8)))


def slow_swell() -> bytes:
    """A period of 16 bits leans a little."""
    data = bytearray(fair_bytes())
    for n in range(0, len(data), 10):
        data[n & ~1] |= 0x80
    return bytes(data)


STREAMS: dict[str, tuple[Callable[[], bytes], Callable[[Any], list[float]]]] = {
    "leaning bit": (leaning_bit, rng_nist.frequency),
    "stuck bit": (stuck_bit, rng_patterns.serial),
    "short period": (short_period, rng_nist.spectral),
    "low bits of an LCG": (low_bits_of_an_lcg, rng_patterns.universal),
    "shift register": (shift_register, rng_patterns.linear_complexity),
    "shift register, ranks": (shift_register, rng_nist.rank),
    "slow swell": (slow_swell, rng_nist.spectral),
}


@pytest.mark.parametrize("mutant", STREAMS)
def test_a_broken_stream_is_caught(mutant: str) -> None:
    make, test = STREAMS[mutant]
    fair = np.unpackbits(np.frombuffer(fair_bytes(), dtype=np.uint8))
    assert together(test(fair)) > 0.001
    assert together(test(np.unpackbits(np.frombuffer(make(), dtype=np.uint8)))) < LIMIT


# --- broken draws ---------------------------------------------------------------------------------


class Broken(CoreSource):
    """Fair words, of which a mutant makes draws in its own way."""

    def words(self, machine: int, purpose: int, count: int) -> Any:
        return super().words(machine, purpose, count)

    def draws(self, machine: int, purpose: int, first: int, plays: int, bounds: Sequence[int]) -> Any:
        many = len(bounds)
        words = self.words(machine, purpose, (first + plays) * many)[first * many :]
        return self.scale(words.reshape(plays, many).astype(np.uint64), np.array(bounds, dtype=np.uint64))

    def scale(self, words: Any, bounds: Any) -> Any:
        return ((words * bounds) >> np.uint64(32)).astype(np.uint32)


class Remainder(Broken):
    def scale(self, words: Any, bounds: Any) -> Any:
        return (words % bounds).astype(np.uint32)


class NeverRejects(Broken):
    pass


class OneTooMany(Broken):
    def scale(self, words: Any, bounds: Any) -> Any:
        return super().scale(words, bounds + np.uint64(1))


class OneTooFew(Broken):
    def scale(self, words: Any, bounds: Any) -> Any:
        return super().scale(words, np.maximum(bounds, 2) - np.uint64(1))


class EightBits(Broken):
    """A byte scaled to the bound: 256 is no multiple of most."""

    def scale(self, words: Any, bounds: Any) -> Any:
        return super().scale(words & np.uint64(0xFF000000), bounds)


class SharedStream(Broken):
    """Machines share one stream."""

    def words(self, machine: int, purpose: int, count: int) -> Any:
        return super().words(0, purpose, count)


class SharedPurposes(Broken):
    def words(self, machine: int, purpose: int, count: int) -> Any:
        return super().words(machine, 0, count)


class ComesBack(Broken):
    """One word in twenty is that of sixteen words before."""

    def words(self, machine: int, purpose: int, count: int) -> Any:
        words = super().words(machine, purpose, count).copy()
        words[20::20] = words[4:-16:20][: len(words[20::20])]
        return words


class Randu(Broken):
    """Three successive values lie on fifteen planes (Marsaglia 1968)."""

    def words(self, machine: int, purpose: int, count: int) -> Any:
        words, x = np.empty(count, dtype=np.uint32), 2 * machine + 1
        for n in range(count):
            x = 65539 * x % (1 << 31)
            words[n] = 2 * x
        return words


class Lattice(Broken):
    """Additive: every word is the last one and a constant."""

    def words(self, machine: int, purpose: int, count: int) -> Any:
        return (np.arange(count, dtype=np.uint64) * np.uint64(2654435769)).astype(np.uint32)


class Smooth(Broken):
    """A fair word and the next one are averaged: the middle is too frequent."""

    def words(self, machine: int, purpose: int, count: int) -> Any:
        words = super().words(machine, purpose, count + 1).astype(np.uint64)
        return ((words[1:] + words[:-1]) >> np.uint64(1)).astype(np.uint32)


def every_bound(source: Any, machine: int, scale: int) -> list[float]:
    return rng_draws.bounds(source, machine, scale, range(2, 400))


DRAWS: dict[str, tuple[type[Broken], Callable[[Any, int, int], list[float]]]] = {
    "remainder": (Remainder, rng_draws.wide_bounds),
    "never rejects": (NeverRejects, rng_draws.wide_bounds),
    "one too many": (OneTooMany, every_bound),
    "one too few": (OneTooFew, every_bound),
    "eight bits": (EightBits, every_bound),
    "eight bits, pairs": (EightBits, rng_draws.pairs),
    "shared stream": (SharedStream, rng_draws.between_streams),
    "shared purposes": (SharedPurposes, rng_draws.between_streams),
    "words come back": (ComesBack, rng_draws.between_plays),
    "words come back, duplicates": (ComesBack, rng_draws.duplicates),
    "randu": (Randu, rng_draws.overlaps),
    "lattice, birthdays": (Lattice, rng_draws.birthdays),
    "lattice, gaps": (Lattice, rng_draws.gaps),
    "lattice, coupons": (Lattice, rng_draws.coupons),
    "lattice, poker": (Lattice, rng_draws.poker),
    "lattice, runs up": (Lattice, rng_draws.runs_up),
    "lattice, orders": (Lattice, rng_draws.orders),
    "lattice, within plays": (Lattice, rng_draws.within_plays),
    "smooth": (Smooth, rng_draws.evenness),
}


@pytest.mark.parametrize("mutant", DRAWS)
def test_broken_draws_are_caught(mutant: str) -> None:
    make, test = DRAWS[mutant]
    assert together(test(CoreSource(KEY), MACHINE, 1)) > 0.001
    assert together(test(make(KEY), MACHINE, 1)) < LIMIT


def test_every_test_of_draws_catches_a_mutant() -> None:
    assert {test for _, test in DRAWS.values()} >= set(rng_battery.DRAW_TESTS) | {every_bound}


# --- broken plays ---------------------------------------------------------------------------------


def changed(plays: Plays, *, classes: Any = None, places: Any = None) -> Plays:
    return Plays(
        plays.tables,
        plays.classes if classes is None else classes,
        plays.places if places is None else places,
    )


def favourite_window(plays: Plays) -> Plays:
    """One in thirty shows its class's first window instead."""
    return changed(plays, places=np.where(np.arange(len(plays.places)) % 30 == 0, 0, plays.places))


def last_windows_never(plays: Plays) -> Plays:
    """The last of every eight windows is never shown."""
    return changed(plays, places=np.where(plays.places >= plays.sizes * 7 // 8, 0, plays.places))


def window_of_another_prize(plays: Plays) -> Plays:
    places = plays.places.copy()
    places[777] = -1
    return changed(plays, places=places)


def window_again(plays: Plays) -> Plays:
    """One play in ten shows again how far along its list the third play before was."""
    places, sizes = plays.places.copy(), plays.sizes
    copied = np.arange(3, len(places), 10)
    places[copied] = places[copied - 3] * sizes[copied] // sizes[copied - 3]
    return changed(plays, places=places)


def prizes_apart(plays: Plays) -> Plays:
    """A prize next to a prize is moved to the end of its fifty plays."""
    classes = plays.classes.reshape(-1, 50).copy()
    for row in classes:
        for n in range(49):
            if row[n] and row[n + 1]:
                row[n + 1 :] = np.roll(row[n + 1 :], -1)
    return changed(plays, classes=classes.ravel())


def prizes_late(plays: Plays) -> Plays:
    """The first hundred plays of a stratum win nothing."""
    classes = plays.classes.reshape(-1, sum(plays.tables.strata[0])).copy()
    for row in classes:
        row[:] = np.concatenate([np.sort(row[:100]) * 0, row[100:]])
    return changed(plays, classes=classes.ravel())


PLAYS: dict[str, tuple[Callable[[Plays], Plays], Callable[[Plays], list[float]]]] = {
    "favourite window": (favourite_window, rng_plays.windows),
    "last windows never": (last_windows_never, rng_plays.windows),
    "window of another prize": (window_of_another_prize, rng_plays.windows),
    "window again": (window_again, rng_plays.between_windows),
    "prizes apart": (prizes_apart, rng_plays.prize_runs),
    "prizes late": (prizes_late, rng_plays.prize_places),
}


@pytest.mark.parametrize("mutant", PLAYS)
def test_broken_plays_are_caught(mutant: str, shown: Plays) -> None:
    spoil, test = PLAYS[mutant]
    assert together(test(shown)) > 0.001
    assert together(test(spoil(shown))) < LIMIT


def test_every_test_of_plays_catches_a_mutant() -> None:
    assert {test for _, test in PLAYS.values()} == set(rng_battery.PLAY_TESTS)


# --- parts ----------------------------------------------------------------------------------------


def test_plays_are_the_steps_of_the_machine(shown: Plays) -> None:
    tables = shown.tables
    state = cext.new_state(tables, KEY, 1)
    windows = [tables.windows(number) for number in range(len(tables.prizes_cents))]
    for number in range(200):
        state, outcome = cext.step(tables, state)
        entry = outcome.entries[0]
        assert shown.classes[number] == entry.prize_class
        assert windows[entry.prize_class][shown.places[number]] == entry.stops
    planned = [sum(column) for column in zip(*tables.strata, strict=True)]
    assert np.bincount(shown.classes, minlength=len(planned)).tolist() == planned


def test_bounds_are_those_that_the_machine_draws_below() -> None:
    tables = load_model("cierzo").tables
    counts = {len(tables.windows(number)) for number in range(len(tables.prizes_cents))}
    assert model_bounds(tables) == {*range(2, sum(tables.strata[0]) + 1), *counts}


def test_no_two_tests_share_a_word() -> None:
    """Each test stays on the sixteen machines of its own."""
    used: list[int] = []

    class Watched(CoreSource):
        def words(self, machine: int, purpose: int, count: int) -> Any:
            used.append(machine)
            return super().words(machine, purpose, count)

        def draws(self, machine: int, purpose: int, first: int, plays: int, bounds: Sequence[int]) -> Any:
            used.append(machine)
            return super().draws(machine, purpose, first, plays, bounds)

        def throws(self, machine: int, throws: int, dice: int) -> Any:
            used.append(machine)
            return super().throws(machine, throws, dice)

        def deals(self, machine: int, deals: int, cards: int, count: int) -> Any:
            used.append(machine)
            return super().deals(machine, deals, cards, count)

    for test in (*rng_battery.DRAW_TESTS, *rng_battery.TABLE_TESTS):
        used.clear()
        test(Watched(KEY), 160, 1)
        assert {machine // 16 for machine in used} == {10}, test.__name__
