# SPDX-License-Identifier: MIT
"""Data from outside: what is read, which biases are found, how seldom fair data fail, and the page."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from babel.messages import pofile
from soon import soon

import cext
from emulator.lab import rng_page
from emulator.lab.rng_battery import ALPHA
from emulator.lab.rng_input import InputError, read_bits, read_draws
from emulator.lab.rng_outside import POWER, Outside, examine_bits, examine_draws
from emulator.lab.rng_page import Origin, outside_page
from emulator.sheets.writer import Writer
from machines.support.languages import FOLDER

Array = Any


def key(number: int) -> bytes:
    return number.to_bytes(32, "big")


def bits_of(number: int, bits: int) -> Array:
    return np.unpackbits(np.frombuffer(cext.keystream(key(number), 0, 0, bits // 8), np.uint8))


def draws_of(number: int, below: int, many: int) -> Array:
    return np.frombuffer(cext.draws(key(number), 1, 0, 0, many, [below]), np.uint32).astype(np.int64)


# --- reading --------------------------------------------------------------------------------------


def test_bits_are_read_from_bytes_and_from_text() -> None:
    assert read_bits(bytes([0b10100000, 1])).tolist() == [1, 0, 1, 0, 0, 0, 0, 0] + [0] * 7 + [1]
    assert read_bits(b"1010\n0 1\n").tolist() == [1, 0, 1, 0, 0, 1]


@pytest.mark.parametrize(
    "text", ["5 0 36", "5\n0\n36\n", "5, 0; 36", "[5, 0, 36]", "5\n[0, 36]\n", "[5,0]\r\n36"]
)
def test_draws_are_read_from_text(text: str) -> None:
    assert read_draws(text.encode(), 37).tolist() == [5, 0, 36]


@pytest.mark.parametrize(
    ("below", "size"), [(200, 1), (256, 1), (257, 2), (65_536, 2), (65_537, 4), (1 << 32, 4)]
)
def test_draws_are_read_from_bytes(below: int, size: int) -> None:
    wanted = [0, 7, min(below - 1, 199)]
    assert read_draws(np.array(wanted, f"<u{size}").tobytes(), below).tolist() == wanted


@pytest.mark.parametrize(
    ("data", "below", "said"),
    [
        (b"1 2 37 5", 37, "draw 3 must be below 37 (got 37)"),
        (b"[1, 2\n", 37, "line 1 must hold whole numbers or a JSON list of them (got '[1, 2')"),
        (b"1\n[[2]]\n", 37, "line 2 must hold whole numbers"),
        (b"\xff\xfe\xfd", 60_000, "must take 2 bytes each (got 3 bytes)"),
        (b"99999999999999999999", 37, "must be below 4,294,967,296"),
        (b"1 2", 1, "draws must be below 2 to 4,294,967,296 (got 1)"),
    ],
)
def test_what_is_no_draw_is_refused_by_its_place(data: bytes, below: int, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        read_draws(data, below)


def test_too_few_are_refused() -> None:
    with pytest.raises(InputError, match="bits must be 1,000 or more"):
        examine_bits(np.zeros(999, np.uint8))
    with pytest.raises(InputError, match="draws must be 1,000 or more"):
        examine_draws(np.zeros(999, np.int64), 37)


# --- false alarms ---------------------------------------------------------------------------------


def test_fair_bits_seldom_fail() -> None:
    """One in a hundred at most: of 150 files more than 5 fail with a chance of 0.4 %; the keys are fixed."""
    assert sum(not examine_bits(bits_of(number, 16_000)).passed for number in range(150)) <= 5


@pytest.mark.parametrize("below", soon([2, 37, 1 << 24], 2))
def test_fair_draws_seldom_fail(below: int) -> None:
    assert sum(not examine_draws(draws_of(number, below, 3_000), below).passed for number in range(50)) <= 3


@pytest.mark.parametrize("size", [1_000, 12_500, 400_000])
def test_few_bits_get_the_tests_that_they_allow(size: int) -> None:
    found = examine_bits(bits_of(3, 1 << 20)[:size])
    assert found.passed
    assert 5 <= len(found.applied) < len(found.tests)


# --- biases ---------------------------------------------------------------------------------------


def forced(bits: Array) -> Array:
    """One bit in a hundred is 1, wherever it stands."""
    chosen = np.random.default_rng(5).integers(0, 100, len(bits), np.uint8) == 0
    return np.where(chosen, 1, bits).astype(np.uint8)


def alternately(bits: Array) -> Array:
    """Every 500th bit is forced, to 1 and to 0 in turn: ones and zeros balance."""
    bits = bits.copy()
    bits[::1000], bits[500::1000] = 1, 0
    return bits


def echoing(bits: Array) -> Array:
    """One bit in thirty is that of 40 places before."""
    bits = bits.copy()
    bits[40::30] = bits[:-40:30][: len(bits[40::30])]
    return bits


@pytest.mark.parametrize(
    ("spoil", "test"), [(forced, "all ones"), (alternately, "places"), (echoing, "distances")]
)
def test_biased_bits_are_found(spoil: Callable[[Array], Array], test: str) -> None:
    found = examine_bits(spoil(bits_of(7, 2_000_000)))
    assert test in {one.name for one in found.failed()}


@pytest.mark.long
def test_one_percent_of_forced_bits_is_found_at_lab_level() -> None:
    found = examine_bits(forced(bits_of(9, 100_000_000)))
    assert not found.passed
    assert next(row.found for row in found.power if row.share == 0.01) > 0.999999


def remainder(words: Array) -> Array:
    """By the remainder of eight bits."""
    return (words & 0xFF) % 37


def favoured(words: Array) -> Array:
    """One draw in fifty is 5."""
    draws = words % 37
    draws[::50] = 5
    return draws


def drifting(words: Array) -> Array:
    """Low values come more often in the second half."""
    draws = words % 37
    late = draws[len(draws) // 2 :]
    late[(late > 30) & (words[len(draws) // 2 :] % 3 == 0)] -= 30
    return draws


def sticky(words: Array) -> Array:
    """One draw in ten is the one before."""
    draws = words % 37
    draws[10::10] = draws[9:-1:10]
    return draws


def far_echo(words: Array) -> Array:
    """One draw in ten is that of twenty before."""
    draws = words % 37
    for place in (20, 25, 30, 35):
        draws[place::40] = draws[place - 20 : -20 : 40][: len(draws[place::40])]
    return draws


@pytest.mark.parametrize(
    ("spoil", "tests"),
    [
        (remainder, {"values"}),
        (favoured, {"values", "gaps", "uniformity"}),
        (drifting, {"halves"}),
        (sticky, {"pairs", "poker", "lags"}),
        (far_echo, {"lags"}),
    ],
)
def test_biased_draws_are_found(spoil: Callable[[Array], Array], tests: set[str]) -> None:
    words = np.frombuffer(cext.keystream(key(11), 0, 0, 400_000), "<u4").astype(np.int64)
    found = examine_draws(spoil(words), 37)
    assert tests & {test.name for test in found.failed()}


def test_words_of_a_short_period_come_again() -> None:
    draws = np.tile(draws_of(1, 1 << 30, 10_000), 4)
    failed = {test.name for test in examine_draws(draws, 1 << 30).failed()}
    assert "again" in failed


# --- power ----------------------------------------------------------------------------------------


def test_power_is_what_trials_find() -> None:
    """The least share that is found 999 times in a thousand is found in 60 files, all but one at most."""
    fair = examine_bits(bits_of(1, 16_000))
    assert fair.least_share == pytest.approx(0.053, abs=0.004)
    found = 0
    for number in range(60):
        bits = bits_of(number, 16_000)
        bits[np.random.default_rng(number).random(len(bits)) < fair.least_share] = 1
        found += not examine_bits(bits).passed
    assert found >= 59


def test_a_file_tells_its_power() -> None:
    told = examine_draws(draws_of(1, 37, 20_000), 37).as_dict()["power"]
    assert (told["found_with"], told["bias"]) == (POWER, "draws turned into one value")
    assert [row["share"] for row in told["shares"]] == [0.0001, 0.001, 0.01, 0.1]
    chances = [row["found"] for row in told["shares"]]
    assert chances == sorted(chances) and chances[-1] == pytest.approx(1)


# --- page and command -----------------------------------------------------------------------------


def page_of(found: Outside, language: str) -> str:
    return outside_page(found, Origin("data.bin", 12_345, "ab" * 32), Writer(language))


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_needs_no_network_and_has_both_charts(language: str) -> None:
    page = page_of(examine_draws(draws_of(1, 37, 50_000), 37), language)
    assert page.count("<svg") == 2
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert ("Datos aleatorios" in page) == (language == "es")


def test_every_message_of_the_page_is_in_spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    said: set[str] = set()
    monkeypatch.setattr(rng_page, "_say", lambda write: lambda words: said.add(words) or words)
    forced_bits = forced(bits_of(7, 1_000_000))
    for found in (examine_bits(forced_bits), examine_draws(draws_of(1, 37, 50_000), 37)):
        page_of(found, "en")
    catalogue = pofile.read_po(io.BytesIO((FOLDER / "es" / "LC_MESSAGES" / "rng.po").read_bytes()))
    ready = {message.id: message.string for message in catalogue if message.id}
    assert said == set(ready) and all(ready.values())


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "fair.bin").write_bytes(cext.keystream(key(1), 0, 0, 20_000))
    (tmp_path / "forced.bin").write_bytes(np.packbits(forced(bits_of(7, 1_000_000))).tobytes())
    (tmp_path / "draws.txt").write_text(" ".join(map(str, draws_of(1, 37, 5_000).tolist())))
    return tmp_path


def test_the_command_tells_and_ends_with_the_verdict(azar: Any, files: Path) -> None:
    shown = azar(f"rng test --input {files}/fair.bin -o {files}/fair.html --lang es")
    assert (shown.status, "passed" in shown.out, "power" in shown.out) == (0, True, True)
    assert "Datos aleatorios" in (files / "fair.html").read_text(encoding="utf-8")
    shown = azar(f"rng test --input {files}/forced.bin")
    assert shown.status == 1
    assert "FAILED" in shown.out


def test_the_command_as_json_has_its_keys(azar: Any, files: Path) -> None:
    found = json.loads(azar(f"rng test --input {files}/draws.txt --draws 37 --json").out)
    assert set(found) == {
        "input", "bytes", "sha256", "kind", "draws", "below", "false_alarm", "passed", "power", "tests",
    }  # fmt: skip
    assert (found["draws"], found["below"], found["false_alarm"]) == (5_000, 37, ALPHA)
    found = json.loads(azar(f"rng test --input {files}/fair.bin --bytes 10000 --json").out)
    assert (found["bits"], found["bytes"], found["below"]) == (80_000, 10_000, None)


def test_standard_input_is_read(azar: Any, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO((files / "fair.bin").read_bytes())
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=raw))
    assert json.loads(azar("rng test --input - --json").out)["input"] == "standard input"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("--draws 37", "--draws needs --input"),
        ("--bits", "--bits needs --input"),
        ("-o x.html", "--output needs --input"),
        ("--input draws.txt --bits --draws 37", "one of --bits and --draws"),
        ("--input draws.txt --seed 00", "--seed"),
        ("--input draws.txt --draws 1", "--draws"),
        ("--input draws.txt --draws 36", "must be below 36"),
        ("--input nothing.txt", "nothing.txt"),
    ],
)
def test_wrong_usage_is_a_line_and_a_hint(
    line: str, word: str, azar: Any, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files)
    shown = azar(f"rng test {line}")
    assert shown.status in (1, 2)
    assert word in shown.err
    assert "hint: " in shown.err
