# SPDX-License-Identifier: MIT
"""
The pots of a link worked out once more, of its definition, its plays and its hits alone, in exact fractions.

    folded = fold(definition, room.log(), screen.hits)
    folded.pots[0].value_mc, folded.pots[0].overflow_mc, folded.wrong

It shares no code with the controller. What was drawn comes from the hits; how much each had to be does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from cext import LinkRules
from emulator.link.entries import Entry, Hit
from emulator.link.rules import Definition

_MC = 1000


@dataclass
class SharedPot:
    """
    One pot as its declared rules make it of stakes and hits; amounts in millicents.

    Args:
        rules: as they were filed.

    Attributes:
        then: rules that hold from the next time that it begins.
        value_mc, reserve_mc: what it shows, and what waits for the next one.
        overflow_mc: what stakes have carried past the limit, in all.
        paid_cents, hits: what was won of it, and how often.
    """

    rules: LinkRules
    then: LinkRules | None = None
    value_mc: int = 0
    reserve_mc: int = 0
    overflow_mc: int = 0
    paid_cents: int = 0
    hits: int = 0
    _owed: Fraction = field(default_factory=Fraction)
    _owed_reserve: Fraction = field(default_factory=Fraction)

    def __post_init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        """Base and reserve; past the limit it stays in reserve."""
        self.rules = self.then or self.rules
        self.then = None
        self.value_mc, self.reserve_mc = self.value_mc + self.reserve_mc + self.rules.base_mc, 0
        self._limit()

    def _limit(self) -> int:
        over_mc = max(0, self.value_mc - self.rules.limit_mc)
        self.value_mc -= over_mc
        self.reserve_mc += over_mc
        return over_mc

    def stake(self, stake_mc: int) -> None:
        """The shares of a stake go in, to the millicent; fractions wait."""
        self._owed += Fraction(stake_mc * self.rules.share, self.rules.share_of)
        self._owed_reserve += Fraction(stake_mc * self.rules.reserve, self.rules.reserve_of)
        shown_mc, hidden_mc = int(self._owed), int(self._owed_reserve)
        self._owed -= shown_mc
        self._owed_reserve -= hidden_mc
        self.value_mc += shown_mc
        self.reserve_mc += hidden_mc
        self.overflow_mc += self._limit()

    def hit(self, prize: int, winners: int) -> int:
        """It is won: what each winner must get, in cents; then it begins anew."""
        part = Fraction(self.rules.prizes[prize - 1]) if prize else Fraction(1)
        each = int(self.value_mc * part) // _MC // winners
        each -= each % self.rules.unit_cents
        self.value_mc -= each * winners * _MC
        self.paid_cents += each * winners
        self.hits += 1
        if part == 1:
            self._begin()
        else:
            self.value_mc = max(self.value_mc, self.rules.base_mc)
        return each


@dataclass
class Folded:
    """
    What came of a whole log.

    Attributes:
        pots: as they must stand after it.
        wrong: hits that are not what their pot was then, and hits of no play.
    """

    pots: list[SharedPot]
    wrong: list[str] = field(default_factory=list)


def fold(
    definition: Definition,
    log: Iterable[Entry],
    hits: Sequence[Hit],
    announced: dict[int, Definition] | None = None,
) -> Folded:
    """
    Work out the pots.

    Args:
        definition: as it was filed.
        log: every line.
        hits: every hit, as a display was told.
        announced: by the last line before it, a definition that was announced then.
    """
    found = Folded([SharedPot(one.rules) for one in definition.pots])
    won = {(hit.entry, hit.pot): hit for hit in hits}
    later = dict(announced or {})
    for entry in log:
        for line in [line for line in later if line < entry.entry]:
            for pot, named in zip(found.pots, later.pop(line).pots, strict=True):
                pot.then = named.rules
        if entry.kind == "play":
            _play(found, entry, won)
    found.wrong += [f"line {line}: no play" for line, _ in won]
    return found


def _play(found: Folded, entry: Entry, won: dict[tuple[int, int], Hit]) -> None:
    for level, pot in enumerate(found.pots):
        pot.stake(entry.stake_mc)
        hit = won.pop((entry.entry, level), None)
        if hit is None:
            continue
        due = pot.hit(entry.prize if hit.by == "prize" else 0, hit.winners)
        if (hit.machine, hit.cents) != (entry.machine, due):
            found.wrong.append(
                f"line {entry.entry}: {hit.cents} cents to machine {hit.machine},"
                f" due {due} to machine {entry.machine}"
            )
