# SPDX-License-Identifier: MIT
"""The one error of every table: what is allowed, what came, and the rule and article that say so."""

from __future__ import annotations

from machines import MachinesError


class TableError(MachinesError):
    """
    A move, or a table, that the rules do not allow; the table is as it was.

    Attributes:
        rule: stable id of the rule, as ``minimum``; empty where the call itself was wrong.
        article: where the text says so.
        seat: who hears of it, the one who moved; 0 everybody.
    """

    def __init__(self, message: str, rule: str = "", article: str = "", seat: int = 0) -> None:
        super().__init__(message)
        self.rule, self.article, self.seat = rule, article, seat


def refuse(what: str, allowed: str, came: object, rule: str, article: str = "", seat: int = 0) -> TableError:
    """The error of a refused move, its message in the form of the house."""
    named = f"{rule}, {article}" if article else rule
    return TableError(f"{what} must be {allowed} [{named}] (got {came})", rule, article, seat)
