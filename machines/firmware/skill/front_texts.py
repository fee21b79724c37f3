# SPDX-License-Identifier: MIT
"""What only a machine of type A says, in the form of line_texts."""

TEXTS = """
ready|GET READY
stop|STOP LIGHT {} OF {}
listen|WATCH: {} NOTES
repeat|REPEAT {} OF {}: {} S
missed|MISSED: ONCE MORE
points|{} POINTS
early|{} MS EARLY
late|{} MS LATE
on_mark|ON THE MARK
extra|PLAY AGAIN: PRESS START
tickets|TICKETS: {} LEFT
won_tickets|YOU WON {} TICKETS
test_tickets|TICKET TEST
tickets_go|TICKETS: PRESS START
tickets_come|TICKETS: {} OF {}
tickets_right|TICKETS: {} RIGHT
tickets_wrong|TICKETS {}/{} WRONG
menu_game|GAME
game_now|GAME {}
game_set|{}? START
game_busy|NO: CREDIT OR PLAY OWED
menu_price|PRICE
price_now|PRICE {}
price_set|PRICE {}? START
test_stop|TEST: PRESS START
test_light|TEST: LIGHT {}
test_off|{} MS, {} POINTS
test_tune|TEST: NOTE {}
test_heard|TEST: {} OF {}
test_right|TEST: RIGHT
test_wrong|TEST: WRONG
"""
