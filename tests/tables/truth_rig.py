# SPDX-License-Identifier: MIT
"""Plays the cases of a truth file, written from the text, at a table and says what they must find."""

from __future__ import annotations

import re
from pathlib import Path

import pai_gow_rig
import pytest

from machines.support.plain import Json, read_toml
from machines.tables.chance import card
from machines.tables.game import INSPECTOR, Move, chips, laid, part_of, stakes
from machines.tables.refusal import TableError
from machines.tables.table import Table

TRUTH = Path(__file__).parent / "truth"
HAND_CENTS = 100_000_00


def cases() -> list[object]:
    """Every case of every file, named by its game and its own name."""
    found = []
    for path in sorted(TRUTH.glob("*.toml")):
        data = read_toml(path.read_text(encoding="utf-8"))
        found += [
            pytest.param(data["game"], case, id=f"{path.stem}-{slug(case['name'])}") for case in data["case"]
        ]
    return found


def slug(name: str) -> str:
    """A name as one word, as a row of mutants can name its case."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")


def cents(euros: str) -> int:
    """What "-1.50" is in cents."""
    whole, _, part = euros.strip().lstrip("+-").partition(".")
    value = int(whole or 0) * 100 + int((part + "00")[:2])
    return -value if euros.strip().startswith("-") else value


def bet(text: str) -> Move:
    """The move of "1 caballo 17-20 5.00"; "1 win-odds -" takes a stake back."""
    seat, rest = text.split(" ", 1)
    spot, amount = rest.rsplit(" ", 1)
    return Move("unbet", int(seat), spot) if amount == "-" else Move("bet", int(seat), spot, cents(amount))


def open_table(game: str, case: Json) -> Table:
    """The table of a case, at which everybody sits with enough."""
    declared, readings = {}, {}
    for name, value in case.get("rules", {}).items():
        if name == "readings":
            readings |= value
        elif name.startswith("readings."):
            readings[name.removeprefix("readings.")] = value
        else:
            declared[name] = value
    hands = dict.fromkeys(range(1, case.get("seats", 1) + 1), HAND_CENTS)
    return Table(game, bytes(32), hands, rules=declared, readings=readings)


class Played:
    """What a case found: words said by the croupier, and the commission taken."""

    def __init__(self, table: Table) -> None:
        self.table, self.said = table, ""
        self.settled: list[tuple[str, ...]] = []

    def act(self, move: Move) -> None:
        """Do a move and listen."""
        for event in self.table.act(move):
            self.said += f"\n{self.table.words(event)}"
            if event.kind in ("lost", "paid"):
                self.settled.append((event.spot, f"{event.seat} {event.spot}"))
            elif event.kind == "compared":
                self.settled.append((f"{event.seat}",))
            elif event.kind == "fee":
                self.settled.append(("commission",))


def play_round(table: Table, play: Json) -> Played:
    """Bets, refusals, chance and decisions of one round, until bets are taken again."""
    played = Played(table)
    if table.name == "pai-gow":
        pai_gow_rig.bank_of(played, play)
        pai_gow_rig.cut(played, play)
    to_bets(played)
    played.said += f"\n{table.opening}"
    if play.get("last"):
        played.act(Move("last_round"))
    for text in play.get("bets", []):
        played.act(bet(text))
    if "limits" in play:
        played.act(Move("limits", cents=cents(play["limits"])))
    for refused in play.get("limits_refused", []):
        check_refused(table, Move("limits", cents=cents(refused["limits"])), refused["rule"])
    for refused in play.get("refused", []):
        check_refused(table, bet(refused["bet"]), refused["rule"])
    if table.name == "pai-gow":
        played.act(Move("no_more_bets"))
        for refused in play.get("late", []):
            check_refused(table, bet(refused["bet"]), refused["rule"])
        pai_gow_rig.dealt(played, play)
    if "given" in play:
        played.act(Move("no_more_bets"))
        for refused in play.get("late", []):
            check_refused(table, bet(refused["bet"]), refused["rule"])
        for kind in play.get("before", []):
            played.act(Move(kind))
        now, rest = part_of(table.game, table.state, given(play["given"]))
        played.act(Move(table.next_move().kind, values=now))
        choices = list(play.get("choices", []))
        while table.state["phase"] not in ("bets", "closed", "shoe", "burn"):
            move = table.next_move()
            if move.kind == "choose" and choices:
                move = choice(choices.pop(0))
            elif rest and move.kind in table.game.chance_moves:
                now, rest = part_of(table.game, table.state, rest)
                move = move._replace(values=now)
            elif move.kind in table.game.chance_moves:
                raise AssertionError(f"a card more than the text says is dealt in {table.state['phase']}")
            played.act(move)
        assert not choices, f"nobody was asked for {choices}"
        assert not rest, f"cards {rest} were not dealt"
    return played


def check_refused(table: Table, move: Move, rule: str) -> None:
    """A move is refused by its rule, and the table is as it was."""
    before = table.save()
    with pytest.raises(TableError) as error:
        table.act(move)
    assert error.value.rule == rule, str(error.value)
    assert table.save() == before


def to_bets(played: Played) -> None:
    """The croupier's moves until bets are taken."""
    while played.table.state["phase"] != "bets":
        played.act(played.table.next_move())


def choice(text: str) -> Move:
    """The move of "2 rojo prison"; "2 seguro 1 5.00" lays an amount."""
    seat, rest = text.split(" ", 1)
    spot, word = rest.rsplit(" ", 1)
    if word[0].isdigit():
        return Move("bet", int(seat), spot, cents(word))
    return Move("choose", int(seat), spot, word=word)


def given(value: object) -> tuple[int, ...]:
    """A pocket, faces or cards as a move has them."""
    if isinstance(value, list):
        return tuple(card(one) if isinstance(one, str) else int(one) for one in value)
    return (int(str(value)),)


def owned(table: Table, seat: int) -> int:
    """What a seat has in hand and on the cloth."""
    return chips(table.state, seat) + sum(amount for who, _, amount in stakes(table.state) if who == seat)


def check_case(game: str, case: Json) -> None:
    """Play a case and compare everything that it states."""
    if "invalid" in case:
        with pytest.raises(TableError) as error:
            open_table(game, case)
        assert error.value.rule == case["invalid"], str(error.value)
        return
    table = open_table(game, case)
    total = table.total_cents()
    for play in case["round"]:
        seats = range(1, case.get("seats", 1) + 1)
        before = {seat: owned(table, seat) for seat in seats}
        took = table.state["money"].get("commission", 0)
        played = play_round(table, play)
        for seat, change in play.get("won", {}).items():
            assert owned(table, int(seat)) - before[int(seat)] == cents(change), f"seat {seat}"
        for seat, spots in play.get("lies", {}).items():
            for spot, amount in spots.items():
                assert laid(table.state, int(seat), spot) == cents(amount), f"seat {seat} on {spot}"
        if "commission" in play:
            assert table.state["money"].get("commission", 0) - took == cents(play["commission"])
        check_words(played.said, play.get("says", []))
        check_order(played.settled, play.get("order", []))
        assert table.total_cents() == total
    assert Table.replay(table.journal()).save() == table.save()


def check_order(settled: list[tuple[str, ...]], wanted: list[str | list[str]]) -> None:
    """Stakes are settled in the order of the text; those of an inner list in any order."""
    last = -1
    for group in wanted:
        names = [group] if isinstance(group, str) else group
        places = [next((i for i, one in enumerate(settled) if name in one), -1) for name in names]
        assert min(places) > last, f"{names} come too early, or not at all, in {settled}"
        last = max(places)


def check_words(said: str, wanted: list[str]) -> None:
    """Fragments come in their order, whatever their case."""
    rest = re.sub(r"\s+", " ", said).casefold()
    for words in wanted:
        assert words.casefold() in rest, f"{words!r} is not said in {said!r}"
        rest = rest.split(words.casefold(), 1)[1]


__all__ = ["INSPECTOR", "cases", "check_case"]
