# SPDX-License-Identifier: MIT
"""azar rng: bytes that anybody can audit, draws as machines make them, and the battery's verdict."""

from __future__ import annotations

import json
import os
import re
import shlex
import struct
import subprocess
import sys
from typing import Any

import pytest
from places import ROOT

import cext
from emulator.lab import rng_battery
from emulator.lab.rng_chance import paid_plays
from emulator.support.seed import seed_key
from machines.model import ChanceModel, load_model, models_of

DOCS = (ROOT / "docs" / "rng.md").read_text(encoding="utf-8")


def apart(line: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command line in a process of its own."""
    arguments = [sys.executable, "-P", "-m", "emulator.cli", *shlex.split(line)]
    return subprocess.run(arguments, capture_output=True, check=False, timeout=60, **options)


def rows(shown: Any) -> list[list[int]]:
    """The numbers that a command line printed."""
    return [[int(word) for word in line.split()] for line in shown.out.splitlines()]


# --- stream ---------------------------------------------------------------------------------------


def test_the_stream_is_what_the_five_lines_of_the_docs_make() -> None:
    """The audit by another library, exactly as the docs show it, over the end of a buffer and a batch."""
    (code,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    audit: dict[str, Any] = {}
    exec(code, audit)
    made = apart("rng stream --seed 0123 --bytes 300001")
    assert (made.returncode, made.stderr) == (0, b"")
    assert made.stdout == audit["stream"]("0123", 0, 0, 300_001)
    key = seed_key("0123")
    for number, block in ((1 | 2 << 40, 0), (5 | 3 << 48, (1 << 32) - 32), ((1 << 64) - 1, 1 << 40)):
        assert audit["stream"]("0123", number, block, 2000) == cext.keystream(key, number, block, 2000)


def test_the_stream_of_zero_bytes_is_the_published_one() -> None:
    """RFC 8439, appendix A.1, test vector 1."""
    assert apart("rng stream --seed 00 --bytes 16").stdout.hex() == "76b8e0ada0f13d90405d6ae55386bd28"
    assert apart("rng stream --seed 00 --bytes 0").stdout == b""


def test_an_endless_stream_ends_quietly_with_its_reader() -> None:
    arguments = [sys.executable, "-P", "-m", "emulator.cli", "rng", "stream", "--seed", "00"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        head = process.stdout.read(1_000_000)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 0
    assert head == cext.keystream(bytes(32), 0, 0, 1_000_000)


def test_a_stream_that_was_to_have_an_end_fails_quietly_without_its_reader() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    arguments = [
        sys.executable,
        "-P",
        "-m",
        "emulator.cli",
        "rng",
        "stream",
        "--bytes",
        "999999",
        "--seed",
        "00",
    ]
    ended = subprocess.run(arguments, stdout=writer, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_a_fresh_seed_is_told_and_repeats_the_stream() -> None:
    made = apart("rng stream --bytes 1000")
    seed = made.stderr.decode().removeprefix("seed ").strip()
    assert made.stdout == apart(f"rng stream --bytes 1000 --seed {seed}").stdout
    assert made.stdout != apart("rng stream --bytes 1000").stdout


# --- draws ----------------------------------------------------------------------------------------


def test_draws_are_those_of_the_core(azar: Any) -> None:
    key = seed_key("42")
    assert rows(azar("rng draws --below 37 --count 50 --seed 42")) == [
        [cext.draw_below(key, 1, 0, play, 37)] for play in range(50)
    ]
    assert rows(azar("rng draws --dice 3 --count 9 --seed 42 --machine 7")) == [
        list(cext.throw(key, play, machine=7)) for play in range(9)
    ]


def test_twenty_draws_below_a_hundred_are_shown_unless_asked_otherwise(azar: Any) -> None:
    assert rows(azar("rng draws --seed 42")) == rows(azar("rng draws --below 100 --count 20 --seed 42"))
    assert len(rows(azar("rng draws --seed 42"))) == 20


def test_shuffles_are_whole_decks(azar: Any) -> None:
    decks = rows(azar("rng draws --shuffle 52 --count 5 --seed 42"))
    assert len({tuple(deck) for deck in decks}) == 5
    assert decks == [list(cext.deal(seed_key("42"), play, 52, machine=1)) for play in range(5)]


def test_stops_are_those_that_the_machine_shows(azar: Any) -> None:
    tables = load_model("cierzo").tables
    state = cext.new_state(tables, seed_key("42"), 1)
    expected = []
    for _ in range(300):
        state, outcome = cext.step(tables, state)
        expected.append(list(outcome.entries[0].stops))
    assert rows(azar("rng draws --stops cierzo --count 300 --seed 42")) == expected


def test_stops_of_a_machine_of_chance_are_those_of_its_paid_plays(azar: Any) -> None:
    model = load_model("mudejar")
    assert isinstance(model, ChanceModel)
    expected = [list(paid.stops) for paid, _ in paid_plays(model.tables, seed_key("42"), 1, 300)]
    assert rows(azar("rng draws --stops mudejar --count 300 --seed 42")) == expected


def test_binary_draws_are_the_same_four_bytes_each() -> None:
    text = apart("rng draws --shuffle 5 --count 100 --seed 42").stdout.split()
    raw = apart("rng draws --shuffle 5 --count 100 --seed 42 --binary").stdout
    assert list(struct.unpack("<500I", raw)) == [int(word) for word in text]


def test_endless_draws_end_quietly_with_their_reader() -> None:
    arguments = [sys.executable, "-P", "-m", "emulator.cli", "rng", "draws", "--count", "0", "--seed", "00"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().strip().isdigit()
        process.stdout.close()
        assert (process.stderr.read(), process.wait(timeout=30)) == (b"", 0)


# --- battery --------------------------------------------------------------------------------------


@pytest.fixture
def one_machine_of_each_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rng_battery, "models_of", lambda kind: models_of(kind)[:1])


@pytest.mark.usefixtures("one_machine_of_each_type")
def test_the_battery_as_json_has_its_keys(azar: Any) -> None:
    shown = azar("rng test --seed 00 --json")
    found = json.loads(shown.out)
    assert (shown.status, shown.err) == (0, "")
    assert set(found) == {"seed", "level", "stream_bytes", "false_alarm", "passed", "ms", "tests"}
    assert (found["seed"], found["level"], found["passed"]) == ("00", "quick", True)
    for test in found["tests"]:
        assert set(test) == {"name", "group", "about", "p_values", "p", "p_adjusted", "passed"}
        assert all(0 <= p <= 1 for p in test["p_values"])
        assert test["about"].endswith(".")


@pytest.mark.usefixtures("one_machine_of_each_type")
def test_a_failed_test_is_named_and_ends_with_status_1(azar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(key: bytes, *_: Any) -> bytes:
        return bytes(byte | 1 for byte in cext.keystream(key, 0, 0, 125_000))

    for others in ("DRAW_TESTS", "TABLE_TESTS", "PLAY_TESTS", "CHANCE_TESTS"):
        monkeypatch.setattr(rng_battery, others, ())
    monkeypatch.setattr(rng_battery.CoreSource, "stream", lambda self, _: stuck(self.key))
    monkeypatch.setattr(rng_battery, "uniformity", lambda _: 0.5)
    shown = azar("rng test --seed 00")
    assert shown.status == 1
    assert re.search(r"frequency +bits .* FAILED", shown.out)
    assert "verdict" in shown.out


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("rng", "got nothing"),
        ("rng bake", "bake"),
        ("rng stream --below 6", "--below"),
        ("rng test --dice 3", "--dice"),
        ("rng test --bytes 1000", "stream_bytes must be 125,000"),
        ("rng draws --bytes 4", "--bytes"),
        ("rng draws --level lab", "--level"),
        ("rng draws --dice 3 --below 6", "one of --below"),
        ("rng draws --below 0", "--below"),
        ("rng draws --machine 1099511627776 --seed 00", "machine must be 0 to 1099511627775"),
    ],
)
def test_wrong_usage_is_a_line_and_a_hint(line: str, word: str, azar: Any) -> None:
    shown = azar(line)
    assert (shown.status in (1, 2), shown.out) == (True, "")
    assert word.lower() in shown.err.lower()
    assert "hint: " in shown.err


def test_a_stream_is_no_json(azar: Any) -> None:
    shown = azar("rng stream --json")
    assert shown.status == 2
    assert json.loads(shown.out)["error"]["message"] == "stream takes no --json"


def test_raw_bytes_stay_out_of_a_terminal(azar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    for line in ("rng stream --seed 00", "rng draws --binary --seed 00"):
        shown = azar(line)
        assert (shown.status, shown.out) == (2, "")
        assert "terminal" in shown.err
