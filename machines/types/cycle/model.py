# SPDX-License-Identifier: MIT
"""A machine of type B: checks its file and makes the core's tables of its prize cycle."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import cext
from machines.check import money as checks_money
from machines.check.link import LinkLaw, check_link
from machines.check.problems import Findings, Problem
from machines.rules import Profile
from machines.support.languages import DEFAULT_LANGUAGE
from machines.types.common.base import Model, WrongTypeError, refused
from machines.types.common.settings import Value
from machines.types.common.settings_link import link_settings
from machines.types.cycle import checks as checks_cycle
from machines.types.cycle import checks_gamble, checks_plan, checks_special
from machines.types.cycle import checks_money as checks_cycle_money
from machines.types.cycle.checks_link import check_carrusel
from machines.types.cycle.checks_watcher import check_watcher
from machines.types.cycle.draft import CycleDraft
from machines.types.cycle.limits import Limits
from machines.types.cycle.plan import Plan
from machines.types.cycle.plan_gamble import Gamble, Raise
from machines.types.cycle.schema import Pay
from machines.types.cycle.settings import firmware_settings
from machines.types.cycle.windows import Strips

LINK = LinkLaw("carrusel", "B-26")


@dataclass(frozen=True)
class CycleModel(Model):
    """A checked machine of type B."""

    limits: Limits
    plan: Plan
    tables: cext.Tables
    paytable: tuple[Pay, ...]
    """Rows of the paytable as the file orders them."""
    shown: Strips
    draft: CycleDraft

    @property
    def special(self) -> bool:
        """Whether it is a special machine, for gaming halls, bingo halls and casinos (art. 8)."""
        return bool(self.draft.special)

    @property
    def payout(self) -> Fraction:
        """The prizes of a cycle divided by its stakes."""
        return self.plan.payout

    @property
    def largest_prize_cents(self) -> int:
        """The most that a single play wins, awards of a link apart."""
        return self.limits.prize_max_cents

    @property
    def stakes_cents(self) -> tuple[int, ...]:
        """The possible stakes of a start, ascending: its price, also for plays made at once (B-03)."""
        return tuple(self.price_cents * entries for entries in range(1, self.simultaneous_max + 1))

    @property
    def reserve_counter(self) -> bool:
        """It shows credits, reserve and prizes."""
        return True

    @property
    def hides_prize(self) -> bool:
        """A prize is counted with its play, before the reels show it."""
        return True

    @property
    def hold(self) -> bool:
        """Whether reels of a losing play may be held (B-23)."""
        return bool(self.draft.hold)

    @property
    def reserve(self) -> bool:
        """Whether money that does not fit the credits is kept for later plays (B-13)."""
        assert self.draft.money
        return self.draft.money.reserve_max_cents > 0

    @property
    def prize_meter_max_cents(self) -> int:
        """The maximum of the prize meter by single plays (B-14); 0 where every prize is paid at once."""
        return checks_cycle_money.meter_max(self.draft, double=False)

    @property
    def simultaneous_max(self) -> int:
        """Most plays made at once."""
        return self.draft.simultaneous_max or 1

    @property
    def play_min_ms(self) -> int:
        """Shortest time from one start to the next (B-10)."""
        assert self.draft.durations
        return self.draft.durations.play_min_ms

    @property
    def gamble(self) -> Gamble | None:
        """The gamble's bounds (B-22); None without one."""
        return checks_gamble.gamble_of(self.draft, self.limits)

    @property
    def raises(self) -> tuple[Raise, ...]:
        """The raises of a prize of the plan (B-24)."""
        return checks_gamble.raises_of(self.draft)

    def warnings(self) -> list[Problem]:
        """What a watcher gains above its bound, and a newcomer by the return account after all."""
        findings = Findings(self.profile)
        assert self.draft.cycle
        check_watcher(self.plan, self.draft.cycle, findings)
        if self.gamble is not None:
            checks_gamble.check_spare(self.plan, self.gamble, findings)
        return [*self.slips, *findings.problems]

    def settings(self, language: str = DEFAULT_LANGUAGE) -> dict[str, Value]:
        """The constants that its firmware is built with, names in a language."""
        own = firmware_settings(self.draft, self.plan, self.limits, language)
        return own | link_settings(self.draft, self.strips)

    def first_state(self, key: bytes, serial: int) -> bytes:
        """At the start of a cycle."""
        return cext.new_state(self.tables, key, serial)

    def first_stops(self) -> tuple[int, ...]:
        """One of the windows that lose, from the middle of their table."""
        return self.tables.window(0, self.tables.window_count(0) // 2)


def need_cycle(model: Model, doing: str) -> CycleModel:
    """
    The model if it is of type B.

    Args:
        model: any checked model.
        doing: what it is needed for, as in "a cabinet needs".

    Raises:
        WrongTypeError: the model is of another type.
    """
    if isinstance(model, CycleModel):
        return model
    raise WrongTypeError(
        f"{doing} a model of type B, for which there is firmware (got {model.name}, type {model.type})",
        "azar check, azar par and azar simulate take it",
    )


def check_cycle(
    draft: CycleDraft, law: Profile, limits: Limits, findings: Findings
) -> tuple[Plan, Strips] | None:
    """Run every check on the readable sections; return plan and strips if both are sound."""
    price = checks_money.fixed_or_allowed(
        draft.price_cents, limits.price_fixed_cents, limits.price_max_cents, ("B-02", "B-01"), findings
    )
    checks_cycle.check_play(draft, limits, findings)
    checks_cycle.check_symbols(draft, findings)
    checks_cycle.check_lines(draft, findings)
    strips = checks_cycle.strips_of(draft)
    checks_plan.check_cycle(draft, limits, findings)
    checks_plan.check_prizes(draft, strips, limits, findings)
    checks_cycle.check_hold(draft, strips, findings)
    plan = checks_plan.plan_of(draft, price)
    if plan is not None:
        assert draft.cycle
        simultaneous = min(draft.simultaneous_max or 1, limits.simultaneous_max)
        checks_plan.check_payout(plan, limits, findings)
        checks_plan.check_windows(plan, simultaneous, limits, findings)
        checks_plan.check_overpaid(plan, draft.cycle, findings)
        if simultaneous > 1:
            checks_plan.check_pairs(plan, draft.cycle, limits, findings)
        checks_gamble.check_options(draft, plan, simultaneous, limits, findings)
        if not findings.about("raises"):
            checks_plan.check_surplus(plan, checks_gamble.raises_of(draft), findings)
        checks_cycle_money.check_fill(draft, plan, limits, findings)
    checks_cycle_money.check_coins(draft, limits, findings)
    checks_cycle_money.check_note(draft, limits, findings)
    checks_cycle_money.check_counters(draft, price, limits, findings)
    checks_cycle_money.check_meters(draft, plan, price, limits, law, findings)
    checks_money.check_sealed(draft, findings)
    checks_money.check_currency(draft, law, findings)
    checks_cycle_money.check_hoppers(draft, findings)
    checks_cycle_money.check_owed(draft, plan, price, limits, findings)
    checks_cycle_money.check_durations(draft, limits, findings)
    checks_cycle.check_texts(draft, limits, law, findings)
    checks_special.check_special(draft, limits, law, findings)
    check_link(draft, LINK, len(draft.reels or ()), law, findings)
    check_carrusel(draft, law, findings)
    return None if plan is None or strips is None else (plan, strips)


def make_cycle(
    draft: CycleDraft, law: Profile, limits: Limits, plan: Plan, strips: Strips, *, source: str
) -> CycleModel:
    """The model of a draft without mistakes; ModelError if the core refuses it."""
    assert draft.name and draft.title and draft.type and draft.symbols and draft.reels and draft.paytable
    classes = {cents: number for number, cents in enumerate(plan.prizes_cents)}
    try:
        blob = cext.pack_tables(
            cext.CycleGame(
                strips=strips.strips,
                rows=strips.rows,
                paylines=strips.paylines,
                pays=strips.pays,
                prizes_cents=plan.prizes_cents,
                strata=plan.strata,
                price_cents=plan.price_cents,
                simultaneous_max=draft.simultaneous_max or 1,
                hold=bool(draft.hold),
                machine_type=draft.type,
                gamble=_packed_gamble(checks_gamble.gamble_of(draft, limits)),
                raises=[
                    cext.Raise(
                        classes[row.cents], classes[row.to_cents], row.odds.numerator, row.odds.denominator
                    )
                    for row in checks_gamble.raises_of(draft)
                ],
            )
        )
        tables = cext.Tables(blob)
    except cext.CoreError as error:
        hint = "bring the model within the bounds of the core"
        raise refused(source, f"must be accepted by the core ({error})", hint) from None
    return CycleModel(
        name=draft.name,
        title=draft.title,
        type=draft.type,
        price_cents=plan.price_cents,
        profile=law,
        limits=limits,
        plan=plan,
        tables=tables,
        strips=tuple(tuple(reel.strip) for reel in draft.reels),
        motor_steps=tuple(reel.motor_steps for reel in draft.reels),
        rows=strips.rows,
        paylines=strips.paylines,
        symbols=draft.symbols,
        paytable=tuple(draft.paytable),
        shown=strips,
        draft=draft,
    )


def _packed_gamble(gamble: Gamble | None) -> cext.CycleGamble | None:
    if gamble is None:
        return None
    return cext.CycleGamble(
        gamble.rounds, gamble.single_max_cents, gamble.double_max_cents, gamble.return_max_cents,
        gamble.advance_max_cents, gamble.return_one_in, gamble.return_spare,
    )  # fmt: skip
