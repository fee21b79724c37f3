# SPDX-License-Identifier: MIT
"""Links for the wall to show, without a controller."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from emulator.link.entries import Hit

SNOW = {"prize_es": "Fin de semana en la nieve", "prize_en": "Weekend in the snow", "cash_cents": 60_000}


def pot(name: str, base: int, limit: int, hit: str, in_kind: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the controller says of a pot."""
    return {"name": name, "base_cents": base, "limit_cents": limit, "hit": hit, "in_kind": in_kind}


POTS = {
    "carrusel": [pot("carrusel", 12_000, 40_000, "must_hit")],
    "table": [pot("carrousel", 0, 4_000_000_000, "combination")],
    "superjackpot": [
        pot("superjackpot", 500_000, 3_000_000, "combination"),
        pot("mayor", 100_000, 500_000, "must_hit"),
        pot("misterio", 10_000, 100_000, "mystery"),
        pot("escapada", 60_000, 60_000, "mystery", SNOW),
    ],
}


def face(kind: str, pots: int = 8) -> dict[str, Any]:
    """What the controller says of a link, with at most so many pots."""
    titles = {"carrusel": "Carrusel del salón", "table": "Carrousel de las mesas"}
    return {
        "title": titles.get(kind, "Superjackpot de la sala"),
        "kind": kind, "place": "casino", "profile": "es-ar-2002", "machines": 12, "pots": POTS[kind][:pots],
        "permit": "SJ-2026/014" if kind == "superjackpot" else "", "display": 1, "where": "room",
    }  # fmt: skip


@dataclass
class Seen:
    """A display's end of a link, as a test wants it."""

    face: dict[str, Any]
    pots_mc: tuple[int, ...]
    hits: list[Hit] = field(default_factory=list)
    status: str = "up"
    why: str = ""
    up: int = 11
    machines: int = 12

    def win(self, entry: int, machine: int, pot: int = 0, cents: int | None = None, winners: int = 1) -> None:
        """The pot is won: all of it unless ``cents`` says how much, and begins anew."""
        amount = self.pots_mc[pot] // 1000 if cents is None else cents
        by = {"must_hit": "threshold", "mystery": "mystery"}.get(self.face["pots"][pot]["hit"], "prize")
        hit = Hit(entry, 1_700_000_000_000_000, machine, 1, pot, by, winners, amount // winners)
        self.hits = [*self.hits, hit]
        left = (
            self.face["pots"][pot]["base_cents"] * 1000
            if cents is None
            else self.pots_mc[pot] - amount * 1000
        )
        self.pots_mc = tuple(left if i == pot else value for i, value in enumerate(self.pots_mc))


def seen(kind: str = "carrusel", pots: int = 8) -> Seen:
    """A link that is up, each pot in the middle."""
    made = face(kind, pots)
    middle = [(one["base_cents"] + min(one["limit_cents"], 9_999_999)) * 500 + 345 for one in made["pots"]]
    return Seen(made, tuple(middle))
