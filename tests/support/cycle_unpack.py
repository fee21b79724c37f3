# SPDX-License-Identifier: MIT
"""
Blobs of machines with a prize cycle, read by what ``tables.h`` says of them.

One is whole where packing what it says makes the same bytes again.
"""

from __future__ import annotations

import struct

import cext
from cext.tables_pack import HEADER_FORM, PAY_FORM, RAISE_FORM, CycleGamble, CycleGame, Raise


def game_of(blob: bytes) -> CycleGame:
    """What a blob says; what it must say of itself is left to packing."""
    at = 0

    def take(form: str | struct.Struct) -> tuple[int, ...]:
        nonlocal at
        row = (form if isinstance(form, struct.Struct) else struct.Struct(form)).unpack_from(blob, at)
        at += form.size if isinstance(form, struct.Struct) else struct.calcsize(form)
        return row

    head = take(HEADER_FORM)
    _, _, kind, hold, _, price, most, reels, rows, lines, pays, classes, strata, _, stops = head[:15]
    rounds, raises, _, *limits = head[18:]
    prizes = take(f"<{classes}I")
    take(f"<{classes + 1}I")
    entries = [take(f"<{classes}H") for _ in range(strata)]
    paying = [take(PAY_FORM) for _ in range(pays)]
    return CycleGame(
        pays=[
            ([-1 if symbol == 255 else symbol for symbol in bytes(symbols)[:reels]], cents)
            for cents, symbols, _ in paying
        ],
        paylines=[take(f"<{reels}B") for _ in range(lines)],
        strips=[take(f"<{count}B") for count in bytes(stops)[:reels]],
        raises=[Raise(low, to, *odds) for low, to, _, *odds in (take(RAISE_FORM) for _ in range(raises))],
        gamble=CycleGamble(rounds, *limits) if rounds else None,
        rows=rows, prizes_cents=prizes, strata=entries, price_cents=price, simultaneous_max=most,
        hold=bool(hold), machine_type=chr(kind),
    )  # fmt: skip


def is_whole(blob: bytes) -> bool:
    """Whether packing what a blob says makes it again."""
    try:
        return cext.pack_tables(game_of(blob)) == blob
    except (cext.CoreError, struct.error, ValueError):
        return False
