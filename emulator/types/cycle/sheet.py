# SPDX-License-Identifier: MIT
"""The sections that only a machine with a programmed cycle has: strata, windows, the watcher."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from emulator.sheets.section import (
    Section,
    Value,
    columns,
    count,
    exact,
    facts,
    money,
    number,
    share,
    text,
    yes,
)
from emulator.sheets.writer import Writer
from machines.support.plain import JsonView

Sheet = JsonView


def strata(sheet: Sheet, write: Writer) -> Section:
    """The strata in order, equal neighbours in one row, with what the watcher gains from each."""
    say = write.say
    watched = (sheet["watcher"] or {"strata": [None] * len(sheet["strata"])})["strata"]
    numbered = enumerate(zip(sheet["strata"], watched, strict=True), start=1)
    rows = []
    for (stratum, seen), group in groupby(numbered, key=lambda one: one[1]):
        numbers = [index for index, _ in group]
        row = [text(_span(numbers)), count(stratum["plays"]), money(stratum["paid_cents"])]
        row.append(share(stratum["payout"]))
        if seen:
            row += [money(seen["expected_gain_cents"]), number(seen["expected_plays"])]
        rows.append(tuple(row))
    gains = (">watcher gains", ">he plays") if sheet["watcher"] else ()
    titles = columns(say, "strata", ">plays", ">paid", ">payout", *gains)
    note = say("What one stratum of each row holds. Inside a stratum the prizes may come in any order.")
    return Section("strata", say("Strata of the cycle"), tuple(rows), titles, note)


def _span(numbers: list[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def windows(sheet: Sheet, write: Writer) -> Section:
    """The proof of the payout of consecutive plays."""
    say = write.say
    rows = []
    for row in sheet["windows"]:
        told = row["required"] == "0/1"
        required: Value = text(say("reported")) if told else share(row["required"])
        cells = (
            count(row["plays"]),
            text(say(row["kind"].removesuffix(", reported only"))),
            share(row["worst_payout"]),
            share(row["best_payout"]),
            required,
            yes(None if told else row["holds"]),
            text(row["rule"]),
        )
        rows.append(cells)
    titles = columns(say, ">plays", "which", ">worst", ">best", ">required", "holds", "rule")
    note = say(
        "Least and most that consecutive plays can pay, over every key and every way of holding. "
        "Proved from the composition of the strata, and reached by some order."
    )
    return Section("windows", say("Payout of consecutive plays"), tuple(rows), titles, note)


def gamble(sheet: Sheet, write: Writer) -> Section:
    """What gambles may make of a prize, and the least that they can leave."""
    say, seen = write.say, sheet["gamble"]
    rows = [
        (say("chance to double"), exact(seen["odds"])),
        (say("rounds at most"), count(seen["rounds"])),
        (say("largest win by gambling"), money(seen["single_max_cents"])),
        (say("the same of a double play"), money(seen["double_max_cents"])),
        (say("return account at most"), money(seen["return_max_cents"])),
        (say("advance of won gambles at most"), money(seen["advance_max_cents"])),
        (say("most that gambles can take from consecutive plays"), money(seen["plays_lost_max_cents"])),
        (say("expected payout, however one gambles, at least"), share(seen["expected_payout_min"])),
        (say("expected payout of a cycle at most, raises included"), share(seen["expected_payout_max"])),
    ]
    for row in seen["least"]:
        name = say("least payout of {} plays, {}").format(write.whole(row["plays"]), say(row["kind"]))
        rows.append((f"{name} ({row['rule']})", share(row["payout"])))
    note = say(
        "What a gamble loses, once the advance of won gambles is used up, comes back within its cycle as "
        "smallest prizes, spread over the plays that are still to lose; the bounds hold whoever gambles when."
    )
    return facts("gamble", say("Gamble"), rows, note)


def newcomer(sheet: Sheet, write: Writer) -> Section:
    """What the return account is worth to who sits down when others have lost."""
    say, seen = write.say, sheet["gamble"]["newcomer"]
    rows = [
        (say("what a play without a prize gives back, if it does"), money(seen["piece_cents"])),
        (
            say("the same on average at most, however full the return account is"),
            money(Fraction(seen["most_cents"])),
        ),
        (say("the same when a gamble has just been lost"), money(Fraction(seen["offered_cents"]))),
        (say("given back on average by a play of the cycle, at most"), money(Fraction(seen["mean_cents"]))),
        (say("expected payout at most while the account holds something"), share(seen["payout_max"])),
        (
            say("chance in a cycle that all plays left to lose must give back, at most"),
            number(Fraction(seen["sure_chance"])),
        ),
    ]
    note = say(
        "What a newcomer gains by what others lost, with a play of one price. Bounds for every way of "
        "playing, daring and holding; with reels held nothing is given back."
    )
    return facts("newcomer", say("Newcomer"), rows, note)


def raises(sheet: Sheet, write: Writer) -> Section:
    """Prizes that may be raised, and the payout with them."""
    say, seen = write.say, sheet["raises"]
    rows = [
        (
            money(row["prize_cents"]),
            money(row["to_cents"]),
            exact(row["odds"]),
            number(row["per_cycle"]),
            share(row["rtp"]),
        )
        for row in seen["rows"]
    ]
    titles = columns(say, ">prize", ">raised to", "probability", ">in a cycle", ">adds")
    note = say("Payout with raises: {}, of plays without hold. They only ever raise.")
    return Section(
        "raises",
        say("Raised prizes"),
        tuple(rows),
        titles,
        note.format(write.show(share(seen["payout"]))),
    )


def losing_runs(sheet: Sheet, write: Writer) -> Section:
    """How often long runs of losses come."""
    say = write.say
    plays = sheet["cycle_plays"]
    rows = tuple(
        (
            count(row["plays"]),
            number(row["expected_per_cycle"]),
            count(round(plays / row["expected_per_cycle"])),
        )
        for row in sheet["losing_runs"]["at_least"]
    )
    titles = columns(say, ">a run of", ">or longer, in a cycle", ">plays for one")
    longest = sheet["losing_runs"]["longest_plays"]
    note = say("On average over plays without hold. No key and no way of holding makes a run longer than {}.")
    note = (
        note.format(write.whole(longest))
        if longest is not None
        else say("This plan never wins: its losing run has no end.")
    )
    return Section("losing_runs", say("Losing runs"), rows, titles, note)


def return_bands(sheet: Sheet, write: Writer) -> Section:
    """Between which payouts so many consecutive plays stay."""
    say = write.say
    rows = tuple(
        (
            count(row["plays"]),
            text(say(_PLACES[row["place"]])),
            text(say("sure") if row["method"] == "fixed" else f"{row['confidence_percent']} %"),
            share(row["low_percent"] / 100),
            share(row["high_percent"] / 100),
            text(say(row["method"])),
        )
        for row in sheet["bands"]
        if row["method"] != "fixed" or row["confidence_percent"] == 90
    )
    titles = columns(say, ">plays", "beginning", "confidence", ">from", ">to", "method")
    note = say(
        "Single plays without hold, from the plan. Hypergeometric: parts of strata, drawn without "
        "replacement, the "
        "probability beyond either end off by at most {}; fixed: strata that lie whole in the window pay "
        "what they "
        "hold."
    ).format(write.show(share(max(row["error_percent"] for row in sheet["bands"]) / 100)))
    apart = sheet["bands_apart"]
    if apart["gamble_takes_cents_max"]:
        told = say("Gambles can take {} at most from any of these plays, and give it back.")
        note += " " + told.format(write.money(apart["gamble_takes_cents_max"]))
    if apart["raises_add"] != "0/1":
        told = say("Raised prizes add {} on average.")
        note += " " + told.format(write.show(share(apart["raises_add"])))
    return Section("bands", say("Return bands"), rows, titles, note)


_PLACES = {"start": "with a cycle", "random": "anywhere"}


def watcher(sheet: Sheet, write: Writer) -> Section:
    """Whether the cycle can be milked."""
    say = write.say
    seen = sheet["watcher"]
    title = say("Watcher: can the cycle be milked?")
    if seen is None:
        note = say("Not computed: a stratum has too many prizes for the exact lattice.")
        return facts("watcher", title, [], note)
    made = Fraction(seen["expected_plays"])
    rows = [
        (say("gain of a cycle"), money(seen["expected_gain_cents"])),
        (say("plays that he makes"), number(made)),
        (say("of all plays"), share(made / sheet["cycle_plays"])),
    ]
    if seen["payout_percent"] is not None:
        rows.append((say("payout of his stakes"), share(Fraction(seen["payout_percent"]) / 100)))
        best = max(seen["strata"], key=lambda row: row["best_gain_cents"])
        rows.append((say("best moment, plays left in a stratum"), count(best["best_left"])))
        rows.append((say("gain of that play on average"), money(best["best_gain_cents"])))
    rows.append((say("bound with hold and foresight"), money(seen["foresight_cents"])))
    note = say(
        "He remembers every play of the cycle, makes the next one only if it pays more than its price on "
        "average, and leaves the others to the public. Without hold nobody gains more; a double play adds "
        "nothing. Proved to nine digits and more."
    )
    return facts("watcher", title, rows, note)
