# SPDX-License-Identifier: MIT
"""
The texts of the service menu: a line each, with key, Spanish and English.

One long string takes half the memory of a table; who reads the menu has the time that the search takes.
"""

TEXTS = """
menu|MENÚ {}/{} {}|MENU {}/{} {}
menu_meters|CONTADORES|METERS
menu_hand|PAGOS A MANO|HAND PAYS
menu_plays|ÚLTIMAS JUGADAS|LAST PLAYS
menu_log|SUCESOS|EVENT LOG
menu_refill|CARGA|REFILL
menu_audit|CUADRE|SELF-AUDIT
menu_ident|PROGRAMA|SOFTWARE
menu_clear|BORRADO|RAM CLEAR
hand_paid_sum|A MANO {}|BY HAND {}
hand_won_sum|A MANO PREMIOS {}|PRIZES BY HAND {}
drop_sum|A CAJA {}|TO CASH BOX {}
staked_sum|JUGADO {}|STAKED {}
won_sum|GANADO {}|WON {}
in_sum|ENTRADA {}|IN {}
out_sum|SALIDA {}|OUT {}
card_in_sum|DE TARJETAS {}|FROM CARDS {}
card_out_sum|A TARJETAS {}|TO CARDS {}
meter_sum|PAGO CONTADOR {}|FROM METER {}
prize_sum|PAGO PREMIOS {}|AS PRIZES {}
refund_sum|DEVUELTO {}|GIVEN BACK {}
starts_sum|INICIOS {}|STARTS {}
stray_sum|MONEDAS SUELTAS {}|STRAY COINS {}
power_sum|ENCENDIDOS {}|POWER-UPS {}
door_sum|PUERTA {}|DOOR OPENED {}
box_sum|PUERTA CAJA {}|BOX OPENED {}
logic_sum|ÁREA LÓGICA {}|LOGIC AREA {}
coin_sum|ENTRAN DE {}: {}|IN OF {}: {}
hopper_sum|PAGADOR {}: {} HAY {}|HOPPER {}: {} HAS {}
filled_sum|CARGADAS DE {}: {}|FILLED OF {}: {}
notes_count|BILLETES DENTRO {}|NOTES INSIDE {}
notes_gone|BILLETES DEVUELTOS {}|NOTES GIVEN BACK {}
test_in_sum|PRUEBAS ENTRA {}|TESTS IN {}
test_out_sum|PRUEBAS SALE {}|TESTS OUT {}
test_drop_sum|PRUEBAS A CAJA {}|TESTS TO BOX {}
dumped_sum|VACIADO {}|DUMPED {}
counter_sum|CONTADOR SELLADO {}|SEALED COUNTER {}
trouble_sum|{}: {} VECES|{}: {} TIMES
clear_sum|BORRADOS {}|RAM CLEARS {}
notes_sum|BILLETES {}|NOTES {}
owed_meter|DEBE CONTADOR {}|OWES METER {}
owed_prize|DEBE PREMIO {}|OWES PRIZE {}
owed_refund|DEBE DEVOLUCIÓN {}|OWES MONEY BACK {}
owed_excess|DEBE SOBRANTE {}|OWES OVERPAID {}
hand_pay_row|{} A MANO {}|{} BY HAND {}
play|JUGADA {} POR {}|PLAY {} AT {}
play_none|NINGUNA JUGADA|NO PLAY YET
play_lost|JUGADA {} DAÑADA|PLAY {} DAMAGED
play_double|JUGADA DOBLE|DOUBLE PLAY
play_auto|EMPEZÓ SOLA|STARTED BY ITSELF
play_held|RETENIDOS {}|HELD {}
play_rolling|RODANDO TODAVÍA|STILL ROLLING
play_roll|EN {} GANA {}|AT {} WINS {}
play_gamble|DOBLA {}: {}|GAMBLES {}: {}
play_returned|DEVUELVE LO PERDIDO|GIVES A LOSS BACK
play_credits|CRÉDITOS {} A {}|CREDITS {} TO {}
play_reserve|RESERVA {}|RESERVE {}
play_meter|PREMIOS ANTES {}|PRIZES BEFORE {}
play_out|SALIDA ANTES {}|PAID BEFORE {}
refill|PAGADOR {}: {} DE {}|HOPPER {}: {} OF {}
refill_add|{} +{} (1:50 2:10 3:OK)|{} +{} (1:50 2:10 3:OK)
audit_right|CUENTAS: CUADRAN|BOOKS ADD UP
audit_gap|DESCUADRE {}|BOOKS ARE OFF BY {}
credits_now|CRÉDITOS {}|CREDITS {}
reserve_now|RESERVA {}|RESERVE {}
meter_now|PREMIOS {}|PRIZE METER {}
queue_now|POR PAGAR {}|TO BE PAID {}
pulses_now|PULSOS PENDIENTES {}|PULSES OWED {}
copies|COPIAS ENTERAS {} DE 2|WHOLE COPIES {} OF 2
ident_model|{}|{}
ident_profile|PERFIL {}|PROFILE {}
ident_version|VERSIÓN {}|VERSION {}
ident_firmware|PROG {}/4 {}|PROG {}/4 {}
ident_tables|TABLAS {}/4 {}|TABLES {}/4 {}
ident_fault|{}|{}
ident_in|EN {}|IN {}
ident_error|ERROR {}|ERROR {}
ident_hang|FALLO: SE COLGÓ|FAULT: IT HUNG
ident_sound|SIN FALLOS|NO FAULTS
clear_logic|ABRA EL ÁREA LÓGICA|OPEN THE LOGIC AREA
clear_key|GIRE LLAVE DE OPERADOR|TURN THE OPERATOR KEY
clear_counter|ESPERE AL CONTADOR|WAIT FOR THE COUNTER
clear_card|ESPERE A LA TARJETA|WAIT FOR THE CARD
clear_hopper|ESPERE AL PAGADOR|WAIT FOR THE HOPPER
clear_hold|MANTENGA JUGAR {} S|HOLD START FOR {} S
clear_done|BORRADO: PAGUE {}|CLEARED: PAY {}
event|{} {}|{} {}
event_tilt|{} AVERÍA {}|{} FAULT {}
event_warning|{} AVISO {}|{} WARNING {}
event_over|{} FIN {}|{} OVER {}
event_lost|{} NO CONSTA|{} IS LOST
event_when|{}|{}
event_1|ARRANQUE {}|POWER-UP {}
event_2|PUERTA ABIERTA {}|DOOR OPENED {}
event_3|PUERTA CERRADA|DOOR CLOSED
event_4|CAJA ABIERTA {}|CASH BOX OPENED {}
event_5|CAJA CERRADA|CASH BOX CLOSED
event_6|Á. LÓGICA ABIERTA {}|LOGIC AREA OPENED {}
event_7|Á. LÓGICA CERRADA|LOGIC AREA CLOSED
event_8|Á. LÓGICA LIBERADA|LOGIC AREA RELEASED
event_9|LLAVE OPERADOR SÍ|OPERATOR KEY ON
event_10|LLAVE OPERADOR NO|OPERATOR KEY OFF
event_11|LLAVE SERVICIO SÍ|SERVICE KEY ON
event_12|LLAVE SERVICIO NO|SERVICE KEY OFF
event_13|PAGO CORTADO: {} CTS|PAYMENT BROKEN: {} C
event_14|FRAUDE: ERROR {}|FRAUD: ERROR {}
event_15|PAGO A MANO {} CTS|HAND PAY {} C
event_16|CARGA {} CTS|REFILL {} C
event_17|BORRADO: {} CTS|RAM CLEAR: {} C
event_24|BILLETE DE VUELTA|NOTE WENT BACK
event_25|BILLETE: FRAUDE {}|NOTE FRAUD: {}
event_40|PRUEBA MONEDAS {} CTS|COIN TEST {} C
event_41|PRUEBA PAGADOR {} CTS|HOPPER TEST {} C
event_42|VACIADO {} CTS|HOPPER DUMP {} C
event_43|JUGADAS DE PRUEBA {}|TEST PLAYS {}
event_50|PRECIO {} CTS|PRICE {} C
event_51|TIQUES A MANO {}|TICKETS BY HAND {}
event_52|JUEGO {}|GAME {}
event_53|PRUEBA: {} TIQUES|TEST: {} TICKETS
event_54|PRUEBA: {} BILLETES|TEST: {} NOTES
event_60|DE TARJETA {} CT|FROM CARD {} CT
event_61|A TARJETA {} CT|TO CARD {} CT
event_62|TARJETA RECHAZ {} CT|CARD REFUSED {} CT
test_coin|PROBAR MONEDAS|COIN TEST
test_hopper|PAGADORES|HOPPERS
test_lamps|PROBAR LUCES|LAMP TEST
test_buttons|PROBAR BOTONES|BUTTON TEST
test_reels|PROBAR RODILLOS|REEL TEST
test_play|JUGADA DE PRUEBA|TEST PLAY
coin_go|INSERTE MONEDAS|INSERT COINS
test_note|PROBAR BILLETES|NOTE TEST
note_go|PONGA UN BILLETE DE {}|INSERT A NOTE OF {}
note_seen|BILLETE {}: {} BIEN|NOTE {}: {} RIGHT
coin_seen|MONEDA {}: {} DE {}|COIN {}: {} OF {}
coin_bad|RECHAZOS {} HACIA ATRÁS {}|REJECTED {} BACKWARDS {}
pay_try|PAGADOR {}: PROBAR|HOPPER {}: TEST
pay_dump|PAGADOR {}: VACIAR|HOPPER {}: DUMP
pay_back|DEVUELVA {} DE {}|PUT BACK {} OF {}
pay_runs|PAGADOR {}: {}|HOPPER {}: {}
pay_good|PAGADOR {}: {} BIEN|HOPPER {}: {} GOOD
pay_bad|PAGADOR {}: {} MAL|HOPPER {}: {} BAD
lamp_all|TODAS LAS LUCES|ALL LIGHTS
lamp_one|LUZ {}|LAMP {}
button_go|PULSE LOS BOTONES|PRESS THE BUTTONS
button_seen|BOTÓN {}: {}|BUTTON {}: {}
name_start|JUGAR|START
name_double|DOBLE|DOUBLE
name_collect|COBRAR|COLLECT
name_tower|TORRE|TOWER
name_hold|RETENER {}|HOLD {}
name_reserve|RESERVA|RESERVE
reels_go|RODILLOS A {}|REELS TO {}
reels_run|RODILLOS GIRANDO|REELS TURN
reels_good|RODILLOS EN {}: BIEN|REELS AT {}: GOOD
reel_bad|RODILLO {}: MAL {}|REEL {}: BAD {}
try_go|JUGADA DE PRUEBA|TEST PLAY
try_rolls|PRUEBA: SUERTE|TEST: GOOD LUCK
try_won|PRUEBA: PREMIO {}|TEST: PRIZE {}
try_lost|PRUEBA: SIN PREMIO|TEST: NO PRIZE
try_over|FIN DEL CRÉDITO DE PRUEBA|TEST CREDITS USED UP
"""


def row(key: str) -> tuple | None:
    """Return (key, Spanish, English) of a key, or None if it has no text here."""
    start = TEXTS.find("\n" + key + "|")
    if start < 0:
        return None
    return tuple(TEXTS[start + 1 : TEXTS.find("\n", start + 1)].split("|"))
