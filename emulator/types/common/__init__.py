# SPDX-License-Identifier: MIT
"""What every type of machine has in the world: laws of its books, a witness, a recalled play."""
