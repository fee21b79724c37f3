# SPDX-License-Identifier: MIT
"""What a campaign counted, how sure that is, and how far it lies from the exact figures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from emulator.lab.campaign_pieces import CampaignError, Ledger, Playable, Recipe, Work
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.lab.campaign_chance import Features
    from emulator.lab.campaign_gamble import Cycles, Gambles
    from emulator.lab.campaign_pots import PotResult
    from emulator.lab.campaign_skill import Visits

Z_99 = 2.5758293035489004  # two-sided 99 % point of the normal distribution


class Running(NamedTuple):
    """How a campaign stands while it lasts."""

    done: int
    total: int
    """Plays of all machines."""
    rtp_percent: float | None
    """Of the plays already entered; None before the first."""
    half99_percent: float | None
    """Half the 99 % interval around it; None where nothing was sampled."""


@dataclass(frozen=True)
class Campaign:
    """What a campaign counted; money in cents, every play walked."""

    model: str
    type: str
    profile: str
    seed: str
    """Hex digits that repeat the campaign, without the zero bytes that pad the key."""
    machines: int
    plays: int
    """Plays of each machine."""
    staked_cents: int
    won_cents: int
    prizes: tuple[tuple[int, int], ...]
    """(prize in cents, how many plays won it) for every class, losses first."""
    digest: str
    """
    Of Type B: SHA-256 over class and window of every play, in order; of Type C: 64 bits of the core, a sum
    over number, draw and total of every play.
    """
    ms: int
    """Wall clock time of the plays."""
    kernels: tuple[tuple[str, int], ...]
    """(name of a kernel, plays that it made), those that made most first; the result depends on none."""
    expected_cents: Fraction | None
    """What these plays win on average over all keys; None if nothing exact is known."""
    variance_cents2: Fraction
    """
    Variance of what they win over all keys: 0 over whole strata, which always hold the same prizes. Where
    nothing exact is known, that of the plays made.
    """

    gamble_rounds: int = 0
    kind: str = "plays"
    """"plays": every play was walked, display included; "prizes": only which prize each won."""
    way: str | None = None
    """How a gamble of Type B was answered where the model offers one; None where it does not."""
    gambles: Gambles | None = None
    cycles: Cycles | None = None
    """Of Type B whose player gambles: what gambles came to, and what whole cycles paid."""
    features: Features | None = None
    """Of Type C."""
    pots: tuple[PotResult, ...] = ()
    """By level."""
    visits: Visits | None = None
    """Of Type A."""

    @property
    def price_cents(self) -> int:
        """Stake of each play."""
        return self.staked_cents // (self.machines * self.plays)

    @property
    def hits(self) -> int:
        """Plays with a prize."""
        return sum(count for cents, count in self.prizes if cents > 0)

    @property
    def rtp_percent(self) -> float:
        """Won in percent of staked."""
        return 100 * self.won_cents / self.staked_cents

    @property
    def ci99_percent(self) -> tuple[float, float] | None:
        """Interval of 99 % confidence around ``rtp_percent``; None where nothing was sampled."""
        if not self.variance_cents2:
            return None
        half = _half99(self.variance_cents2, self.staked_cents)
        return self.rtp_percent - half, self.rtp_percent + half

    @property
    def sigma_from_exact(self) -> float | None:
        """How many standard deviations the plays won more than on average; ``sigma_note`` says why None."""
        if self.expected_cents is None or not self.variance_cents2:
            return None
        return float(self.won_cents - self.expected_cents) / sqrt(self.variance_cents2)

    @property
    def sigma_note(self) -> str | None:
        """Why ``sigma_from_exact`` is None."""
        if self.gambles is not None:
            return "no exact figure is known of one who gambles, but that a cycle pays at least its plan"
        if self.expected_cents is None:
            return "the exact figures of this machine are not known"
        if self.variance_cents2:
            return None
        if self.won_cents == self.expected_cents:
            return "nothing was sampled: these plays win exactly this for every key"
        return "nothing was sampled, and these plays must win something else for every key"

    @property
    def plays_per_second(self) -> int:
        """Speed of all threads together."""
        return self.machines * self.plays * 1000 // max(self.ms, 1)

    def as_dict(self) -> Json:
        """The campaign under the names that ``azar simulate --json`` uses."""
        told = {
            "model": self.model,
            "type": self.type,
            "profile": self.profile,
            "kind": self.kind,
            "seed": self.seed,
            "machines": self.machines,
            "plays": self.plays,
            "price_cents": self.price_cents,
            "staked_cents": self.staked_cents,
            "won_cents": self.won_cents,
            "rtp_percent": self.rtp_percent,
            "ci99_percent": self.ci99_percent,
            "hits": self.hits,
            "plays_per_second": self.plays_per_second,
            "kernels": dict(self.kernels),
            "sigma_from_exact": self.sigma_from_exact,
            "sigma_note": self.sigma_note,
            "prizes": [{"prize_cents": cents, "count": count} for cents, count in self.prizes],
            "digest": self.digest,
        }
        if self.way is not None:
            told["way"] = self.way
        if self.gambles is not None and self.cycles is not None:
            told["gamble_rounds"] = self.gamble_rounds
            told["gambles"] = self.gambles._asdict()
            told["cycles"] = {"count": self.cycles.whole, "least_won_cents": self.cycles.least_cents}
        if self.visits is not None:
            told["visits"] = self.visits.as_dict()
        if self.features is not None:
            told["gamble_rounds"] = self.gamble_rounds
            told["features"] = self.features._asdict()
            told["pots"] = [pot.as_dict() for pot in self.pots]
        return told


def result(model: Playable, recipe: Recipe, work: Work, ledger: Ledger, ms: int) -> Campaign:
    """
    The campaign whose every unit is in its ledger.

    Raises:
        CampaignError: the ledger does not add up.
    """
    _audit(recipe, ledger)
    expected, variance = _moments(work, ledger, recipe.machines * recipe.plays)
    return Campaign(
        model=model.name,
        type=model.type,
        profile=model.profile.id,
        seed=recipe.key.rstrip(b"\0").hex() or "00",
        machines=recipe.machines,
        plays=recipe.plays,
        staked_cents=recipe.machines * recipe.plays * model.price_cents,
        won_cents=ledger.won_cents,
        prizes=ledger.prizes,
        digest=ledger.digest,
        ms=ms,
        kernels=tuple((+ledger.kernels).most_common()),
        expected_cents=expected,
        variance_cents2=variance,
        gamble_rounds=recipe.gamble_rounds,
        **work.found(model, ledger),
    )


def _audit(recipe: Recipe, ledger: Ledger) -> None:
    """The prizes must be those of all plays, and add up to what was won."""
    plays, won_cents = sum(n for _, n in ledger.prizes), sum(cents * n for cents, n in ledger.prizes)
    won_cents += ledger.gambled_cents
    if (plays, won_cents) != (recipe.machines * recipe.plays, ledger.won_cents):
        what = f"prizes must be of {recipe.machines * recipe.plays:,} plays and {ledger.won_cents:,} cents"
        raise CampaignError(f"{what} (got {plays:,} and {won_cents:,})", "report it with the seed")


def running(work: Work, ledger: Ledger, done: int) -> Running:
    """How a campaign stands; ``done`` counts plays that are not entered yet as well."""
    total, entered = work.plays_before(work.units), work.plays_before(ledger.done)
    if not entered:
        return Running(done, total, None, None)
    staked_cents = entered * work.price_cents
    variance = _moments(work, ledger, entered)[1] if work.exact_is_quick else ledger.variance(entered)
    half = _half99(variance, staked_cents) if variance else None
    return Running(done, total, 100 * ledger.won_cents / staked_cents, half)


def _moments(work: Work, ledger: Ledger, plays: int) -> tuple[Fraction | None, Fraction]:
    """
    Mean and variance of what the first ``plays`` plays of a campaign win, which the ledger holds.

    Machines are independent of each other. Where nothing exact is known the variance is that of the
    ledger's prizes.
    """
    machines, rest = divmod(plays, work.recipe.plays)
    whole, partial = work.exact(work.recipe.plays), work.exact(rest)
    if whole is not None and partial is not None:
        return machines * whole[0] + partial[0], machines * whole[1] + partial[1]
    return None, ledger.variance(plays)


def _half99(variance_cents2: Fraction, staked_cents: int) -> float:
    return 100 * Z_99 * sqrt(variance_cents2) / staked_cents
