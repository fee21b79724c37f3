# SPDX-License-Identifier: MIT
"""
Menu page that identifies the software: machine, version, the SHA-256 of firmware and play tables, last fault.

The digests are those that a journal has of the firmware and the PAR sheet of the tables (K-19, GLI-11).
"""

import board
import menu_keys
import settings
from state import State

VERSION = "0.1.0"

# Hex digits of a digest on one screen, and screens of a digest.
_DIGITS = 16
_PARTS = 4


def poll(state: State) -> bool:
    """Go up and down."""
    state.menu_at = menu_keys.moved(state, state.menu_at, 4 + 2 * _PARTS + len(_died()))
    return not menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER)


def text(state: State) -> tuple:
    """Return the fact at which the page stands."""
    facts = (
        ("ident_model", settings.TITLE),
        ("serial", state.serial),
        ("ident_profile", settings.PROFILE),
        ("ident_version", VERSION),
    )
    if state.menu_at < len(facts):
        return facts[state.menu_at]
    at = state.menu_at - len(facts)
    if at >= 2 * _PARTS:
        died = _died()
        return died[min(at - 2 * _PARTS, len(died) - 1)]
    digest, part = at // _PARTS, at % _PARTS
    whole = settings.TABLES_SHA256 if digest else settings.FIRMWARE_SHA256
    shown = whole[part * _DIGITS : (part + 1) * _DIGITS]
    return ("ident_tables" if digest else "ident_firmware", part + 1, shown)


def _died() -> list[tuple]:
    """Return what is to be said of the program's last death, a line each."""
    told = board.died_of()
    if len(told) == 3:
        return [("ident_fault", told[0]), ("ident_in", told[1]), ("ident_error", told[2])]
    return [("ident_hang",) if told else ("ident_sound",)]
