# SPDX-License-Identifier: MIT
"""The screen that hangs above linked machines: what their pots hold, and who won last."""
