# SPDX-License-Identifier: MIT
"""Where the values of an outcome lie; tests/support/outcome_files.py writes it from cext/outcome.py."""

KIND_AT = 0
REELS_AT = 1
PHASE_AT = 2
FLAGS_AT = 3
STEP_CENTS_AT = 4
WOBBLE_AT = 8
POTS_HIT_AT = 14
ROW_AT = 15
WON_CENTS_AT = 16
FREE_LEFT_AT = 20
FREE_GIVEN_AT = 22
STOPS_AT = 24
PICKS_LEFT_AT = 30
POT_CENTS_AT = 32
