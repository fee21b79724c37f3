# SPDX-License-Identifier: MIT
"""The process of a kiosk that draws: its screen, its attendant, and what stands over every picture."""
