# SPDX-License-Identifier: MIT
"""A hall of linked machines with people in front of them."""
