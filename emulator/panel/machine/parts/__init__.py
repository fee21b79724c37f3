# SPDX-License-Identifier: MIT
"""What stands on the front of every machine, and what its parts are drawn from."""
