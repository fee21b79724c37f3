# SPDX-License-Identifier: MIT
"""The mistakes of a model file, gathered and told all at once."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from machines import MachinesError
from machines.rules import Profile
from machines.support.currency import told


class Problem(NamedTuple):
    """One mistake of a model file."""

    path: str
    """Key path; positions in [] count from 0."""
    message: str
    """What is allowed, with its unit, and what came."""
    value: object
    """What came; None if nothing did."""
    limit: object
    """What is allowed: a number, a list of choices, or None where a sentence says it."""
    unit: str | None
    rule: str | None
    """Rule id such as "B-07"; None where no law but the format or the board asks for it."""
    article: str | None
    hint: str
    """A next step."""

    def __str__(self) -> str:
        law = f" ({self.rule}, {self.article})" if self.rule else ""
        return f"{self.path}: {self.message}{law}"


class ModelError(MachinesError):
    """
    A model file that cannot be built; ``problems`` holds every mistake, str() is the whole report.
    """

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        self.source = source
        self.problems = list(problems)
        super().__init__(report(source, self.problems))


def report(source: str, problems: Sequence[Problem], noun: str = "mistake") -> str:
    """The mistakes, or warnings, of one file as people read them."""
    count = f"1 {noun}" if len(problems) == 1 else f"{len(problems)} {noun}s"
    lines = [f"{source}: {count}"]
    for problem in problems:
        lines += ["", f"  {problem}", f"    hint: {problem.hint}"]
    return "\n".join(lines)


class Findings:
    """
    Gathers problems while checks go on; knows the articles of the profile.

    Args:
        profile: the law.
        draft: a model that breaks a rule of the law, and nothing else, is made all the same.
        surplus: a model may pay more than it takes; that is a warning.
    """

    def __init__(self, profile: Profile | None = None, *, draft: bool = False, surplus: bool = False) -> None:
        self.problems: list[Problem] = []
        self.slips: list[Problem] = []
        """Payments above the stakes of a model that may make them."""
        self.profile = profile
        self.draft = draft
        self.surplus = surplus

    @property
    def barring(self) -> list[Problem]:
        """The problems that keep the model from being made: all, of a draft those of format and board."""
        return [problem for problem in self.problems if not (self.draft and problem.rule)]

    def judge_by(self, law: Profile | None) -> None:
        """Take the articles of this profile."""
        self.profile = law
        self.surplus = self.surplus or self.free

    @property
    def free(self) -> bool:
        """Whether the profile is no law."""
        return self.profile is not None and self.profile.free

    @property
    def keeps_figures(self) -> bool:
        """Whether a model is made with its own figures where the law has others."""
        return self.draft or self.free

    def add(
        self,
        path: str,
        message: str,
        hint: str,
        *,
        value: object = None,
        limit: object = None,
        unit: str | None = None,
        rule: str | None = None,
    ) -> None:
        """Note one mistake, with the article of its row; a free profile asks for no row out of force."""
        known = self.profile.rules.get(rule) if self.profile and rule else None
        if self.free and known is not None and not known.in_force:
            return
        article = known.article if known else None
        self.problems.append(Problem(path, message, value, limit, unit, rule, article, hint))

    def slip(self, path: str, message: str, hint: str, *, value: object, limit: object, unit: str) -> None:
        """Note a payment above the stakes, which no norm forbids: a mistake, or a warning where it may be."""
        noted = self.slips if self.surplus else self.problems
        noted.append(Problem(path, message, value, limit, unit, None, None, hint))

    def about(self, path: str) -> bool:
        """Whether a mistake of this section is noted already that keeps it from being made."""
        return any(problem.path.startswith(path) for problem in self.barring)

    def over(
        self, path: str, value: int, limit: int, unit: str, hint: str, *, rule: str | None = None
    ) -> bool:
        """Note a value above its maximum; return whether it was."""
        if value <= limit:
            return False
        message = f"must be at most {amount(limit, unit)} (got {amount(value, unit)})"
        self.add(path, message, hint, value=value, limit=limit, unit=unit, rule=rule)
        return True

    def under(
        self, path: str, value: int, limit: int, unit: str, hint: str, *, rule: str | None = None
    ) -> bool:
        """Note a value below its minimum; return whether it was."""
        if value >= limit:
            return False
        message = f"must be at least {amount(limit, unit)} (got {amount(value, unit)})"
        self.add(path, message, hint, value=value, limit=limit, unit=unit, rule=rule)
        return True


def amount(value: int, unit: str) -> str:
    """A number with its unit as messages write it: cents as euro, thousands with a comma."""
    if unit == "cents":
        return euro(value)
    return f"{value:,} {unit}"


def euro(cents: int) -> str:
    """An amount exactly, in euro or in the model's money: ``euro(1250) == "12.50 EUR"``."""
    return told(cents)


def percent(ratio: Fraction) -> str:
    """
    A ratio in percent: two decimals unless whole, rounded down.

    So a payout below the limit never looks like the limit.
    """
    if (ratio * 100).denominator == 1:
        return f"{ratio * 100} %"
    hundredths = ratio * 10_000 // 1
    return f"{hundredths // 100}.{hundredths % 100:02d} %"
