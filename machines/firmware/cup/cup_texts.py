# SPDX-License-Identifier: MIT
"""What the dice cup says, in the form of line_texts; 32 characters at most."""

TEXTS = """
ready|SHAKE THE CUP · BANK {}
shaking|SHAKING
more|SHAKE LONGER
sealed|NO MORE BETS: LIFT LID
thrown|SUM {}, COUNT ENDS AT {}
cover|COVER THE CUP
tilt_lid|LID LIFTED IN A SHAKE: KEY
tilt_body|CUP OPENED: KEY
tilt_memory|FAULT: MEMORY
tilt_program|FAULT: PROGRAM
tilt_watchdog|FAULT: RESTART. KEY
"""
