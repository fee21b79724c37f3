# SPDX-License-Identifier: MIT
"""The four cabinets that machines are built into, one kind a file: body, deck, lights."""
