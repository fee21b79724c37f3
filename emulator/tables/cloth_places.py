# SPDX-License-Identifier: MIT
"""Where the spots of a cloth lie, as felt.toml has them, under the readings of a table."""

from __future__ import annotations

from collections.abc import Mapping

from machines.support.plain import Json, JsonView

NONE = "none"
"""The reading under which nobody bets on the hand of another."""


def places(layout: JsonView, readings: Mapping[str, str]) -> Json:
    """
    The spots of a layout with their shapes.

    Args:
        layout: ``[tall]`` or ``[wide]``; ``reading.NAME.VALUE`` in it adds places, or takes them by false;
            under any reading of ``others.NAME`` but none the boxes of its spots, one a seat, are everybody
            else's as well, by the seat: ``ante 3``.
        readings: those that are taken.
    """
    found: Json = dict(layout["spots"])
    for name, values in layout.get("reading", {}).items():
        found |= values.get(readings.get(name), {})
    for name, spots in layout.get("others", {}).items():
        if readings.get(name, NONE) != NONE:
            found |= {f"{spot} {seat}": box for spot in spots for seat, box in found[spot].items()}
    return {spot: lies for spot, lies in found.items() if lies is not False}
