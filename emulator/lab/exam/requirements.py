# SPDX-License-Identifier: MIT
"""
Every row that a machine could be held to: the law of its profile and the checklist of good practice.

    for row in requirements(sample):
        row.id, row.article, row.topic.es, row.reason

The rows' words in both languages, their areas, and what no software can show are data in
``emulator/lab/requirements``; limits and articles are those of the profile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from emulator.lab.exam.finding import Grade, Words
from machines.model import Model
from machines.rules import Profile, Rule
from machines.support.languages import DEFAULT_LANGUAGE, SOURCE_LANGUAGE
from machines.support.plain import Json, read_toml

FOLDER = "emulator.lab.requirements"
CHECKLIST = "G"
# Rows of the letter belong to machines of these types; K is common to B and C, S to special machines of B.
_TYPES = {"A": "A", "B": "B", "S": "B", "C": "C", "K": "BC", "T": ""}
# A special machine's own row in the place of the common one's.
_SPECIAL_INSTEAD = {"B-04": "S-02", "B-05": "S-02"}

HAS: Mapping[str, Callable[[Model], bool]] = {
    "link": lambda model: model.link is not None,
    "card": lambda model: model.card_name is not None,
    "tokens": lambda model: model.tokens is not None,
    "coins": lambda model: bool(model.coins_cents),
    "notes": lambda model: bool(getattr(model.draft.money, "note_cents", ())),
    "tickets": lambda model: model.tickets is not None,
    "gamble": lambda model: model.gamble is not None,
    "hold": lambda model: bool(getattr(model, "hold", False)),
    "double": lambda model: getattr(model, "simultaneous_max", 1) > 1,
    "reserve": lambda model: bool(getattr(model, "reserve", False)),
    "pots": lambda model: bool(model.pots),
    "progressive": lambda model: bool(model.pots) or model.link is not None,
    "raises": lambda model: bool(getattr(model, "raises", ())),
    "games": lambda model: len(getattr(model, "games", ())) > 1,
    "drums": lambda model: bool(model.motor_steps),
    "screen": lambda model: bool(model.strips) and not model.motor_steps,
    "hoppers": lambda model: bool(model.hoppers),
    "sealed": lambda model: model.sealed,
    "special": lambda model: model.special,
}
"""What a machine may have, by the names that checks and rows use."""


class Requirement(NamedTuple):
    """One row, as a report lists it."""

    id: str
    area: str
    topic: Words
    text: Words
    article: str
    status: str
    """How sure the row itself is: V, S, D or U."""
    grade: Grade | None
    """What is said of it without any check; None: checks decide."""
    reason: Words | None
    """Why it does not apply; or why nothing can examine it, if no check does."""
    remains: Words | None = None
    """What is still to be looked at on the real machine after the checks."""

    def as_dict(self) -> Json:
        """Plain values."""
        words = {"topic": self.topic._asdict(), "text": self.text._asdict()}
        reason = None if self.reason is None else self.reason._asdict()
        if self.remains is not None:
            words["remains"] = self.remains._asdict()
        return {"id": self.id, "area": self.area, **words, "article": self.article,
                "status": self.status, "grade": self.grade, "reason": reason}  # fmt: skip


def requirements(model: Model, law: Profile) -> tuple[Requirement, ...]:
    """The rows for a machine of this type, those that do not apply to it among them with the reason."""
    rows = [_row(rule, model) for rule in law.rules.values() if model.type in _types(rule.id)]
    checklist = [
        _item(id, table, model) for id, table in row_words().items() if id.startswith(f"{CHECKLIST}-")
    ]
    return (*rows, *(item for item in checklist if item is not None))


def _types(id: str) -> str:
    """Types that a row of the profile belongs to; one of another letter holds for all."""
    letter = id.partition("-")[0]
    return _TYPES.get(letter, "ABC")


@cache
def row_words() -> Json:
    """What the data files say of each row."""
    found: Json = {}
    for one in sorted(resources.files(FOLDER).iterdir(), key=lambda one: one.name):
        if one.name.endswith(".toml"):
            found |= read_toml(one.read_text(encoding="utf-8"))
    return found


def _row(rule: Rule, model: Model) -> Requirement:
    table = row_words().get(rule.id, {})
    grade, reason = _standing(rule, table, model)
    return Requirement(
        rule.id,
        table.get("area", "juego"),
        _said(table.get("topic"), rule.topic),
        _said(table.get("text"), rule.text),
        rule.article,
        rule.status,
        grade,
        reason,
        _remains(table),
    )


def _standing(rule: Rule, table: Mapping[str, Any], model: Model) -> tuple[Grade | None, Words | None]:
    """What is said of a row before any check, and why."""
    keys = ("not_in_force", "not_applicable", "not_examined")
    own = {key: _said(table[key], "") for key in keys if key in table}
    if not rule.in_force:
        return Grade.NO_APLICA, own.get("not_in_force", _both(rule.not_applicable or ""))
    if rule.id.startswith("S-") and not model.special:
        return Grade.NO_APLICA, Words("No es una máquina especial", "It is no special machine")
    if model.special and rule.id in _SPECIAL_INSTEAD:
        instead = _SPECIAL_INSTEAD[rule.id]
        return Grade.NO_APLICA, Words(
            f"Máquina especial: vale {instead}", f"A special machine: {instead} holds"
        )
    missing = _missing(table, model)
    if missing is not None:
        return Grade.NO_APLICA, missing
    if "not_examined" in own:
        return None, own["not_examined"]
    # A ROM carries the limits of its profile, not why a row binds nothing: the words say so, too.
    if rule.not_applicable or "not_applicable" in own:
        return Grade.NO_APLICA, own.get("not_applicable", _both(rule.not_applicable or ""))
    return None, None


def _item(id: str, table: Mapping[str, Any], model: Model) -> Requirement | None:
    """An item of the checklist; None for one that concerns other types."""
    if model.type not in table.get("types", "ABC"):
        return None
    missing = _missing(table, model)
    reason, grade = missing, None if missing is None else Grade.NO_APLICA
    if missing is None and "not_applicable" in table:
        reason, grade = _said(table["not_applicable"], ""), Grade.NO_APLICA
    elif missing is None and "not_examined" in table:
        reason = _said(table["not_examined"], "")
    topic, text = _said(table.get("topic"), id), _said(table.get("text"), "")
    return Requirement(
        id, table["area"], topic, text, table.get("source", ""), "S", grade, reason, _remains(table)
    )


def _remains(table: Mapping[str, Any]) -> Words | None:
    return _said(table["remains"], "") if "remains" in table else None


def _missing(table: Mapping[str, Any], model: Model) -> Words | None:
    needs = table.get("needs", ())
    for name in [needs] if isinstance(needs, str) else needs:
        if not HAS[name](model):
            noun = _NOUNS.get(name, Words(name, name))
            return Words(f"La máquina no tiene {noun.es}", f"The machine has no {noun.en}")
    return None


_NOUNS = {
    "link": Words("enlace con otras", "link with others"),
    "card": Words("lector de tarjetas", "card reader"),
    "tokens": Words("fichas", "tokens"),
    "coins": Words("monedero", "coin acceptor"),
    "notes": Words("billetero", "note acceptor"),
    "tickets": Words("dispensador de tiques", "ticket dispenser"),
    "gamble": Words("juego de doble o nada", "gamble"),
    "hold": Words("retención", "hold"),
    "double": Words("partidas simultáneas", "simultaneous plays"),
    "reserve": Words("contador de reserva", "reserve counter"),
    "pots": Words("botes", "pots"),
    "progressive": Words("botes ni enlace", "pot and no link"),
    "raises": Words("dispositivos que aumenten el porcentaje", "devices that raise the payout"),
    "games": Words("otros juegos", "further games"),
    "drums": Words("rodillos mecánicos", "mechanical reels"),
    "screen": Words("pantalla de rodillos", "screen for its reels"),
    "hoppers": Words("pagador de monedas", "hopper"),
    "sealed": Words("contador precintado", "sealed counter"),
}


def _said(table: Mapping[str, str] | None, fallback: str) -> Words:
    if table is None:
        return _both(fallback)
    return Words(table.get(DEFAULT_LANGUAGE, fallback), table.get(SOURCE_LANGUAGE) or fallback)


def _both(text: str) -> Words:
    return Words(text, text)
