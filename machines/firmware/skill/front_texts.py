# SPDX-License-Identifier: MIT
"""What only a machine of type A says, as texts.TEXTS has it: key, Spanish, English."""

TEXTS = (
    ("ready", "PREPARADOS", "GET READY"),
    ("stop", "PARE LUZ: {} DE {}", "STOP LIGHT {} OF {}"),
    ("listen", "ATENTO: {} NOTAS", "WATCH: {} NOTES"),
    ("repeat", "REPITA {} DE {}: {} S", "REPEAT {} OF {}: {} S"),
    ("missed", "FALLO: OTRA VEZ", "MISSED: ONCE MORE"),
    ("points", "{} PUNTOS", "{} POINTS"),
    ("extra", "OTRA PARTIDA: PULSE JUGAR", "PLAY AGAIN: PRESS START"),
    ("tickets", "TIQUES: QUEDAN {}", "TICKETS: {} LEFT"),
    ("won_tickets", "GANÓ {} TIQUES", "YOU WON {} TICKETS"),
    ("menu_price", "PRECIO", "PRICE"),
    ("price_now", "PRECIO {}", "PRICE {}"),
    ("price_set", "¿PRECIO {}? JUGAR", "PRICE {}? START"),
    ("test_stop", "PRUEBA: PULSE JUGAR", "TEST: PRESS START"),
    ("test_light", "PRUEBA: LUZ {}", "TEST: LIGHT {}"),
    ("test_off", "{} MS, {} PUNTOS", "{} MS, {} POINTS"),
    ("test_tune", "PRUEBA: NOTA {}", "TEST: NOTE {}"),
    ("test_heard", "PRUEBA: {} DE {}", "TEST: {} OF {}"),
    ("test_right", "PRUEBA: BIEN", "TEST: RIGHT"),
    ("test_wrong", "PRUEBA: MAL", "TEST: WRONG"),
)
