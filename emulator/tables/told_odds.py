# SPDX-License-Identifier: MIT
"""
What every bet of a table comes to, for whoever asks there: counted by a process beside this one.

    odds = told_odds(table.game.rules)
    odds.of("mano 1")                   # None while they are counted

Counting takes up to some seconds, for which no cloth may stand still. What was counted is kept in the user's
cache folder until azar changes.

``python -m emulator.tables.told_odds GAME DECLARED READINGS`` is that process.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import IO, NamedTuple

from machines.support import figures
from machines.support.plain import JsonView
from machines.tables.rules import Rules

_LATER = 5
"""How far counting stands back behind what is drawn."""
_WAIT_S, _STEP_S = 60.0, 0.01


class Returned(NamedTuple):
    """
    What comes back of a stake.

    Attributes:
        choice: of the player, or the point, on which it depends.
        win: chance that it gains; None where its ends are not counted.
        back: the share that comes back on average.
    """

    choice: str
    win: Fraction | None
    back: Fraction


class ToldOdds:
    """
    The odds of one table, once they are counted.

    Args:
        words: the game's name, what its house declares and its readings, as the process takes them.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._found: dict[str, list[Returned]] | None = None
        command = [sys.executable, "-m", "emulator.tables.told_odds", *words]
        said: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 it is read once the process is over
        self._said = said
        try:
            self._counting = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.DEVNULL
            )
        except OSError:  # nobody counts: nothing is told
            said.close()
            self._found = {}
            return
        atexit.register(self._stop)

    def of(self, spot: str) -> list[Returned] | None:
        """Every row of a spot, best play first; none where nobody knows figures, None: not yet counted."""
        if self._found is None and self._counting.poll() is not None:
            self._found = {}
            self._said.seek(0)
            with contextlib.suppress(ValueError):  # of a process that failed
                for name, choice, win, back in json.load(self._said):
                    row = Returned(choice, Fraction(win) if win else None, Fraction(back))
                    self._found.setdefault(name, []).append(row)
            self._stop()
            atexit.unregister(self._stop)
        return None if self._found is None else self._found.get(spot, [])

    def wait(self) -> None:
        """Until they are counted, for who has the time."""
        until_s = time.monotonic() + _WAIT_S
        while self.of("") is None and time.monotonic() < until_s:
            time.sleep(_STEP_S)

    def _stop(self) -> None:
        self._counting.kill()
        self._counting.wait()
        self._said.close()


def told_odds(rules: Rules) -> ToldOdds:
    """The odds under these rules; the first who asks has them counted."""
    return _of(rules.game, _text(rules.declared), _text(rules.readings))


@lru_cache(maxsize=32)
def _of(*words: str) -> ToldOdds:
    return ToldOdds(words)


def _text(plain: JsonView) -> str:
    return json.dumps(dict(plain), sort_keys=True)


def counted(rules: Rules) -> list[tuple[str, str, str, str]]:
    """
    Spot, choice, chance to win and the share that comes back of every bet, as plain values.

    A spot that has prices, which know all that one may do with it, is told by them alone.
    """
    from machines.tables.odds import figures_of, prices_of

    prices = prices_of(rules)
    priced = {row.spot for row in prices}
    rows = [(row.spot, row.choice, "", str(1 + row.mean)) for row in prices]
    return rows + [
        (row.spot, row.choice, str(row.win), str(1 + row.mean))
        for row in figures_of(rules)
        if row.spot not in priced
    ]


def main(words: Sequence[str]) -> None:
    """Count what one table has, and say it."""
    from emulator.support import cache
    from machines.tables.registry import open_game

    with contextlib.suppress(OSError, AttributeError):  # not every system has it
        os.nice(_LATER)
    figures.keeper = cache.figure
    game, declared, readings = words
    rules = open_game(game, json.loads(declared), json.loads(readings)).rules
    rows = cache.figure(f"told {' '.join(words)}", lambda: [json.dumps(row) for row in counted(rules)])
    print(f"[{','.join(rows)}]")


if __name__ == "__main__":
    main(sys.argv[1:])
