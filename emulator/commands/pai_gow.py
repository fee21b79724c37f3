# SPDX-License-Identifier: MIT
"""azar pai-gow: the Pai Gow table on the screen, its dice, its odds, a deal, and campaigns."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import (
    AsJson,
    CommandError,
    LanguageName,
    Seed,
    facts,
    flag,
    print_json,
    print_table,
    progress,
    say,
    table,
    valued,
    working,
)
from emulator.commands.groups import group, verb
from emulator.support.ending import told_to_end
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.tables.pai_gow_session import Options
    from machines.tables.games.pai_gow.odds import Estimate

EXAMPLE = "azar pai-gow deal --seed 00"
PIECE_DEALS = 1 << 20

pai_gow = group(
    "The Pai Gow table, on the screen and in figures. "
    "Its rules are those of the catalogue of games of the Illes Balears.",
    EXAMPLE,
)

Bank = Annotated[int, typer.Option("--bank", min=0, max=6, help="Place of the bank; 0: the croupier's.")]
Seats = Annotated[int, typer.Option("--seats", min=1, max=6, help="Players at the table.")]
Shown = Annotated[int, typer.Option("--deals", min=1, help="How many deals --headless plays.")]
Deals = Annotated[int, typer.Option("--deals", min=1, help="How many deals.")]
Number = Annotated[int, typer.Option("--number", min=0, help="Which deal of the seed.")]
WayName = Annotated[
    str,
    valued("--way", "WAY", "How hands are set: a way that ships, or a file.", autocompletion=complete.ways),
]
Commission = Annotated[
    float, valued("--commission", "PERCENT", "Percent of wins, at most 5 (16, VI).", min=0, max=5)
]
Place = Annotated[int, typer.Option("--place", min=0, max=6, help="Where you sit; 0: you look on.")]
HouseWay = Annotated[bool, flag("--house-way", "The house sets your cards too: you look on.")]
Best = Annotated[bool, flag("--best", "The other players set by the best play.")]
Headless = Annotated[bool, flag("--headless", "Without a screen: plays --deals by itself.")]
ScriptPath = Annotated[Path | None, valued("--script", "FILE", "What people do, in TOML; needs no screen.")]
JournalPath = Annotated[Path | None, valued("--journal", "FILE", "Write the journal here, for azar replay.")]
Kiosk = Annotated[bool, flag("--kiosk", "Full screen; a key chord leaves.")]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of the table.")]
Screenshot = Annotated[Path | None, valued("--screenshot", "FILE", "Save a picture, without a screen.")]
Jobs = Annotated[int | None, typer.Option("--jobs", min=1, help="Threads; as many as there are cores.")]


@verb(pai_gow, "azar pai-gow play --seats 6 --place 4")
def play(
    seats: Seats = 6,
    place: Place = 4,
    house_way: HouseWay = False,
    best: Best = False,
    way: WayName = "casa",
    commission: Commission = 5.0,
    deals: Shown = 3,
    headless: Headless = False,
    script: ScriptPath = None,
    journal: JournalPath = None,
    seed: Seed = None,
    kiosk: Kiosk = False,
    language: Language = DEFAULT_LANGUAGE,
    screenshot: Screenshot = None,
    as_json: AsJson = False,
) -> None:
    """Play at the table: on the screen, by a script, or by itself."""
    from emulator.tables.pai_gow_session import Options

    people = 0 if house_way else min(place, seats)
    wanted = Options(
        seats, people, way, round(commission * 100), best, seed, deals, headless, script, journal, kiosk,
        language, screenshot,
    )  # fmt: skip
    play_session(wanted, as_json)


@verb(pai_gow, "azar pai-gow dice --bank 2")
def dice(bank: Bank = 0, as_json: AsJson = False) -> None:
    """Show the exact chances of every sum and of every beginning."""
    _dice(bank, as_json)


@verb(pai_gow, "azar pai-gow odds")
def odds(way: WayName = "casa", as_json: AsJson = False) -> None:
    """Count every hand, and every packet as the house sets it."""
    _odds(way, as_json)


@verb(pai_gow, EXAMPLE)
def deal(
    seed: Seed = None,
    number: Number = 0,
    seats: Seats = 6,
    way: WayName = "casa",
    as_json: AsJson = False,
) -> None:
    """Deal once, set every hand with its reasons, and compare."""
    _deal(_key(seed), number, seats, way, as_json)


@verb(pai_gow, "azar pai-gow simulate --deals 1000000 --seed 00")
def simulate(
    deals: Deals = 1_000_000,
    seats: Seats = 6,
    way: WayName = "casa",
    commission: Commission = 5.0,
    seed: Seed = None,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    """Play whole tables by campaign, each share with its interval."""
    _simulate(_key(seed), deals, seats, way, round(commission * 100), jobs or os.cpu_count() or 1, as_json)


def _key(seed: str | None) -> bytes:
    return bytes.fromhex(seed).ljust(32, b"\0") if seed is not None else os.urandom(32)


# --- the table -------------------------------------------------------------------------------------


def play_session(wanted: Options, as_json: bool) -> None:
    """Play at the table as the command line says."""
    from emulator.commands.play import NO_SCREEN_HINT, answers, has_display
    from emulator.tables.pai_gow_session import found, play_by_itself, read_script, recorded, run_script

    steps = read_script(wanted.script) if wanted.script else None
    patient = wanted.headless or steps is not None or wanted.screenshot is not None or as_json
    if not patient and has_display() and answers():
        from emulator.panel.tables.pai_gow.window import run_table

        game = wanted.game()
        with told_to_end() as ending, recorded(game, wanted.journal):
            run_table(
                game, place=wanted.place, language=wanted.language, in_public=wanted.kiosk,
                going=ending.going,
            )  # fmt: skip
        return
    if wanted.kiosk and not patient:
        raise CommandError("no display: a kiosk needs a screen", NO_SCREEN_HINT)
    if not patient:
        say("no display: the house plays without the screen")
    if steps is None:
        wanted = replace(wanted, headless=True)
    game = wanted.game()
    with (
        told_to_end() as ending,
        recorded(game, wanted.journal),
        progress("deals", wanted=not as_json) as at,
    ):
        if steps is not None:
            run_script(game, steps, ending.going)
        else:
            play_by_itself(game, wanted.deals, lambda deal: at(deal, wanted.deals), ending.going)
    if wanted.screenshot is not None:
        from emulator.panel.tables.pai_gow.window import save_table

        save_table(game, wanted.screenshot, place=wanted.place, language=wanted.language)
    result = {**found(game), "journal": str(wanted.journal or ""), "screenshot": str(wanted.screenshot or "")}
    if as_json:
        print_json(result)
    else:
        print_table(facts("Pai Gow", [(name, str(value)) for name, value in result.items() if value != ""]))


# --- dice ------------------------------------------------------------------------------------------


def _dice(bank: int, as_json: bool) -> None:
    from machines.tables.games.pai_gow.dice import start_of, starts, sums

    chances, places = sums(), starts(bank)
    if as_json:
        print_json(
            {
                "dice": 3,
                "bank": bank,
                "sums": [
                    {"sum": total, "probability": str(chance), "start": start_of(total, bank)}
                    for total, chance in chances.items()
                ],
                "starts": [{"place": place, "probability": str(chance)} for place, chance in places.items()],
            }
        )
        return
    made = table("Sums of three dice, exactly", ">sum", ">of 216", ">percent", ">begins at place")
    for total, chance in chances.items():
        made.add_row(str(total), str(chance * 216), f"{float(chance):.3%}", str(start_of(total, bank)))
    print_table(made)
    made = table(f"Where the deal begins, the bank at place {bank}", ">place", ">of 216", ">percent")
    for place, chance in places.items():
        made.add_row(str(place), str(chance * 216), f"{float(chance):.3%}")
    print_table(made)


# --- odds ------------------------------------------------------------------------------------------


def _odds(way_name: str, as_json: bool) -> None:
    from machines.tables.games.pai_gow.odds import exact_odds
    from machines.tables.games.pai_gow.way import load_way

    way = load_way(way_name)
    with working("counting every packet", wanted=not as_json):
        odds = exact_odds(way)
    if as_json:
        print_json({"kind": "exact", **odds})
        return
    for cards, of in (("five", odds["five"]), ("seven", odds["seven"])):
        _kinds(f"Every hand of {cards} of 53 cards", of["kinds"], of["hands"])
    house = odds["house_way"]
    _kinds(f"High hands of every packet, set in the way {house['way']}", house["high"], house["packets"])
    _kinds("Their low hands", house["low"], house["packets"])


def _kinds(title: str, counts: dict[str, int], total: int) -> None:
    made = table(f"{title}: {total:,}", "kind", ">hands", ">percent", ">one in")
    for kind, many in counts.items():
        made.add_row(kind.replace("_", " "), f"{many:,}", f"{many / total:.5%}", f"{total / many:,.1f}")
    print_table(made)


# --- one deal --------------------------------------------------------------------------------------


def _deal(key: bytes, number: int, seats: int, way_name: str, as_json: bool) -> None:
    import cext
    from cext.cards import PAI_GOW
    from machines.tables.games.pai_gow.dice import start_of
    from machines.tables.games.pai_gow.hands import DECK, PACKET, compare, house_setting
    from machines.tables.games.pai_gow.way import load_way

    way, seated = load_way(way_name), range(seats + 1)
    dice = cext.throw(key, number)
    deck = list(cext.deal(key, number, DECK))
    start = start_of(sum(dice), 0, seated)
    settings = {}
    for i in seated:
        packet = deck[PACKET * i : PACKET * (i + 1)]
        settings[(start + i) % len(seated)] = (packet, house_setting(packet, way), way.reason(packet))
    rows: list[Json] = []
    for place in seated:
        packet, setting, reason = settings[place]
        case = compare(setting, settings[0][1]) if place else None
        rows.append(
            {
                "place": place,
                "cards": PAI_GOW.text(packet),
                "low": PAI_GOW.text(setting.low),
                "high": PAI_GOW.text(setting.high),
                "reason": reason,
                "case": case.name if case else None,
                "result": case.result if case else "bank",
            }
        )
    if as_json:
        print_json({"seed": key.hex(), "number": number, "dice": list(dice), "start": start, "places": rows})
        return
    thrown = f"{' + '.join(map(str, dice))} = {sum(dice)}"
    made = table(
        f"Deal {number}: {thrown}, first packet to place {start}", "place", "low", "high", "", "why so"
    )
    for row in rows:
        said = "bank" if row["case"] is None else f"{row['result']} (case {row['case']})"
        made.add_row(str(row["place"]), row["low"], row["high"], said, row["reason"])
    print_table(made)
    print(f"--seed {key.hex()} deals it again")


# --- campaign --------------------------------------------------------------------------------------


def _estimate(estimate: Estimate) -> Json:
    low, high = estimate.ci99
    return {"percent": 100 * estimate.per_stake, "ci99_percent": [100 * low, 100 * high]}


def _simulate(
    key: bytes, deals: int, seats: int, way_name: str, commission_bp: int, jobs: int, as_json: bool
) -> None:
    from machines.tables.games.pai_gow.odds import campaign, estimates
    from machines.tables.games.pai_gow.way import load_way

    began, parts = perf_counter(), []
    way = load_way(way_name)
    with progress("deals", wanted=not as_json) as at:
        for first in range(0, deals, PIECE_DEALS):
            many = min(PIECE_DEALS, deals - first)
            parts.append(campaign(key, deals=many, players=seats, way=way, jobs=jobs, first=first).tally)
            at(first + many, deals)
    result = estimates(parts, seats, commission_bp)
    tally, shares = result.tally, result.shares()
    won, drawn, lost = (int(sum(column)) for column in zip(*tally.results.tolist(), strict=True))
    speed = round(deals / (perf_counter() - began))
    if as_json:
        print_json(
            {
                "kind": "plays",
                "seed": key.hex(),
                "way": way.name,
                "deals": tally.deals,
                "players": seats,
                "commission_percent": commission_bp / 100,
                "wins": won,
                "pushes": drawn,
                "losses": lost,
                "cases": tally.cases.tolist(),
                "player": _estimate(result.player),
                "player_without_commission": _estimate(result.player_without_commission),
                "bank": _estimate(result.bank),
                "deals_per_second": speed,
            }
        )
        return
    rows = [(name, f"{share:.4%}") for name, share in shares.items()]
    for name, one in (
        ("a player's stake brings", result.player),
        ("without commission", result.player_without_commission),
        ("a player's bank, for each stake", result.bank),
    ):
        low, high = one.ci99
        rows.append((name, f"{one.per_stake:+.4%}, 99 % between {low:+.4%} and {high:+.4%}"))
    rows.append(("", f"{speed:,} deals a second on {jobs} threads; --seed {key.hex()} repeats them"))
    print_table(facts(f"{deals:,} deals of {seats} players, all in the way {way.name}", rows))
