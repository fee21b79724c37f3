# SPDX-License-Identifier: MIT
"""Type A in the world: laws, audits, visits and recalled plays of skill."""
