# SPDX-License-Identifier: MIT
"""The texts of the service menu, as texts.TEXTS has them: key, Spanish, English."""

TEXTS = (
    ("menu", "MENÚ {}/{} {}", "MENU {}/{} {}"),
    ("menu_meters", "CONTADORES", "METERS"),
    ("hand_paid_sum", "A MANO {}", "BY HAND {}"),
    ("drop_sum", "A CAJA {}", "TO CASH BOX {}"),
    ("staked_sum", "JUGADO {}", "STAKED {}"),
    ("won_sum", "GANADO {}", "WON {}"),
    ("in_sum", "ENTRADA {}", "IN {}"),
    ("out_sum", "SALIDA {}", "OUT {}"),
    ("meter_sum", "PAGO CONTADOR {}", "FROM METER {}"),
    ("prize_sum", "PAGO PREMIOS {}", "AS PRIZES {}"),
    ("refund_sum", "DEVUELTO {}", "GIVEN BACK {}"),
    ("starts_sum", "PARTIDAS {}", "STARTS {}"),
    ("stray_sum", "MONEDAS SUELTAS {}", "STRAY COINS {}"),
    ("power_sum", "ENCENDIDOS {}", "POWER-UPS {}"),
    ("door_sum", "PUERTA {}", "DOOR OPENED {}"),
    ("box_sum", "PUERTA CAJA {}", "BOX OPENED {}"),
    ("logic_sum", "ÁREA LÓGICA {}", "LOGIC AREA {}"),
    ("coin_sum", "ENTRAN DE {}: {}", "IN OF {}: {}"),
    ("hopper_sum", "PAGADOR {}: {} HAY {}", "HOPPER {}: {} HAS {}"),
)
