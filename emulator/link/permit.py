# SPDX-License-Identifier: MIT
"""
What a link's definition says beside machines and pots: its permit, its displays, its prizes in kind.

    [permit]                                 # a superjackpot has one (C-19)
    number = "SJ-2026/014"                   # of the authorisation
    machines = 4                             # how many are linked
    models = ["veruela"]
    method = "azlk/1"                        # how: this controller's protocol and its version
    prizes = ["combination", "mystery"]      # kinds of prize; "in_kind" where a pot is one
    maximum_cents = 3100000                  # the most that one play can win of the link
    outside_advertising = false              # true: a display may hang where the street sees it (C-17)

    displays = [{ number = 1, where = "room" }]          # where: room or outside; this one if absent

    [[pots]]                                 # a mystery prize in kind (C-20), with what is paid instead of it
    base_cents = 60000
    limit_cents = 60000
    hit = "mystery"
    in_kind = { prize_es = "Un fin de semana en Jaca", prize_en = "A weekend in Jaca", cash_cents = 60000 }

Source: Real Decreto 2110/1998 art. 12; rows C-17, C-19 and C-20 of the profile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import cext
from emulator.link import wire
from machines.support.languages import LINK_LANGUAGES
from machines.support.plain import Json

Wrong = Callable[[str, str, object, str | None], None]  # path, what is allowed, what came, rule

METHOD = f"azlk/{wire.VERSION}"
WHERES = ("room", "outside")
DISPLAYS_MAX = 64
_PERMIT: dict[str, type] = {
    "number": str, "machines": int, "models": list, "method": str, "prizes": list, "maximum_cents": int,
    "outside_advertising": bool,
}  # fmt: skip
_TEXT_MAX = 80
PRIZES = tuple(f"prize_{language}" for language in LINK_LANGUAGES)
"""The keys that name a prize in kind."""


class Display(NamedTuple):
    """A screen that shows the pots: its number, and "room" or "outside"."""

    number: int
    where: str


class InKind(NamedTuple):
    """A prize in kind, named in each of LINK_LANGUAGES, and the announced sum that is paid instead of it."""

    names: tuple[str, ...]
    cash_cents: int

    def row(self) -> dict[str, str | int]:
        """It as a definition has it."""
        return {**dict(zip(PRIZES, self.names, strict=True)), "cash_cents": self.cash_cents}


class Permit(NamedTuple):
    """The authorisation of a link (C-19); see the file's head for its fields."""

    number: str
    machines: int
    models: tuple[str, ...]
    method: str
    prizes: tuple[str, ...]
    maximum_cents: int
    outside_advertising: bool = False


# --- reading ---------------------------------------------------------------------------------------


def read_permit(table: object, wrong: Wrong) -> Permit | None:
    """The permit as written; None if it has mistakes, which are noted."""
    if table is None:
        return None
    if not isinstance(table, dict):
        wrong("permit", "a table", table, "C-19")
        return None
    found: Json = {}
    for key in sorted(set(table) - set(_PERMIT)):
        wrong(f"permit.{key}", f"one of the keys {', '.join(_PERMIT)}", key, None)
    for key, type_ in _PERMIT.items():
        value: object = table.get(key, False if type_ is bool else None)
        if type(value) is not type_ or not (value or type_ is bool):
            wrong(f"permit.{key}", "stated", value, "C-17" if type_ is bool else "C-19")
        else:
            found[key] = value
    found |= {key: tuple(map(str, value)) for key, value in found.items() if isinstance(value, list)}
    return Permit(**found) if len(found) == len(_PERMIT) else None


def read_displays(rows: object, wrong: Wrong) -> tuple[Display, ...]:
    """The displays; without a word of them, number 1 hangs in the room."""
    if rows is None:
        return (Display(1, "room"),)
    if not isinstance(rows, list) or len(rows) > DISPLAYS_MAX:
        wrong("displays", f"at most {DISPLAYS_MAX} of them", rows, None)
        return ()
    found: list[Display] = []
    for i, row in enumerate(rows):
        number, where = (row.get("number"), row.get("where")) if isinstance(row, dict) else (None, None)
        if type(number) is not int or not 1 <= number < 1 << 40:
            wrong(f"displays[{i}].number", "1 to 2^40 - 1", number, None)
        elif number in {one.number for one in found}:
            wrong(f"displays[{i}].number", "a number of its own", number, None)
        elif where not in WHERES:
            wrong(f"displays[{i}].where", f"one of {', '.join(WHERES)}", where, "C-17")
        else:
            found.append(Display(number, str(where)))
    return tuple(found)


def read_in_kind(path: str, row: Json, wrong: Wrong) -> InKind | None:
    """A pot's prize in kind; None if its prize is money, or the prize is not announced as it must be."""
    if "in_kind" not in row:
        return None
    table = row["in_kind"] if isinstance(row["in_kind"], dict) else {}
    keys = (*PRIZES, "cash_cents")
    for key in sorted(set(table) - set(keys)):
        wrong(f"{path}.in_kind.{key}", f"one of the keys {', '.join(keys)}", key, None)
    for key in PRIZES:
        value = table.get(key)
        if not isinstance(value, str) or not 1 <= len(value) <= _TEXT_MAX:
            wrong(f"{path}.in_kind.{key}", f"1 to {_TEXT_MAX} characters", value, "C-20")
            return None
    cash = table.get("cash_cents")
    if type(cash) is not int or cash <= 0:
        wrong(f"{path}.in_kind.cash_cents", "announced, in whole cents above 0", cash, "C-20")
        return None
    return InKind(tuple(table[key] for key in PRIZES), cash)


# --- what the law says -----------------------------------------------------------------------------


class PermittedPot(Protocol):
    """The part of a pot that the check of a permit reads."""

    @property
    def rules(self) -> cext.LinkRules:
        """Its rules for the core."""

    @property
    def in_kind(self) -> InKind | None:
        """Its prize in kind, if it has one."""


class PermittedMachine(Protocol):
    """The part of a machine that the check of a permit reads."""

    @property
    def model(self) -> str:
        """The name of its model; empty at a table."""


class Authorised(Protocol):
    """A link as its permit sees it; ``rules.Definition`` is it."""

    @property
    def kind(self) -> str:
        """Carrusel, superjackpot or table."""

    @property
    def machines(self) -> Sequence[PermittedMachine]:
        """The machines that are linked."""

    @property
    def pots(self) -> Sequence[PermittedPot]:
        """Its pots."""

    @property
    def permit(self) -> Permit | None:
        """Its permit."""

    @property
    def displays(self) -> Sequence[Display]:
        """Where its pots are shown."""


def prize_kinds(made: Authorised) -> tuple[str, ...]:
    """The kinds of prize that a link gives, as its permit names them."""
    kinds = {pot.rules.hit for pot in made.pots}
    return tuple(sorted(kinds | {"in_kind"} if any(pot.in_kind for pot in made.pots) else kinds))


def maximum_cents(made: Authorised) -> int:
    """The most that one play can win of a link: every pot at its limit."""
    return sum(pot.rules.limit_mc for pot in made.pots) // 1000


def check_permit(made: Authorised, wrong: Wrong) -> None:
    """The permit is there where the law wants it, and says what the link is (C-19, C-17)."""
    permit = made.permit
    if permit is None:
        if made.kind == "superjackpot":
            wrong("permit", "there: a superjackpot is authorised beforehand", None, "C-19")
    else:
        due = {
            "machines": len(made.machines),
            "models": tuple(sorted({one.model for one in made.machines} - {""})),
            "method": METHOD, "prizes": prize_kinds(made), "maximum_cents": maximum_cents(made),
        }  # fmt: skip
        for key, value in due.items():
            got = getattr(permit, key)
            if (tuple(sorted(got)) if isinstance(got, tuple) else got) != value:
                said = list(value) if isinstance(value, tuple) else value
                wrong(f"permit.{key}", f"{said}, as the link is", got, "C-19")
    outside_allowed = made.kind != "superjackpot" or (permit is not None and permit.outside_advertising)
    for i, display in enumerate(made.displays):
        if display.where == "outside" and not outside_allowed:
            wrong(f"displays[{i}].where", "room: advertising outside is not authorised", "outside", "C-17")


def check_in_kind(made: Authorised, wrong: Wrong) -> None:
    """A prize in kind is a mystery prize of type C, and its announced sum is what the pot pays."""
    for i, pot in enumerate(made.pots):
        if pot.in_kind is None:
            continue
        if made.kind != "superjackpot":
            wrong(f"pots[{i}].in_kind", "absent: only a superjackpot's mystery prize", made.kind, "C-20")
        if pot.rules.hit != "mystery":
            wrong(f"pots[{i}].hit", '"mystery" for a prize in kind', pot.rules.hit, "C-20")
        for key, mc in (("base_cents", pot.rules.base_mc), ("limit_cents", pot.rules.limit_mc)):
            if mc != pot.in_kind.cash_cents * 1000:
                allowed = f"in_kind.cash_cents, {pot.in_kind.cash_cents}"
                wrong(f"pots[{i}].{key}", allowed, mc // 1000, "C-20")
