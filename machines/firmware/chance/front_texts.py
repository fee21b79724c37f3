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
    ("bet", "APUESTA {}", "BET {}"),
    ("card_insert", "INSERTE TARJETA", "INSERT CARD"),
    ("card_charge", "TARJETA {}: BOTÓN 1", "CARD {}: BUTTON 1"),
    ("card_wait", "TARJETA: ESPERE", "CARD: PLEASE WAIT"),
    ("card_first", "TARJETA O COBRAR OTRA VEZ", "CARD, OR COLLECT AGAIN"),
    ("card_none", "NO HAY TARJETA", "NO CARD IS IN"),
    ("card_empty", "TARJETA SIN SALDO", "THE CARD IS EMPTY"),
    ("card_full", "CRÉDITO AL MÁXIMO", "CREDITS ARE FULL"),
    ("card_refused", "TARJETA RECHAZADA", "CARD WAS REFUSED"),
    ("called", "PERSONAL AVISADO", "STAFF WAS CALLED"),
    ("menu_steps", "PASOS DE JUGADAS", "STEPS OF PLAYS"),
    ("steps_of", "JUGADA {}: {} PASOS", "PLAY {}: {} STEPS"),
    ("step_play", "{} EN {} GANA {}", "{} AT {} WINS {}"),
    ("step_pick", "{} ELIGE {} GANA {}", "{} PICKS {} WINS {}"),
    ("step_free", "{} GRATIS {} GANA {}", "{} FREE {} WINS {}"),
    ("step_gamble", "{} DOBLA {} GANA {}", "{} GAMBLES {} WINS {}"),
    ("step_keep", "{} COBRA", "{} COLLECTS"),
    # In the menu: what other types call otherwise, or have not.
    ("name_reserve", "LLAMADA", "CALL"),
    ("name_accept", "MONEDA", "COIN"),
    ("name_buzzer", "ZUMBADOR", "BUZZER"),
)
