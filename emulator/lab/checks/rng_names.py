# SPDX-License-Identifier: MIT
"""The battery's tests by name, in both languages, and which of them speak of which row."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.lab.exam.finding import Words

NAMES: Mapping[str, str] = {
    "frequency": "frecuencia de unos",
    "block frequency": "frecuencia de unos por bloques",
    "runs": "rachas de bits",
    "longest run": "racha más larga de unos",
    "rank": "rango de matrices",
    "spectral": "espectral",
    "non overlapping": "patrones que no se solapan",
    "overlapping": "patrones que se solapan",
    "universal": "universal de Maurer",
    "linear complexity": "complejidad lineal",
    "serial": "patrones en serie",
    "approximate entropy": "entropía aproximada",
    "cumulative sums": "sumas acumuladas",
    "random excursions": "excursiones",
    "random excursions variant": "excursiones, variante",
    "bounds": "todas las cotas de la máquina",
    "wide bounds": "cotas cercanas a 2^32",
    "pairs": "pares",
    "overlaps": "solapes de tres sorteos",
    "poker": "póquer",
    "gaps": "huecos",
    "coupons": "coleccionista de cupones",
    "orders": "permutaciones",
    "runs up": "rachas crecientes",
    "evenness": "reparto de palabras (Kolmogórov-Smirnov)",
    "birthdays": "cumpleaños (Poisson)",
    "duplicates": "repetidos (Poisson)",
    "between plays": "correlación con sorteos posteriores",
    "within plays": "correlación dentro de una partida",
    "between streams": "correlación entre flujos",
    "dice": "dados",
    "sums": "sumas de dados",
    "between throws": "correlación entre tiradas de dados",
    "places": "lugar de cada carta",
    "permutations": "órdenes de cinco cartas",
    "cycles": "ciclos de una baraja",
    "neighbours": "cartas vecinas",
    "hands": "manos repartidas",
    "windows": "ventanas mostradas",
    "prize runs": "rachas de premios",
    "prize places": "lugar de los premios",
    "between windows": "correlación entre ventanas",
    "stops": "paradas de cada rodillo",
    "turns": "premios de cada tirada",
    "between stops": "correlación entre paradas",
    "between reels": "correlación entre rodillos",
    "between totals": "correlación entre resultados",
    "uniformity": "reparto de los valores p (Kolmogórov-Smirnov)",
}

# Of the older list of item 3, those that have a test here; bits have more than one of a kind.
OLDER = (
    "bounds", "pairs", "evenness", "gaps", "overlaps", "poker", "coupons", "orders", "runs up", "runs",
    "between plays", "within plays", "serial", "birthdays", "duplicates",
)  # fmt: skip
DISTRIBUTION = (
    "frequency", "block frequency", "bounds", "wide bounds", "pairs", "poker", "gaps", "coupons",
    "evenness", "dice", "sums", "places", "permutations", "cycles", "hands", "windows", "prize places",
    "stops", "turns",
)  # fmt: skip
INDEPENDENCE = (
    "runs", "serial", "approximate entropy", "linear complexity", "overlaps", "orders", "runs up",
    "between plays", "within plays", "between streams", "between throws", "neighbours", "prize runs",
    "between windows", "between stops", "between reels", "between totals",
)  # fmt: skip
REPEATS = ("universal", "birthdays", "duplicates")
SCALING = ("bounds", "wide bounds")
RESULTS = ("stops", "turns", "between stops", "between reels", "between totals")


def words_of(name: str) -> Words:
    """A test's name in both languages."""
    return Words(NAMES.get(name, name), name)
