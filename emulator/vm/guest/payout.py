# SPDX-License-Identifier: MIT
"""The native module payout: chance for the firmware, decided by the core on the host's side."""

from _board import payout_absorb as absorb
from _board import payout_check as check
from _board import payout_describe as describe
from _board import payout_step as step
from _board import payout_trial as trial
