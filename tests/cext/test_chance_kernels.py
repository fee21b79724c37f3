# SPDX-License-Identifier: MIT
"""Campaigns of machines of chance: every kernel gives what the plain one gives, however the plays are cut."""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import chance_walks
import numpy as np
import pytest
from chance_makes import made
from chance_walks import KEY, MACHINE, REJECTED_PLAY, REJECTED_STOPS, line_game, same
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_game import reference_tables as reference

import cext
from cext import kernel_choice

run = partial(chance_walks.run, cext)
MANY = kernel_choice.TRIAL_FROM
KINDS = ("masks", "automaton", "staged")


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**9), first=st.integers(0, 2_000), rounds=st.integers(0, 2))
def test_every_kernel_plays_what_the_plain_one_plays(seed: int, first: int, rounds: int) -> None:
    tables = made(seed)
    plain = run(tables, first, 1_500, "plain", rounds)
    for kernel in cext.chance_kernels(tables)[1:]:
        assert same(plain, run(tables, first, 1_500, kernel, rounds)), kernel


@pytest.mark.parametrize("stops", [32, 72, 100])
@pytest.mark.parametrize("changes", [{}, {"pot": True}, {"features": True}], ids=["base", "pot", "features"])
def test_every_kernel_plays_the_reference_game(stops: int, changes: dict[str, bool]) -> None:
    """Words without rejection, with one in ten, and pairs."""
    tables = reference(stops, **changes)
    plain = run(tables, 5_000_000_000, 30_000)
    kernels = cext.chance_kernels(tables)
    assert {"masks", "automaton"} < set(kernels)
    for kernel in ("auto", *kernels[1:]):
        assert same(plain, run(tables, 5_000_000_000, 30_000, kernel)), kernel


@pytest.mark.parametrize("lines", [33, 64, 65, 100])
def test_every_kernel_plays_more_lines_than_a_word_has_bits(lines: int) -> None:
    tables = made(lines, reels=(4, 5), lines=(lines, lines), ways=False)
    plain = run(tables, 3, 2_000)
    for kernel in cext.chance_kernels(tables)[1:]:
        assert same(plain, run(tables, 3, 2_000, kernel)), kernel


@pytest.mark.parametrize(("reels", "least"), [(5, 3), (5, 2), (3, 3), (6, 3), (4, 2)])
def test_every_kernel_plays_the_usual_games(reels: int, least: int) -> None:
    """So many alike on a line or more, up to all: most of these have a loop of their own."""
    tables = line_game(cext, reels, 17, least=least)
    plain = run(tables, 7, 20_000)
    assert plain[0].hits > 100
    for kernel in cext.chance_kernels(tables)[1:]:
        assert same(plain, run(tables, 7, 20_000, kernel)), kernel


@pytest.mark.parametrize(
    "check",
    [
        chance_walks.check_walks,
        chance_walks.check_masks,
        chance_walks.check_pairs,
        chance_walks.check_features,
    ],
)
def test_the_walks_hold(check: Callable[[Any], None]) -> None:
    check(cext)


def test_a_pair_of_words_is_rejected_among_those_of_the_check() -> None:
    """Else check_pairs would not check how it is drawn again."""
    combinations = REJECTED_STOPS**5
    stream = MACHINE | cext.PURPOSE_PLAY << 40
    words = np.frombuffer(cext.keystream(KEY, stream, REJECTED_PLAY >> 3, 64), "<u8")
    low = int(words[REJECTED_PLAY & 7]) * combinations % 2**64
    assert low < 2**64 % combinations


def test_every_tier_has_its_kernels() -> None:
    """A processor that has the registers runs what was made for them, single words and pairs."""
    single, pairs = (set(cext.chance_kernels(reference(stops))) for stops in (32, 100))
    tiers = ["avx2", "avx512"][: cext.widest_tier()]
    assert single == {"plain", "masks", "automaton", *(f"{k}-{t}" for t in tiers for k in KINDS)}
    assert pairs == single - {f"automaton-{tier}" for tier in tiers}


@settings(max_examples=20, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**9), cuts=st.lists(st.integers(0, 3_000), max_size=5))
def test_any_cut_of_a_campaign_adds_up_to_the_whole(seed: int, cuts: list[int]) -> None:
    tables = made(seed)
    for kernel in cext.chance_kernels(tables):
        whole, histogram, events = run(tables, 90, 3_000, kernel)
        bounds = sorted({0, 3_000, *cuts})
        parts = [run(tables, 90 + a, b - a, kernel) for a, b in itertools.pairwise(bounds)]
        sums = [sum(values) for values in zip(*(tally for tally, _, _ in parts), strict=True)]
        assert (*sums[:-1], sums[-1] % 2**64) == tuple(whole)
        assert (sum(part for _, part, _ in parts) == histogram).all()
        assert [row for _, _, listed in parts for row in listed.tolist()] == events.tolist()


def test_a_kernel_stops_before_the_event_that_finds_no_room_as_the_plain_one_does() -> None:
    tables = next(t for t in map(made, range(1_000)) if t.mystery_of)
    plain = run(tables, 0, 3_000, capacity=5)
    for kernel in cext.chance_kernels(tables)[1:]:
        assert same(plain, run(tables, 0, 3_000, kernel, capacity=5)), kernel


@pytest.mark.parametrize(
    "kernel", ["masks", "automaton", "automaton-avx2", "automaton-avx512", "staged-avx2", "staged-avx512"]
)
@pytest.mark.parametrize("stop", [0, 17, 31])
def test_one_wrong_entry_of_a_kernel_changes_the_digest(
    kernel: str, stop: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant: a kernel made ready from the same tables but for one symbol of one strip."""
    tables, build = reference(), kernel_choice.build
    if kernel not in cext.chance_kernels(tables):
        pytest.skip(f"this processor has no {kernel}")
    plain = run(tables, 0, 30_000)
    assert same(plain, run(tables, 0, 30_000, kernel))
    mutant = bytearray(tables.blob)
    mutant[mutant.index(bytes(tables.strips[1])) + stop] ^= 1
    mutant[-32:] = hashlib.sha256(mutant[:-32]).digest()
    wrong = cext.ChanceTables(bytes(mutant))
    monkeypatch.setattr(kernel_choice, "build", lambda _, number: build(wrong, number))
    assert run(reference(), 0, 30_000, kernel)[0].digest != plain[0].digest


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the kernels of the reference game are remembered: a folder of the test's own."""
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    return kernel_choice.memory_file(reference())


def forbidden(*_: object) -> float:
    raise AssertionError("a trial was made")


@pytest.mark.parametrize(
    ("plays", "kind"), [(kernel_choice.AUTOMATON_FROM - 1, "masks"), (MANY - 1, "automaton")]
)
def test_few_plays_take_the_widest_of_a_kind_without_a_trial(
    plays: int, kind: str, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["cext.chance_campaign"], "_timed", forbidden)
    widest = [kind, f"{kind}-avx2", f"{kind}-avx512"][cext.widest_tier()]
    assert cext.chosen_kernel(reference(), plays) == widest
    assert not memory.exists()


@pytest.mark.parametrize("other", ["_processor", "_built"])
def test_a_choice_is_remembered_by_tables_processor_and_core(
    other: str, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = cext.chosen_kernel(reference(), MANY)
    assert chosen != "plain" and not chosen.startswith("masks")
    monkeypatch.setattr(sys.modules["cext.chance_campaign"], "_timed", forbidden)
    assert cext.chosen_kernel(reference(), MANY) == chosen
    with pytest.raises(AssertionError, match="a trial was made"):
        cext.chosen_kernel(reference(72), MANY)
    monkeypatch.setattr(kernel_choice, other, lambda: "another")
    with pytest.raises(AssertionError, match="a trial was made"):
        cext.chosen_kernel(reference(), MANY)


def test_a_wrong_choice_is_mended(memory: Path) -> None:
    """Remembered is that the slowest kernel is the quickest one; one campaign shows that it is not."""
    lies = {"masks": 0.001, "automaton": 0.002, "automaton-avx2": 0.002}
    memory.parent.mkdir(parents=True)
    known = {"built": kernel_choice._built(), "play_ns": lies, "trial_ns": 1}
    memory.write_text(json.dumps({kernel_choice._processor(): known}))
    tables = reference()
    if cext.widest_tier():
        assert cext.chosen_kernel(tables, MANY) == "masks"
    assert same(run(tables, 0, MANY, "auto"), run(tables, 0, MANY, cext.chance_kernels(tables)[-1]))
    mended = cext.chosen_kernel(tables, MANY)
    assert not mended.startswith("masks")
    assert cext.chosen_kernel(reference(), MANY) == mended


@pytest.mark.parametrize("damaged", ["", "[]", "{", '{"x": 1}'])
def test_a_damaged_memory_is_written_anew(memory: Path, damaged: str) -> None:
    memory.parent.mkdir(parents=True)
    memory.write_text(damaged)
    chosen = cext.chosen_kernel(reference(), MANY)
    assert chosen in json.loads(memory.read_text())[kernel_choice._processor()]["play_ns"]


def test_a_campaign_needs_no_memory(memory: Path) -> None:
    memory.parent.parent.mkdir(parents=True)
    memory.parent.write_text("a file where a folder should be")
    assert cext.chosen_kernel(reference(), MANY) in cext.chance_kernels(reference())


def test_histogram_adds_up_to_the_tally() -> None:
    tables = reference()
    tally, histogram, _ = run(tables, 0, 5_000)
    cents = np.arange(len(histogram)) * tables.unit_cents
    assert int(histogram.sum()) == tally.plays == 5_000
    assert int((histogram * cents.astype(np.uint64)).sum()) == tally.won_cents
    assert int(histogram[1:].sum()) == tally.hits


def test_histogram_is_added_to() -> None:
    tables = reference()
    histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    for first in (0, 700):
        cext.chance_campaign(tables, cext.Course(KEY, 7, first, 700), histogram=histogram)
    assert (histogram == run(tables, 0, 1_400)[1]).all()


def test_campaign_stops_before_the_event_that_finds_no_room() -> None:
    tables = next(t for t in map(made, range(1_000)) if t.mystery_of)
    whole, _, events = run(tables, 0, 3_000)
    assert len(events) > 5
    part, _, listed = run(tables, 0, 3_000, capacity=5)
    assert (listed == events[:5]).all()
    assert part.plays == int(events[5][0])
    rest, _, others = run(tables, part.plays, 3_000 - part.plays)
    assert (others == events[5:]).all()
    assert (part.digest + rest.digest) % 2**64 == whole.digest


def test_pots_can_be_taken_up_anywhere() -> None:
    tables = next(t for t in map(made, range(1_000)) if t.mystery_of and len(t.pots) > 2)
    _, _, events = run(tables, 0, 4_000)
    start = cext.pots_new(tables, KEY, 7)
    whole, paid = cext.pots_course(tables, cext.Course(KEY, 7, 0, 4_000), events, start)
    early, late = events[events[:, 0] < 1_234], events[events[:, 0] >= 1_234]
    middle, first_paid = cext.pots_course(tables, cext.Course(KEY, 7, 0, 1_234), early, start)
    end, last_paid = cext.pots_course(tables, cext.Course(KEY, 7, 1_234, 2_766), late, middle)
    assert end == whole
    for a, b, both in zip(first_paid, last_paid, paid, strict=True):
        assert tuple(map(sum, zip(a, b, strict=True))) == both


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kernel": "quickest"}, "kernel must be auto or one of plain"),
        (
            {"histogram": np.zeros(3, np.uint64)},
            r"histogram must be of uint64 with shape \(\d+,\) \(got uint64, \(3,\)\)",
        ),
        ({"histogram": np.zeros(3, np.int32)}, "histogram must be of uint64"),
        ({"capacity": 0}, "capacity must be 1 to 16777216 plays"),
        ({"gamble_rounds": 256}, "gamble_rounds must be 0 to 255 rounds"),
    ],
)
def test_wrong_arguments_are_named(changes: dict[str, object], message: str) -> None:
    tables = reference()
    histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    with pytest.raises(cext.CoreError, match=message):
        cext.chance_campaign(tables, cext.Course(KEY, 0, 0, 10), **{"histogram": histogram, **changes})  # type: ignore[arg-type]


def test_plays_past_the_last_number_are_refused() -> None:
    with pytest.raises(cext.CoreError, match="plays must be 0 to 5 plays"):
        run(reference(), (1 << 44) - 5, 6)
