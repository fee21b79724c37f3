# SPDX-License-Identifier: MIT
"""The types of machines of the law, one a folder, and what they share."""
