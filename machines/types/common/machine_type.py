# SPDX-License-Identifier: MIT
"""A type of machine as one object: its schema, law, checks and mathematics."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from machines.check.draft import CommonDraft
from machines.check.inherit import Limit
from machines.check.link import LinkLaw
from machines.check.problems import Findings
from machines.check.schema_parts import CommonFile
from machines.rules import Profile
from machines.support.plain import Json, JsonView
from machines.types.common.base import Model
from machines.types.common.own import Own
from machines.types.common.tuning import Tune


class LawRows(NamedTuple):
    """Ids of the rules for links of a type."""

    payout: str = ""
    stake: str = ""
    pace: str = ""
    link: LinkLaw | None = None
    """None: its machines are never linked."""


@dataclass(frozen=True)
class MachineType:
    """One type of machine; ``registry`` has those that the law knows."""

    letter: str
    """How a model file names it: A, B or C."""
    room: str
    """The folder of its modules in the firmware."""
    shape: type[CommonFile]
    """The shape of its model files."""
    draft: type[CommonDraft]
    """What can be read of a broken one."""
    inherits: Callable[[Own, Profile], Iterable[Limit]]
    """Keys that a draft of its own may leave out, and what the law has there."""
    made: Callable[[Own, Profile, Findings, str], Model | None]
    """Run every check on a draft of its own; the model if there is no mistake. Law, findings, source."""
    sheet: Callable[[Own], Json]
    """The PAR sheet of a model of its own."""
    law_rows: LawRows
    outcome_text: Callable[[bytes], str]
    """The outcome of the last play in an NVRAM, for people."""
    state_text: Callable[[Own, bytes], str]
    """Tables and the state of the play program, for people; CoreError: it is no state."""
    balance: Callable[[Own, Json], None] = lambda model, values: None
    """Complete the rows of plays in books of a model, in place: stakes, and what was won."""
    drawn: bool = True
    """Whether chance or a cycle decides plays; False where skill alone does."""
    gives_change: bool = True
    """What it takes it must be able to give back in coins (B-20; type A gives back all credits)."""
    secret: bool = True
    """Whether that state holds the key of the plays to come."""
    keeps_steps: bool = False
    """Whether an NVRAM holds steps of the last plays."""
    deposits: Callable[[Own, JsonView], dict[str, int]] | None = None
    """What the deposits of a model hold by its books (C-13), empty if it needs none."""
    newcomer: Callable[[Own], Json | None] | None = None
    """What the return account of a model gives back to who sits down; None without one."""
    tune: Tune | None = None
    """Proposes changes that meet targets; None where nothing is drawn, so that skill alone decides."""
    untuned: str = ""
    """Of a type without: what to change instead."""
