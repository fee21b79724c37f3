# SPDX-License-Identifier: MIT
"""What every table is made of: cloth, chips, cards, dice, wheels and shoes, placed by data."""
