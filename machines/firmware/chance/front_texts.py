# SPDX-License-Identifier: MIT
"""What only a machine of type C says, as texts.TEXTS has it: key, Spanish, English."""

TEXTS = (
    ("pay_meter", "PAGO: QUEDAN {}", "PAYING: {} LEFT"),
    ("free", "GRATIS {} DE {}", "FREE {} OF {}"),
    ("free_left", "GRATIS: QUEDAN {}", "FREE PLAYS: {} LEFT"),
    ("pick", "ELIJA: QUEDAN {}", "PICK ONE: {} LEFT"),
    ("gamble", "¿DOBLA {} O COBRA?", "DOUBLE {} OR COLLECT?"),
    ("gamble_lost", "PERDIDO", "LOST"),
    ("pot", "{} {}", "{} {}"),
    ("called", "PERSONAL AVISADO", "STAFF WAS CALLED"),
    # In the menu: what other types call otherwise, or have not.
    ("name_reserve", "LLAMADA", "CALL"),
    ("name_accept", "MONEDA", "COIN"),
    ("name_buzzer", "ZUMBADOR", "BUZZER"),
)
