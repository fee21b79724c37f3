# SPDX-License-Identifier: MIT
"""A record of a real wheel, of dice or of shoes, read and looked through: what an audit is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from machines.support.plain import JsonView
from machines.tables.chance import RED_CARD
from machines.tables.inspection.dice_trials import FACES, DiceDraws
from machines.tables.inspection.draws_rows import OWN, Row, csv_rows, text_rows, toml_rows
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.read import read_text
from machines.tables.inspection.record import HELP, chance, is_number
from machines.tables.inspection.record_head import HEAD, Head, read_head, require_cloth
from machines.tables.inspection.shoe_trials import DECK, ShoeDraws
from machines.tables.inspection.wheel_trials import WheelDraws
from machines.tables.refusal import TableError
from machines.tables.registry import open_game
from machines.tables.rules import Rules

READERS = {".toml": toml_rows, ".csv": csv_rows, ".txt": text_rows}
LEAST = {"wheel": 20, "dice": 20, "shoe": 20}
"""Fewer say nothing of anything."""
SORTED_FROM = 20
"""So many throws that all have the smaller face first were written down so."""
PAIRS = (("rojo", "negro"), ("par", "impar"), ("falta", "pasa"))

Draws = WheelDraws | DiceDraws | ShoeDraws


@dataclass(frozen=True)
class DrawsRecord:
    """
    A file of draws.

    Attributes:
        file, sha256: its name and the digest of its bytes.
        game, title, source: of the text.
        kind: ``wheel``, ``dice`` or ``shoe``.
        facts: place, date and so on, by name.
        draws: what was drawn.
        size: how many balls, throws or cards.
        sorted: dice were written down with the smaller face first, so that nobody knows which is which.
    """

    file: str
    sha256: str
    game: str
    title: str
    source: str
    kind: str
    facts: Mapping[str, str]
    draws: Draws
    size: int
    sorted: bool = False


def read_draws(path: Path, game: str | None = None) -> DrawsRecord:
    """
    The record of a file.

    Args:
        path: TOML, CSV or plain text.
        game: its game, where the file does not say it.

    Raises:
        InspectionError: it is none; names the place and the next step.
    """
    text, digest = read_text(path, tuple(READERS))
    reader, file = READERS[path.suffix.lower()], path.name
    # The kind of a game decides how its draws are read, and the head says the game: it is read first.
    said = _head_alone(text, path)
    head = read_head(said, file, game)
    rules = _rules(head, file)
    kind = kind_of(rules)
    found = reader(text, file, kind)
    if unknown := [name for name in found.head if name not in (*HEAD, *OWN)]:
        raise InspectionError(file, f"a head has {', '.join((*HEAD, *OWN))} (got {unknown[0]})", HELP)
    readers: dict[str, Callable[[list[Row], Rules, JsonView], Draws]] = {
        "wheel": _wheel, "dice": _dice, "shoe": _shoe,
    }  # fmt: skip
    draws = readers[kind](found.rows, rules, found.head)
    size = sum(map(len, draws.shoes)) if isinstance(draws, ShoeDraws) else len(found.rows)
    if size < LEAST[kind]:
        raise InspectionError(
            file, f"a record must have {LEAST[kind]} draws or more (got {size})", "write down more of them"
        )
    in_order = isinstance(draws, DiceDraws) and not draws.ordered and "ordered" not in found.head
    return DrawsRecord(
        file, digest, head.game, rules.title, rules.source, kind, head.facts, draws, size, in_order
    )


def _head_alone(text: str, path: Path) -> JsonView:
    """What of a head names the game and what the house declares, whichever kind of draws follows."""
    if path.suffix.lower() == ".toml":
        found = toml_rows(text, path.name, "wheel").head
    else:
        found = text_rows(text, path.name, "wheel").head
    return {name: value for name, value in found.items() if name in HEAD}


def kind_of(rules: Rules) -> str:
    """What decides a game: a ``wheel``, ``dice`` or a ``shoe``."""
    return "wheel" if "pockets" in rules.data else "shoe" if "decks" in rules.data else "dice"


def _rules(head: Head, file: str) -> Rules:
    try:
        game = open_game(head.game, head.declared, head.readings)
    except TableError as error:
        raise InspectionError(file, str(error), f"azar table rules {head.game}") from error
    require_cloth(game, file)
    return game.rules


def _wheel(rows: list[Row], rules: Rules, head: JsonView) -> WheelDraws:
    order = tuple(int(number) for number in rules.data["pockets"])
    if head.get("positions", False):
        # Where numbers stand on several pockets these are counted clockwise instead, the first as 1.
        order, rules = tuple(range(1, len(order) + 1)), replace(rules, data={**rules.data, "simple": []})
    numbers = sorted(set(order))
    found = []
    for row in rows:
        if len(row.words) != 1 or not is_number(row.words[0]) or int(row.words[0]) not in numbers:
            allowed = ", ".join(map(str, numbers)) if len(numbers) < 12 else f"{numbers[0]} to {numbers[-1]}"
            article = rules.article("pockets")
            came = " ".join(row.words) or "nothing"
            raise InspectionError(row.where, f"a pocket must be {allowed} [{article}] (got {came})", HELP)
        found.append(int(row.words[0]))
    simple = [(one, other) for one, other in PAIRS if {one, other} <= set(rules.data.get("simple", []))]
    pairs = tuple((one, rules.spots[one].covers, other, rules.spots[other].covers) for one, other in simple)
    return WheelDraws(order, tuple(found), pairs)


def _dice(rows: list[Row], rules: Rules, head: JsonView) -> DiceDraws:
    found, dice = [], int(rules.data.get("dice", 2))
    for row in rows:
        faces = tuple(int(word) for word in row.words if is_number(word) and 1 <= int(word) <= FACES)
        if not len(faces) == len(row.words) == dice:
            article = rules.article("dice")
            came = " ".join(row.words) or "nothing"
            raise InspectionError(
                row.where, f"a throw must be {_DICE[dice]} faces, 1 to 6 [{article}] (got {came})", HELP
            )
        found.append(faces)
    in_order = len(found) >= SORTED_FROM and all([*faces] == sorted(faces) for faces in found)
    return DiceDraws(tuple(found), bool(head.get("ordered", not in_order)))


_DICE = {2: "two", 3: "three"}


def _shoe(rows: list[Row], rules: Rules, head: JsonView) -> ShoeDraws:
    decks = head.get("decks", rules.data["decks"])
    if type(decks) is not int or not 1 <= decks <= 12:
        raise InspectionError("decks", f"decks must be 1 to 12 (got {decks!r})", "decks = 6")
    shoes: dict[str, list[int]] = {}
    for row in rows:
        cards = shoes.setdefault(row.shoe, [])
        cards += (one % DECK for one in chance(row.words, row.where) if one != RED_CARD)
        if len(cards) > DECK * (decks + 1):
            most, hint = DECK * decks, "an empty line, or the column shoe, begins another one"
            raise InspectionError(row.where, f"a shoe must be {most} cards or fewer (got {len(cards)})", hint)
    return ShoeDraws(tuple(map(tuple, shoes.values())), decks, bool(head.get("whole", False)))
