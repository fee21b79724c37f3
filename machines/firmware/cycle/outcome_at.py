# SPDX-License-Identifier: MIT
"""Where the values of an outcome lie; tests/support/outcome_files.py writes it from cext/outcome.py."""

ENTRIES_AT = 0
REELS_AT = 1
PHASE_AT = 2
ANSWER_AT = 3
HOLD_OFFER_AT = 4
WOBBLE_AT = 8
PRIZE_CLASS_AT = 0
PLANNED_AT = 1
RETURNED_AT = 2
PRIZE_CENTS_AT = 4
STOPS_AT = 8
ENTRY_AT = 16
ENTRY_SIZE = 16
