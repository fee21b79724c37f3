# SPDX-License-Identifier: MIT
"""Circles in a graph of what needs what."""

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

Graph = Mapping[str, set[str]]


def circle(graph: Graph) -> list[str]:
    """The names on some circle; none if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []
