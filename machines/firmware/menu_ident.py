# SPDX-License-Identifier: MIT
"""
Menu page that identifies the software: machine, version, and the SHA-256 of firmware and play tables.

The digests are those that a journal has of the firmware and the PAR sheet of the tables (K-19, GLI-11).
"""

import menu_keys
import settings
from state import State

VERSION = "0.1.0"

# Hex digits of a digest on one screen, and screens of a digest.
_DIGITS = 16
_PARTS = 4


def enter(state: State) -> None:
    """Begin with the name."""


def leave(state: State) -> None:
    """Nothing to let go of."""


def poll(state: State) -> bool:
    """Go up and down."""
    state.menu_at = menu_keys.moved(state, state.menu_at, 4 + 2 * _PARTS)
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
    digest, part = (state.menu_at - len(facts)) // _PARTS, (state.menu_at - len(facts)) % _PARTS
    whole = settings.TABLES_SHA256 if digest else settings.FIRMWARE_SHA256
    shown = whole[part * _DIGITS : (part + 1) * _DIGITS]
    return ("ident_tables" if digest else "ident_firmware", part + 1, shown)
