# SPDX-License-Identifier: MIT
"""
The dealer of a table whose carrousel is one over several tables: coins go to its link, prizes come from it.

    linked = LinkedTable(Table("poquer-sin-descarte", key, chips, rules={"carrousel": "linked"}), 2)
    linked.call("10.0.0.5:7710", own_key)
    game = TableGame(LinkedDealer(linked), people=[4])
"""

from __future__ import annotations

from collections.abc import Sequence

from emulator.link.linked_table import RULE, LinkedTable
from emulator.tables.engine_dealer import EngineDealer
from emulator.tables.told import Told
from machines.tables.game import Choice, Move


class LinkedDealer(EngineDealer):
    """
    One table and its line.

    Args:
        linked: joined to a controller; the table under its rules.
    """

    def __init__(self, linked: LinkedTable) -> None:
        self.linked = linked
        self._sits_at(linked.table)

    @property
    def joined(self) -> bool:
        """It has to be heard all the time."""
        return True

    def hear(self, now_ms: int) -> None:
        """Tell the controller what there is, and hear what it says."""
        self.linked.hear(now_ms)

    @property
    def pot_cents(self) -> int | None:
        """What the link says is in the carrousel; None while it is down."""
        return self.linked.pot_cents

    def _legal(self, seat: int) -> list[Choice]:
        """A slot that the link would take no coin of is shut."""
        found = super()._legal(seat)
        return found if self.linked.may_play else [one for one in found if one.spot != RULE]

    def go_on(self, given: tuple[int, ...] = ()) -> Sequence[Told]:
        """The croupier's next move; what a prize is worth is told by the link, and waited for."""
        if self.phase == RULE:
            return self._seen(self.linked.paid())
        return super().go_on(given)

    def _act(self, move: Move) -> list[Told]:
        return self._seen(self.linked.act(move))
