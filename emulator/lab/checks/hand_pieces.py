# SPDX-License-Identifier: MIT
"""What plays by hand have come to so far, kept beside the evidence until they are all made."""

from __future__ import annotations

import marshal
from typing import Any

from emulator.lab.exam.examination import Examination
from emulator.lab.hand_plays import Hand

NAME = "hand.part"
_VERSION = 2  # of marshal: equal values are equal bytes


class Pieces:
    """
    The file of an interrupted series.

    A linked machine has none: what its controller knows is not the machine's to keep.

    Args:
        exam: whose folder it lies in.
        hand: who plays, on a new machine.
    """

    def __init__(self, exam: Examination, hand: Hand) -> None:
        self._path = exam.folder / NAME
        self._hand, self._linked = hand, exam.model.link is not None
        self._of = [exam.seed, exam.sample.rom.digest, exam.runtime or ""]

    def begun(self) -> list[int]:
        """What each play has won that was made before, the machine put back to where it stood."""
        if self._linked or not self._path.exists():
            return []
        try:
            kept: dict[str, Any] = marshal.loads(self._path.read_bytes())
            if kept["of"] != self._of:
                return []
            won_cents, plays = list(kept["won_cents"]), int(kept["plays"])
        except (ValueError, EOFError, TypeError, KeyError):
            return []
        self._hand.cab.load_state(kept["state"])
        self._hand.plays, self._hand.attended, self._hand._least_ms = (
            plays,
            kept["attended"],
            kept["least_ms"],
        )
        return won_cents

    def keep(self, won_cents: list[int]) -> None:
        """Write what is done, whole or not at all."""
        if self._linked:
            return
        hand = self._hand
        kept = {
            "of": self._of,
            "won_cents": won_cents,
            "plays": hand.plays,
            "attended": hand.attended,
            "least_ms": hand._least_ms,
            "state": hand.cab.state(),
        }
        half = self._path.with_suffix(".half")
        half.write_bytes(marshal.dumps(kept, _VERSION))
        half.replace(self._path)

    def end(self) -> None:
        """All plays are made: nothing of it is evidence."""
        self._path.unlink(missing_ok=True)
