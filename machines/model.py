# SPDX-License-Identifier: MIT
"""
A machine as its manufacturer describes it: reads a model file, checks it, makes the core's tables.

    model = load_model("cierzo")
    model.price_cents                  # 20, from its rule profile
    model.plan.payout                  # Fraction of the stakes that a cycle pays
    model.tables.windows(12)           # every window that shows the largest prize

    try:
        load_model("mine.toml")
    except ModelError as error:
        print(error)                   # every mistake at once, each with the article it breaks
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import cext
from machines import checks, checks_money, checks_plan
from machines.draft import Draft, read_draft
from machines.limits import Limits, limits_of
from machines.plan import Plan
from machines.problems import Findings, ModelError, Problem
from machines.rules import Profile, ProfileError, load_profile, profiles
from machines.schema import Pay, Symbol, Text
from machines.settings import Value, firmware_settings
from machines.windows import Strips

__all__ = ["HopperSpec", "Model", "ModelError", "Problem", "load_model", "model_names", "read_model"]

MODELS_FOLDER = Path(__file__).parent / "models"


class HopperSpec(NamedTuple):
    """A hopper as the model has it."""

    cents: int
    """Value of its coin."""
    capacity: int
    """Coins that it can hold."""
    fill: int
    """Coins in it when the machine is put into service."""


@dataclass(frozen=True)
class Model:
    """A checked machine; ``load_model`` makes it and nothing in it can break the profile's rules."""

    name: str
    title: str
    type: str
    price_cents: int
    profile: Profile
    limits: Limits
    plan: Plan
    tables: cext.Tables
    strips: tuple[tuple[str, ...], ...]
    """Symbol of each stop, reel by reel; the next stop stands above."""
    motor_steps: tuple[int, ...]
    rows: int
    paylines: tuple[tuple[int, ...], ...]
    """Row that a line reads on each reel, 0 the uppermost."""
    symbols: Mapping[str, Symbol]
    paytable: tuple[Pay, ...]
    """Rows of the paytable as the file orders them."""
    shown: Strips
    draft: Draft

    @property
    def hold(self) -> bool:
        """Whether reels of a losing play may be held (B-23)."""
        return bool(self.draft.hold)

    @property
    def simultaneous_max(self) -> int:
        """Most plays made at once."""
        return self.draft.simultaneous_max or 1

    @property
    def art(self) -> dict[str, Any]:
        """Style, colours by name, and drawing and colour of each symbol."""
        assert self.draft.art
        looks = {name: {"drawing": s.drawing, "colour": s.colour} for name, s in self.symbols.items()}
        return {"style": self.draft.art.style, "colours": dict(self.draft.art.colours), "symbols": looks}

    @property
    def hoppers(self) -> tuple[HopperSpec, ...]:
        """Its hoppers, ascending by coin."""
        rows = self.draft.hoppers or ()
        return tuple(HopperSpec(row.cents, row.capacity_coins, row.fill_coins) for row in rows)

    @property
    def coins_cents(self) -> tuple[int, ...]:
        """Coins accepted, ascending."""
        assert self.draft.money
        return tuple(self.draft.money.coins_cents)

    @property
    def texts(self) -> dict[str, dict[str, str]]:
        """By language, the texts of the front (B-29): rules, minimum_payout, minors, addiction."""
        assert self.draft.texts
        rows = [(name, text) for name, text in self.draft.texts if text is not None]
        return {language: {name: text_in(text, language) for name, text in rows} for language in ("es", "en")}

    def symbol_name(self, symbol: str, language: str = "es") -> str:
        """What the player calls a symbol."""
        return text_in(self.symbols[symbol].name, language)

    def window(self, stops: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
        """The symbols that these stops show: one tuple a row, from the top, one symbol a reel."""
        middle = self.rows // 2
        return tuple(
            tuple(
                strip[(stop + middle - row) % len(strip)]
                for strip, stop in zip(self.strips, stops, strict=True)
            )
            for row in range(self.rows)
        )

    def settings(self) -> dict[str, Value]:
        """The constants that its firmware is built with."""
        return firmware_settings(self.draft, self.plan, self.limits)


def text_in(text: Text, language: str) -> str:
    """A text in a language, in Spanish where there is none."""
    return (text.en if language == "en" else None) or text.es


def model_names() -> list[str]:
    """Names of the models that ship, sorted."""
    return sorted(path.stem for path in MODELS_FOLDER.glob("*.toml"))


def load_model(name_or_path: str | Path, profile: str | None = None) -> Model:
    """
    Read and check a model.

    Args:
        name_or_path: the name of a shipped model, or a file that ends in ``.toml``.
        profile: rule profile instead of the one that the file names.

    Raises:
        ModelError: every mistake at once.
    """
    source, text = model_text(name_or_path)
    return parse_model(text, source=source, profile=profile)


def model_text(name_or_path: str | Path) -> tuple[str, bytes]:
    """The name of a model's file and the file's bytes; ModelError if there is none to be read."""
    path = _locate(name_or_path)
    try:
        return path.name, path.read_bytes()
    except OSError as error:
        raise _refused(path.name, f"must be a readable file ({error.strerror})", _names_hint()) from None


def parse_model(text: bytes, *, source: str = "model", profile: str | Profile | None = None) -> Model:
    """
    Check a model given as the bytes of its file.

    Args:
        text: TOML in UTF-8.
        source: what the report calls it.
        profile: rule profile, or its name, instead of the one that the file names.

    Raises:
        ModelError: every mistake at once.
    """
    try:
        raw = tomllib.loads(text.decode("utf-8"))
    except UnicodeDecodeError as error:
        hint = "save it as UTF-8"
        raise _refused(source, f"must be UTF-8 text (byte {error.start} is not)", hint) from None
    except (ValueError, RecursionError) as error:  # a number or a nesting past Python's limits, too
        hint = "mend that line; texts stand in quotes, lists in []"
        raise _refused(source, f"must be valid TOML ({error})", hint) from None
    return read_model(raw, source=source, profile=profile)


def read_model(
    raw: Mapping[str, Any], *, source: str = "model", profile: str | Profile | None = None
) -> Model:
    """
    Check a model that is parsed already.

    Args:
        raw: the tables of the file as ``tomllib`` returns them.
        source: what the report calls it.
        profile: rule profile, or its name, instead of the one that the file names.

    Raises:
        ModelError: every mistake at once.
    """
    findings = Findings()
    wanted = profile or raw.get("profile")
    law, limits = _law(wanted, findings) if isinstance(wanted, str | Profile) else (None, None)
    findings.profile = law
    named = raw if profile is None or law is None else {**raw, "profile": law.id}
    draft = read_draft(named, findings)
    made = None if limits is None else _check(draft, limits, findings)
    if findings.problems or law is None or limits is None or made is None:
        raise ModelError(source, findings.problems)
    return _model(draft, law, limits, *made, source=source)


def _law(named: str | Profile, findings: Findings) -> tuple[Profile, Limits] | tuple[None, None]:
    try:
        law = named if isinstance(named, Profile) else load_profile(named)
        return law, limits_of(law)
    except ProfileError as error:
        message = str(error).removeprefix("profile ")
        hint = "name one of them, or mend the profile"
        value = named.id if isinstance(named, Profile) else named
        findings.add("profile", message, hint, value=value, limit=profiles())
        return None, None


def _check(draft: Draft, limits: Limits, findings: Findings) -> tuple[Plan, Strips] | None:
    """Run every check on what could be read; return plan and strips if both are sound."""
    price = checks.check_price(draft, limits, findings)
    checks.check_play(draft, limits, findings)
    checks.check_symbols(draft, findings)
    checks.check_lines(draft, findings)
    strips = checks.strips_of(draft)
    checks_plan.check_cycle(draft, limits, findings)
    checks_plan.check_prizes(draft, strips, limits, findings)
    checks.check_hold(draft, strips, findings)
    plan = checks_plan.plan_of(draft, price)
    if plan is not None:
        simultaneous = min(draft.simultaneous_max or 1, limits.simultaneous_max)
        checks_plan.check_payout(plan, limits, findings)
        checks_plan.check_windows(plan, simultaneous, limits, findings)
        if simultaneous > 1:
            assert draft.cycle
            checks_plan.check_pairs(plan, draft.cycle, limits, findings)
        checks_money.check_fill(draft, plan, price, limits, findings)
    checks_money.check_coins(draft, limits, findings)
    checks_money.check_counters(draft, price, limits, findings)
    checks_money.check_units(draft, price, findings)
    checks_money.check_hoppers(draft, findings)
    checks_money.check_owed(draft, plan, price, limits, findings)
    checks_money.check_durations(draft, limits, findings)
    checks.check_texts(draft, limits, findings)
    return None if plan is None or strips is None else (plan, strips)


def _model(draft: Draft, law: Profile, limits: Limits, plan: Plan, strips: Strips, *, source: str) -> Model:
    assert draft.name and draft.title and draft.type and draft.symbols and draft.reels and draft.paytable
    try:
        blob = cext.pack_tables(
            strips=strips.strips,
            rows=strips.rows,
            paylines=strips.paylines,
            pays=strips.pays,
            prizes_cents=plan.prizes_cents,
            strata=plan.strata,
            price_cents=plan.price_cents,
            simultaneous_max=draft.simultaneous_max or 1,
            hold=bool(draft.hold),
            machine_type=draft.type,
        )
        tables = cext.Tables(blob)
    except cext.CoreError as error:
        hint = "bring the model within the bounds of the core"
        raise _refused(source, f"must be accepted by the core ({error})", hint) from None
    return Model(
        name=draft.name,
        title=draft.title,
        type=draft.type,
        price_cents=plan.price_cents,
        profile=law,
        limits=limits,
        plan=plan,
        tables=tables,
        strips=tuple(tuple(reel.strip) for reel in draft.reels),
        motor_steps=tuple(reel.motor_steps for reel in draft.reels),
        rows=strips.rows,
        paylines=strips.paylines,
        symbols=draft.symbols,
        paytable=tuple(draft.paytable),
        shown=strips,
        draft=draft,
    )


def _locate(name_or_path: str | Path) -> Path:
    if isinstance(name_or_path, Path) or name_or_path.endswith(".toml"):
        return Path(name_or_path)
    path = MODELS_FOLDER / f"{name_or_path}.toml"
    if name_or_path not in model_names():
        names = ", ".join(model_names())
        raise _refused(name_or_path, f"must be one of {names} or a file *.toml", _names_hint())
    return path


def _names_hint() -> str:
    return 'run "azar models" to see what ships, or name a file that ends in .toml'


def _refused(source: str, message: str, hint: str) -> ModelError:
    """A file that cannot be read at all: one problem, whose path is the file."""
    return ModelError(source, [Problem("file", message, source, None, None, None, None, hint)])
