# SPDX-License-Identifier: MIT
"""Where the spots of a cloth lie, as felt.toml has them, under the readings of a table."""

from __future__ import annotations

from collections.abc import Mapping

from machines.support.plain import Json, JsonView


def places(layout: JsonView, readings: Mapping[str, str]) -> Json:
    """
    The spots of a layout with their shapes.

    Args:
        layout: ``[tall]`` or ``[wide]``; ``reading.NAME.VALUE`` in it adds places, or takes them by false.
        readings: those that are taken.
    """
    found: Json = dict(layout["spots"])
    for name, values in layout.get("reading", {}).items():
        found |= values.get(readings.get(name), {})
    return {spot: lies for spot, lies in found.items() if lies is not False}
