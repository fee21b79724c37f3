# SPDX-License-Identifier: MIT
"""
The controller in one process: takes requests in order, commits them together, and only then answers.

    controller = Controller.create(open_store("carrusel.db"), definition, seed)
    replies = controller.serve([Join(1, 1, 0), Play(1, 1, 1, 20_000)])

A network lets ``commit`` run in another thread: while one group becomes durable, the next one is collected. A
group is prepared only when the one before it is durable. After a commit that failed, ``recover`` goes back to
what is durable, and ``serve_apart`` finds the request that cannot be written.

Two clocks: lines of the log carry the computer's time, and never an earlier one than the line before; how
often a machine plays is measured on a monotonic clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import cext
from emulator.link.entries import TIME_MAX_US, Award, Books, Entry, Hit, Join, Play, Request, Settled
from emulator.link.errors import LinkError
from emulator.link.pace import Paces
from emulator.link.port import WINDOW
from emulator.link.rules import Definition, read_definition
from emulator.link.state import LinkState, new_state, rules_text
from emulator.link.store import Change, Store
from emulator.support.closing import Closing

HITS_KEPT = 25  # that a display is told when it comes (GLI checklist 62)

# A machine's play comes when the last one is durable, or after an outage with all that its window let wait.
PLAYS_BURST = WINDOW
# A hundredth faster than the definition is still right: two clocks never run alike, and quartz keeps a
# thousandth.
_PACE_PERCENT = 99
# Meters are compared whenever a machine joins: a line a comparison, so nobody may ask for many.
BOOKS_EVERY_US, _BOOKS_BURST = 5_000_000, 12

Why = Literal[
    "unknown", "behind", "ahead", "gap", "changed", "prize", "award", "books", "stake", "rate", "total",
    "database",
]  # fmt: skip


class Reply(NamedTuple):
    """
    The answer to a request, true once it is given.

    Attributes:
        request: what was asked.
        seq: the machine's last play taken.
        awards: Play: what it won; Join: all awards that the machine has not committed.
        refused: None, or why: "unknown" machine, memory "behind" the controller's or "ahead" of it, "gap" in
            the plays, another play under a number already used ("changed"), "prize" or "award" that does not
            exist, "books" that differ, a "stake" that no play of it has, more than its "rate", a pot whose
            "total" has run out, a "database" that does not write it.
        at_us: when the play was taken.
        said: of a refusal what came and what is allowed, where the reason alone does not say it.
    """

    request: Request
    seq: int = 0
    awards: tuple[Award, ...] = ()
    refused: Why | None = None
    at_us: int = 0
    said: str = ""


class Batch(NamedTuple):
    """Requests decided but not yet durable."""

    replies: list[Reply]
    change: Change | None


def _clock_us() -> int:
    return time.time_ns() // 1000


def _pace_us() -> int:
    return time.monotonic_ns() // 1000


class Controller(Closing):
    """
    One link, kept in one store.

    Args:
        store: holds a link.
        clock_us: microseconds since 1970.
        pace_us: microseconds on a clock that nobody sets, for the rate of plays.

    Raises (all methods): LinkStoreError: the database failed; ``recover`` before anything else.
    """

    def __init__(
        self, store: Store, clock_us: Callable[[], int] = _clock_us, pace_us: Callable[[], int] = _pace_us
    ) -> None:
        self._store = store
        self._clock_us = clock_us
        self.pace_us = pace_us
        self.definition: Definition = read_definition(store.head().definition)
        self._plays, self._books_told = Paces(PLAYS_BURST), Paces(_BOOKS_BURST)
        self._state: LinkState = store.load()
        self._last_us = store.last_us()

    @classmethod
    def create(
        cls,
        store: Store,
        definition: Definition,
        seed: bytes,
        clock_us: Callable[[], int] = _clock_us,
        pace_us: Callable[[], int] = _pace_us,
    ) -> Controller:
        """Begin a link in an empty store; ``seed`` is the 32 bytes that its pots draw with."""
        state = new_state(definition.pot_rules(), seed, [one.number for one in definition.machines])
        store.create(definition.text, seed, state)
        return cls(store, clock_us, pace_us)

    @property
    def state(self) -> LinkState:
        """The state with all that was prepared; not to be changed."""
        return self._state

    def values_mc(self) -> tuple[int, ...]:
        """The shown value of each pot, in millicents."""
        return tuple(cext.view_link(pot).value_mc for pot in self._state.pots)

    def last_hits(self, count: int = HITS_KEPT) -> list[Hit]:
        """The last awards that are durable, the oldest first (GLI checklist 62)."""
        return self._store.last_hits(count)

    def behind_us(self) -> int:
        """How far the computer's clock is behind the log, which it once was ahead of."""
        return max(0, self._last_us - self._clock_us())

    def recover(self, store: Store | None = None) -> None:
        """Drop prepared groups and read the durable state, from ``store`` if it had to be reopened."""
        self._store = self._store if store is None else store
        self._state = self._store.load()
        self._last_us = max(self._last_us, self._store.last_us())
        self._plays.undo()
        self._books_told.undo()

    def close(self) -> None:
        """Close the store."""
        self._store.close()

    def serve(self, requests: Sequence[Request]) -> list[Reply]:
        """Take requests in their order and answer when all are durable."""
        batch = self.prepare(requests)
        self.commit(batch)
        return batch.replies

    def serve_apart(self, requests: Sequence[Request], whose: Sequence[int]) -> list[Reply]:
        """
        Take requests of a group whose commit failed one by one: those that can be written are.

        Args:
            requests: in their order.
            whose: the connection of each. After a request that fails, no other one of its connection
                is taken.
        """
        self.recover()
        failed: set[int] = set()
        replies: list[Reply] = []
        for request, connection in zip(requests, whose, strict=True):
            if connection in failed:
                replies.append(Reply(request, refused="database"))
                continue
            try:
                replies += self.serve([request])
            except Exception as error:  # whatever one machine brings about, the others go on
                failed.add(connection)
                replies.append(Reply(request, refused="database", said=f"{type(error).__name__}: {error}"))
                self.recover()
        return replies

    def change_rules(self, pot: int, rules: cext.LinkRules) -> None:
        """Announce rules for when the pot begins anew; durable on return (GLI checklist 63)."""
        entry = self._entry("rules", 0, detail=rules_text(pot, rules))
        self._state.apply(entry)
        change = Change([entry], [], {}, {pot: self._kept(pot)}, [])
        self.commit(Batch([], change))

    def announce(self, wanted: Definition) -> list[str]:
        """
        Announce the rules of another definition, each for when its pot was won; durable on return.

        Returns:
            names of the pots whose rules will change.

        Raises:
            LinkError: it has another kind, other machines or another number of pots.
        """
        was = self.definition
        if (wanted.kind, wanted.machines, len(wanted.pots)) != (was.kind, was.machines, len(was.pots)):
            raise LinkError("a change must keep kind, machines and number of pots")
        changed = []
        for level, pot in enumerate(wanted.pots):
            if cext.view_link(self._state.pots[level]).then != pot.rules:
                self.change_rules(level, pot.rules)
                changed.append(pot.name)
        return changed

    # --- deciding ----------------------------------------------------------------------------------

    def prepare(self, requests: Sequence[Request]) -> Batch:
        """Decide requests in their order; nothing may be answered before ``commit``."""
        entries: list[Entry] = []
        awards: list[Award] = []
        replies = []
        settled: dict[int, int] = {}
        pots = list(self._state.pots)
        for request in requests:
            reply, entry = self._decide(request)
            if entry is not None:
                entries.append(entry)
                if entry.kind == "play":
                    awards += reply.awards
                elif entry.kind == "settled":
                    settled[entry.machine] = entry.seq
            replies.append(reply)
        if not entries:
            return Batch(replies, None)
        touched = {entry.machine for entry in entries}
        moved = {i: self._kept(i) for i, old in enumerate(pots) if old != self._state.pots[i]}
        machines = [self._state.machines[number] for number in sorted(touched - {0})]
        return Batch(replies, Change(entries, awards, settled, moved, machines))

    def _kept(self, pot: int) -> tuple[bytes, int]:
        return self._state.pots[pot], self._state.overflow_mc[pot]

    def commit(self, batch: Batch) -> None:
        """Make a prepared group durable."""
        if batch.change is not None:
            self._store.commit(batch.change)
        self._plays.keep()
        self._books_told.keep()

    def _entry(self, kind: str, machine: int, **words: object) -> Entry:
        # Never earlier than the line before it, whatever happens to the computer's clock.
        self._last_us = max(min(self._clock_us(), TIME_MAX_US), self._last_us)
        return Entry(self._state.entries + 1, self._last_us, kind, machine, **words)  # type: ignore[arg-type]

    def _decide(self, request: Request) -> tuple[Reply, Entry | None]:
        if request.machine not in self._state.machines:
            return Reply(request, refused="unknown"), None
        if isinstance(request, Play):
            return self._play(request)
        if isinstance(request, Settled):
            return self._settled(request)
        if isinstance(request, Books):
            return self._books(request)
        return self._join(request)

    def _play(self, play: Play) -> tuple[Reply, Entry | None]:
        books = self._state.machines[play.machine]
        if play.seq <= books.seq:
            return Reply(play, books.seq, refused=self._repeated(play)), None
        if play.seq > books.seq + 1:
            return Reply(play, books.seq, refused="gap"), None
        why, said = self._beyond(play)
        if why is not None:
            return Reply(play, books.seq, refused=why, said=said), None
        entry = self._entry("play", *play[:1], **dict(zip(Play._fields[1:], play[1:], strict=True)))
        try:
            won = self._state.apply(entry)
        except cext.CoreError as error:  # the books of a pot have room for 4.6 * 10^13 EUR
            return Reply(play, books.seq, refused="total", said=str(error)), None
        return Reply(play, play.seq, tuple(won), at_us=entry.at_us), entry

    def _beyond(self, play: Play) -> tuple[Why | None, str]:
        """Why a machine of the definition makes no such play, or not yet; None if it does."""
        bounds = self.definition.bounds[play.machine]
        if play.prize > self._state.prize_count or not (play.stake_mc or play.prize):
            return (
                "prize",
                f"prize must be 0 to {self._state.prize_count}, without a stake 1 (got {play.prize})",
            )
        if not 1 <= play.winners <= bounds.winners:
            return "prize", f"winners must be 1 to {bounds.winners} (got {play.winners})"
        if not bounds.allows(play.stake_mc):
            return "stake", f"stake_mc must be {bounds.stakes()} (got {play.stake_mc})"
        every_us = bounds.play_min_us * _PACE_PERCENT // 100
        now_us = self.pace_us()
        if not self._plays.take(play.machine, every_us, now_us):
            early_ms = self._plays.wait_us(play.machine, every_us, now_us) // 1000
            allowed = f"one in {bounds.play_min_us // 1000} ms, {PLAYS_BURST} at once after an outage"
            return "rate", f"plays must be at most {allowed} (got one {early_ms} ms early)"
        return None, ""

    def _repeated(self, play: Play) -> Why | None:
        """A play that was taken before is only acknowledged again, if it is the same one."""
        known = self._store.play(play.machine, play.seq)
        if known is None:  # prepared, not yet written: it came twice in one group
            return None
        same = (known.play, known.stake_mc, known.prize, known.winners) == play[2:]
        return None if same else "changed"

    def _settled(self, settled: Settled) -> tuple[Reply, Entry | None]:
        books = self._state.machines[settled.machine]
        if settled.award <= books.settled_award:
            return Reply(settled, books.seq), None
        if settled.award > books.award:
            return Reply(settled, books.seq, refused="award"), None
        entry = self._entry("settled", settled.machine, seq=settled.award)
        self._state.apply(entry)
        return Reply(settled, books.seq), entry

    def _books(self, told: Books) -> tuple[Reply, Entry | None]:
        if not self._books_told.take(told.machine, BOOKS_EVERY_US, self.pace_us()):
            allowed = f"once in {BOOKS_EVERY_US // 1000} ms, {_BOOKS_BURST} times at once"
            return Reply(told, refused="rate", said=f"meters must be compared at most {allowed}"), None
        entry = self._entry(
            "books", told.machine, seq=told.seq, stake_mc=told.staked_mc, play=told.award,
            detail=str(told.won_cents),
        )  # fmt: skip
        self._state.apply(entry)
        books = self._state.machines[told.machine]
        return Reply(told, books.seq, refused=None if books.agreed else "books"), entry

    def _join(self, join: Join) -> tuple[Reply, Entry | None]:
        books = self._state.machines[join.machine]
        if join.next_seq <= books.seq or join.award < books.settled_award:
            return Reply(join, books.seq, refused="behind"), None
        if join.award > books.award:
            return Reply(join, books.seq, refused="ahead"), None
        _, entry = self._settled(Settled(join.machine, join.award))
        waiting = tuple(self._state.open.get(join.machine, ()))
        return Reply(join, books.seq, waiting), entry
