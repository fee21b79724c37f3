# SPDX-License-Identifier: MIT
"""The visitor's money: purse, coins in the air, notes, tray."""
