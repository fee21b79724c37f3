# SPDX-License-Identifier: MIT
"""What comes of settling a record again: its rounds, and what of it the text has otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from machines.tables.inspection.owed import Row
from machines.tables.inspection.record import Record, Stake

DIFFERENCE, TAKEN, REFUSED, DECIDED, PROCEDURE, CARDS = (
    "difference", "taken", "refused", "decided", "procedure", "cards",
)  # fmt: skip


class Finding(NamedTuple):
    """
    Something of the record that the text has otherwise.

    Attributes:
        kind: ``difference`` (paid and owed differ), ``taken`` (a bet that was taken and may not lie),
            ``refused`` (one that was refused and may), ``decided`` (a decision that is not allowed),
            ``procedure`` (a round that may not be played so), ``cards`` (a card too often).
        round, where, seat, spot: where.
        cents: staked; what came.
        paid_cents, owed_cents: of a difference; None where nothing was recorded. Of a stake that may not lie
            what would be owed if it did, where that can be said.
        least_cents, most_cents: what is allowed, where it is an amount.
        rule, article: which say so.
        says: the engine's own words, in English.
        times: how often a card came.
    """

    kind: str
    round: str
    where: str
    seat: int = 0
    spot: str = ""
    cents: int = 0
    paid_cents: int | None = None
    owed_cents: int | None = None
    least_cents: int | None = None
    most_cents: int | None = None
    rule: str = ""
    article: str = ""
    says: str = ""
    times: int = 0


class Settled(NamedTuple):
    """One round as the text settles it; ``lies`` is what is on the cloth after it."""

    name: str
    given: str
    said: tuple[str, ...]
    rows: tuple[Row, ...]
    lies: tuple[Stake, ...]
    owed: Mapping[int, int]
    commission_cents: int


class Verified(NamedTuple):
    """
    All rounds, and what was found.

    Attributes:
        record: what was settled.
        title, source: of the text.
        version: of the game's rules in azar.
        declared, readings: as they held.
        articles: where the table's rules are.
        rounds: as far as they could be settled.
        findings: in their order; none: everything is as the text has it.
        stopped: why rounds after the last one here were not settled, if so.
    """

    record: Record
    title: str
    source: str
    version: int
    declared: Mapping[str, int | str]
    readings: Mapping[str, str]
    articles: Mapping[str, str]
    rounds: tuple[Settled, ...]
    findings: tuple[Finding, ...]
    stopped: str = ""
