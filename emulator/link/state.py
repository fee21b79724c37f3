# SPDX-License-Identifier: MIT
"""A link's state: the fold of its log through core_link, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import cext
from emulator.link.entries import Award, Entry
from emulator.link.errors import LinkError
from machines.support.plain import Json


@dataclass
class MachineBooks:
    """
    The controller's books of one machine.

    Attributes:
        number: 1 or more.
        seq: its last play taken.
        staked_mc: the stakes of all its plays.
        award: its last award; settled_award: the last one that it has committed.
        won_cents, settled_cents: the same in money, all winners together.
        agreed: whether its own meters were the same when they were last compared; None: never compared.
        agreed_us: when that was.
    """

    number: int
    seq: int = 0
    staked_mc: int = 0
    award: int = 0
    settled_award: int = 0
    won_cents: int = 0
    settled_cents: int = 0
    agreed: bool | None = None
    agreed_us: int = 0


def rules_text(pot: int, rules: cext.LinkRules) -> str:
    """A pot's next rules as an entry's detail."""
    words = {**rules._asdict(), "prizes": [str(part) for part in rules.prizes]}
    return json.dumps({"pot": pot, "rules": words}, sort_keys=True)


def rules_of(detail: str) -> tuple[int, cext.LinkRules]:
    """The pot and the rules that an entry's detail names."""
    read: Json = json.loads(detail)
    words = read["rules"]
    words["prizes"] = tuple(Fraction(part) for part in words["prizes"])
    return int(read["pot"]), cext.LinkRules(**words)


def overflow_of(pot: bytes, stake_mc: int) -> int:
    """Millicents of a stake past the pot's limit, into the hidden reserve (GLI checklist 66)."""
    view = cext.view_link(pot)
    part = (view.carry + stake_mc * view.rules.share) // view.rules.share_of
    return max(0, view.value_mc + part - view.rules.limit_mc)


@dataclass
class LinkState:
    """
    Pots, machines and open awards after ``entries`` lines of the log.

    Attributes:
        pots: each as core_link's 272 bytes.
        machines: by number.
        open: awards not yet settled, by machine, in their order.
        entries: lines of the log that this state has seen.
        overflow_mc: what each pot's stakes have carried past its limit into the reserve, in all.
    """

    pots: list[bytes]
    machines: dict[int, MachineBooks]
    open: dict[int, list[Award]] = field(default_factory=dict)
    entries: int = 0
    overflow_mc: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.overflow_mc = self.overflow_mc or [0] * len(self.pots)
        self._prizes = self._number_prizes()

    def _number_prizes(self) -> list[tuple[int, int]]:
        """(pot, its prize) of prizes 1, 2, ...: those of the first pot, then those of the next."""
        found = []
        for level, pot in enumerate(self.pots):
            found += [(level, i + 1) for i in range(len(cext.view_link(pot).rules.prizes))]
        return found

    @property
    def prize_count(self) -> int:
        """How many prizes a play may name."""
        return len(self._prizes)

    def apply(self, entry: Entry) -> list[Award]:
        """
        Take one line of the log; return its awards.

        Raises:
            LinkError: the line does not follow from what came before it.
            cext.CoreError: core_link refuses it.
        """
        if entry.entry != self.entries + 1:
            raise LinkError(f"entry must be {self.entries + 1} (got {entry.entry})")
        won: list[Award] = []
        if entry.kind == "rules":
            level, rules = rules_of(entry.detail)
            self.pots[level] = cext.change_link(self.pots[level], rules)
        else:
            books = self.machines.get(entry.machine)
            if books is None:
                raise LinkError(f"machine must be one of the link's (got {entry.machine})")
            if entry.kind == "play":
                won = self._play(books, entry)
            elif entry.kind == "settled":
                self._settle(books, entry.seq)
            else:
                books.agreed, books.agreed_us = self.agrees(entry), entry.at_us
        self.entries = entry.entry
        return won

    def _play(self, books: MachineBooks, entry: Entry) -> list[Award]:
        if entry.seq != books.seq + 1:
            raise LinkError(f"seq of machine {books.number} must be {books.seq + 1} (got {entry.seq})")
        if entry.prize > len(self._prizes):
            raise LinkError(f"prize must be 0 to {len(self._prizes)} (got {entry.prize})")
        hit, prize = self._prizes[entry.prize - 1] if entry.prize else (-1, 0)
        moved, overflow_mc = list(self.pots), list(self.overflow_mc)
        won: list[Award] = []
        for level, pot in enumerate(self.pots):
            named = prize if level == hit else 0
            if not entry.stake_mc and not named:
                continue
            overflow_mc[level] += overflow_of(pot, entry.stake_mc)
            moved[level], made = cext.link_event(pot, entry.stake_mc, named, entry.winners)
            if made.winners:
                number = books.award + len(won) + 1
                won.append(
                    Award(
                        number, books.number, entry.entry, entry.seq, level, made.by, made.cents, made.winners
                    )
                )
        self.pots, self.overflow_mc = moved, overflow_mc
        books.seq = entry.seq
        books.staked_mc += entry.stake_mc
        books.award += len(won)
        books.won_cents += sum(award.cents * award.winners for award in won)
        if won:
            self.open.setdefault(books.number, []).extend(won)
        return won

    def _settle(self, books: MachineBooks, award: int) -> None:
        if not books.settled_award < award <= books.award:
            allowed = f"{books.settled_award + 1} to {books.award}"
            raise LinkError(f"award of machine {books.number} must be {allowed} (got {award})")
        waiting = self.open[books.number]
        books.settled_cents += sum(one.cents * one.winners for one in waiting if one.award <= award)
        books.settled_award = award
        self.open[books.number] = [one for one in waiting if one.award > award]
        if not self.open[books.number]:
            del self.open[books.number]

    def agrees(self, entry: Entry) -> bool:
        """Whether a machine's own meters are those of its books here."""
        books = self.machines[entry.machine]
        mine = books.seq, books.staked_mc, books.settled_award, str(books.settled_cents)
        return mine == (entry.seq, entry.stake_mc, entry.play, entry.detail)


def new_state(rules: Sequence[cext.LinkRules], key: bytes, machines: Sequence[int]) -> LinkState:
    """The state before the first entry: every pot at its base; pot p draws as machine p."""
    pots = [cext.new_link(one, key, level) for level, one in enumerate(rules)]
    return LinkState(pots, {number: MachineBooks(number) for number in machines})
