# SPDX-License-Identifier: MIT
"""
The texts of the message line, Spanish first, English too; Latin-1, as the display's characters are.

A text has room for an amount of at most six characters for each {}; counters have ten digits at most.
"""

import front_texts
import menu_texts
import settings

# key, Spanish, English
TEXTS = (
    ("wait", "UN MOMENTO", "ONE MOMENT"),
    ("insert", "INSERTE MONEDA", "INSERT COIN"),
    ("insert_token", "INSERTE FICHA", "INSERT TOKEN"),
    ("start", "PULSE JUGAR", "PRESS START"),
    ("rolling", "SUERTE", "GOOD LUCK"),
    ("prize", "PREMIO {}", "PRIZE {}"),
    ("pay_refund", "DEVOLUCIÓN: QUEDAN {}", "MONEY BACK: {} LEFT"),
    ("pay_excess", "SOBRANTE: QUEDAN {}", "OVERPAID: {} LEFT"),
    ("no_change", "SIN CAMBIO: NO ADMITE JUEGO", "OUT OF CHANGE: NO PLAY"),
    ("insert_only", "INSERTE {}", "INSERT {}"),
    ("costs", "LA JUGADA CUESTA {}", "A PLAY COSTS {}"),
    ("collect_empty", "NADA QUE COBRAR", "NOTHING TO COLLECT"),
    ("door", "PUERTA ABIERTA", "DOOR OPEN"),
    ("door_was_open", "LA PUERTA ESTUVO ABIERTA", "THE DOOR WAS OPEN"),
    ("hand_pay", "PAGO A MANO {}: LLAVE", "HAND PAY {}: TURN KEY"),
    ("hand_paid", "PAGADO A MANO {}", "PAID BY HAND {}"),
    ("handpay", "PREMIO: AVISE AL PERSONAL", "PRIZE: CALL THE STAFF"),
    ("box", "CAJA ABIERTA", "CASH BOX OPEN"),
    ("logic", "ÁREA LÓGICA ABIERTA", "LOGIC AREA OPEN"),
    ("logic_key", "GIRE LA LLAVE DE SERVICIO", "TURN THE SERVICE KEY"),
    ("logic_key_back", "DEVUELVA LA LLAVE", "TURN THE KEY BACK"),
    ("serial", "MÁQUINA {}", "MACHINE {}"),
    ("plays", "JUGADAS {}", "PLAYS {}"),
    ("prizes", "PREMIOS {}", "PRIZES {}"),
    ("won", "GANADO {}", "WON {}"),
    ("coins_in", "ENTRADA {}", "MONEY IN {}"),
    ("coins_out", "SALIDA {}", "COINS OUT {}"),
    ("memory", "AVERÍA: MEMORIA", "FAULT: MEMORY"),
    ("audit", "AVERÍA: CUENTAS", "FAULT: BOOKS"),
    ("program", "AVERÍA: PROGRAMA", "FAULT: PROGRAM"),
    ("watchdog", "AVERÍA: PROGRAMA PARADO", "FAULT: PROGRAM STOPPED"),
    ("meter", "AVERÍA: CONTADORES", "FAULT: METERS"),
    ("counter", "AVERÍA: CONTADOR SELLADO", "FAULT: SEALED COUNTER"),
    ("counter_id", "AVERÍA: CONTADOR AJENO", "FAULT: FOREIGN COUNTER"),
    ("counter_seal", "AVERÍA: PRECINTO CONTADOR", "FAULT: COUNTER SEAL"),
    ("counter_temp", "AVERÍA: TEMPERATURA", "FAULT: TEMPERATURE"),
    ("screen", "AVERÍA: PANTALLA", "FAULT: SCREEN"),
    ("expander", "AVERÍA: PLACA DE LÍNEAS", "FAULT: LINE BOARD"),
    ("runaway", "AVERÍA: PAGADOR SUELTO", "FAULT: HOPPER RUNAWAY"),
    ("coin", "AVERÍA: ENTRADA DE MONEDAS", "FAULT: COIN JAM"),
    ("acceptor", "AVERÍA: SELECTOR", "FAULT: COIN ACCEPTOR"),
    ("note", "AVERÍA: BILLETERO", "FAULT: NOTE ACCEPTOR"),
    ("card", "AVERÍA: LECTOR DE TARJETA", "FAULT: CARD READER"),
    ("string", "AVERÍA: MONEDA MANIPULADA", "FAULT: COIN TAMPERED WITH"),
    ("battery", "AVERÍA: PILA BAJA", "FAULT: LOW BATTERY"),
    ("log", "REGISTRO DAÑADO", "EVENT LOG DAMAGED"),
    ("recall", "ÚLTIMAS JUGADAS DAÑADAS", "LAST PLAYS DAMAGED"),
    ("close", "MONEDAS MUY SEGUIDAS", "COINS TOO FAST"),
    ("tickets_low", "QUEDAN POCOS TIQUES", "FEW TICKETS LEFT"),
    ("ticket_jam", "AVERÍA: TIQUES ATASCADOS", "FAULT: TICKET JAM"),
    ("ticket_none", "AVERÍA: NO HAY TIQUES", "FAULT: OUT OF TICKETS"),
    ("ticket_stray", "AVERÍA: TIQUE NO PEDIDO", "FAULT: STRAY TICKET"),
    ("link", "ENLACE CAÍDO", "LINK DOWN"),
    ("link_down", "SIN ENLACE: NO HAY JUEGO", "LINK DOWN: NO PLAY"),
    ("link_refused", "ENLACE RECHAZADO", "LINK REFUSED: NO PLAY"),
    ("link_award", "PREMIO DEL ENLACE {}", "LINKED PRIZE {}"),
    ("pay_link", "ENLACE: QUEDAN {}", "LINKED PRIZE: {} LEFT"),
    ("in_kind", "PREMIO EN ESPECIE", "PRIZE IN KIND"),
    ("words", "{}", "{}"),
    ("cash_option", "O {} EN METÁLICO", "OR {} IN CASH"),
    ("in_kind_key", "AVISE AL PERSONAL: LLAVE", "CALL THE STAFF: KEY"),
    ("link_staked", "ENLACE JUGADO {}", "LINK STAKES {}"),
    ("link_won", "ENLACE PREMIOS {}", "LINK PRIZES {}"),
    ("test_coins", "AVERÍA: FALTAN MONEDAS", "FAULT: TEST COINS ARE OUT"),
)
# Tilts and warnings that carry a number: the coin of a hopper, a reel, a button, a copy of a record.
FAMILIES = (
    ("hopper_", "AVERÍA: PAGADOR {}", "FAULT: HOPPER {}"),
    ("reel_", "AVERÍA: RODILLO {}", "FAULT: REEL {}"),
    ("button_", "BOTÓN {} ATASCADO", "BUTTON {} STUCK"),
    ("low_", "PAGADOR {} CASI VACÍO", "HOPPER {} LOW"),
    ("copy_", "COPIA {} DAÑADA", "COPY {} DAMAGED"),
)

# Place of the language in a row.
LANGUAGE = 2 if settings.LANGUAGE == "en" else 1
_POINT = "." if settings.LANGUAGE == "en" else ","
_TEST = "TEST "


def amount(cents: int) -> str:
    """Return an amount in euros, as in 12,30."""
    return f"{cents // 100}{_POINT}{cents % 100:02d}"


def text(key: str, shown: tuple) -> str:
    """
    Return the text of a key with the words for its places.

    A numbered tilt has a place for its number only, so an amount follows it; a key without a text is
    shown as it is, so that no tilt stays unnamed.
    """
    for table in (TEXTS, front_texts.TEXTS):
        for row in table:
            if row[0] == key:
                return row[LANGUAGE].format(*shown)
    found = menu_texts.row(key)
    if found:
        return found[LANGUAGE].format(*shown)
    for row in FAMILIES:
        if key.startswith(row[0]):
            return ": ".join([row[LANGUAGE].format(key[len(row[0]) :])] + list(shown))
    return key


def line(message: tuple, size: int) -> bytes:
    """
    Return the ``size`` Latin-1 characters that the display shows for a key and its words.

    A TEST machine has its mark in front, unless that would cut the message: the mark gives way.
    """
    shown = text(message[0], message[1:])
    if settings.TEST and len(_TEST) + len(shown) <= size:
        shown = _TEST + shown
    # Every character is below 256: one byte each, which is what Latin-1 means.
    codes = bytes([min(ord(letter), 255) for letter in shown[:size]])
    return codes + b" " * (size - len(codes))
