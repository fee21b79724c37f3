# SPDX-License-Identifier: MIT
"""Tables of a casino and their devices."""
