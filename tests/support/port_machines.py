# SPDX-License-Identifier: MIT
"""
The small machines that every port plays, and the C header that carries their tables.

    python tests/support/port_machines.py > tests/c/port_blobs.h
"""

from __future__ import annotations

from fractions import Fraction

import cext
from cext import ANY_MASK, Combo, Gamble, Pick, Pot, Scatter


def cycle_blob() -> bytes:
    """A prize cycle of two strata on three reels with hold, double play and eighteen prizes."""
    prizes = [0, *range(20, 360, 20)]
    pays = [((s, s, s), 20 * (s + 10)) for s in range(7)]
    pays += [((s, s, -1), 20 * (s + 3)) for s in range(7)]
    pays += [((0, -1, -1), 20), ((1, -1, -1), 40)]
    return cext.pack_tables(cext.CycleGame(
        strips=[[0, 1, 2, 3, 4, 5, 6, 2], [0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5, 6]], rows=3,
        paylines=[[1, 1, 1]], pays=pays, prizes_cents=prizes,
        strata=[[90, 9, 7, *[1] * 14, 0], [500, 40, 30, *[2] * 14, 0]], price_cents=20,
        simultaneous_max=2, hold=True,
    ))  # fmt: skip


def gamble_blob() -> bytes:
    """A prize cycle of two strata on two reels with hold, double play, a gamble and raises."""
    return cext.pack_tables(cext.CycleGame(
        strips=[[0, 1, 2, 3, 0, 1], [0, 1, 2, 3, 3]], rows=1, paylines=[[0, 0]],
        pays=[((3, 3), 400), ((2, 2), 100), ((1, 1), 60), ((1, -1), 20)], prizes_cents=[0, 20, 60, 100, 400],
        strata=[[60, 20, 8, 4, 1], [45, 12, 6, 3, 2]], price_cents=20, simultaneous_max=2, hold=True,
        gamble=cext.CycleGamble(4, 800, 1200, 900, 120, 3, 10),
        raises=[cext.Raise(1, 2, 1, 5), cext.Raise(2, 4, 3, 1_000_003)],
    ))  # fmt: skip


def _count(symbol: int, wild: int, length: int, prize_cents: int, pot: int = 0) -> Combo:
    mask = 1 << symbol | 1 << wild
    masks = tuple(mask if r < length else ANY_MASK for r in range(5))
    return Combo(prize_cents, masks, length, group=symbol, multiplies=True, pot=pot)


def _combos(wild: int) -> list[Combo]:
    return [
        _count(symbol, wild, length, (length - 1) * 60 * (symbol + 1), pot=int((symbol, length) == (4, 4)))
        for symbol in range(5)
        for length in (5, 4, 3)
    ]


def _features() -> dict[str, object]:
    """Free plays that give free plays, picks, gambles, and a pot of each kind that is hit often."""
    return {
        "scatters": [
            Scatter(120, 1 << 6, 3, free_plays=6, retrigger=3),
            Scatter(0, 1 << 7, 3, group=1, picks=3),
        ],
        "picks": [Pick(60, 5), Pick(300, 3), Pick(1200, 1), Pick(0, 2, ends=True)],
        "pots": [
            Pot(50_000_000, 60_000_000, Fraction(1, 7), Fraction(1, 11), "combination"),
            Pot(1_000_000, 4_000_000, Fraction(3, 100), Fraction(0), "mystery", Fraction(1, 40)),
            Pot(5_000_000, 6_000_000, Fraction(2, 100), Fraction(1, 300), "must_hit"),
        ],
        "gamble": Gamble(wins=1, of=2, rounds=3, max_cents=9_000),
    }


def lines_blob() -> bytes:
    """Five reels, nine lines, wilds that double, other reels in free plays; one word decides a paid play."""
    strips = [[s * (2 * r + 3) % 8 for s in range(12)] for r in range(5)]
    return cext.pack_chance(cext.ChanceGame(
        strips=strips, free_strips=[[*strip, 5, 6] for strip in strips], rows=3,
        paylines=[[1] * 5, [0] * 5, [2] * 5, [0, 1, 2, 1, 0], [2, 1, 0, 1, 2], [0, 0, 1, 2, 2],
                  [2, 2, 1, 0, 0], [1, 0, 0, 0, 1], [1, 2, 2, 2, 1]],
        symbols=8, multipliers=[1, 1, 1, 1, 1, 2, 1, 1], combos=_combos(5), free_multiplier=2,
        max_free_plays=15, price_cents=600, cap_cents=18_000, **_features(),
    ))  # type: ignore[arg-type]  # fmt: skip


def ways_blob() -> bytes:
    """Five virtual reels, all ways: so many combinations that a paid play takes a pair of words."""
    strips = [[s * (2 * r + 3) % 8 for s in range(10 + r)] for r in range(5)]
    weights = [[1 + 3 * s * (r + 2) % 23 for s in range(10 + r)] for r in range(5)]
    return cext.pack_chance(cext.ChanceGame(
        strips=strips, weights=weights, rows=3, symbols=8, multipliers=[1, 1, 1, 1, 1, 3, 1, 1],
        combos=_combos(5), free_multiplier=3, max_free_plays=9, price_cents=600, cap_cents=24_000,
        **_features(),
    ))  # type: ignore[arg-type]  # fmt: skip


BLOBS = {"cycle": cycle_blob, "gamble": gamble_blob, "lines": lines_blob, "ways": ways_blob}


def header() -> str:
    """The text of tests/c/port_blobs.h."""
    lines = [
        "// SPDX-License-Identifier: MIT",
        "// Tables of the machines that every port plays; written by tests/support/port_machines.py.",
        "",
        "#ifndef PORT_BLOBS_H",
        "#define PORT_BLOBS_H",
        "",
        "#include <stdint.h>",
        "",
    ]
    for name, make in BLOBS.items():
        blob = make()
        lines.append(f"static const uint8_t {name}_blob[{len(blob)}] = {{")
        rows = (blob[i : i + 28] for i in range(0, len(blob), 28))
        lines += [f"    {', '.join(map(str, row))}," for row in rows]
        lines += ["};", ""]
    return "\n".join([*lines, "#endif", ""])


if __name__ == "__main__":
    print(header(), end="")
