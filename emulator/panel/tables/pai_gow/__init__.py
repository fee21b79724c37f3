# SPDX-License-Identifier: MIT
"""The Pai Gow table on the screen: felt, cards, chips, the cup with its dice, and the croupier's words."""
