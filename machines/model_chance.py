# SPDX-License-Identifier: MIT
"""A machine of type C: checks its file and makes the core's tables of its chances."""

from __future__ import annotations

from dataclasses import dataclass

from machines.checks_chance import check_chance_price
from machines.draft import ChanceDraft
from machines.limits_chance import ChanceLimits
from machines.model_common import Model
from machines.problems import Findings
from machines.rules import Profile


@dataclass(frozen=True)
class ChanceModel(Model):
    """A checked machine of type C."""

    limits: ChanceLimits
    free_strips: tuple[tuple[str, ...], ...]
    """The strips of free plays; those of paid plays where it has no others."""
    draft: ChanceDraft

    @property
    def pots(self) -> tuple[str, ...]:
        """Names of its pots, by level."""
        return tuple(pot.name for pot in self.draft.pots or ())


def check_chance(draft: ChanceDraft, limits: ChanceLimits, findings: Findings) -> int | None:
    return check_chance_price(draft, limits, findings)


def make_chance(
    draft: ChanceDraft, law: Profile, limits: ChanceLimits, layout: int, findings: Findings, *, source: str
) -> ChanceModel | None:
    """The model of a draft without mistakes; ModelError if the core refuses it."""
    assert draft.name and draft.title and draft.type and draft.rows and draft.symbols and draft.reels
    strips = tuple(tuple(reel.strip) for reel in draft.reels)
    free = tuple(tuple(reel.strip) for reel in draft.free_reels) if draft.free_reels else strips
    return ChanceModel(
        name=draft.name,
        title=draft.title,
        type=draft.type,
        price_cents=layout,
        profile=law,
        strips=strips,
        rows=draft.rows,
        paylines=tuple(map(tuple, draft.paylines or ())),
        symbols=draft.symbols,
        limits=limits,
        free_strips=free,
        draft=draft,
    )
