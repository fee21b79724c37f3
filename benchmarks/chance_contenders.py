# SPDX-License-Identifier: MIT
"""The reference game as one plays it without the core: numpy, numba, plain Python. Each fills a histogram."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
from reference_game import CAP_CENTS, LINES, PAYS_CENTS, SCATTER, SCATTER_CENTS, make_strips
from turns import installed

STOPS = 32
BINS = CAP_CENTS + 1
PAYS = np.zeros((10, 6), np.int64)
for _symbol, _pays in enumerate(PAYS_CENTS):
    for _run, _cents in _pays.items():
        PAYS[_symbol, _run] = _cents
SCATTERS = np.array([SCATTER_CENTS.get(n, 0) for n in range(6)], np.int64)
ROWS = np.array(LINES)
STRIPS = np.array(make_strips(STOPS), np.uint8)
# Shape (reels, stops, rows): what each stop shows.
WINDOWS = np.stack([np.stack([np.roll(strip, j - 1) for j in range(3)], 1) for strip in STRIPS])

Play = Callable[[int], np.ndarray]


_PAYS: list[list[int]] = PAYS.tolist()


def line_cents(symbols: list[int]) -> int:
    """Return what a line pays that shows these five symbols."""
    symbol, run, wilds, only_wilds = symbols[0], 1, int(symbols[0] == 0), symbols[0] == 0
    if symbol == SCATTER:
        return 0
    for shown in symbols[1:]:
        if shown != 0:
            only_wilds = False
            if shown == SCATTER or (symbol != 0 and symbol != shown):
                break
            symbol = shown
        wilds += only_wilds
        run += 1
    mixed, pure = _PAYS[symbol][run], _PAYS[0][wilds]
    return mixed if mixed > pure else pure


def python_loop(rng: random.Random) -> Play:
    """A loop over plays and lines."""
    windows, scatters = WINDOWS.tolist(), SCATTERS.tolist()

    def play(plays: int) -> np.ndarray:
        histogram = [0] * BINS
        for _ in range(plays):
            a, b, c, d, e = shown = [window[rng.randrange(STOPS)] for window in windows]
            cents = sum(line_cents([a[i], b[j], c[k], d[m], e[n]]) for i, j, k, m, n in LINES)
            cents += scatters[min(5, sum(column.count(SCATTER) for column in shown))]
            histogram[cents] += 1
        return np.array(histogram, np.uint64)

    return play


def numpy_lines(rng: np.random.Generator, chunk: int = 2_000) -> Play:
    """Whole arrays of plays, the run of each line by a cumulative product; `chunk` is the quickest one."""
    reels = np.arange(5)

    def cents(stops: np.ndarray) -> np.ndarray:
        shown = WINDOWS[reels, stops]
        symbols = shown[:, reels, ROWS]
        wild = symbols == 0
        first = np.argmax(~wild, 2)
        base = np.take_along_axis(symbols, first[..., None], 2)[..., 0]
        goes_on = (wild | (symbols == base[..., None])) & (symbols != SCATTER)
        run = np.cumprod(goes_on, 2, dtype=np.int8).sum(2)
        wilds = np.cumprod(wild, 2, dtype=np.int8).sum(2)
        base = np.where(base == SCATTER, 0, base)
        pays = np.maximum(PAYS[base, run], PAYS[0, wilds]).sum(1)
        return pays + SCATTERS[np.minimum((shown == SCATTER).sum((1, 2)), 5)]

    def play(plays: int) -> np.ndarray:
        histogram = np.zeros(BINS, np.uint64)
        for _ in range(0, plays, chunk):
            won = cents(rng.integers(0, STOPS, (chunk, 5)))
            histogram += np.bincount(won, minlength=BINS).astype(np.uint64)
        return histogram

    return play


def numpy_table(rng: np.random.Generator, chunk: int = 50_000) -> Play:
    """A table of all 10^5 lines, its index added up reel by reel."""
    table = np.array([line_cents([i // 10**r % 10 for r in range(5)]) for i in range(100_000)], np.uint16)
    parts = [(WINDOWS[r].astype(np.uint32) * np.uint32(10**r))[:, ROWS[:, r]] for r in range(5)]
    scatters = (WINDOWS == SCATTER).sum(2)

    def play(plays: int) -> np.ndarray:
        histogram = np.zeros(BINS, np.uint64)
        for _ in range(0, plays, chunk):
            stops = rng.integers(0, STOPS, (5, chunk), dtype=np.uint8)
            index = parts[0][stops[0]]
            count = scatters[0][stops[0]]
            for r in range(1, 5):
                index += parts[r][stops[r]]
                count = count + scatters[r][stops[r]]
            won = table[index].sum(1, dtype=np.int64) + SCATTERS[np.minimum(count, 5)]
            histogram += np.bincount(won, minlength=BINS).astype(np.uint64)
        return histogram

    return play


def numba_loop() -> Play:
    """The naive loop, compiled."""
    numba = installed("numba")

    @numba.njit
    def run(plays: int, windows, rows, pays, scatter_pays, histogram):  # type: ignore[no-untyped-def]
        shown = np.empty((5, 3), np.uint8)
        for _ in range(plays):
            scatters, cents = 0, 0
            for r in range(5):
                stop = np.random.randint(0, 32)
                for j in range(3):
                    shown[r, j] = windows[r, stop, j]
                    if shown[r, j] == 9:
                        scatters += 1
            for line in range(20):
                symbol = shown[0, rows[line, 0]]
                if symbol == 9:
                    continue
                wilds = 1 if symbol == 0 else 0
                only, count = wilds, 1
                for r in range(1, 5):
                    seen = shown[r, rows[line, r]]
                    if seen == 0:
                        count += 1
                        wilds += only
                        continue
                    only = 0
                    if seen == 9 or (symbol != 0 and symbol != seen):
                        break
                    symbol = seen
                    count += 1
                cents += max(pays[symbol, count], pays[0, wilds])
            histogram[cents + scatter_pays[min(scatters, 5)]] += 1

    def play(plays: int) -> np.ndarray:
        histogram = np.zeros(BINS, np.uint64)
        run(plays, WINDOWS, ROWS, PAYS, SCATTERS, histogram)
        return histogram

    return play
