# SPDX-License-Identifier: MIT
"""The texts of the service menu, in the form of line_texts."""

TEXTS = """
menu|MENU {}/{} {}
menu_meters|METERS
menu_hand|HAND PAYS
menu_plays|LAST PLAYS
menu_log|EVENT LOG
menu_refill|REFILL
menu_audit|SELF-AUDIT
menu_ident|SOFTWARE
menu_clear|RAM CLEAR
hand_paid_sum|BY HAND {}
hand_won_sum|PRIZES BY HAND {}
drop_sum|TO CASH BOX {}
staked_sum|STAKED {}
won_sum|WON {}
in_sum|IN {}
out_sum|OUT {}
card_in_sum|FROM CARDS {}
card_out_sum|TO CARDS {}
meter_sum|FROM METER {}
prize_sum|AS PRIZES {}
refund_sum|GIVEN BACK {}
starts_sum|STARTS {}
stray_sum|STRAY COINS {}
power_sum|POWER-UPS {}
door_sum|DOOR OPENED {}
box_sum|BOX OPENED {}
logic_sum|LOGIC AREA {}
coin_sum|IN OF {}: {}
hopper_sum|HOPPER {}: {} HAS {}
filled_sum|FILLED OF {}: {}
notes_count|NOTES INSIDE {}
notes_gone|NOTES GIVEN BACK {}
test_in_sum|TESTS IN {}
test_out_sum|TESTS OUT {}
test_drop_sum|TESTS TO BOX {}
dumped_sum|DUMPED {}
counter_sum|SEALED COUNTER {}
trouble_sum|{}: {} TIMES
clear_sum|RAM CLEARS {}
notes_sum|NOTES {}
owed_meter|OWES METER {}
owed_prize|OWES PRIZE {}
owed_refund|OWES MONEY BACK {}
owed_excess|OWES OVERPAID {}
hand_pay_row|{} BY HAND {}
play|PLAY {} AT {}
play_none|NO PLAY YET
play_lost|PLAY {} DAMAGED
play_double|DOUBLE PLAY
play_auto|STARTED BY ITSELF
play_held|HELD {}
play_rolling|STILL ROLLING
play_roll|AT {} WINS {}
play_gamble|GAMBLES {}: {}
play_returned|GIVES A LOSS BACK
play_credits|CREDITS {} TO {}
play_reserve|RESERVE {}
play_meter|PRIZES BEFORE {}
play_out|PAID BEFORE {}
refill|HOPPER {}: {} OF {}
refill_add|{} +{} (1:50 2:10 3:OK)
audit_right|BOOKS ADD UP
audit_gap|BOOKS ARE OFF BY {}
audit_coins_in|WRONG: COINS IN
audit_coins_out|WRONG: COINS OUT
audit_notes|WRONG: NOTES
audit_paid|WRONG: PAYMENTS BY KIND
audit_apart|WRONG: PRIZES AND CREDITS
audit_credits|WRONG: CREDIT LIMIT
audit_reserve|WRONG: RESERVE LIMIT
audit_prize|WRONG: PRIZE LIMIT
audit_stakes|WRONG: PRICE OF PLAYS
audit_plays|WRONG: NUMBER OF PLAYS
audit_prizes|WRONG: NUMBER OF PRIZES
audit_drop|WRONG: CASH BOX
audit_tests|WRONG: TEST COINS
audit_won|WRONG: PRIZES WON
audit_link|WRONG: LINK
audit_queue|WRONG: PAYMENTS OWED
audit_pulses|WRONG: PULSES GIVEN
credits_now|CREDITS {}
reserve_now|RESERVE {}
meter_now|PRIZE METER {}
queue_now|TO BE PAID {}
pulses_now|PULSES OWED {}
copies|WHOLE COPIES {} OF 2
ident_model|{}
ident_profile|PROFILE {}
ident_version|VERSION {}
ident_firmware|PROG {}/4 {}
ident_tables|TABLES {}/4 {}
ident_fault|{}
ident_in|IN {}
ident_error|ERROR {}
ident_hang|FAULT: IT HUNG
ident_sound|NO FAULTS
clear_logic|OPEN THE LOGIC AREA
clear_key|TURN THE OPERATOR KEY
clear_counter|WAIT FOR THE COUNTER
clear_card|WAIT FOR THE CARD
clear_hopper|WAIT FOR THE HOPPER
clear_hold|HOLD START FOR {} S
clear_done|CLEARED: PAY {}
event|{} {}
event_tilt|{} FAULT {}
event_warning|{} WARNING {}
event_over|{} OVER {}
event_lost|{} IS LOST
event_when|{}
event_1|POWER-UP {}
event_2|DOOR OPENED {}
event_3|DOOR CLOSED
event_4|CASH BOX OPENED {}
event_5|CASH BOX CLOSED
event_6|LOGIC AREA OPENED {}
event_7|LOGIC AREA CLOSED
event_8|LOGIC AREA RELEASED
event_9|OPERATOR KEY ON
event_10|OPERATOR KEY OFF
event_11|SERVICE KEY ON
event_12|SERVICE KEY OFF
event_13|PAYMENT BROKEN: {} C
event_14|FRAUD: ERROR {}
event_15|HAND PAY {} C
event_16|REFILL {} C
event_17|RAM CLEAR: {} C
event_18|NEW CHIP
event_24|NOTE WENT BACK
event_25|NOTE FRAUD: {}
event_40|COIN TEST {} C
event_41|HOPPER TEST {} C
event_42|HOPPER DUMP {} C
event_43|TEST PLAYS {}
event_50|PRICE {} C
event_51|TICKETS BY HAND {}
event_52|GAME {}
event_53|TEST: {} TICKETS
event_54|TEST: {} NOTES
event_60|FROM CARD {} CT
event_61|TO CARD {} CT
event_62|CARD REFUSED {} CT
test_coin|COIN TEST
test_hopper|HOPPERS
test_lamps|LAMP TEST
test_buttons|BUTTON TEST
test_reels|REEL TEST
test_play|TEST PLAY
coin_go|INSERT COINS
test_note|NOTE TEST
note_go|INSERT A NOTE OF {}
note_seen|NOTE {}: {} RIGHT
coin_seen|COIN {}: {} OF {}
coin_bad|REJECTED {} BACKWARDS {}
pay_try|HOPPER {}: TEST
pay_dump|HOPPER {}: DUMP
pay_back|PUT BACK {} OF {}
pay_runs|HOPPER {}: {}
pay_good|HOPPER {}: {} GOOD
pay_bad|HOPPER {}: {} BAD
lamp_all|ALL LIGHTS
lamp_one|LAMP {}
button_go|PRESS THE BUTTONS
button_seen|BUTTON {}: {}
name_start|START
name_double|DOUBLE
name_collect|COLLECT
name_tower|TOWER
name_hold|HOLD {}
name_reserve|RESERVE
name_call|CALL
name_dare|DOUBLE UP
name_bet|BET
name_fourth|4
reels_go|REELS TO {}
reels_run|REELS TURN
reels_good|REELS AT {}: GOOD
reel_bad|REEL {}: BAD {}
try_go|TEST PLAY
try_rolls|TEST: GOOD LUCK
try_won|TEST: PRIZE {}
try_lost|TEST: NO PRIZE
try_over|TEST CREDITS USED UP
"""
