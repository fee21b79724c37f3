# SPDX-License-Identifier: MIT
"""
Expectations: what a script may say about a cabinet, in plain values, and what is there instead.

    unmet({"credits": "2.00", "tray_cents": {"min": 20}, "lamps": ["start"]}, cabinet)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from emulator.cabinet import Cabinet
from emulator.scenario import pictures
from machines.support.plain import JsonView

# What can be looked at, and the kind of value that it is compared with.
TEXTS: Mapping[str, Callable[[Cabinet], str]] = {
    "credits": lambda cabinet: cabinet.display.credits.strip(),
    "reserve": lambda cabinet: cabinet.display.reserve.strip(),
    "prizes": lambda cabinet: cabinet.display.prizes.strip(),
    "tilt": lambda cabinet: cabinet.tilt,
    "message": lambda cabinet: cabinet.display.message.strip(),
}
NUMBERS: Mapping[str, Callable[[Cabinet], int]] = {
    "tray_cents": lambda cabinet: cabinet.tray_cents,
    "purse_cents": lambda cabinet: sum(cents * count for cents, count in cabinet.purse.items()),
    "tickets": lambda cabinet: cabinet.tickets_given,
    "cash_box_cents": lambda cabinet: cabinet.cash_box_cents,
    "wallet_cents": lambda cabinet: sum(cents * count for cents, count in cabinet.wallet.items()),
    "note_box_cents": lambda cabinet: cabinet.note_box_cents,
    "card_cents": lambda cabinet: cabinet.card.balance_cents if cabinet.card else 0,
}
SWITCHES: Mapping[str, Callable[[Cabinet], bool]] = {
    "powered": lambda cabinet: cabinet.powered,
    "sounding": lambda cabinet: cabinet.sounding,
    "card_in": lambda cabinet: bool(cabinet.card and cabinet.card.inside),
    "moving": lambda cabinet: any(reel.moving for reel in cabinet.reels),
}
TABLES: Mapping[str, Callable[[Cabinet], Mapping[str, int]]] = {
    "meters": lambda cabinet: cabinet.meters,
    "hoppers": lambda cabinet: _by_text(cabinet.hopper_levels),
    "counter": lambda cabinet: cabinet.counter.numbers(),
    "differences": lambda cabinet: {**cabinet.books.differences, **cabinet.ticket_differences},
    "tray": lambda cabinet: _by_text(cabinet.tray),
    "purse": lambda cabinet: _by_text(cabinet.purse),
}
LAMPS = {"lamps": True, "lamps_off": False}
# The newest events, the newest last; an item may leave an event's argument out.
LOG = "log"
LISTS: Mapping[str, Callable[[Cabinet], Sequence[object]]] = {
    "flags": lambda cabinet: list(cabinet.flags),
    "stops": lambda cabinet: [reel.stop for reel in cabinet.reels],
    "glass": lambda cabinet: sorted(cabinet.glass),
    "pots": lambda cabinet: list(cabinet.pots_cents),
    "linked_pots": lambda cabinet: list(cabinet.link.pots_cents) if cabinet.link else [],
}
# Looked at by an Album, once and only in ``expect``: drawing takes a second.
PICTURE = "picture"
KEYS = (*TEXTS, *NUMBERS, *SWITCHES, *TABLES, *LAMPS, *LISTS, LOG, PICTURE)


def mistakes(expected: JsonView) -> list[str]:
    """What is wrong with the expectations as they are written, each beginning with its key."""
    found = []
    for key, value in expected.items():
        if key not in KEYS:
            found.append(f"{key} must be one of {', '.join(KEYS)}")
        elif key in TEXTS and not _is_text(value):
            found.append(f'{key} must be text or {{ contains = "text" }} (got {value!r})')
        elif key in NUMBERS and not _is_number(value):
            found.append(f"{key} must be a whole number or {{ min = n, max = n }} (got {value!r})")
        elif key in SWITCHES and not isinstance(value, bool):
            found.append(f"{key} must be true or false (got {value!r})")
        elif key == PICTURE:
            found += pictures.mistakes(value)
        elif key == LOG and not _is_list(value, str):
            found.append(f"{key} must be a list of events, the newest last (got {value!r})")
        elif key in LAMPS and not _is_list(value, str):
            found.append(f"{key} must be a list of lamp names (got {value!r})")
        elif key in LISTS and not isinstance(value, list):
            found.append(f"{key} must be a list (got {value!r})")
        elif key in TABLES:
            found += _table_mistakes(key, value)
    return found


def unmet(expected: JsonView, cabinet: Cabinet) -> list[str]:
    """
    Hold expectations without mistakes against a cabinet.

    Returns:
        One line for each that does not hold: ``credits must be "2.00" (got "1.80")``; pictures are left out.
    """
    found = []
    for key, value in expected.items():
        if key == PICTURE:
            continue
        if key in LAMPS:
            found += _lamps_unmet(value, LAMPS[key], cabinet.lamps)
        elif key == LOG:
            found += _log_unmet(value, [row["text"] for row in cabinet.log])
        elif key in TABLES:
            present = TABLES[key](cabinet)
            for name, wanted in value.items():
                # No coins of a value are not in the table; a meter that is not there is no meter at 0.
                zero = None if key in ("meters", "counter") else 0
                found += _compare(f"{key}.{name}", wanted, present.get(name, zero))
        else:
            look = TEXTS.get(key) or NUMBERS.get(key) or SWITCHES.get(key) or LISTS[key]
            found += _compare(key, value, look(cabinet))
    return found


def _compare(key: str, wanted: object, present: object) -> list[str]:
    if not isinstance(wanted, dict):
        return [] if wanted == present else [f"{key} must be {_text(wanted)} (got {_text(present)})"]
    if "contains" in wanted:
        if wanted["contains"] in str(present):
            return []
        return [f"{key} must contain {_text(wanted['contains'])} (got {_text(present)})"]
    if present is not None and wanted.get("min", present) <= present <= wanted.get("max", present):
        return []
    limits = " and ".join(f"{limit} {wanted[limit]}" for limit in ("min", "max") if limit in wanted)
    return [f"{key} must be {limits} (got {present})"]


def _lamps_unmet(names: list[str], lit: bool, lamps: Mapping[str, bool]) -> list[str]:
    found = []
    for name in names:
        if name not in lamps:
            found.append(f"lamps must be among {', '.join(lamps)} (got {name})")
        elif lamps[name] != lit:
            found.append(f"lamp {name} must be {'lit' if lit else 'dark'} (got {'dark' if lit else 'lit'})")
    return found


def _log_unmet(wanted: list[str], events: list[str]) -> list[str]:
    present = events[len(events) - len(wanted) :] if len(wanted) < len(events) else events
    same = len(present) == len(wanted) and all(
        event == item or event.startswith(f"{item} ") for item, event in zip(wanted, present, strict=True)
    )
    return [] if same else [f"log must end with {', '.join(wanted)} (got {', '.join(present) or 'nothing'})"]


def _table_mistakes(key: str, value: object) -> list[str]:
    if not isinstance(value, dict):
        return [f"{key} must be a table of whole numbers (got {value!r})"]
    return [
        f"{key}.{name} must be a whole number or {{ min = n, max = n }} (got {wanted!r})"
        for name, wanted in value.items()
        if not _is_number(wanted)
    ]


def _is_text(value: object) -> bool:
    if isinstance(value, dict):
        return value.keys() == {"contains"} and isinstance(value["contains"], str)
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    if isinstance(value, dict):
        return (
            bool(value)
            and value.keys() <= {"min", "max"}
            and all(_is_number(limit) for limit in value.values())
        )
    return isinstance(value, int) and not isinstance(value, bool)


def _is_list(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)


def _by_text(coins: Mapping[int, int]) -> dict[str, int]:
    return {str(cents): count for cents, count in coins.items()}


def _text(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value)
