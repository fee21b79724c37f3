# SPDX-License-Identifier: MIT
"""What the electronic wheel says, in the form of line_texts; 32 characters at most."""

TEXTS = """
ready_ball|LAUNCH THE BALL
ready_turn|TURN THE WHEEL
running|PLACE YOUR BETS
closed|NO MORE BETS
shown|NUMBER {}
null_ball|NULL BALL: LAUNCH AGAIN
null_turn|NULL TURN: TURN AGAIN
dome|CLOSE THE DOME
askew|WHEEL STANDS ASKEW
tilt_lid|DOME OPENED: KEY
tilt_body|WHEEL OPENED: KEY
tilt_askew|WHEEL PUSHED: KEY
tilt_ball|BALL LOST: KEY
tilt_turn|NO REST: KEY
tilt_launch|NO THROW SUCCEEDS: KEY
tilt_dark|SENSOR DARK: KEY
tilt_memory|FAULT: MEMORY
tilt_program|FAULT: PROGRAM
tilt_watchdog|FAULT: RESTART. KEY
"""
