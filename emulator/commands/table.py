# SPDX-License-Identifier: MIT
"""azar table: the table games by their text, what they pay and allow, and a round of each."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

from emulator.commands.console import AsJson, CommandError, Seed, flag, print_json, print_table, say
from emulator.commands.console import table as made_table
from emulator.commands.groups import group, verb
from emulator.commands.table_inspect import audit, verify
from emulator.commands.table_odds import odds
from emulator.commands.table_options import CHIPS_CENTS, Bets, Declared, GameName, Given, Readings, open_table
from emulator.commands.table_play import play
from emulator.commands.table_simulate import simulate
from machines.support.plain import Json

if TYPE_CHECKING:
    from machines.tables.game import Event
    from machines.tables.table import Table

EXAMPLE = 'azar table deal french-roulette --bet "rojo 10.00" --seed 00'

AsTranscript = Annotated[bool, flag("--transcript", "As a croupier would write it down, in Spanish.")]

table = group("Play table games by the text of their decrees. No real money is involved.", EXAMPLE)

verb(table, "azar table play french-roulette --people 4")(play)
verb(table, "azar table odds french-roulette --all-readings")(odds)
verb(table, "azar table simulate craps --units 1e8 --seed 00")(simulate)
verb(table, "azar table verify round.toml --report report.html")(verify)
verb(table, "azar table audit spins.csv --game french-roulette --report report.html")(audit)


@table.command("list", epilog="Example: azar table list")
def list_games(as_json: AsJson = False) -> None:
    """List the games and the texts that they follow."""
    from machines.tables.registry import titles

    games = [{"game": name, "title": title, "source": source} for name, (title, source) in titles().items()]
    if as_json:
        print_json({"games": games})
        return
    made = made_table("Table games", "game", "title", "text")
    for row in games:
        made.add_row(row["game"], row["title"], row["source"])
    print_table(made)


@verb(table, "azar table rules craps --rule minimum_cents=1000")
def rules(game: GameName, rule: Declared = None, reading: Readings = None, as_json: AsJson = False) -> None:
    """Print limits, payments and readings with their articles."""
    opened = open_table(game, rule, reading, b"\0" * 32)
    found = _rules(opened)
    if as_json:
        print_json(found)
        return
    made = made_table(
        f"{found['title']}: {found['source']}", "bet", ">pays", ">least", ">most", "article", "spots"
    )
    for row in found["bets"]:
        most = row["amount"] if row["most_cents"] is None else f"{row['most_cents'] / 100:.2f}"
        spots = row["spots"]
        shown = ", ".join(spots[:2]) + (f" and {len(spots) - 2} more" if len(spots) > 2 else "")
        least = "" if row["least_cents"] is None else f"{row['least_cents'] / 100:.2f}"
        made.add_row(row["bet"], row["pays"], least, most, row["article"], shown)
    print_table(made)
    if found["payments"]:
        made = made_table("Paid by the hand, to one", "hand", ">times")
        for name, times in found["payments"].items():
            made.add_row(name.replace("_", " "), f"{times}")
        print_table(made)
    made = made_table("Readings", "reading", "taken", "others", "article", "says")
    for row in found["readings"]:
        made.add_row(row["name"], row["taken"], ", ".join(row["others"]), row["article"], row["says"])
    print_table(made)


@verb(table, EXAMPLE)
def deal(
    game: GameName,
    bet: Bets = None,
    given: Given = None,
    rule: Declared = None,
    reading: Readings = None,
    seed: Seed = None,
    transcript: AsTranscript = False,
    as_json: AsJson = False,
) -> None:
    """Play one round of a game and say who is owed what."""
    from machines.tables.transcript import open_transcript

    key = bytes.fromhex(seed).ljust(32, b"\0") if seed is not None else os.urandom(32)
    opened = open_table(game, rule, reading, key)
    lines = open_transcript(opened)
    told = _round(opened, bet or [], given)
    lines.summary()
    won = opened.state["money"]["seat 1"] + _lies(opened) - CHIPS_CENTS
    if as_json:
        found = {"game": game, "seed": key.hex(), "events": told, "won_cents": won}
        print_json({**found, "transcript": lines.lines, "journal": opened.journal()})
        return
    if transcript:
        print(lines.text, end="")
        return
    made = made_table(f"{opened.game.rules.title}, one round", "event", "spot", ">cents", "", "said")
    for row in told:
        values = " ".join(map(str, row["values"]))
        made.add_row(row["kind"], row["spot"], f"{row['cents'] or ''}", values, row["says"])
    print_table(made)
    say(f"seat 1: {won / 100:+.2f}; --seed {key.hex()} plays it again")


def _rules(opened: Table) -> Json:
    """What a game pays and allows at a table where nothing has happened yet."""
    held = opened.game.rules
    while opened.state["phase"] != "bets":
        opened.act(opened.next_move())
    bets: dict[str, Json] = {}
    bounds = {one.spot: one for one in opened.legal(1) if one.kind == "bet"}
    for spot in held.spots.values():
        bound = bounds.get(spot.name)
        amount = held.data["bets"][spot.kind].get("amount", "")  # of a bet that follows from another
        paid = held.data["bets"][spot.kind].get("paid", "by the point")  # what a table of its own says
        row = bets.setdefault(
            spot.kind,
            {
                "bet": spot.kind, "article": spot.article, "spots": [],
                "pays": f"{spot.pays[0]} to {spot.pays[1]}" if spot.pays[0] else paid,
                "least_cents": None if amount else bound.least if bound else held.minimum_cents(opened.state),
                "most_cents": bound.most if bound else None, "amount": amount or "as the point has it",
            },
        )  # fmt: skip
        row["spots"].append(spot.name)
    rows = [
        {
            "name": row.name, "article": row.article, "taken": held.readings[row.name],
            "others": [*row.others], "says": row.says, "reason": row.reason,
        }
        for row in held.rows.values()
    ]  # fmt: skip
    return {
        "game": held.game, "title": held.title, "source": held.source, "declared": dict(held.declared),
        "bets": [*bets.values()], "payments": dict(held.data.get("pays", {})), "readings": rows,
    }  # fmt: skip


def _round(opened: Table, bets: list[str], given: str | None) -> list[Json]:
    """One round from the bets to the next ones; what happened in it."""
    from machines.tables.chance import read_chance
    from machines.tables.game import Move, part_of

    told: list[Json] = []
    rest: tuple[int, ...]
    while opened.state["phase"] != "bets":
        told += _told(opened, opened.act(opened.next_move()))
    for text in bets:
        spot, cents = _bet(text)
        told += _told(opened, opened.act(Move("bet", 1, spot, cents)))
    ended, rest = opened.state["round"], ()
    while opened.state["round"] == ended:
        move = opened.next_move()
        if given is not None and move.kind == _given_to(given, move.kind):
            values, rest = part_of(opened.game, opened.state, read_chance(given))
            move = move._replace(values=values)
        elif rest and move.kind in opened.game.chance_moves:
            values, rest = part_of(opened.game, opened.state, rest)
            move = move._replace(values=values)
        told += _told(opened, opened.act(move))
    return told


def _bet(text: str) -> tuple[str, int]:
    spot, _, amount = text.rpartition(" ")
    euros, _, part = amount.partition(".")
    if not spot or not (euros + part).isdigit() or len(part) > 2:
        raise CommandError(f'a bet must be as "caballo 17-20 5.00" (got {text!r})')
    return spot, int(euros or 0) * 100 + int(part.ljust(2, "0"))


def _given_to(given: str, kind: str) -> str:
    """The move whose chance this is: faces are of a throw, where cards are dealt behind it, too."""
    named = any(not word.isdigit() for word in given.split())
    return "deal" if named else kind if kind in ("spin", "throw") else ""


def _told(opened: Table, events: list[Event]) -> list[Json]:
    return [
        {
            "kind": one.kind, "seat": one.seat, "spot": one.spot, "cents": one.cents, "values": [*one.values],
            "says": opened.words(one),
        }
        for one in opened.heard(events, 1)
    ]  # fmt: skip


def _lies(opened: Table) -> int:
    from machines.tables.game import stakes

    return sum(cents for _, _, cents in stakes(opened.state))
