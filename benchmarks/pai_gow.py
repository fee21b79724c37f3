# SPDX-License-Identifier: MIT
"""Deals of a whole Pai Gow table a second, beside the same in plain Python, in one process."""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

import pai_gow_reference

from cext import deals
from machines.tables.games.pai_gow.hands import prospects
from machines.tables.games.pai_gow.way import load_way

KEY = bytes(32)
DEALS, PACKETS = 1_000_000, 100


def seconds(work: object) -> float:
    """Thread time of a call."""
    begin = time.thread_time()
    work()  # type: ignore[operator]
    return time.thread_time() - begin


def main() -> None:
    game = load_way("casa").game
    packets = deals(KEY, 0, PACKETS, 53, 7).tolist()
    core = seconds(lambda: game.play(KEY, players=6, first=0, deals=DEALS)) / DEALS
    plain = 7 * seconds(lambda: [pai_gow_reference.house(cards) for cards in packets]) / PACKETS
    print(f"six-player deals a second and core: {1 / core:,.0f}")
    print(
        f"packets of a deal set in plain Python: {1 / plain:,.1f} a second, {plain / core:,.0f} times slower"
    )
    print(f"every packet of 53 cards, 154,143,080: {seconds(game.count):.2f} s")
    print(f"the best play of seven cards, exactly: {seconds(lambda: prospects(packets[0])):.2f} s")


if __name__ == "__main__":
    main()
