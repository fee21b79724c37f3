# SPDX-License-Identifier: MIT
"""Rewinds in journals: recorded as every input is, replayed to the byte on either runtime."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cabinet_visits import PURSE, VISITS, cabinet, visit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from soon import soon
from vm_helpers import BOTH, engine
from vm_visit import PURSE as VISITOR_PURSE
from vm_visit import Visitor

from emulator import Cabinet
from emulator.records.chain import JournalError, chain, unhashed
from emulator.records.journal import Journal, Recorder, read
from emulator.records.recall import recall
from emulator.records.replay import ReplayReport, replay
from emulator.scenario import script
from machines.rom.program import firmware_sources

Visit = list[tuple[tuple[Any, ...], int]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.jsonl"


def recorded(path: Path, doing: Callable[[Cabinet], None], **options: Any) -> Cabinet:
    cab: Any = Cabinet("cierzo", **{"seed": "5a", "purse": PURSE, **options})
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        if cab.test:
            cab.remember()
        doing(cab)
        recorder.close()
    return cab


def played_again(path: Path, runtime: str = "cpython") -> ReplayReport:
    return replay(path, build=partial(Cabinet.from_origin, runtime=runtime))


def rewritten(path: Path, change: Callable[[str], str]) -> None:
    """The journal with one line changed, and a chain that follows."""
    lines, before = [], ""
    for line in path.read_text("ascii").splitlines():
        text = change(unhashed(line))
        before = chain(before, text)
        lines.append(f'{text[:-1]},"h":"{before}"}}\n')
    path.write_text("".join(lines), "ascii", newline="\n")


def back_and_forth(cab: Cabinet) -> None:
    """Two plays, of which one is undone twice; money in, money out."""
    cab.run(ms=5_000)
    cab.insert(200)
    cab.run(ms=1_500)
    cab.press("start")
    cab.run(ms=6_000)
    here_us = cab.now_us
    for _ in range(2):
        cab.press("double")
        cab.run(ms=6_500)
        cab.press("collect")
        cab.run(ms=2_000)
        cab.rewind(here_us)
    cab.press("start")
    cab.run(ms=6_000)
    cab.rewind(here_us + 3_333_333)
    cab.run(ms=3_000)
    cab.press("collect")
    cab.run(ms=2_500)


# -- replays ----------------------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(VISITS, st.floats(0, 1)), min_size=1, max_size=4), st.booleans())
def test_a_run_that_went_back_replays_to_the_byte(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[Visit, float]], absorbs: bool
) -> None:
    path = tmp_path_factory.mktemp("journal") / "run.jsonl"
    made: list[Cabinet] = []

    def doing(cab: Cabinet) -> None:
        made.append(cab)
        cab.run(ms=3_000)
        for actions, share in parts:
            visit(cab, actions)
            cab.rewind(int(cab.now_us * share))
        cab.run(ms=2_000)

    def entropy() -> bytes:
        return hashlib.sha256(str(made[0].now_us if made else 0).encode()).digest()

    recorded(path, doing, entropy=entropy if absorbs else None)
    report = replay(path)
    assert report.same and report.complete, str(report)


@pytest.mark.parametrize(("recording", "replaying"), [BOTH, BOTH[::-1]])
def test_a_run_that_went_back_replays_on_the_other_runtime(
    path: Path, recording: str, replaying: str
) -> None:
    engine()
    cab = recorded(path, back_and_forth, runtime=recording)
    assert cab.meters["book_plays"] == 2
    for runtime in (replaying, recording):
        report = played_again(path, runtime)
        assert report.same and report.complete, str(report)


@pytest.mark.parametrize(
    ("recording", "replaying"), [BOTH, pytest.param(*BOTH[::-1], marks=pytest.mark.long)]
)
def test_a_long_visit_replays_on_the_other_runtime(path: Path, recording: str, replaying: str) -> None:
    """Promise 4: coins, holds, prizes, payouts, doors, faults, power cuts; no line says what ran it."""
    engine()

    def doing(cab: Cabinet) -> None:
        Visitor(cab, seed=2).play(25)

    cab = Cabinet("cierzo", seed="00", purse=VISITOR_PURSE, runtime=recording)
    # Cuts inside a tick are the laboratory's and no input: they are nothing that a journal tells.
    cab.board.cut_at_op = lambda *_: None  # type: ignore[method-assign]
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = Recorder(cab, stream)
        doing(cab)
        recorder.close()
    text = path.read_text("ascii")
    for word in ("insert", "press", "open_door", "power_off", "take_tray"):
        assert f'"in":"{word}"' in text, word
    for word in ("coin_accepted", "hopper_coin", "coin_in_tray", "step", "meter", "power", "door", "lamp"):
        assert f'"out":"{word}"' in text, word
    assert "python" not in text
    report = played_again(path, replaying)
    assert report.same and report.complete, str(report)


CRASHES = (
    "1 // 0",
    "{}['k']",
    "int('q')",
    "nothing_of_that_name",
    "'a' + 1",
    "assert False",
    "raise RuntimeError",
    "raise ValueError('x y')",
    "state.nothing",
    "b'\\xff'.decode()",
    "import struct; struct.unpack('<I', b'1')",
    "import binascii; binascii.unhexlify('q')",
    "forever()",
    "return 0",
    "return 'x'",
)


@pytest.mark.parametrize("crash", soon(CRASHES, *CRASHES[::3]))
def test_a_crash_is_the_same_line_on_both_runtimes(tmp_path: Path, crash: str) -> None:
    """Each words its errors its own way; file, line, function and type are what a journal tells of them."""
    engine()
    sources = firmware_sources()
    sources["main"] += f"""

_tick = tick


def forever():
    return forever()


def tick():
    if state.now_ms > 4_000:
        {crash}
    return _tick()
"""
    for runtime in BOTH:
        cab = recorded(
            tmp_path / runtime,
            lambda cab: cab.run(ms=9_000),
            runtime=runtime,
            firmware=sources,
            trust_firmware=True,
        )
        assert "main.py" in str(cab.fault) or cab.fault is None or "tick must return" in cab.fault
    texts = [(tmp_path / runtime).read_text("ascii") for runtime in BOTH]
    assert texts[0] == texts[1]
    assert '"out":"fault"' in texts[0]
    report = replay(
        tmp_path / BOTH[0],
        build=partial(Cabinet.from_origin, runtime=BOTH[1]),
        firmware=sources,
        trust_firmware=True,
    )
    assert report.same, str(report)


def test_both_runtimes_write_the_same_file(tmp_path: Path) -> None:
    engine()
    for runtime in BOTH:
        recorded(tmp_path / runtime, back_and_forth, runtime=runtime)
    assert (tmp_path / BOTH[0]).read_bytes() == (tmp_path / BOTH[1]).read_bytes()


def test_a_run_that_was_killed_after_it_went_back_replays(path: Path) -> None:
    recorded(path, back_and_forth)
    lines = path.read_bytes().splitlines(keepends=True)
    last = max(number for number, line in enumerate(lines) if b'"in":"rewind"' in line)
    path.write_bytes(b"".join(lines[: last + 1]))
    report = replay(path)
    assert report.same and not report.complete


def test_a_replay_tells_how_far_it_is_through_all_that_was_run(path: Path) -> None:
    recorded(path, back_and_forth)
    told: list[tuple[int, int]] = []
    replay(path, lambda done_us, total_us: told.append((done_us, total_us)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]


# -- what is refused --------------------------------------------------------------------------------------


def test_a_rewind_that_did_not_go_there_is_found(path: Path) -> None:
    recorded(path, back_and_forth)
    number = next(n for n, line in enumerate(read(path).lines, 1) if '"in":"rewind"' in line)
    seen: list[str] = []

    def change(line: str) -> str:
        seen.append(line)
        return line.replace('"to_us":', '"to_us":1') if len(seen) == number else line

    rewritten(path, change)
    report = replay(path)
    assert report.difference is not None and report.difference.line == number
    assert "to_us must be" in report.difference.produced


def test_a_rewind_of_a_machine_of_record_is_found(path: Path) -> None:
    def doing(cab: Cabinet) -> None:
        cab.run(ms=4_000)
        cab.insert(100)
        cab.run(ms=1_000)

    recorded(path, doing, seed=None)
    rewritten(path, lambda line: line.replace('"cents":100,"in":"insert"', '"in":"rewind","to_us":0'))
    report = replay(path)
    assert report.difference is not None
    assert "what a machine of record paid stays paid" in report.difference.produced


@pytest.mark.parametrize("to", ["", ',"to_us":true', ',"to_us":"4"', ',"to_us":1.5'])
def test_a_rewind_without_a_time_is_refused(path: Path, to: str) -> None:
    recorded(path, lambda cab: (cab.run(ms=10), cab.rewind(0)))
    rewritten(path, lambda line: line.replace(',"to_us":0', to))
    with pytest.raises(JournalError, match=r"line \d must have to_us, in whole us"):
        replay(path)


# -- what stands ------------------------------------------------------------------------------------------


def test_a_recall_leaves_out_what_was_undone(path: Path) -> None:
    recorded(path, back_and_forth)
    recalled = recall(path)
    assert recalled.how == "replay"
    assert [play.number for play in recalled.plays] == [2, 1]
    assert not any(play.double for play in recalled.plays)
    read_off = recall_by_steps(path)
    assert [(play.t_us, play.stops, play.stake_cents) for play in read_off] == [
        (play.t_us, play.stops, play.stake_cents) for play in recalled.plays
    ]


def recall_by_steps(path: Path) -> Any:
    """The same journal with a line that cannot be reproduced, so that its steps have to tell."""
    rewritten(path, lambda line: line.replace('"end":true', '"end":true,"extra":1'))
    recalled = recall(path)
    assert recalled.how == "steps"
    return recalled.plays


def test_a_recall_whose_last_input_is_a_rewind_knows_nothing_of_what_it_undid(path: Path) -> None:
    def doing(cab: Cabinet) -> None:
        cab.run(ms=5_000)
        cab.insert(200)
        cab.run(ms=1_500)
        cab.press("start")
        cab.run(ms=6_000)
        cab.rewind(5_500_000)

    recorded(path, doing)
    assert recall(path).plays == ()


def test_the_lines_that_stand_are_those_of_the_run_that_stands(path: Path) -> None:
    """What was done at the very time is undone, what the machine did at it is not, absorbing included."""
    texts = [
        '"out":"lamp","t":5',
        '"in":"entropy","t":5',
        '"in":"insert","t":5',
        '"out":"coin","t":5',
        '"out":"lamp","t":9',
        '"in":"rewind","t":9,"to_us":5',
        '"in":"press","t":6',
        '"out":"lamp","t":8',
        '"in":"rewind","t":8,"to_us":7',
        '"out":"lamp","t":7',
        '"end":true,"t":8',
    ]
    journal = Journal("x", {}, ["{}", *(f"{{{text}}}" for text in texts)], complete=True, cut=False)
    assert [texts[number - 2] for number in journal.standing] == [texts[n] for n in (0, 1, 6, 9, 10)]
    whole = Journal("x", {}, ["{}", *(f"{{{text}}}" for text in texts[:5])], complete=False, cut=False)
    assert list(whole.standing) == [2, 3, 4, 5, 6]


# -- scripts ----------------------------------------------------------------------------------------------

SCRIPT = """
title = "Undone"
[[step]]
at_ms = 5000
do = "insert"
cents = 200
until = { credits = "2.00" }
[[step]]
do = "rewind"
to_us = 4_000_000
expect = { credits = "0.00" }
[[step]]
at_ms = 4500
expect = { credits = "0.00" }
"""


def test_a_script_can_go_back() -> None:
    result = script.run(script.parse(SCRIPT), cabinet())
    assert result.held, str(result)


def test_a_script_cannot_take_a_machine_of_record_back() -> None:
    result = script.run(script.parse(SCRIPT), Cabinet(cabinet().model))
    assert "what a machine of record paid stays paid" in str(result)
