# SPDX-License-Identifier: MIT
"""The writer of Value Change Dumps, and what puts changes in the order of their times."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trace_rig

from emulator.trace.errors import TraceError
from emulator.trace.timeline import LEFT_OUT, Timeline
from emulator.trace.vcd import FLOATING, TEXT, UNKNOWN, Signal, VCDFile, identifier

SIGNALS = (Signal("pins.coin_200"), Signal("meters.plays", bits=32), Signal("run.event", bits=TEXT))
COIN, PLAYS, EVENT = range(3)


def written(path: Path, *rows: tuple[int, int, int | str], over_us: int = 100, **options: Any) -> Path:
    with path.open("w", encoding="ascii") as stream:
        file = VCDFile(stream.write, SIGNALS, "one\ntwo $end", **options)
        for row in rows:
            file.change(*row)
        file.close(over_us)
    assert file.characters == path.stat().st_size
    return path


def test_file_is_what_the_standard_says(tmp_path: Path) -> None:
    path = written(tmp_path / "a.vcd", (0, COIN, 0), (7, COIN, 1), (7, PLAYS, 5), (7, EVENT, "coin in"))
    assert path.read_text() == (
        "$version azar trace $end\n"
        "$comment one $end\n"
        "$comment two end $end\n"
        "$timescale 1 us $end\n"
        "$scope module pins $end\n"
        "$var wire 1 ! coin_200 $end\n"
        "$upscope $end\n"
        "$scope module meters $end\n"
        '$var wire 32 " plays [31:0] $end\n'
        "$upscope $end\n"
        "$scope module run $end\n"
        "$var string 1 # event $end\n"
        "$upscope $end\n"
        "$enddefinitions $end\n"
        '#0\n$dumpvars\nx!\nbx "\ns #\n$end\n'
        '0!\n#7\n1!\nb101 "\nscoin\\x20in #\n#100\n'
    )


def test_nothing_is_written_of_what_did_not_change(tmp_path: Path) -> None:
    trace = trace_rig.read(written(tmp_path / "a.vcd", (1, COIN, 1), (2, COIN, 1), (3, COIN, 0)))
    assert trace.changes["pins.coin_200"] == [(1, 1), (3, 0)]


def test_window_begins_with_what_was_before_and_ends_in_time(tmp_path: Path) -> None:
    rows = [(1, COIN, 1), (2, PLAYS, 7), (9, PLAYS, 8), (10, COIN, 0), (20, PLAYS, 9), (21, PLAYS, 10)]
    trace = trace_rig.read(written(tmp_path / "a.vcd", *rows, begin_us=10, end_us=20))
    assert (trace.first["pins.coin_200"], trace.first["meters.plays"]) == (1, 8)
    assert trace.changes["pins.coin_200"] == [(10, 0)]
    assert trace.changes["meters.plays"] == [(20, 9)]
    assert trace.end_us == 20


def test_reader_of_zeros_and_ones_gets_no_other(tmp_path: Path) -> None:
    signals = [Signal("uart0.rx", rest=1), Signal("pins.lamp")]
    with (tmp_path / "a.vcd").open("w", encoding="ascii") as stream:
        file = VCDFile(stream.write, signals, "", plain=True)
        for at_us, value in ((1, UNKNOWN), (2, 0), (3, FLOATING)):
            file.change(at_us, 0, value)
        file.close(4)
    trace = trace_rig.read(tmp_path / "a.vcd")
    assert trace.first == {"azar.uart0_rx": 1, "azar.pins_lamp": 0}
    assert trace.changes["azar.uart0_rx"] == [(2, 0), (3, 1)]


@pytest.mark.parametrize("text", ["", "a b\tc\\d", "línea ñ 5 €", "$end", "#5"])
def test_every_text_is_one_word_of_the_file(tmp_path: Path, text: str) -> None:
    trace = trace_rig.read(written(tmp_path / "a.vcd", (1, EVENT, "x"), (2, EVENT, text), (3, COIN, 1)))
    (_, (_, found)) = trace.changes["run.event"]
    assert str(found).replace("\\x20", " ").isprintable()
    assert trace.changes["pins.coin_200"] == [(3, 1)]


def test_time_does_not_go_back(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="at_us must be 5 or later \\(got 4\\)"):
        written(tmp_path / "a.vcd", (5, COIN, 1), (4, COIN, 0))


def test_identifiers_differ_and_are_printable() -> None:
    names = [identifier(number) for number in range(20_000)]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) == 3
    assert all("!" <= letter <= "~" for name in names for letter in name)


def test_what_is_told_late_stands_where_it_belongs(tmp_path: Path) -> None:
    now = [0]
    made = Timeline(lambda: now[0])
    coin, line = made.signal("pins.coin_200"), made.signal("uart0.rx")
    made.hold(lambda: now[0] - 1_000)
    with (tmp_path / "a.vcd").open("w", encoding="ascii") as stream:
        made.open(lambda signals: VCDFile(stream.write, signals, ""))
        for now[0] in range(1_000, 60_000, 7):
            made.tell(coin, now[0] & 1)
            made.tell(line, now[0] >> 1 & 1, now[0] - 990)
        made.close(now[0])
    trace = trace_rig.read(tmp_path / "a.vcd")
    assert trace.changes["pins.coin_200"][:2] == [(1_000, 0), (1_007, 1)]
    assert [at_us for at_us, _ in trace.changes["uart0.rx"]][:3] == [10, 17, 31]
    assert len(trace.changes["pins.coin_200"]) == len(range(1_000, 60_000, 7))


def test_memory_stays_bounded_while_nobody_holds() -> None:
    now = [0]
    made, blocks = Timeline(lambda: now[0]), []
    coin = made.signal("pins.coin_200")
    made.open(lambda signals: VCDFile(blocks.append, signals, ""))
    for now[0] in range(200_000):
        made.tell(coin, now[0] & 1)
        assert len(made._waiting) < 40_000
    assert len(blocks) > 3


def test_signals_are_chosen_by_scope_and_by_pattern() -> None:
    made = Timeline(lambda: 0, ("uart0", "pins.coin_*"))
    assert [made.signal(path) for path in ("pins.coin_200", "pins.lamp", "uart0.rx")] == [0, LEFT_OUT, 1]
    made.tell(LEFT_OUT, 1)
    made.open(lambda signals: VCDFile(lambda text: None, signals, ""))


def test_signals_are_left_out_by_a_pattern_too() -> None:
    made = Timeline(lambda: 0, ("-pins.coin_*", "-uart0"))
    assert [made.signal(path) for path in ("pins.coin_200", "pins.lamp", "uart0.rx")] == [
        LEFT_OUT,
        0,
        LEFT_OUT,
    ]


def test_pattern_that_fits_nothing_is_told_with_the_scopes() -> None:
    made = Timeline(lambda: 0, ("pins", "spi"))
    made.signal("pins.lamp")
    made.signal("uart0.rx")
    with pytest.raises(TraceError, match=r"\(got spi\)") as caught:
        made.open(lambda signals: VCDFile(lambda text: None, signals, ""))
    assert "pins, uart0" in caught.value.hint
