# SPDX-License-Identifier: MIT
"""
Exact figures that take long to compute, from a keeper where there is one.

    (payout,) = kept("payout", tables.blob, lambda: [payout_of(tables)])

Mathematics knows no files. The azar command makes its cache the ``keeper`` (``emulator.support.cache``);
whoever imports this package computes every figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

Texts = list[str]
"""Figures as a keeper has them: numerators and denominators in hex, which Python writes in any length."""


def computed(name: str, make: Callable[[], Texts]) -> Texts:
    """The keeper that keeps nothing."""
    return make()


keeper: Callable[[str, Callable[[], Texts]], Texts] = computed


def kept(name: str, of: bytes | str, make: Callable[[], Iterable[Fraction | int]]) -> Sequence[Fraction]:
    """
    Figures of one kind.

    Args:
        name: of the kind.
        of: all that they follow from, the sources of azar and of its libraries apart.
        make: computes them.
    """
    import hashlib  # whoever asks for help computes nothing

    digest = hashlib.sha256(of.encode() if isinstance(of, str) else of).hexdigest()
    texts = keeper(f"{name} {digest}", lambda: [f"{one.numerator:x}/{one.denominator:x}" for one in make()])
    return [Fraction(*(int(part, 16) for part in text.split("/"))) for text in texts]
