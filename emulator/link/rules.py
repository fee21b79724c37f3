# SPDX-License-Identifier: MIT
"""
A link's definition: which machines, which pots, and that the law allows it. Every mistake is told at once.

    link = load_definition("carrusel")       # one that ships, or the path of a file
    for row in link.proof(): ...             # each model's own payout, without the pots

The file, in TOML:

    title = "Carrusel del salón"
    kind = "carrusel"                        # carrusel (type B), superjackpot (type C) or table
    place = "salon"                          # salon or casino
    profile = "es-ar-2002"

    [[machines]]                             # numbers 1, 2, ...; a table has no model
    number = 1
    model = "bochorno"

    [[pots]]
    name = "carrusel"
    base_cents = 12000
    limit_cents = 40000
    share = "1/100"                          # of every stake, into the pot
    reserve = "1/200"                        # into the hidden reserve of the next pot
    hit = "combination"                      # combination, mystery or must_hit
    prizes = ["1"]                           # combination: what each prize takes
    # mystery = "1/50000"                    # mystery: how often a stake hits

Permit, displays and prizes in kind: ``emulator.link.permit``; what a play costs: ``emulator.link.plays``.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

import cext
from emulator.link import permit as permits
from emulator.link.errors import LinkError, LinkProblem
from emulator.link.plays import Bounds, bounds_of, check_plays, read_plays
from emulator.link.shape import check_shape
from machines import MachinesError
from machines.model import Model, load_model, need_drawn
from machines.rules import Profile, load_profile
from machines.support.plain import Json, JsonView
from machines.support.shipped import read_table, shipped_names
from machines.types.registry import TYPES

FOLDER = Path(__file__).parent / "definitions"

KindName = Literal["carrusel", "superjackpot", "table"]
Hit = Literal["combination", "mystery", "must_hit"]
PLACES = {"carrusel": "salon", "superjackpot": "casino", "table": "casino"}
MACHINE_TYPE = {"carrusel": "B", "superjackpot": "C"}
_KEYS = {"title", "kind", "place", "profile", "machines", "pots", "permit", "displays", "plays"}
_POT_KEYS = {"name", "base_cents", "limit_cents", "share", "reserve", "hit", "prizes", "mystery"}
_POT_KEYS |= {"in_kind", "unit_cents"}
MACHINES_MAX = 10_000
NAME_MAX = 60  # characters of a title or a pot's name: displays show them


class LinkedMachine(NamedTuple):
    """A machine or table of a link: its number, and its model's name (a table has none)."""

    number: int
    model: str


class PotRules(NamedTuple):
    """One pot: its name, its rules for core_link, and its prize in kind, if any (C-20)."""

    name: str
    rules: cext.LinkRules
    in_kind: permits.InKind | None = None


class Proof(NamedTuple):
    """
    The payout of a linked machine by itself.

    Attributes:
        model: its name.
        own_payout: exact share of the stakes that its own prizes return; the pots are not in it.
        required: what the law asks of it (B-07, C-06), also without the pots (B-26, C-07).
        pots_share: what the pots take of its stakes, to be returned on top.
    """

    model: str
    own_payout: Fraction
    required: Fraction
    pots_share: Fraction


@dataclass(frozen=True)
class Definition:
    """A checked link; ``text`` is the file as it was read."""

    title: str
    kind: KindName
    place: str
    profile: Profile
    law: str
    """The profile as the file names it: an id, or the path of a file."""
    machines: tuple[LinkedMachine, ...]
    pots: tuple[PotRules, ...]
    text: str
    permit: permits.Permit | None = None
    displays: tuple[permits.Display, ...] = (permits.Display(1, "room"),)
    plays: Mapping[str, JsonView] = field(default_factory=dict)

    def pot_rules(self) -> list[cext.LinkRules]:
        """The core's rules of each pot."""
        return [pot.rules for pot in self.pots]

    @cached_property
    def models(self) -> dict[str, Model]:
        """Its models by name."""
        names = sorted({one.model for one in self.machines if one.model})
        return {name: load_model(name, self.law) for name in names}

    @cached_property
    def bounds(self) -> dict[int, Bounds]:
        """The plays that each machine may report, by its number."""
        return bounds_of(self)

    def proof(self) -> list[Proof]:
        """
        Each model's own payout beside what the law asks of it.

        A linked machine plays with the tables of its model, which know nothing of the link (``core_step`` and
        ``core_chance_step`` take no pot of a link), so its own payout is that of the model: exact over the
        cycle (B-07) or over all combinations (C-06), whatever the pots hold.
        """
        share = sum(
            (Fraction(pot.rules.share, pot.rules.share_of) + Fraction(pot.rules.reserve, pot.rules.reserve_of)
             for pot in self.pots),
            Fraction(0),
        )  # fmt: skip
        rows = []
        for name, model in self.models.items():
            rule = TYPES[model.type].law_rows.payout
            rows.append(
                Proof(
                    name,
                    need_drawn(model, "a link needs").payout,
                    Fraction(self.profile.value(rule), 100),
                    share,
                )
            )
        return rows


def definition_names() -> list[str]:
    """The links that ship."""
    return shipped_names(FOLDER)


def load_definition(name_or_path: str) -> Definition:
    """Read a link that ships, or a file; raises LinkError with all its problems."""
    path = Path(name_or_path)
    if path.suffix != ".toml":
        path = FOLDER / f"{name_or_path}.toml"
        if not path.is_file():
            allowed = f"one of {', '.join(definition_names())}, or the path of a .toml file"
            raise LinkError(f"link must be {allowed} (got {name_or_path})")
    return read_definition(path.read_text(encoding="utf-8"), source=path.name)


@functools.lru_cache(maxsize=32)
def read_definition(text: str, source: str = "link") -> Definition:
    """Read and check a definition; raises LinkError with all its problems."""
    table = read_table(text, source, LinkError)
    reader = _Reader(table)
    made = reader.read(text)
    if reader.problems or made is None:
        lines = "\n".join(f"  {one.path}: {one.message}" for one in reader.problems)
        raise LinkError(f"{source}: {len(reader.problems)} mistakes\n{lines}", reader.problems)
    return made


class _Reader:
    """One reading: collects the problems."""

    def __init__(self, table: Json) -> None:
        self.table = table
        self.problems: list[LinkProblem] = []

    def wrong(self, path: str, allowed: str, got: object, rule: str | None = None) -> None:
        self.problems.append(LinkProblem(path, f"must be {allowed} (got {got!r})", rule))

    def read(self, text: str) -> Definition | None:
        for key in sorted(set(self.table) - _KEYS):
            self.wrong(key, f"one of the keys {', '.join(sorted(_KEYS))}", key)
        check_shape(self.table, self.wrong)
        if self.problems:
            return None
        kind, place = self.table.get("kind"), self.table.get("place")
        law = self.table.get("profile", "es-ar-2002")
        if kind not in PLACES:
            self.wrong("kind", f"one of {', '.join(PLACES)}", kind)
            return None
        try:
            profile = load_profile(law)
        except MachinesError as error:
            self.problems.append(LinkProblem("profile", str(error)))
            return None
        machines = self._machines(kind)
        pots = self._pots()
        permit = permits.read_permit(self.table.get("permit"), self.wrong)
        displays = permits.read_displays(self.table.get("displays"), self.wrong)
        title = self._name("title", self.table.get("title", kind))
        stated = read_plays(self.table.get("plays"), self.wrong)
        made = Definition(
            title, kind, str(place), profile, law, machines, pots, text, permit, displays, stated
        )
        if not self.problems:
            try:
                self._law(made)
            except MachinesError as error:
                self.problems.append(LinkProblem("machines", str(error)))
        return made

    # --- what is written ---------------------------------------------------------------------------

    def _name(self, path: str, value: object) -> str:
        if not isinstance(value, str) or not 1 <= len(value) <= NAME_MAX:
            self.wrong(path, f"1 to {NAME_MAX} characters", value)
        return str(value)

    def _machines(self, kind: str) -> tuple[LinkedMachine, ...]:
        rows = self.table.get("machines")
        if not isinstance(rows, list) or not 1 <= len(rows) <= MACHINES_MAX:
            self.wrong("machines", f"1 to {MACHINES_MAX} of them", rows)
            return ()
        found: list[LinkedMachine] = []
        for i, row in enumerate(rows):
            number, model = row.get("number"), row.get("model", "")
            if not isinstance(number, int) or not 1 <= number < 1 << 40:
                self.wrong(f"machines[{i}].number", "1 to 2^40 - 1", number)
            elif number in {one.number for one in found}:
                self.wrong(f"machines[{i}].number", "a number of its own", number)
            elif bool(model) == (kind == "table"):
                self.wrong(f"machines[{i}].model", "absent at a table, and stated elsewhere", model)
            else:
                found.append(LinkedMachine(number, model))
        return tuple(found)

    def _pots(self) -> tuple[PotRules, ...]:
        rows = self.table.get("pots")
        if not isinstance(rows, list) or not 1 <= len(rows) <= 8:
            self.wrong("pots", "1 to 8 of them", rows)
            return ()
        found = []
        for i, row in enumerate(rows):
            for key in sorted(set(row) - _POT_KEYS):
                self.wrong(f"pots[{i}].{key}", f"one of the keys {', '.join(sorted(_POT_KEYS))}", key)
            rules = self._rules(f"pots[{i}]", row)
            in_kind = permits.read_in_kind(f"pots[{i}]", row, self.wrong)
            if rules is not None:
                name = self._name(f"pots[{i}].name", row.get("name", f"pot {i + 1}"))
                found.append(PotRules(name, rules, in_kind))
        return tuple(found)

    def _ratio(self, path: str, value: object) -> Fraction:
        try:
            ratio = Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            ratio = Fraction(-1)
        if not 0 <= ratio <= 1:
            self.wrong(path, 'a ratio "p/q" from 0 to 1', value)
            return Fraction(0)
        return ratio

    def _rules(self, path: str, row: Json) -> cext.LinkRules | None:
        share = self._ratio(f"{path}.share", row.get("share", "0"))
        reserve = self._ratio(f"{path}.reserve", row.get("reserve", "0"))
        mystery = self._ratio(f"{path}.mystery", row.get("mystery", "0"))
        prizes = tuple(self._ratio(f"{path}.prizes", part) for part in row.get("prizes", ()))
        for key in ("base_cents", "limit_cents"):
            if not isinstance(row.get(key), int) or row[key] < 0:
                self.wrong(f"{path}.{key}", "whole cents", row.get(key))
                return None
        rules = cext.LinkRules(
            row["base_cents"] * 1000, row["limit_cents"] * 1000, row.get("hit", ""), share.numerator,
            share.denominator, reserve.numerator, reserve.denominator, mystery.numerator,
            mystery.denominator if mystery else 0, prizes, row.get("unit_cents", 1),
        )  # fmt: skip
        try:
            cext.new_link(rules, bytes(32))
        except cext.CoreError as error:
            self.problems.append(LinkProblem(path, str(error)))
            return None
        if share + reserve > 1:
            self.wrong(f"{path}.share", "with reserve at most the stake", str(share + reserve))
        return rules

    # --- what the law says -------------------------------------------------------------------------

    def _law(self, made: Definition) -> None:
        rule = {"carrusel": "B-26", "superjackpot": "C-18"}.get(made.kind)
        if made.place != PLACES[made.kind]:
            self.wrong("place", PLACES[made.kind], made.place, rule)
        permits.check_permit(made, self.wrong)
        permits.check_in_kind(made, self.wrong)
        check_plays(made, self.wrong)
        if made.kind == "table":
            self._table(made)
            return
        wanted = MACHINE_TYPE[made.kind]
        before = len(self.problems)
        for name, model in made.models.items():
            if model.type != wanted:
                self.wrong("machines", f"models of type {wanted}", f"{name}, type {model.type}", rule)
            elif model.special:
                allowed = "ordinary machines; special ones are not linked to each other"
                self.wrong("machines", allowed, f"{name}, a special machine", "S-03")
        if len(self.problems) > before:
            return
        self._linked(made)
        for row in made.proof():
            if row.own_payout < row.required:
                got = f"{row.model}: {row.own_payout}"
                self.wrong("machines", f"machines that pay {row.required} by themselves", got, rule)
        if made.kind == "carrusel":
            self._carrusel(made)
        else:
            self._superjackpot(made)

    def _linked(self, made: Definition) -> None:
        """Every model is made for a link of this kind: its front says so, and it can pay any award."""
        rule = "B-26" if made.kind == "carrusel" else "C-17"
        prizes = sum(len(pot.rules.prizes) for pot in made.pots)
        for name, model in made.models.items():
            link = model.link
            if link is None or link.kind != made.kind:
                got = f"{name}, which {'has none' if link is None else 'is of a ' + link.kind}"
                self.wrong("machines", f"models with [link] of a {made.kind}", got, rule)
                continue
            if len(link.prizes) != prizes:
                got = f"{name}, which has {len(link.prizes)}"
                self.wrong("machines", f"models with {prizes} combinations for the pots", got, rule)
            # By hand any cent can be paid; where hoppers have to, awards must be made of their coins (B-15).
            coin = min(hopper.cents for hopper in model.hoppers) if made.kind == "carrusel" else 1
            for i, pot in enumerate(made.pots):
                most, limit = link.award_max_cents, pot.rules.limit_mc // 1000
                if limit > most:
                    allowed = f"at most {most} cents, what {name} is made for"
                    self.wrong(f"pots[{i}].limit_cents", allowed, limit, rule)
                if pot.rules.unit_cents % coin:
                    allowed = f"a multiple of {coin} cents, the smallest coin of {name}"
                    self.wrong(f"pots[{i}].unit_cents", allowed, pot.rules.unit_cents, "B-15")

    def _carrusel(self, made: Definition) -> None:
        law = made.profile.rule("B-26").values
        if len(made.machines) < law["min_machines"]:
            self.wrong("machines", f"{law['min_machines']} or more", len(made.machines), "B-26")
        if len(made.pots) != 1:
            self.wrong("pots", "one: the accumulated prize", len(made.pots), "B-26")
        for i, pot in enumerate(made.pots):
            low, high = law["min_cents"], law["max_cents"]
            for key, cents in (("base_cents", pot.rules.base_mc), ("limit_cents", pot.rules.limit_mc)):
                if not low <= cents // 1000 <= high:
                    self.wrong(f"pots[{i}].{key}", f"{low} to {high} cents", cents // 1000, "B-26")
            if any(part != 1 for part in pot.rules.prizes):
                self.wrong(f"pots[{i}].prizes", 'the whole pot, ["1"]', len(pot.rules.prizes), "B-26")

    def _superjackpot(self, made: Definition) -> None:
        """All that one play can win by all concepts, against the sum of the machines' largest prizes."""
        largest = {name: model.largest_prize_cents for name, model in made.models.items()}
        total = sum(largest[one.model] for one in made.machines) * made.profile.value("C-18")
        local = {name: model.local_pots_cents for name, model in made.models.items()}
        limits = sum(pot.rules.limit_mc for pot in made.pots) // 1000
        most = max(largest[name] + local[name] for name in largest) + limits
        if most > total:
            allowed = f"at most {total} cents with the largest prize and jackpots of a machine"
            self.wrong("pots", allowed, most, "C-18")

    def _table(self, made: Definition) -> None:
        """The contributions to the pot, and each hand's part of it (T-01)."""
        row = made.profile.rule("T-01")
        if not row.in_force:
            known = "one in which T-01, the carrousel of tables, is in force"
            self.wrong("profile", known, made.profile.id, "T-01")
            return
        share = Fraction(made.profile.value("T-01"), 100)
        prizes = [Fraction(row.values[f"{hand}_flush_percent"], 100) for hand in ("royal", "straight")]
        for i, pot in enumerate(made.pots):
            if Fraction(pot.rules.share, pot.rules.share_of) != share:
                self.wrong(f"pots[{i}].share", f'"{share}" of every coin', str(pot.rules.share), "T-01")
            if list(pot.rules.prizes) != prizes:
                allowed = ", ".join(f'"{part}"' for part in prizes)
                got = [str(part) for part in pot.rules.prizes]
                self.wrong(f"pots[{i}].prizes", f"[{allowed}]: royal flush, straight flush", got, "T-01")
        if len(made.pots) != 1:
            self.wrong("pots", "one for all tables", len(made.pots))
