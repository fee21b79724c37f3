# SPDX-License-Identifier: MIT
"""What only a machine of type C says, in the form of line_texts."""

TEXTS = """
pay_meter|PAYING: {} LEFT
free|FREE {} OF {}
free_left|FREE PLAYS: {} LEFT
pick|PICK ONE: {} LEFT
gamble|DOUBLE {} OR COLLECT?
gamble_lost|LOST
pot|{} {}
bet|BET {}
card_insert|INSERT CARD
card_charge|CARD {}: BUTTON 1
card_wait|CARD: PLEASE WAIT
card_first|CARD, OR COLLECT AGAIN
card_none|NO CARD IS IN
card_empty|THE CARD IS EMPTY
card_full|CREDITS ARE FULL
card_refused|CARD WAS REFUSED
called|STAFF WAS CALLED
menu_deposits|DEPOSITS
deposit_reserve|RESERVE {}
deposit_winnings|WINNINGS {}
deposits_none|CARDS: NO DEPOSITS
menu_steps|STEPS OF PLAYS
steps_of|PLAY {}: {} STEPS
step_play|{} AT {} WINS {}
step_pick|{} PICKS {} WINS {}
step_free|{} FREE {} WINS {}
step_gamble|{} GAMBLES {} WINS {}
step_keep|{} COLLECTS
name_reserve|CALL
name_accept|COIN
name_buzzer|BUZZER
"""
