# SPDX-License-Identifier: MIT
"""What only the front of a machine of type B has."""
