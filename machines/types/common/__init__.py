# SPDX-License-Identifier: MIT
"""What every type of machine has: names, money, texts, meters, constants of its firmware."""
