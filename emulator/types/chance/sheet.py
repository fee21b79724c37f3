# SPDX-License-Identifier: MIT
"""The sections that only a machine of chance has: wins in bands, what pays them, pots, gamble."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from emulator.sheets.section import (
    NONE,
    Column,
    Section,
    Value,
    alike,
    between,
    columns,
    count,
    exact,
    facts,
    money,
    number,
    quotient,
    share,
    text,
    yes,
)
from emulator.sheets.writer import Writer
from machines.support.plain import JsonView

Sheet = JsonView

_STAKES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000)
"""Ends of the bands of wins, in prices of a play."""


class Band(NamedTuple):
    """Wins above ``over_cents`` up to ``to_cents``."""

    over_cents: int
    to_cents: int
    chance: float
    mean_cents: float
    """What it adds to a play's mean win."""


def bands(sheet: Sheet) -> list[Band]:
    """The distribution of a play's win, gathered; bands that nothing falls into are left out."""
    price, largest = sheet["price_cents"], sheet["largest_prize_cents"]
    ends = [stakes * price for stakes in _STAKES if stakes * price < largest] + [largest]
    found, over = [], 0
    prizes = [(row["prize_cents"], quotient(row["probability"])) for row in sheet["prizes"]]
    for to in ends:
        inside = [(cents, chance) for cents, chance in prizes if over < cents <= to]
        if inside:
            mean = sum(cents * chance for cents, chance in inside)
            found.append(Band(over, to, sum(chance for _, chance in inside), mean))
        over = to
    return found


def prizes(sheet: Sheet, write: Writer) -> Section:
    """What a play wins: every prize if they are few, in bands if they are many."""
    say, price = write.say, sheet["price_cents"]
    if len(sheet["prizes"]) <= _MOST_PRIZES:
        first: tuple[str, ...] = (">win",)
        rows = [
            ([money(row["prize_cents"])], quotient(row["probability"]), float(row["prize_cents"]))
            for row in sheet["prizes"]
        ]
        note = ""
    else:
        first = (">win over", ">up to")
        rows = [
            ([money(band.over_cents), money(band.to_cents)], band.chance, band.mean_cents / band.chance)
            for band in bands(sheet)
        ]
        note = say("{} different wins; --json, --csv and --xlsx hold each of them.")
        note = note.format(write.whole(len(sheet["prizes"])))
    titles = columns(say, *first, ">probability", ">one in", ">payout", ">share")
    payout = quotient(sheet["rtp"])
    made = tuple(
        (
            *cells,
            share(chance),
            number(1 / chance),
            share(chance * cents / price),
            share(chance * cents / price / payout),
        )
        for cells, chance, cents in rows
    )
    return Section("prizes", say("What a play wins"), made, titles, note)


_MOST_PRIZES = 24


def classes(sheet: Sheet, write: Writer) -> Section:
    """What a play wins in classes, each with the two ends of its chance."""
    say = write.say
    rows = []
    for row in sheet["classes"]:
        low = quotient(row["probability"])
        high = quotient(row.get("probability_high", row["probability"]))
        rows.append(
            (
                money(row["over_cents"]),
                money(row["to_cents"]),
                share(low),
                share(high),
                number(1 / high) if high else NONE,
                NONE if row["rtp"] is None else between(row, "rtp", share, write.show),
            )
        )
    titles = columns(say, ">win over", ">up to", ">probability at least", ">at most", ">one in", ">payout")
    note = say(
        "Free plays are too many for every win alone: each class has two proved ends, which --json gives as "
        "fractions. Wins up to {} are told apart; where a payout is missing they are not."
    )
    note = note.format(write.money(sheet["enclosed"]["told_apart_cents"]))
    return Section("classes", say("What a play wins"), tuple(rows), titles, note)


def features(sheet: Sheet, write: Writer) -> Section:
    """Which part of the machine pays what, pots apart."""
    say, payout = write.say, quotient(sheet["rtp"])
    rows = [
        (
            text(say(row["feature"])),
            between(row, "rtp", share, write.show),
            share(quotient(row["rtp"]) / payout),
        )
        for row in sheet["features"]
    ]
    rows.append((text(say("sum")), share(payout), share(1)))
    titles = columns(say, "feature", ">payout", ">share")
    note = say(
        "Jackpots and gamble are told apart. The cap takes what a play would win above the law's limit."
    )
    return Section("features", say("Where the payout comes from"), tuple(rows), titles, note)


def bets(sheet: Sheet, write: Writer) -> Section:
    """What each bet returns, its largest prize and what a play may win at it (C-02, C-04)."""
    say = write.say
    rows = tuple(
        (
            money(row["bet_cents"]),
            NONE if row["line_stake_cents"] is None else money(row["line_stake_cents"]),
            between(row, "rtp", share, write.show),
            money(row["largest_prize_cents"]),
            money(row["cap_cents"]),
        )
        for row in sheet["bets"]
    )
    titles = columns(say, ">bet", ">on each line", ">payout", ">largest prize", ">most that a play may win")
    note = say("All other figures are for the first bet; what a play wins grows exactly with its bet.")
    return Section("bets", say("Bets"), rows, titles, note)


def events(sheet: Sheet, write: Writer) -> Section:
    """How often a play wins, begins a feature or comes to the cap."""
    say = write.say
    rows = tuple(
        (
            text(say(row["event"])),
            between(row, "probability", share, write.show),
            number(1 / quotient(row["probability"])),
        )
        for row in sheet["odds"]
    )
    return Section("odds", say("Odds"), rows, columns(say, "event", ">probability", ">one in"))


def contributions(sheet: Sheet, write: Writer) -> Section:
    """Every row of the paytable, on paid and on free plays."""
    say, payout = write.say, quotient(sheet["rtp"])
    rows = []
    for row in sheet["contributions"]:
        times, pays = quotient(row["times_per_play"]), quotient(row["rtp"])
        name = row["row"].replace("pick ", say("pick") + " ")
        rows.append(
            (
                text(say(row["feature"])),
                text(alike(name.split()).replace("/", " / ") or "-"),
                NONE if row["hits"] is None else count(row["hits"]),
                number(1 / times) if times else NONE,
                between(row, "rtp", share, write.show),
                share(pays / payout),
            )
        )
    rows.append((text(say("sum")), NONE, NONE, NONE, share(payout), share(1)))
    titles = columns(say, "feature", "row", ">hits", ">one in", ">payout", ">share")
    note = say(
        "Hits of all lines together in a full cycle of the reels, each one only where its row is paid."
    )
    return Section("contributions", say("Row by row"), tuple(rows), titles, note)


def return_bands(sheet: Sheet, write: Writer) -> Section:
    """Between which returns so many plays stay."""
    say = write.say
    rows = tuple(
        (
            count(row["plays"]),
            text(f"{row['confidence_percent']} %"),
            share(row["low_percent"] / 100),
            share(row["high_percent"] / 100),
            text(say("normal law" if row["method"] == "normal" else row["method"])),
            share(row["error_percent"] / 100),
        )
        for row in sheet["bands"]
    )
    titles = columns(say, ">plays", "confidence", ">from", ">to", "method", ">off by at most")
    note = say(
        "Jackpots apart. Convolution: the law of the sum itself; normal: from the exact mean and variance. "
        "Off: of the probability beyond either end."
    )
    return Section("bands", say("Return bands"), rows, titles, note)


def free_plays(sheet: Sheet, write: Writer) -> Section:
    """How many free plays a feature gives."""
    say, seen = write.say, sheet["free_plays"]
    rows = tuple(
        (count(row["given"]), number(1 / quotient(row["probability"])), number(quotient(row["mean"])))
        for row in seen["by_start"]
    )
    titles = columns(say, ">free plays given", ">one in", ">played on average")
    note = say(
        "Their prizes are multiplied by {times}; one play gives at most {most}. {mean} a play on average."
    )
    note = note.format(
        times=seen["multiplier"],
        most=seen["max"],
        mean=write.show(number(quotient(seen["mean_per_play"]))),
    )
    return Section("free_plays", say("Free plays"), rows, titles, note)


def jackpots(sheet: Sheet, write: Writer) -> Section:
    """The pots side by side."""
    say, pots = write.say, sheet["jackpots"]
    titles = (Column(""), *(Column(pot["name"], True) for pot in pots))
    rows = tuple((text(say(title)), *(make(pot, write) for pot in pots)) for title, make in _POT)
    note = say("Apart from the payout above (C-07). At break-even the mean win of a play is its price.")
    for both in sheet["pots_together"]:
        told = say("{pots} fall together once in {plays} plays.")
        plays = write.show(number(1 / quotient(both["probability"])))
        note += " " + told.format(pots=" + ".join(both["names"]), plays=plays)
    return Section("jackpots", say("Jackpots"), rows, titles, note)


def _enclosed(key: str, make: Callable[[float], Value]) -> Callable[[JsonView, Writer], Value]:
    """A figure that is exact, or the two ends that enclose it."""

    def told(pot: JsonView, write: Writer) -> Value:
        if pot[key] is None:
            return NONE
        low, high = (write.show(make(quotient(pot[end]))) for end in (key, f"{key}_high"))
        return make(quotient(pot[key])) if low == high else text(f"{low} – {high}")

    return told


def _ratio(key: str) -> Callable[[JsonView, Writer], Value]:
    return lambda pot, write: NONE if pot[key] is None else share(quotient(pot[key]))


def _plays(key: str) -> Callable[[JsonView, Writer], Value]:
    return lambda pot, write: NONE if pot[key] is None else number(quotient(pot[key]))


def _cents(key: str) -> Callable[[JsonView, Writer], Value]:
    return lambda pot, write: NONE if pot[key] is None else money(pot[key])


_POT: Sequence[tuple[str, Callable[[JsonView, Writer], Value]]] = (
    ("hit by", lambda pot, write: text(write.say(pot["hit"]))),
    ("one in", lambda pot, write: NONE if pot["odds"] is None else number(1 / quotient(pot["odds"]))),
    ("seed", _cents("seed_cents")),
    ("limit", _cents("limit_cents")),
    ("share of each stake", _ratio("contribution")),
    ("kept for the next pot", _ratio("reserve")),
    ("payout", _enclosed("rtp", share)),
    ("of it paid by the operator", _enclosed("operator_rtp", share)),
    ("plays for a hit", _enclosed("mean_plays_to_hit", number)),
    ("plays for a hit from the seed", _plays("mean_plays_from_seed")),
    ("break-even", _cents("break_even_cents")),
    ("exact", lambda pot, write: yes(pot["exact"])),
)


def gamble(sheet: Sheet, write: Writer) -> Section:
    """Double or nothing."""
    say, seen = write.say, sheet["gamble"]
    always = seen["always"]
    rows: list[tuple[str, Value]] = [
        (say("chance to double"), exact(seen["odds"])),
        (say("rounds at most"), count(seen["rounds"])),
        (say("largest win that may be gambled"), money(seen["max_cents"])),
        (say("payout of a gamble"), share(quotient(seen["payout_of_a_gamble"]))),
        (say("plays whose win may be gambled"), between(seen, "offered", share, write.show)),
        (say("payout, always gambling"), between(always, "rtp", share, write.show)),
        (say("hit frequency, always gambling"), between(always, "hit_frequency", share, write.show)),
        (say("volatility index, always gambling"), number(always["volatility_index"])),
    ]
    return facts("gamble", say("Gamble"), rows)


def losing_runs(sheet: Sheet, write: Writer) -> Section:
    """How often runs of losses come."""
    say = write.say
    rows = tuple(
        (
            count(row["plays"]),
            share(row["next_percent"] / 100),
            number(100 / row["next_percent"]),
            number(100 / row["starts_per_play_percent"]),
        )
        for row in sheet["losing_runs"]["at_least"]
    )
    titles = columns(say, ">a run of", ">the next plays all lose", ">one in", ">plays for one")
    longest = sheet["losing_runs"]["longest"]
    told = [
        say("Longest run in {plays} plays: {mean} on average, over {rare} once in a hundred times.").format(
            plays=write.whole(row["plays"]),
            mean=write.show(number(quotient(row["mean_low"]))),
            rare=write.whole(row["exceeded_1_percent"]),
        )
        for row in longest
    ]
    return Section("losing_runs", say("Losing runs"), rows, titles, " ".join(told))
