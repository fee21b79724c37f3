# SPDX-License-Identifier: MIT
"""A machine of type A: checks its file; a game is a few whole numbers and a player's presses."""

from __future__ import annotations

from dataclasses import dataclass

from machines.check import money as checks_money
from machines.check.problems import Findings
from machines.rules import Profile
from machines.support.languages import DEFAULT_LANGUAGE
from machines.types.common.base import Model
from machines.types.common.settings import Value
from machines.types.skill import checks as checks_skill
from machines.types.skill import checks_games
from machines.types.skill.draft import SkillDraft
from machines.types.skill.games import Game, games_of
from machines.types.skill.limits import SkillLimits
from machines.types.skill.schema import TICKETS
from machines.types.skill.settings import game_settings, skill_settings
from machines.types.skill.tables import SkillTables


@dataclass(frozen=True)
class SkillModel(Model):
    """A checked machine of type A."""

    limits: SkillLimits
    tables: SkillTables
    draft: SkillDraft

    @property
    def prices_cents(self) -> tuple[int, ...]:
        """The prices that its operator may choose from, ascending."""
        return checks_skill.prices_of(self.draft)

    @property
    def sealed(self) -> bool:
        """Type A may have the sealed counter."""
        return bool(self.draft.counters and self.draft.counters.sealed)

    @property
    def games(self) -> tuple[Game, ...]:
        """Its games: the one that it is registered with, then those that it can be changed to (A-06)."""
        return games_of(self.draft)

    @property
    def tickets(self) -> int | None:
        """Tickets in its dispenser when it is put into service; None if it has none."""
        return None if self.draft.tickets is None else self.draft.tickets.fill

    @property
    def ticket_value_cents(self) -> int:
        """Value of the goods for one ticket; 0 without tickets."""
        return 0 if self.draft.tickets is None else self.draft.tickets.value_cents

    @property
    def most_value_cents(self) -> int:
        """The most that the tickets of one paid play are worth, extensions included (A-03)."""
        won = [award.count for game in self.games for award in game.awards or () if award.gives == TICKETS]
        return max(won, default=0) * self.ticket_value_cents

    def settings(self, language: str = DEFAULT_LANGUAGE) -> dict[str, Value]:
        """The constants that its firmware is built with, names in a language."""
        return skill_settings(self.draft)

    def first_state(self, key: bytes, serial: int) -> bytes:
        """Before its first play; the key decides nothing."""
        return self.tables.new_state(serial)

    def first_stops(self) -> tuple[int, ...]:
        """It has no reels."""
        return ()


def check_skill(draft: SkillDraft, law: Profile, limits: SkillLimits, findings: Findings) -> None:
    """Run every check on the readable sections."""
    checks_skill.check_prices(draft, findings)
    checks_games.check_games(draft, findings)
    checks_games.check_awards(draft, limits, checks_skill.prices_of(draft), findings)
    checks_skill.check_money(draft, findings)
    checks_skill.check_meters(draft, law, findings)
    checks_money.check_currency(draft, law, findings)
    checks_skill.check_texts(draft, law, findings)


def make_skill(draft: SkillDraft, law: Profile, limits: SkillLimits) -> SkillModel:
    """The model of a draft without mistakes."""
    assert draft.name and draft.title and draft.type and draft.price_cents
    return SkillModel(
        name=draft.name,
        title=draft.title,
        type=draft.type,
        price_cents=draft.price_cents,
        profile=law,
        tables=SkillTables(game_settings(draft), draft.price_cents),
        motor_steps=(),
        strips=(),
        rows=0,
        paylines=(),
        symbols={},
        limits=limits,
        draft=draft,
    )
