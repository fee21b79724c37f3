# SPDX-License-Identifier: MIT
"""
Audits the books of a link: every line of its log through core_link again, and plain sums beside it.

    findings = audit(open_store("carrusel.db"))
    findings.sound, findings.problems, findings.pots, findings.machines
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass, field
from fractions import Fraction

import cext
from emulator.link.entries import Award, Entry
from emulator.link.rules import Definition, read_definition
from emulator.link.state import LinkState, new_state
from emulator.link.store import VERSION, Head, Store, chained
from machines.support.plain import Json

_PROBLEMS_MAX = 50


@dataclass
class PotBooks:
    """
    One pot's money in millicents; funded + contributed = paid + value + reserve.

    ``overflow_mc`` is the part of the contributions that was carried past the limit into the reserve.
    """

    name: str
    value_mc: int
    reserve_mc: int
    staked_mc: int
    contributed_mc: int
    funded_mc: int
    paid_mc: int
    hits: int
    overflow_mc: int


@dataclass
class Findings:
    """
    What an audit found; ``sound`` is True if there is no problem.

    ``remarks`` are faults that an older release allowed: money follows from the log nevertheless.
    """

    title: str
    entries: int
    plays: int
    commits: int
    open_awards: int
    open_cents: int
    problems: list[str] = field(default_factory=list)
    pots: list[PotBooks] = field(default_factory=list)
    machines: list[Json] = field(default_factory=list)
    awards: list[Award] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return not self.problems

    def wrong(self, text: str) -> None:
        """Note a problem; of very many, the first are kept."""
        if len(self.problems) < _PROBLEMS_MAX:
            self.problems.append(text)


@dataclass
class _Odd:
    """Lines that are odd in one way: how many, and the first of them in words."""

    why: str
    first: str = ""
    count: int = 0

    def note(self, text: str) -> None:
        self.first = self.first or text
        self.count += 1

    def __str__(self) -> str:
        more = f", and {self.count - 1} more like it" if self.count > 1 else ""
        return f"{self.first}{more}: {self.why}"


class _Replay:
    """The log once more: its chain, its state through core_link, and sums that know nothing of core_link."""

    def __init__(self, definition: Definition, head: Head, commits: list[tuple[int, int, bytes]]) -> None:
        self.state = new_state(definition.pot_rules(), head.seed, [one.number for one in definition.machines])
        self.odd = _Odd("the computer's clock was set back"), _Odd("the definition has no such play")
        self._bounds = definition.bounds
        self.won: list[Award] = []
        self.staked: Counter[int] = Counter()
        self.plays = 0
        self.exact = [Fraction(0) for _ in definition.pots]
        self.problems: list[str] = []
        self._commits = iter(commits)
        self._next = next(self._commits, None)
        self._chain, self._group, self._at_us = bytes(32), [], 0  # type: tuple[bytes, list[Entry], int]

    def take(self, entry: Entry) -> None:
        """One line."""
        if entry.at_us < self._at_us:
            seconds = (self._at_us - entry.at_us) / 1_000_000
            self.odd[0].note(f"entry {entry.entry} is {seconds:g} s older than the one before it")
        self._at_us = entry.at_us
        self._group.append(entry)
        if self._next is not None and entry.entry == self._next[1]:
            self._chain = chained(self._chain, self._group)
            if self._chain != self._next[2]:
                self.problems.append(f"commit {self._next[0]} does not carry the chain of its lines")
            self._group = []
            self._next = next(self._commits, None)
        if entry.kind == "play":
            self.plays += 1
            self.staked[entry.machine] += entry.stake_mc
            self._bound(entry)
            for level, pot in enumerate(self.state.pots):
                rules = cext.view_link(pot).rules
                part = Fraction(rules.share, rules.share_of) + Fraction(rules.reserve, rules.reserve_of)
                self.exact[level] += entry.stake_mc * part
        try:
            self.won += self.state.apply(entry)
        except Exception as error:
            self.problems.append(f"entry {entry.entry}: {error}")
            raise

    def _bound(self, entry: Entry) -> None:
        """Whether the definition has such a play."""
        bounds = self._bounds.get(entry.machine)
        if bounds is not None and not (bounds.allows(entry.stake_mc) and entry.winners <= bounds.winners):
            got = f"{entry.stake_mc} and {entry.winners}"
            allowed = f"{bounds.stakes()}, among at most {bounds.winners} winners"
            self.odd[1].note(f"entry {entry.entry}: stake_mc must be {allowed} (got {got})")

    def finish(self, chain: bytes) -> None:
        """After the last line."""
        if self._group or self._next is not None or self._chain != chain:
            self.problems.append("the log ends before or after its last commit")


def audit(store: Store) -> Findings:
    """
    Read a link's whole log and compare everything in the store with it.

    Checked: numbers without a gap, the chain of SHA-256, every pot byte for byte, every award and whether it
    is settled, every machine's meters, each pot's contributions as exact fractions of the stakes, and that
    what the operator funded and the stakes contributed is what was paid, stands and is held in reserve.

    A log that an older release began may hold plays beyond the bounds of its definition, and times that ran
    back with the computer's clock. The chain shows that they are what was written, and money follows from
    them: they are remarks there, and problems in a database of today.

    Raises:
        LinkStoreError: the store cannot be read.
    """
    head = store.head()
    definition = read_definition(head.definition)
    kept = store.load()
    replay = _Replay(definition, head, store.commits())
    try:
        for entry in store.log():
            replay.take(entry)
        replay.finish(head.chain)
    except Exception as error:
        if not replay.problems:
            replay.problems.append(str(error))
    waiting = [award for awards in kept.open.values() for award in awards]
    found = Findings(
        definition.title, head.entries, replay.plays, head.commits, len(waiting),
        sum(one.cents * one.winners for one in waiting),
    )  # fmt: skip
    for text in replay.problems:
        found.wrong(text)
    _tell_odd(found, head, replay)
    found.awards = store.awards()
    _compare_awards(found, replay)
    _compare_state(found, kept, replay)
    _pots(found, definition, kept, replay)
    found.machines = [asdict(books) for books in kept.machines.values()]
    return found


def _tell_odd(found: Findings, head: Head, replay: _Replay) -> None:
    """Report what no controller of today writes; a remark if an older one began the database."""
    for odd in replay.odd:
        if odd.count and head.version < VERSION:
            found.remarks.append(str(odd))
        elif odd.count:
            found.wrong(str(odd))


def _compare_awards(found: Findings, replay: _Replay) -> None:
    settled = {number: books.settled_award for number, books in replay.state.machines.items()}
    due = {(a.machine, a.award): a._replace(settled=a.award <= settled[a.machine]) for a in replay.won}
    kept = {(a.machine, a.award): a for a in found.awards}
    for key in sorted(due.keys() | kept.keys()):
        if due.get(key) != kept.get(key):
            found.wrong(f"award {key[1]} of machine {key[0]}: kept {kept.get(key)}, due {due.get(key)}")


def _compare_state(found: Findings, kept: LinkState, replay: _Replay) -> None:
    if kept.entries != replay.state.entries:
        found.wrong(f"entries must be {replay.state.entries} (got {kept.entries})")
    for level, (pot, due) in enumerate(zip(kept.pots, replay.state.pots, strict=True)):
        if pot != due:
            found.wrong(f"pot {level} is not what its log makes of it")
        over_mc, due_mc = kept.overflow_mc[level], replay.state.overflow_mc[level]
        if over_mc != due_mc:
            found.wrong(f"pot {level}: overflow kept {over_mc} mc, due {due_mc}")
    for number, books in replay.state.machines.items():
        mine = kept.machines.get(number)
        if mine != books:
            found.wrong(f"machine {number}: kept {mine}, due {books}")
        if replay.staked[number] != books.staked_mc:
            found.wrong(f"machine {number}: its plays staked {replay.staked[number]} mc")
        paid = sum(a.cents * a.winners for a in found.awards if a.machine == number)
        if paid != books.won_cents:
            found.wrong(f"machine {number}: its awards are {paid} cents")


def _pots(found: Findings, definition: Definition, kept: LinkState, replay: _Replay) -> None:
    for level, pot in enumerate(kept.pots):
        view = cext.view_link(pot)
        name = definition.pots[level].name
        paid = sum(a.cents * a.winners for a in found.awards if a.pot == level) * 1000
        books = PotBooks(
            name, view.value_mc, view.reserve_mc, view.staked_mc, view.contributed_mc, view.funded_mc, paid,
            view.hits, kept.overflow_mc[level],
        )  # fmt: skip
        found.pots.append(books)
        if view.funded_mc + view.contributed_mc != paid + view.value_mc + view.reserve_mc:
            found.wrong(f"{name}: what came in is not what was paid, stands and is held: {books}")
        carried = Fraction(view.carry, view.rules.share_of) + Fraction(
            view.reserve_carry, view.rules.reserve_of
        )
        if view.contributed_mc + carried != replay.exact[level]:
            found.wrong(f"{name}: its stakes contribute {replay.exact[level]} mc, not {view.contributed_mc}")
