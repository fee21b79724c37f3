# SPDX-License-Identifier: MIT
"""
The save file that GTKWave opens a trace with: what to show first, in groups, and how to read each number.

    write_save(Path("jam.vcd"), trace.signals, chips, begin_us=0, end_us=3_000_000)      # jam.gtkw
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log2
from pathlib import Path

from emulator.cctalk.headers import NAMES
from emulator.trace.vcd import TEXT, Signal

# Flags of a row (GTKWave's analyzer.h): how a number is shown, drawn and named.
_HEX, _DECIMAL, _BINARY, _RIGHT = 0x2, 0x4, 0x8, 0x20
_BLANK, _ASCII, _NAMED, _STEPS = 0x200, 0x800, 0x2000, 0x8000
_STRETCH = 0x20000
_GROUP_BEGIN, _GROUP_CLOSED, _GROUP_END = 0x800000, 0x400000, 0x1000000
_HIDDEN = 0x1000
# So many rows fit; of more signals those groups begin open that say most.
_ROWS = 40

_SIZE = (1600, 900)
# The points that waves have beside the lists; those of a frame, which the zoom is of (GTKWave's calczoom).
_WAVE_POINTS, _FRAME_POINTS = 1_060, 200
# Groups in this order; those named here are open.
_OPEN = ("run", "supply", "cctalk", "coins", "reels", "displays")
_ORDER = (*_OPEN, "pins", "expander", "i2c", "fram", "uart0", "uart1", "lamps", "meters", "link")
# The numbers whose values have names, and the file's ending of the list.
_NAMES_OF = {"i2c.address": "i2c", "cctalk.header": "cctalk"}


def write_save(
    vcd: Path, signals: Sequence[Signal], chips: Mapping[int, str], *, begin_us: int, end_us: int
) -> list[Path]:
    """
    Write the save file beside a trace, and the lists of names that it refers to.

    Args:
        vcd: the trace; the save file has its name with the ending .gtkw.
        signals: of the trace.
        chips: names on the I2C bus, by address.
        begin_us, end_us: what is shown at first.

    Returns:
        The files.
    """
    lists: dict[str, Mapping[int, str]] = {"i2c": chips, "cctalk": NAMES}
    made: list[Path] = []
    filters: dict[str, Path] = {}
    for signal in signals:
        ending = _NAMES_OF.get(signal.path)
        if ending is not None:
            path = filters[signal.path] = vcd.with_suffix(f".{ending}.txt")
            rows = "".join(f"{value:02x} {name}\n" for value, name in sorted(lists[ending].items()))
            path.write_text(rows, encoding="ascii", newline="\n")
            made.append(path)
    save = vcd.with_suffix(".gtkw")
    text = "\n".join(_lines(vcd, save, signals, filters, begin_us, end_us)) + "\n"
    save.write_text(text, encoding="utf-8", newline="\n")
    return [save, *made]


def _lines(
    vcd: Path, save: Path, signals: Sequence[Signal], filters: Mapping[str, Path], begin_us: int, end_us: int
) -> Iterator[str]:
    yield "[*] azar trace"
    yield f'[dumpfile] "{vcd.resolve()}"'
    yield f'[savefile] "{save.resolve()}"'
    yield f"[timestart] {begin_us}"
    yield f"[size] {_SIZE[0]} {_SIZE[1]}"
    yield "[pos] -1 -1"
    # The power of two of the time that a frame shows, below zero.
    zoom = -log2(max(1.0, (end_us - begin_us) * _FRAME_POINTS / _WAVE_POINTS))
    yield f"*{zoom:.6f} {begin_us}" + " -1" * 26
    yield "[signals_width] 230"
    yield "[sst_expanded] 1"
    yield "[sst_width] 180"
    scopes = list(dict.fromkeys(signal.scope for signal in signals))
    for scope in sorted(scopes, key=lambda one: _ORDER.index(one) if one in _ORDER else len(_ORDER)):
        closed = len(signals) > _ROWS and scope not in _OPEN
        yield f"@{_GROUP_BEGIN | _BLANK | _GROUP_CLOSED * closed:x}"
        yield f"-{scope}"
        for signal in signals:
            if signal.scope == scope:
                yield from _row(signal, filters.get(signal.path))
        yield f"@{_GROUP_END | _BLANK | (_GROUP_CLOSED | _HIDDEN) * closed:x}"
        yield f"-{scope}"
    yield "[pattern_trace] 1"
    yield "[pattern_trace] 0"


def _row(signal: Signal, names: Path | None) -> Iterator[str]:
    size = f"[{signal.bits - 1}:0]" if signal.bits > 1 else ""
    path = f"{signal.path}{size}"
    if names is not None:
        yield f"@{_HEX | _RIGHT | _NAMED:x}"
        yield f"^1 {names.resolve()}"
        yield path
        return
    if signal.bits == TEXT:
        yield f"@{_ASCII | _RIGHT:x}"
    elif signal.bits == 1:
        yield f"@{_BINARY | _RIGHT:x}"
    elif signal.scope in ("coins", "meters", "reels", "link", "cctalk") or signal.name == "tick":
        drawn = signal.name.endswith("_step")
        yield f"@{_DECIMAL | _RIGHT | _STEPS * drawn:x}"
        yield path
        if drawn:  # a curve needs the height of two rows
            yield f"@{_STRETCH:x}"
            yield "-"
        return
    else:
        yield f"@{_HEX | _RIGHT:x}"
    yield path
