# SPDX-License-Identifier: MIT
"""What only a machine of type B says, in the form of line_texts."""

TEXTS = """
hold|HOLD REELS OR PLAY
hold_more|HOLD ONE MORE REEL
holding|HELD: PRESS START
hold_refused|NOT THAT HOLD
hold_single|HOLD: SINGLE PLAY ONLY
gamble|DOUBLE {} OR COLLECT?
gamble_lost|LOST
raised|{}: {}
returned|GIVEN BACK: {}
prize_returned|PRIZE {}: {} BACK
reserve|MOVE RESERVE TO CREDITS
pay_meter|PAYING PRIZES: {} LEFT
pay_prize|PRIZE {}: {} LEFT
no_change_double|NO CHANGE FOR A DOUBLE
costs_double|A DOUBLE PLAY COSTS {}
no_hold|NO HOLD NOW
reserve_waits|RESERVE: ONLY AT 0 CREDITS
reserve_empty|RESERVE EMPTY
"""
