# SPDX-License-Identifier: MIT
"""What only a machine of type B says, as texts.TEXTS has it: key, Spanish, English."""

TEXTS = (
    ("hold", "RETENGA RODILLOS O JUEGUE", "HOLD REELS OR PLAY"),
    ("hold_more", "RETENGA OTRO RODILLO", "HOLD ONE MORE REEL"),
    ("holding", "RETENIDO: PULSE JUGAR", "HELD: PRESS START"),
    ("hold_refused", "ESA RETENCIÓN NO VALE", "NOT THAT HOLD"),
    ("hold_single", "RETENCIÓN: JUGADA SIMPLE", "HOLD: SINGLE PLAY ONLY"),
    ("gamble", "¿DOBLA {} O COBRA?", "DOUBLE {} OR COLLECT?"),
    ("gamble_lost", "PERDIDO", "LOST"),
    ("raised", "{}: {}", "{}: {}"),
    ("returned", "DEVUELTO: {}", "GIVEN BACK: {}"),
    ("prize_returned", "PREMIO {}: VUELVE {}", "PRIZE {}: {} BACK"),
    ("reserve", "PASE LA RESERVA A CRÉDITOS", "MOVE RESERVE TO CREDITS"),
    ("pay_meter", "PAGO PREMIOS: QUEDAN {}", "PAYING PRIZES: {} LEFT"),
    ("pay_prize", "PREMIO {} QUEDAN {}", "PRIZE {}: {} LEFT"),
    ("no_change_double", "SIN CAMBIO PARA LA DOBLE", "NO CHANGE FOR A DOUBLE"),
    ("costs_double", "JUGADA DOBLE: CUESTA {}", "A DOUBLE PLAY COSTS {}"),
    ("no_double", "NO HAY JUGADA DOBLE", "NO DOUBLE PLAY HERE"),
    ("no_hold", "NO SE PUEDE RETENER", "NO HOLD NOW"),
    ("reserve_waits", "RESERVA: SOLO SIN CRÉDITOS", "RESERVE: ONLY AT 0 CREDITS"),
    ("reserve_empty", "RESERVA VACÍA", "RESERVE EMPTY"),
)
