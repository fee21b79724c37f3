# SPDX-License-Identifier: MIT
"""What the dice cup says, in Spanish and in English; 32 characters at most."""

import settings

# Key, Spanish, English.
TEXTS = (
    ("ready", "AGITE CUBILETE · BANCA {}", "SHAKE THE CUP · BANK {}"),
    ("shaking", "AGITANDO", "SHAKING"),
    ("more", "AGITE MÁS TIEMPO", "SHAKE LONGER"),
    ("sealed", "NO VA MÁS: ALCE LA TAPA", "NO MORE BETS: LIFT LID"),
    ("thrown", "SUMA {}, CUENTA HASTA {}", "SUM {}, COUNT ENDS AT {}"),
    ("cover", "TAPE EL CUBILETE", "COVER THE CUP"),
    ("tilt_lid", "TAPA ABIERTA: LLAVE", "LID LIFTED IN A SHAKE: KEY"),
    ("tilt_body", "CUBILETE ABIERTO: LLAVE", "CUP OPENED: KEY"),
    ("tilt_memory", "AVERÍA: MEMORIA", "FAULT: MEMORY"),
    ("tilt_program", "AVERÍA: PROGRAMA", "FAULT: PROGRAM"),
    ("tilt_watchdog", "AVERÍA: REINICIO. LLAVE", "FAULT: RESTART. KEY"),
)
LANGUAGE = 2 if settings.LANGUAGE == "en" else 1
_TEST = "TEST " if settings.TEST else ""


def text(key: str, shown: tuple) -> str:
    """Return the text of a key with the numbers for its places."""
    for row in TEXTS:
        if row[0] == key:
            return _TEST + row[LANGUAGE].format(*shown)
    return _TEST + key
