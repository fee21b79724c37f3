# SPDX-License-Identifier: MIT
"""What a laboratory does with a machine."""
