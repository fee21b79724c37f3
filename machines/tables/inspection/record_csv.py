# SPDX-License-Identifier: MIT
"""
A record as CSV: the head in lines that begin with #, as TOML, then a line for each stake.

    # game = "french-roulette"
    round,given,seat,spot,stake,decision,paid,event
    1,17,1,17,10.00,,350.00,
"""

from __future__ import annotations

import csv
from collections.abc import Mapping

from machines.support.plain import read_toml
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.record import HELP, Round, Stake, cents, decision, seat
from machines.tables.inspection.record_head import Head, read_head

COLUMNS = ("round", "given", "seat", "spot", "stake", "decision", "paid", "event")
_NEEDED = ("round", "given", "seat", "spot", "stake")
Numbered = tuple[int, str]
EVENTS = ("last", "red_card", "pass_dice")


def split_head(text: str, file: str) -> tuple[Mapping[str, object], list[Numbered]]:
    """The head in the lines that begin with #, and the other lines that are not empty, with their numbers."""
    lines = list(enumerate(text.splitlines(), 1))
    said = "\n".join(line.lstrip("# ").rstrip() for _, line in lines if line.startswith("#"))
    try:
        head = read_toml(said)
    except ValueError as error:
        raise InspectionError(f"{file}, lines that begin with #", str(error), '# game = "craps"') from error
    return head, [(number, line) for number, line in lines if line.strip() and not line.startswith("#")]


def table_rows(lines: list[Numbered], file: str) -> tuple[list[str], list[tuple[int, dict[str, str]]]]:
    """The columns of a CSV and its rows; a semicolon or tab in the first line parts cells, else a comma."""
    if not lines:
        raise InspectionError(file, "a table must have a line with its columns (got nothing)", HELP)
    mark = ";" if ";" in lines[0][1] else "\t" if "\t" in lines[0][1] else ","
    cells = [next(csv.reader([line], delimiter=mark)) for _, line in lines]
    names = [name.strip().lower() for name in cells[0]]
    rows = []
    for (number, _), row in zip(lines[1:], cells[1:], strict=False):
        if len(row) > len(names):
            raise InspectionError(
                f"{file}, line {number}", f"a line must have {len(names)} cells (got {len(row)})", HELP
            )
        rows.append(
            (number, dict(zip(names, [cell.strip() for cell in row] + [""] * len(names), strict=False)))
        )
    return names, rows


def read_csv_record(text: str, file: str) -> tuple[Head, list[Round]]:
    """
    Head and rounds of a CSV text.

    Raises:
        InspectionError: it is no such record.
    """
    said, lines = split_head(text, file)
    head = read_head(said, file)
    names, rows = table_rows(lines, file)
    unknown = [name for name in names if name not in COLUMNS]
    missing = [name for name in _NEEDED if name not in names]
    if unknown or missing:
        came = repr(unknown[0]) if unknown else f"no {missing[0]}"
        raise InspectionError(
            f"{file}, line {lines[0][0]}",
            f"columns must be {', '.join(COLUMNS)} (got {came})",
            HELP,
        )
    rounds: dict[str, Round] = {}
    for number, row in rows:
        name = row["round"] or (next(reversed(rounds)) if rounds else "1")
        where = f"{file}, line {number}, round {name}"
        play = rounds.setdefault(name, Round(where, name))
        if play is not rounds[next(reversed(rounds))]:
            raise InspectionError(where, f"lines of a round stand together (got {name} again)", HELP)
        _line(play, row, where, head.seats)
    for play in rounds.values():
        if not play.given:
            raise InspectionError(
                play.where, "given must say what fell (got nothing)", "17, or 3 4, or 9h Ks 2d 7c"
            )
    if not rounds:
        raise InspectionError(file, "a record must have rounds (got none)", HELP)
    return head, [*rounds.values()]


def _line(play: Round, row: Mapping[str, str], where: str, seats: int) -> None:
    """One line: what it says of the round, and of a stake."""
    given = tuple(row["given"].split())
    if given and play.given and given != play.given:
        raise InspectionError(
            where, f"given must be {' '.join(play.given)}, as above (got {row['given']})", HELP
        )
    play.given = given or play.given
    refused = _event(play, row.get("event", ""), where)
    if not row["spot"]:
        return
    who = seat(row["seat"], where, seats)
    if row["stake"]:
        back = row["stake"] == "-"
        value = 0 if back else cents(row["stake"], where, "stake")
        if value <= 0 and not back:
            raise InspectionError(where, f"stake must be above 0 (got {row['stake']})", HELP)
        (play.refused if refused else play.bets).append(Stake(who, row["spot"], value))
    if row.get("decision"):
        play.decisions.append(decision(who, row["spot"], row["decision"], where))
    if row.get("paid"):
        play.paid = [*(play.paid or []), Stake(who, row["spot"], cents(row["paid"], where, "paid"))]


def _event(play: Round, words: str, where: str) -> bool:
    """What an event says of the round; True where it refuses the bet of its line."""
    for event in words.split(";") if words else []:
        name, _, value = event.strip().partition(" ")
        if name == "refused":
            return True
        if name == "limits":
            play.limits_cents = cents(value, where, "limits")
        elif name == "null":
            play.null.append(value)
        elif name in EVENTS:
            setattr(play, name, True)
        else:
            allowed = ", ".join((*EVENTS, "refused", "limits 10.00", "null off_the_table"))
            raise InspectionError(where, f"event must be {allowed} (got {name})", HELP)
    return False
