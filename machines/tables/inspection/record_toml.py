# SPDX-License-Identifier: MIT
"""A record as TOML: a head, and a table [[round]] for each round."""

from __future__ import annotations

import re

from machines.support.plain import JsonView, read_toml
from machines.tables.inspection.hands import read_hands
from machines.tables.inspection.mistake import InspectionError
from machines.tables.inspection.record import HELP, Decision, Round, Stake, cents, decision, seat
from machines.tables.inspection.record_head import Head, read_head

_ROUND = re.compile(r"\s*\[\[\s*round\s*\]\]")
KEYS = (
    "name", "bets", "cloth", "refused", "given", "decisions", "paid", "null", "limits", "last", "red_card",
    "pass_dice", "bank", "hands",
)  # fmt: skip


def read_toml_record(text: str, file: str) -> tuple[Head, list[Round]]:
    """
    Head and rounds of a TOML text.

    Raises:
        InspectionError: it is no such record.
    """
    try:
        data = read_toml(text)
    except ValueError as error:
        raise InspectionError(file, str(error), HELP) from error
    rounds = data.pop("round", [])
    head = read_head(data, file)
    if not isinstance(rounds, list) or not rounds or not all(isinstance(one, dict) for one in rounds):
        raise InspectionError(file, "a record must have rounds (got none)", "write each as [[round]]")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if _ROUND.match(line)]
    found = []
    for number, play in enumerate(rounds, 1):
        name = str(play.get("name", number))
        line = f", line {lines[number - 1]}" if len(lines) == len(rounds) else ""
        found.append(_round(play, f"{file}{line}, round {name}", name, head.seats))
    return head, found


def _round(play: JsonView, where: str, name: str, seats: int) -> Round:
    if unknown := [key for key in play if key not in KEYS]:
        raise InspectionError(where, f"a round has {', '.join(KEYS)} (got {unknown[0]})", HELP)
    made = Round(where, name)
    made.bets = [_stake(text, where, seats, "bets", True) for text in _texts(play, "bets", where)]
    made.refused = [_stake(text, where, seats, "refused") for text in _texts(play, "refused", where)]
    if "cloth" in play:
        made.cloth = [_stake(text, where, seats, "cloth") for text in _texts(play, "cloth", where)]
    if made.bets and made.cloth is not None:
        raise InspectionError(
            where, "a round has bets or cloth (got both)", "bets are added, cloth is all that lies"
        )
    if "paid" in play:
        made.paid = [_stake(text, where, seats, "paid") for text in _texts(play, "paid", where)]
    made.decisions = [_decision(text, where, seats) for text in _texts(play, "decisions", where)]
    made.given = _given(play, where)
    made.null = _texts(play, "null", where)
    if "limits" in play:
        made.limits_cents = cents(str(play["limits"]), where, "limits")
    made.last, made.red_card, made.pass_dice = (
        _flag(play, key, where) for key in ("last", "red_card", "pass_dice")
    )
    made.hands, made.bank = read_hands(play, where, seats), play.get("bank", 0)
    if type(made.bank) is not int or not 0 <= made.bank <= seats:
        raise InspectionError(where, f"bank must be 0 to {seats} (got {made.bank!r})", "bank = 0")
    return made


def _texts(play: JsonView, key: str, where: str) -> list[str]:
    texts = play.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
        raise InspectionError(where, f"{key} must be a list of texts (got {texts!r})", HELP)
    return texts


def _flag(play: JsonView, key: str, where: str) -> bool:
    value = play.get(key, False)
    if type(value) is not bool:
        raise InspectionError(where, f"{key} must be true or false (got {value!r})", HELP)
    return value


def _given(play: JsonView, where: str) -> tuple[str, ...]:
    value = play.get("given", "")
    words = value if isinstance(value, list) else str(value).split()
    if not words:
        raise InspectionError(
            where, "given must say what fell (got nothing)", 'given = 17, or [3, 4], or "9h Ks 2d 7c"'
        )
    return tuple(str(word) for word in words)


def _stake(text: str, where: str, seats: int, key: str, back: bool = False) -> Stake:
    """The stake of "1 caballo 17-20 5.00"; as a bet "1 rojo -" takes one back."""
    first, _, rest = text.strip().partition(" ")
    spot, _, amount = rest.strip().rpartition(" ")
    if not spot:
        raise InspectionError(
            where, f'{key} must be as "1 caballo 17-20 5.00": seat, spot, euros (got {text!r})', HELP
        )
    value = 0 if back and amount == "-" else cents(amount, where, key)
    if value < (0 if key != "paid" else -(10**12)) or (value == 0 and key != "paid" and amount != "-"):
        raise InspectionError(where, f"{key} must be above 0 (got {text!r})", HELP)
    return Stake(seat(first, where, seats), spot.strip(), value)


def _decision(text: str, where: str, seats: int) -> Decision:
    """The decision of "2 rojo prison" or "1 seguro 1 3.00"."""
    first, _, rest = text.strip().partition(" ")
    spot, _, word = rest.strip().rpartition(" ")
    if not spot:
        raise InspectionError(where, f'decisions must be as "2 rojo prison" (got {text!r})', HELP)
    return decision(seat(first, where, seats), spot.strip(), word, where)
