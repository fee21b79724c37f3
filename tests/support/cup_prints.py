# SPDX-License-Identifier: MIT
"""
Small prints of a dice cup whose croupier does anything, well and badly.

``vectors/cup_prints.json`` holds digests of what happened of each kind, of what was seen and of what was
refused. After a change that is meant, see which kinds differ and write the prints anew:

    python tests/support/cup_prints.py DIR     # saves each croupier's day as DIR/NAME.txt and writes the file

Two folders, of the tree before and of the tree after, are compared by ``diff -r``.
"""

from __future__ import annotations

import json
import random
import sys
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from prints import keep

from emulator.board.errors import BoardError
from emulator.cabinet.errors import CabinetError
from emulator.tables.dice_cup import DiceCup

DAYS = {"day": "es", "another": "en"}
TURNS = 120
Act = str | tuple[Any, ...]
# A throw as it should be, and what a croupier does about what was not.
THROW: list[Act] = [("shake", 1_700), "lift", "cover"]
ATTEND: list[Act] = [
    "power_on", "close_body", "cover", ("turn_key", "operator", True), ("turn_key", "operator", False)
]  # fmt: skip
SEEN = ("faces", "message", "sounding", "ready", "moving", "key_turned", "lid_open", "last_fault")


def day(name: str) -> dict[str, list[str]]:
    """Kind -> lines of a croupier's day, as its seed has it."""
    chance = random.Random(name)
    lines: dict[str, list[str]] = {}
    cup = DiceCup(seed="07", language=DAYS[name])

    def heard(kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        lines.setdefault(kind, []).append(f"{t_us} {json.dumps(fields, default=str)}")

    cup.listen(heard)
    for _ in range(TURNS):
        acts = (
            (12, THROW), (5, ATTEND), (1, ["power_on"]),
            (2, [("shake", chance.choice((0, 100, 900, 2_500)), chance.choice((1, 2)))]),
            (1, ["lift"]), (1, ["cover"]), (1, [("turn_key", "operator", chance.random() < 0.4)]),
            (2, [("press", chance.choice(("shake", "bank", "nothing")), chance.choice((20, 100, 700)))]),
            (0.3, ["open_body"]), (0.5, ["power_off"]), (1, [("cut_power", chance.randrange(1, 400), 1)]),
        )  # fmt: skip
        for act in chance.choices([act for _, act in acts], [weight for weight, _ in acts])[0]:
            verb, *arguments = (act,) if isinstance(act, str) else act
            try:
                getattr(cup, verb)(*arguments)
            except (BoardError, CabinetError) as error:
                lines.setdefault("refused", []).append(f"{verb}{arguments}: {error}")
            cup.run(ms=chance.choice((20, 100, 400, 1_500)) if act in ATTEND else chance.choice((900, 2_600)))
            seen = {name: getattr(cup, name) for name in SEEN}
            lines.setdefault("seen", []).append(f"{zlib.crc32(cup.nvram):08x} {seen}")
    lines["kept"] = [cup.nvram.hex(), repr(cup.record), repr(cup.throws), repr(dict(cup.meters))]
    return lines


if __name__ == "__main__":
    keep("cup_prints", {name: day(name) for name in DAYS}, Path(sys.argv[1]))
