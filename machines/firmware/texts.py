# SPDX-License-Identifier: MIT
"""The texts of the message line by their keys, out of the tables of this machine."""

import front_texts
import line_texts
import menu_texts
import settings

_TABLES = (line_texts.TEXTS, front_texts.TEXTS, menu_texts.TEXTS)
_TEST = "TEST "


def row(key: str) -> str | None:
    """Return the text of a key with its places still empty, or None if it has none."""
    for table in _TABLES:
        start = table.find("\n" + key + "|")
        if start >= 0:
            return table[start + len(key) + 2 : table.find("\n", start + 1)]
    return None


# Money without decimals has no point either.
_UNIT = 10**settings.MONEY_DIGITS
_DECIMALS = (row("point") or ".") + "{:0" + str(settings.MONEY_DIGITS) + "d}"
_AMOUNT = "{}" + _DECIMALS if settings.MONEY_DIGITS else "{}"


def amount(cents: int) -> str:
    """Return an amount in the machine's money, as in 12,30 of one with two decimals."""
    return _AMOUNT.format(cents // _UNIT, cents % _UNIT)


def text(key: str, shown: tuple) -> str:
    """
    Return the text of a key with the words for its places.

    A numbered tilt has a place for its number only, so an amount follows it, and without a number, as
    "hopper_", it is shown for all of its kind; a key without a text is shown as it is.
    """
    found = None if key.endswith("_") else row(key)
    if found is not None:
        return found.format(*shown)
    number = key.find("_") + 1
    family = row(key[:number])
    if family is not None:
        return ": ".join([family.format(key[number:])] + list(shown))
    return key


def line(message: tuple, size: int) -> bytes:
    """
    Return the ``size`` Latin-1 characters that the display shows for a key and its words.

    A TEST machine has its mark in front, unless that would cut the message: the mark gives way.
    """
    shown = text(message[0], message[1:])
    if settings.TEST and len(_TEST) + len(shown) <= size:
        shown = _TEST + shown
    # Every character is below 256: one byte each, which is what Latin-1 means.
    codes = bytes([min(ord(letter), 255) for letter in shown[:size]])
    return codes + b" " * (size - len(codes))
