# SPDX-License-Identifier: MIT
"""
The texts of the message line, Spanish first, English too; Latin-1, as the display's characters are.

A text has room for the word TEST in front of it, and an amount of at most six characters for {}.
"""

import settings

# key, Spanish, English
TEXTS = (
    ("wait", "UN MOMENTO", "ONE MOMENT"),
    ("insert", "INSERTE MONEDA", "INSERT COIN"),
    ("start", "PULSE JUGAR", "PRESS START"),
    ("hold", "RETENGA RODILLOS O JUEGUE", "HOLD REELS OR PLAY"),
    ("hold_more", "RETENGA OTRO RODILLO", "HOLD ONE MORE REEL"),
    ("holding", "RETENIDO: PULSE JUGAR", "HELD: PRESS START"),
    ("hold_refused", "ESA RETENCIÓN NO VALE", "NOT THAT HOLD"),
    ("hold_single", "RETENCIÓN: JUGADA SIMPLE", "HOLD: SINGLE PLAY ONLY"),
    ("reserve", "PASE LA RESERVA A CRÉDITOS", "MOVE RESERVE TO CREDITS"),
    ("rolling", "SUERTE", "GOOD LUCK"),
    ("prize", "PREMIO {}", "PRIZE {}"),
    ("paying", "PAGO DE PREMIO {}", "PAYING PRIZE {}"),
    ("refund", "DEVOLUCIÓN {}", "MONEY BACK {}"),
    ("no_change", "SIN CAMBIO: NO ADMITE JUEGO", "OUT OF CHANGE: NO PLAY"),
    ("door", "PUERTA ABIERTA", "DOOR OPEN"),
    ("memory", "AVERÍA: MEMORIA", "FAULT: MEMORY"),
    ("audit", "AVERÍA: CUENTAS", "FAULT: BOOKS"),
    ("program", "AVERÍA: PROGRAMA", "FAULT: PROGRAM"),
    ("meter", "AVERÍA: CONTADORES", "FAULT: METERS"),
    ("runaway", "AVERÍA: PAGADOR SUELTO", "FAULT: HOPPER RUNAWAY"),
    ("coin", "AVERÍA: ENTRADA DE MONEDAS", "FAULT: COIN JAM"),
)
# Tilts that carry a number: the coin of a hopper, a reel.
FAMILIES = (
    ("hopper_", "AVERÍA: PAGADOR {}", "FAULT: HOPPER {}"),
    ("reel_", "AVERÍA: RODILLO {}", "FAULT: REEL {}"),
)

_LANGUAGE = 2 if settings.LANGUAGE == "en" else 1
_POINT = "." if settings.LANGUAGE == "en" else ","
_TEST = "TEST "


def amount(cents: int) -> str:
    """Return an amount in euros, as in 12,30."""
    return f"{cents // 100}{_POINT}{cents % 100:02d}"


def text(key: str, cents: int) -> str:
    """Return the text of a key; a key without one is shown as it is, so that no tilt stays unnamed."""
    for row in TEXTS:
        if row[0] == key:
            return row[_LANGUAGE].format(amount(cents))
    for row in FAMILIES:
        if key.startswith(row[0]):
            return row[_LANGUAGE].format(key[len(row[0]) :])
    return key


def line(key: str, cents: int, size: int) -> bytes:
    """Return the ``size`` Latin-1 characters that the display shows for a key."""
    shown = (_TEST if settings.TEST else "") + text(key, cents)
    # Every character is below 256: one byte each, which is what Latin-1 means.
    codes = bytes([min(ord(letter), 255) for letter in shown[:size]])
    return codes + b" " * (size - len(codes))
