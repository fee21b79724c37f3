# SPDX-License-Identifier: MIT
"""Files of evidence as checks keep them, invented: one for every chart of a report."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any


def evidence(folder: Path) -> Path:
    """An evidence folder with a file for every chart."""
    for name, value in _files().items():
        path = folder / "checks" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")
    return folder


def _files() -> dict[str, Any]:
    chance = random.Random(7)
    plan = [
        (20, 3_000),
        (40, 1_900),
        (100, 1_200),
        (200, 640),
        (400, 210),
        (1_000, 80),
        (2_000, 30),
        (4_000, 8),
        (8_000, 2),
    ]
    bet, points = 600, []
    for at in range(60):
        plays = round(500 * 10 ** (at / 13))
        half = 1_000 / math.sqrt(plays)
        middle = 88.2 + chance.gauss(0, half / 3)
        points.append(
            {
                "plays": plays,
                "won_cents": round(plays * bet * middle / 100),
                "low_percent": middle - half,
                "high_percent": middle + half,
            }
        )
    walk = [
        [
            round(400_000 * 0.8 + 9_000 * math.sin(at / 9 + machine) + chance.gauss(0, 2_000)) // 4
            for at in range(350)
        ]
        for machine in range(2)
    ]
    return {
        "played_cycle/prizes.json": {
            "machines": 20,
            "plays": 40_000,
            "prizes": [
                {
                    "prize_cents": cents,
                    "plays": 40 * count + (cents == 4_000) * 90,
                    "expected": f"{40 * count}/1",
                }
                for cents, count in plan
            ],
        },
        "played_cycle/windows.json": {
            "price_cents": 20,
            "cycle_plays": 20_000,
            "window_plays": 5_000,
            "window_step_plays": 100,
            "cycle_limit_percent": 75,
            "window_limit_percent": 40,
            "machines": [
                {
                    "machine": machine + 1,
                    "cycles_cents": [320_640, 320_640],
                    "blocks_cents": curve[::50],
                    "poorest": {"first_play": 1, "won_cents": min(curve)},
                    "windows_cents": curve,
                }
                for machine, curve in enumerate(walk)
            ],
        },
        "played_chance/convergence.json": {
            "limit_percent": 80,
            "bets": [{"bet_cents": bet, "confidence_percent": 99, "points": points}],
        },
        "played_chance/prizes.json": {
            "bets": [
                {
                    "bet_cents": bet,
                    "plays": 10**7,
                    "prizes": [
                        [100 * 2**at, 10**6 // 2**at + chance.randrange(9), 10**6 / 2**at] for at in range(40)
                    ],
                }
            ]
        },
        "rng/p-values.json": {"tests": [{"name": "runs", "p_values": [chance.random() for _ in range(90)]}]},
        "other/pvalues.json": {"p": [[f"prueba {at}", chance.random()] for at in range(188)]},
        "powercut/map.json": {
            "chapters": [
                {
                    "title": {"es": "Monedas y créditos", "en": "Coins and credits"},
                    "cuts": 8_214,
                    "open": 212,
                    "violations": 0,
                },
                {
                    "title": {"es": "Partida con premio", "en": "A play that wins"},
                    "cuts": 21_806,
                    "open": 0,
                    "violations": 3,
                },
                {
                    "title": {"es": "Pago del hopper", "en": "Hopper pay"},
                    "cuts": 12_001,
                    "open": 801,
                    "violations": 0,
                },
            ]
        },
        "counters/reconciliation.json": {
            "sources": [
                {"es": "Visto", "en": "Seen"},
                {"es": "Contadores", "en": "Meters"},
                {"es": "Precintado", "en": "Sealed"},
            ],
            "rows": [
                {
                    "name": {"es": "Partidas", "en": "Plays"},
                    "unit": "plays",
                    "values": [40_000, 40_000, 40_000],
                },
                {
                    "name": {"es": "Jugado", "en": "Staked"},
                    "unit": "cents",
                    "values": [800_000, 800_000, 800_000],
                },
                {
                    "name": {"es": "Premios", "en": "Prizes"},
                    "unit": "cents",
                    "values": [641_280, 641_280, 641_260],
                },
            ],
        },
        "power/recall.json": {
            "plays": [
                {
                    "play": 40_000 - at,
                    "stake_cents": 20,
                    "win_cents": 100 * (at == 3),
                    "credits_before": 100 - 20 * (at % 4),
                    "credits_after": 80 - 20 * (at % 4),
                    "window": "cierzo · uva · campana",
                }
                for at in range(10)
            ]
        },
        "shapeless/map.json": {"of": "another shape"},
    }
