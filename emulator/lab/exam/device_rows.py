# SPDX-License-Identifier: MIT
"""
The rows that a device of a table could be held to, each with the article that asks for it.

    for row in device_requirements("wheel", "boule"):
        row.id, row.article, row.topic.es

They are data, ``emulator/lab/requirements/devices.toml``.
"""

from __future__ import annotations

from emulator.lab.exam.finding import Grade, Words
from emulator.lab.exam.requirements import Requirement, row_words

ROW = "D-"
PRACTICE = "-"
"""Of a row that no article asks for."""


def device_requirements(kind: str, game: str) -> tuple[Requirement, ...]:
    """
    The rows of a device; those that do not apply to it among them, with the reason.

    Args:
        kind: "wheel" or "cup".
        game: whose wheel it is, or the cup's name; a game of its own article has it instead of the kind's.
    """
    found = []
    for id, table in row_words().items():
        if not id.startswith(ROW):
            continue
        articles = table["article"]
        article = articles.get(game, articles.get(kind))
        left_out = None if article is not None else Words(**table["not_applicable"])
        found.append(
            Requirement(
                id, table["area"], Words(**table["topic"]), Words(**table["text"]), article or PRACTICE,
                table["status"], None if left_out is None else Grade.NO_APLICA, left_out,
            )
        )  # fmt: skip
    return tuple(found)
