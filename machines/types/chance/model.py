# SPDX-License-Identifier: MIT
"""A machine of type C: checks its file and makes the core's tables of its chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import cext
from machines.check import money as checks_money
from machines.check.link import LinkLaw, check_link
from machines.check.owed import payable
from machines.check.problems import Findings
from machines.check.schema_parts import Text
from machines.firmware import nvram
from machines.rules import Profile
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import JsonView
from machines.types.chance import checks as checks_chance
from machines.types.chance import checks_features as checks_chance_features
from machines.types.chance import checks_front as checks_chance_front
from machines.types.chance import checks_money as checks_chance_money
from machines.types.chance.draft import ChanceDraft
from machines.types.chance.layout import ChanceLayout, Reels, layout_of
from machines.types.chance.limits import ChanceLimits
from machines.types.chance.payout import exact_payout
from machines.types.chance.schema import Gamble, HouseTokens, PotShape
from machines.types.chance.settings import chance_settings
from machines.types.common.base import Model, window_of
from machines.types.common.settings import Value
from machines.types.common.settings_link import link_settings

_GAME = (
    *("rows", "evaluation", "paylines", "symbols", "reels", "free_reels", "paytable"),
    *("scatters", "free_plays", "picks", "pots", "bets_cents"),
)
"""Sections that a play follows from."""

LINK = LinkLaw("superjackpot", "C-17")


@dataclass(frozen=True)
class ChanceModel(Model):
    """A checked machine of type C."""

    limits: ChanceLimits
    tables: cext.ChanceTables
    layout: ChanceLayout
    """The file as numbers; its combos and scatters are those of the tables, in their order, with names."""
    free_strips: tuple[tuple[str, ...], ...]
    """The strips of free plays; those of paid plays where it has no others."""
    draft: ChanceDraft

    @property
    def pots(self) -> tuple[str, ...]:
        """Names of its pots, by level."""
        return tuple(pot.name for pot in self.draft.pots or ())

    @cached_property
    def payout(self) -> Fraction:
        """Share of the stakes that it returns over all combinations, pots and gamble apart (C-06, C-07)."""
        return exact_payout(self.tables)

    @property
    def largest_prize_cents(self) -> int:
        """The most that a play wins, pots apart."""
        return int(self.tables.cap_cents * self.tables.bets[-1])

    @property
    def local_pots_cents(self) -> int:
        """The most that pots of its own hold."""
        return sum(pot.limit_mc for pot in self.tables.pots) // 1000

    @property
    def stakes_cents(self) -> tuple[int, ...]:
        """The possible stakes of a start, ascending: its bets (C-02)."""
        return self.bets_cents

    def pots_cents(self, record: JsonView) -> tuple[int, ...]:
        """The value of each pot by the books, or its award in the step that is being shown."""
        paid = (0,) * len(self.pots)
        if record["phase"] == nvram.PHASE_ROLLING:
            paid = cext.unpack_chance_outcome(record["outcome"]).pot_cents
        pots = cext.view_chance_state(self.tables, record["state"]).pots
        return tuple(hit or pot.value_mc // 1000 for pot, hit in zip(pots, paid, strict=False))

    @property
    def reel_sets(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """Those of paid and of free plays."""
        return (self.strips, self.free_strips)

    @property
    def play_min_ms(self) -> int:
        """Shortest time from one start to the next (C-09)."""
        assert self.draft.durations
        return self.draft.durations.play_min_ms

    def settings(self, language: str = DEFAULT_LANGUAGE) -> dict[str, Value]:
        """The constants that its firmware is built with, names in a language."""
        own = chance_settings(self.draft, self.layout, self.limits, language)
        return own | link_settings(self.draft, self.strips)

    def first_state(self, key: bytes, serial: int) -> bytes:
        """Before its first play; its pots stand at their seeds."""
        return cext.new_chance_state(self.tables, key, serial)

    def first_stops(self) -> tuple[int, ...]:
        """The first window, in the order of the values that a play draws, that wins and gives nothing."""
        nothing = cext.Turn(0, 0, 0, 0)
        values = range(self.tables.combinations())
        stops = map(self.tables.stops, values)
        return next(
            (found for found in stops if self.tables.evaluate(found) == nothing), self.tables.stops(0)
        )

    def free_window(self, stops: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
        """As ``window``, of the reels of free plays."""
        return window_of(self.free_strips, stops, self.rows)

    @property
    def bets_cents(self) -> tuple[int, ...]:
        """The bets of a play, ascending; its price alone where there is no choice (C-02)."""
        return tuple(self.draft.bets_cents or (self.price_cents,))

    @property
    def card_name(self) -> Text | None:
        """The house's name of its card; None where the machine takes none (C-10)."""
        money = self.draft.money
        return None if money is None or money.card is None else money.card.name

    @property
    def tokens(self) -> HouseTokens | None:
        """The house's tokens that it takes and pays; None where it takes legal tender (C-10)."""
        money = self.draft.money
        return None if money is None else money.tokens

    @property
    def deposits(self) -> int:
        """Containers that it needs: reserve and winnings; none where only cards are taken (C-13)."""
        return 2 if self.hoppers or self.coins_cents else 0

    def hand_pay(self, cents: int) -> bool:
        """
        Whether staff pays it: more than filled hoppers hold, or not to be had in their coins (C-14).

        Never where only cards are taken: a prize becomes credits, which go to the card.
        """
        if not self.hoppers:
            return False
        stock = sum(hopper.cents * hopper.fill for hopper in self.hoppers)
        coins = [hopper.cents for hopper in self.hoppers]
        return cents > stock or not payable(coins, cents) >> cents & 1


def check_chance(
    draft: ChanceDraft, law: Profile, limits: ChanceLimits, findings: Findings
) -> tuple[ChanceLayout, cext.ChanceTables] | None:
    """Run every check on the readable sections; return the game as numbers and tables if both are sound."""
    price = checks_chance.check_price(draft, limits, findings)
    cap = checks_chance.cap_of(draft, limits.cap_cents(price), findings)
    checks_chance.check_reels(draft, findings)
    checks_chance.check_drums(draft, findings)
    checks_chance.check_symbols(draft, findings)
    checks_chance.check_lines(draft, price, findings)
    checks_chance.check_paytable(draft, limits.cap_cents(price), findings)
    checks_chance_features.check_scatters(draft, limits.cap_cents(price), findings)
    checks_chance_features.check_free_plays(draft, findings)
    checks_chance_features.check_picks(draft, limits.cap_cents(price), findings)
    checks_chance_features.check_pots(draft, findings)
    sound = not any(findings.about(section) for section in _GAME)
    layout = layout_of(draft, price, cap) if sound else None
    checks_chance_features.check_gamble(draft, limits.cap_cents(price), findings)
    sound = sound and not findings.about("gamble")
    tables = None if layout is None or not sound else _tables(draft, layout, findings)
    if layout is not None:
        checks_chance_features.check_reached(layout, findings)
        checks_chance_front.check_payout(layout, tables, limits, findings)
    dearest = max(draft.bets_cents or [price])
    checks_chance_money.check_coins(draft, dearest, limits, findings)
    checks_chance_money.check_hoppers(draft, dearest, findings)
    checks_chance_money.check_card(draft, law, findings)
    checks_chance_money.check_tokens(draft, law, findings)
    game = None if layout is None or tables is None else (layout, tables)
    checks_chance_money.check_meters(draft, game, price, limits, law, findings)
    checks_money.check_sealed(draft, findings)
    checks_money.check_currency(draft, law, findings)
    checks_chance_front.check_durations(draft, limits, findings)
    checks_chance_front.check_texts(draft, price, limits, law, findings)
    check_link(draft, LINK, len(draft.reels or ()), law, findings)
    return game


def make_chance(
    draft: ChanceDraft, law: Profile, limits: ChanceLimits, layout: ChanceLayout, tables: cext.ChanceTables
) -> ChanceModel:
    """The model of a draft without mistakes."""
    assert draft.name and draft.title and draft.type and draft.symbols
    return ChanceModel(
        name=draft.name,
        title=draft.title,
        type=draft.type,
        price_cents=layout.price_cents,
        profile=law,
        strips=_named(layout.paid, layout.symbols),
        rows=layout.rows,
        paylines=layout.paylines or (),
        symbols=draft.symbols,
        limits=limits,
        tables=tables,
        motor_steps=tuple(reel.motor_steps for reel in draft.reels or () if reel.motor_steps),
        layout=layout,
        free_strips=_named(layout.free, layout.symbols),
        draft=draft,
    )


def _tables(draft: ChanceDraft, layout: ChanceLayout, findings: Findings) -> cext.ChanceTables | None:
    try:
        return cext.ChanceTables(pack_layout(layout, draft))
    except cext.CoreError as error:
        hint = "bring the model within the bounds of the core"
        findings.add("file", f"must be accepted by the core ({error})", hint)
        return None


def pack_layout(layout: ChanceLayout, draft: ChanceDraft) -> bytes:
    """The core's tables of these numbers and the draft's pots and gamble; CoreError if it takes them not."""
    free = layout.free if layout.free_differs else None
    return cext.pack_chance(
        cext.ChanceGame(
            strips=layout.paid.strips,
            weights=layout.paid.weights,
            free_strips=None if free is None else free.strips,
            free_weights=None if free is None else free.weights,
            rows=layout.rows,
            paylines=layout.paylines,
            symbols=len(layout.symbols),
            multipliers=layout.multipliers,
            combos=[
                cext.Combo(row.prize_cents, row.masks, row.span, row.group, row.multiplies, row.pot)
                for row in layout.combos
            ],
            scatters=[
                cext.Scatter(
                    prize_cents=row.prize_cents,
                    mask=row.mask,
                    count=row.count,
                    group=row.group,
                    free_plays=row.free_plays,
                    retrigger=row.retrigger,
                    picks=row.picks,
                    pot=row.pot,
                )
                for row in layout.scatters
            ],
            picks=[cext.Pick(*row) for row in layout.picks],
            pots=[_pot(pot) for pot in draft.pots or ()],
            gamble=None if draft.gamble is None else _gamble(draft.gamble),
            free_multiplier=layout.free_multiplier,
            max_free_plays=layout.max_free_plays,
            price_cents=layout.price_cents,
            cap_cents=layout.cap_cents,
            bets=[cents // layout.price_cents for cents in draft.bets_cents or [layout.price_cents]],
        )
    )


def _pot(pot: PotShape) -> cext.Pot:
    odds = {} if pot.odds is None else {"mystery": pot.odds}
    return cext.Pot(pot.seed_cents * 1000, pot.limit_cents * 1000, pot.share, pot.reserve, pot.hit, **odds)


def _gamble(gamble: Gamble) -> cext.Gamble:
    return cext.Gamble(gamble.odds.numerator, gamble.odds.denominator, gamble.rounds, gamble.max_cents)


def _named(reels: Reels, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(names[symbol] for symbol in strip) for strip in reels.strips)
