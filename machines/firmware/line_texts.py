# SPDX-License-Identifier: MIT
"""
The texts of the message line: a line each, with its key. A row whose key ends in _ is for all keys that
begin so: the coin of a hopper, a reel, a button, a copy of a record.

A ROM has them in its own language (machines/rom/program.py); characters are Latin-1, as the display's are. A
text has room for an amount of at most six characters for each {}; counters have ten digits at most. One long
string takes half the memory of a table.
"""

TEXTS = """
point|.
wait|ONE MOMENT
insert|INSERT COIN
insert_token|INSERT TOKEN
start|PRESS START
rolling|GOOD LUCK
prize|PRIZE {}
pay_refund|MONEY BACK: {} LEFT
pay_excess|OVERPAID: {} LEFT
no_change|OUT OF CHANGE: NO PLAY
insert_only|INSERT {}
costs|A PLAY COSTS {}
collect_empty|NOTHING TO COLLECT
door|DOOR OPEN
door_was_open|THE DOOR WAS OPEN
hand_pay|HAND PAY {}: TURN KEY
hand_paid|PAID BY HAND {}
handpay|PRIZE: CALL THE STAFF
box|CASH BOX OPEN
logic|LOGIC AREA OPEN
logic_key|TURN THE SERVICE KEY
logic_key_back|TURN THE KEY BACK
serial|MACHINE {}
plays|PLAYS {}
prizes|PRIZES {}
won|WON {}
coins_in|MONEY IN {}
coins_out|COINS OUT {}
memory|FAULT: MEMORY
audit|FAULT: BOOKS
program|FAULT: PROGRAM
watchdog|FAULT: PROGRAM STOPPED
meter|FAULT: METERS
counter|FAULT: SEALED COUNTER
counter_id|FAULT: FOREIGN COUNTER
counter_seal|FAULT: COUNTER SEAL
counter_temp|FAULT: TEMPERATURE
screen|FAULT: SCREEN
expander|FAULT: LINE BOARD
runaway|FAULT: HOPPER RUNAWAY
coin|FAULT: COIN JAM
acceptor|FAULT: COIN ACCEPTOR
note|FAULT: NOTE ACCEPTOR
card|FAULT: CARD READER
string|FAULT: COIN TAMPERED WITH
battery|FAULT: LOW BATTERY
log|EVENT LOG DAMAGED
recall|LAST PLAYS DAMAGED
close|COINS TOO FAST
tickets_low|FEW TICKETS LEFT
ticket_jam|FAULT: TICKET JAM
ticket_none|FAULT: OUT OF TICKETS
ticket_stray|FAULT: STRAY TICKET
link|LINK DOWN
link_down|LINK DOWN: NO PLAY
link_refused|LINK REFUSED: NO PLAY
link_award|LINKED PRIZE {}
pay_link|LINKED PRIZE: {} LEFT
in_kind|PRIZE IN KIND
words|{}
cash_option|OR {} IN CASH
in_kind_key|CALL THE STAFF: KEY
link_staked|LINK STAKES {}
link_won|LINK PRIZES {}
test_coins|FAULT: TEST COINS ARE OUT
hopper_|FAULT: HOPPER {}
reel_|FAULT: REEL {}
button_|BUTTON {} STUCK
low_|HOPPER {} LOW
copy_|COPY {} DAMAGED
"""
