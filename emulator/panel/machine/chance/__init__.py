# SPDX-License-Identifier: MIT
"""What only the front of a machine of type C has."""
