# SPDX-License-Identifier: MIT
"""
The rules of a game as its folder has them: spots, what a house declares, readings, words, all with articles.

    rules = load_rules(folder, {"minimum_cents": 500, "tier": 2}, {"below_minimum": "from_second_zero"})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from machines.support.plain import Json, JsonView
from machines.support.shipped import read_table
from machines.tables.readings import Reading, chosen, read_readings
from machines.tables.refusal import TableError
from machines.tables.spots import Spot, read_spots


@dataclass(frozen=True)
class Rules:
    """
    What holds at one table.

    Attributes:
        game, title, source: of the text.
        declared: what the house declares, by name.
        readings: the value of each reading.
        rows: the readings as the folder has them.
        spots: what can be bet on.
        data: the whole of rules.toml under the rule set chosen.
    """

    game: str
    title: str
    source: str
    declared: Mapping[str, int | str]
    readings: Mapping[str, str]
    rows: Mapping[str, Reading]
    spots: Mapping[str, Spot]
    data: JsonView

    def number(self, name: str) -> int:
        """A declared number."""
        return int(self.declared[name])

    def article(self, name: str) -> str:
        """Where the text has a rule."""
        return str(self.data["articles"].get(name, ""))

    def minimum_cents(self, state: JsonView) -> int:
        """The minimum of a table, as it was declared or raised."""
        return int(state.get("minimum_cents", self.declared["minimum_cents"]))

    def most_cents(self, state: JsonView, spot: Spot) -> int:
        """The maximum of a spot under the tier declared."""
        tier = min(self.number("tier"), len(spot.times))
        return spot.times[tier - 1] * self.minimum_cents(state)

    def words(self, key: str) -> str:
        """The croupier's words of a key, in the text's own Spanish."""
        return str(self.data["words"][key])


def load_rules(
    folder: Path, declared: Mapping[str, int | str] | None = None, readings: Mapping[str, str] | None = None
) -> Rules:
    """
    Read a game's folder.

    Raises:
        TableError: something is declared that the text has not, or that its limits do not allow.
    """
    data = read_table((folder / "rules.toml").read_text(encoding="utf-8"), "rules.toml", TableError)
    rows = read_table((folder / "readings.toml").read_text(encoding="utf-8"), "readings.toml", TableError)
    wanted = dict(declared or {})
    data = _rule_set(data, wanted.get("rule_set", data["table"].get("rule_set", {}).get("value", "")))
    values = {name: row["value"] for name, row in data["table"].items()}
    for name, value in wanted.items():
        _check(name, value, data["table"])
    values |= wanted
    taken = chosen(named := read_readings(rows), readings or {})
    spots = read_spots(_under(data["bets"], taken))
    return Rules(data["game"], data["title"], data["source"], values, taken, named, spots, data)


def _rule_set(data: Json, name: int | str) -> Json:
    """The rules with what another text has in their place."""
    change = data.get("rule_sets", {}).get(name)
    if change is None:
        return data
    made = {**data, **{key: value for key, value in change.items() if not isinstance(value, dict)}}
    for part in ("bets", "table", "articles"):
        rows = dict(data[part])
        for key, row in change.get(part, {}).items():
            rows[key] = {**rows[key], **row} if isinstance(row, dict) else row
        made[part] = rows
    return made


def _under(bets: JsonView, readings: Mapping[str, str]) -> Json:
    """The bets as the readings have them: ``reading.name.value`` of a bet replaces some of its keys."""
    made = {}
    for kind, row in bets.items():
        row = dict(row)
        for name, values in row.pop("reading", {}).items():
            row |= values.get(readings[name], {})
        made[kind] = row
    return made


def _check(name: str, value: object, table: JsonView) -> None:
    """Raise TableError unless the text lets a house declare this."""
    if name not in table:
        raise TableError(f"rule must be one of {', '.join(table)} (got {name})", "rules")
    row = table[name]
    article = row.get("article", "")
    if type(value) is not type(row["value"]):
        raise TableError(f"{name} must be as {row['value']!r} (got {value!r})", "rules", article)
    if "one_of" in row and value not in row["one_of"]:
        allowed = ", ".join(map(str, row["one_of"]))
        raise TableError(f"{name} must be one of {allowed} (got {value})", "rules", article)
    if isinstance(value, int) and not row.get("least", 0) <= value <= row.get("most", 1 << 40):
        allowed = f"{row.get('least', 0)} to {row.get('most', 1 << 40)}"
        raise TableError(f"{name} must be {allowed} (got {value})", "rules", article)
