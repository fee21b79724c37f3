# SPDX-License-Identifier: MIT
"""
Ways of setting seven cards as data: the house way, and any other that a house declares.

    way = load_way("casa")
    low, high = way.set(PAI_GOW.cards("As Ah Kd Kc 9s 5d 2c"))
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from cext.cards import PAI_GOW, PAI_GOW_LOW, Kind
from cext.pai_gow import PaiGowGame, Pattern, WayRow
from machines import MachinesError
from machines.support.plain import JsonView
from machines.support.shipped import read_table, shipped_file, shipped_names

FOLDER = Path(__file__).parent / "ways"
RANKS = PAI_GOW.ranks
_KEYS = {"pattern", "top", "second", "has", "keep", "least_low", "compare", "other", "reason"}


class WayError(MachinesError):
    """A way of setting cannot be used; the message names file, row and key."""


class Way:
    """
    A declared way of setting, checked and ready.

    Attributes:
        name, titles: as the file says.
        rows: what the core runs.
        reasons: why each row is as it is, in the same order.
        text: the file as it was read.
    """

    def __init__(
        self, name: str, titles: Mapping[str, str], rows: Sequence[WayRow], reasons: Sequence[str], text: str
    ):
        self.name, self.titles, self.text = name, dict(titles), text
        order = sorted(range(len(rows)), key=lambda i: rows[i].pattern)
        self.rows = tuple(rows[i] for i in order)
        self.reasons = tuple(reasons[i] for i in order)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the file, in hex: what a journal says of the way in which its table set."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @cached_property
    def game(self) -> PaiGowGame:
        """The core's game of this way."""
        return PaiGowGame(self.rows)

    def set(self, cards: Sequence[int]) -> tuple[list[int], list[int]]:
        """
        Set seven cards.

        Returns:
            The two cards of the low hand and the five of the high one.
        """
        first, second = self.game.split(cards).places
        low = [cards[first], cards[second]]
        return low, [card for card in cards if card not in low]

    def reason(self, cards: Sequence[int]) -> str:
        """Return why the way sets these seven cards as it does."""
        return self.reasons[self.rows.index(self.game.row(cards))]


def way_names() -> list[str]:
    """The ways that ship."""
    return shipped_names(FOLDER)


@lru_cache(maxsize=16)
def load_way(name_or_path: str) -> Way:
    """Read a way that ships, or a file; raises WayError with all its mistakes."""
    path = shipped_file(FOLDER, name_or_path, "way", WayError)
    text = path.read_text(encoding="utf-8")
    return _made(text, path.name) if path.parent == FOLDER else read_way(text, path.name)


def read_way(text: str, source: str = "way") -> Way:
    """
    Read and check a way; raises WayError with all its mistakes.

    Sets every packet of the deck, in about a second: a way that ships was checked by the tests.
    """
    way = _made(text, source)
    lost = int(way.game.count()[0].sum())
    if lost:
        raise WayError(
            f"{source}: rows leave {lost:,} packets without a split: name more kinds in keep or other,"
            f" where what stays behind may be a straight or a flush"
        )
    return way


def _made(text: str, source: str) -> Way:
    """The way of a text whose rows are sound."""
    table = read_table(text, source, WayError)
    reader = _Reader(table)
    rows = [reader.row(f"rows[{i}]", row) for i, row in enumerate(table.get("rows", []))]
    reader.whole(rows)
    if reader.mistakes:
        raise WayError("\n".join(f"{source}: {mistake}" for mistake in reader.mistakes))
    reasons = [str(row.get("reason", "")) for row in table["rows"]]
    return Way(str(table.get("name", source)), table.get("title", {}), rows, reasons, text)


class _Reader:
    """One reading: collects the mistakes."""

    def __init__(self, table: JsonView) -> None:
        self.mistakes: list[str] = []
        names = {kind.name.lower(): frozenset({kind}) for kind in Kind if kind != Kind.FIGURES}
        self.kinds: dict[str, frozenset[Kind]] = dict(names)
        for name, members in table.get("kinds", {}).items():
            if not isinstance(members, list) or not all(member in names for member in members):
                self.wrong(f"kinds.{name}", f"a list of {', '.join(names)}", members)
                continue
            self.kinds[name] = frozenset().union(*(names[member] for member in members))

    def wrong(self, path: str, allowed: str, got: object) -> None:
        self.mistakes.append(f"{path} must be {allowed} (got {got!r})")

    def row(self, path: str, row: JsonView) -> WayRow:
        for key in sorted(set(row) - _KEYS):
            self.wrong(path, f"made of the keys {', '.join(sorted(_KEYS))}", key)
        patterns = {pattern.name.lower(): pattern for pattern in Pattern}
        pattern = patterns.get(row.get("pattern", ""))
        if pattern is None:
            self.wrong(f"{path}.pattern", f"one of {', '.join(patterns)}", row.get("pattern"))
        keep = self._set(f"{path}.keep", row.get("keep"))
        other = self._set(f"{path}.other", row["other"]) if "other" in row else keep
        top, second = (self._range(f"{path}.{key}", row.get(key, "2-A")) for key in ("top", "second"))
        least = self._low(f"{path}.least_low", row["least_low"]) if "least_low" in row else 0
        has = self._set(f"{path}.has", row["has"]) if "has" in row else frozenset[Kind]()
        compare = row.get("compare", "")
        if compare not in ("", "low"):
            self.wrong(f"{path}.compare", '"low", or left away', compare)
        if compare and "other" not in row:
            self.mistakes.append(f"{path}.other must say with what keep is compared (got none)")
        return WayRow(pattern or Pattern.NO_PAIR, top, second, keep, least, other, has, bool(compare))

    def whole(self, rows: Sequence[WayRow]) -> None:
        """Every pattern has a last row that fits every packet."""
        everything = (0, len(RANKS) - 1)
        for pattern in Pattern:
            of_it = [row for row in rows if row.pattern == pattern]
            if not of_it or (of_it[-1].top, of_it[-1].second, of_it[-1].has) != (
                everything,
                everything,
                frozenset(),
            ):
                self.mistakes.append(
                    f"rows must end, for {pattern.name.lower()}, with one without top, second and has"
                )

    def _set(self, path: str, names: object) -> frozenset[Kind]:
        if not isinstance(names, list) or not names or not all(name in self.kinds for name in names):
            self.wrong(path, f"a list of {', '.join(self.kinds)}", names)
            return frozenset()
        return frozenset().union(*(self.kinds[name] for name in names))

    def _range(self, path: str, text: object) -> tuple[int, int]:
        ends = str(text).split("-")
        if len(ends) > 2 or not all(len(end) == 1 and end in RANKS for end in ends):
            self.wrong(path, f"a rank of {RANKS} or two with a hyphen", text)
            return 0, len(RANKS) - 1
        low, high = RANKS.index(ends[0]), RANKS.index(ends[-1])
        if low > high:
            self.wrong(path, "the lower rank first", text)
        return low, high

    def _low(self, path: str, text: object) -> int:
        ranks = str(text).split()
        if len(ranks) != 2 or not all(len(rank) == 1 and rank in RANKS for rank in ranks):
            self.wrong(path, f'two ranks of {RANKS}, as in "A 2"', text)
            return 0
        return low_class(PAI_GOW_LOW.cards(f"{ranks[0]}c {ranks[1]}d"))


def low_class(cards: Sequence[int]) -> int:
    """Return the class of a low hand of two cards."""
    import numpy as np

    from cext.cards_table import hand_table

    return int(hand_table(PAI_GOW_LOW, 2).rank(np.array([list(cards)], dtype=np.uint8))[0])
