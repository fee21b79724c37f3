# SPDX-License-Identifier: MIT
"""The carrousel controller: pots that machines share, from the rules to the wire (docs/link.md)."""
