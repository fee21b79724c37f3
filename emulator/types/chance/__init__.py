# SPDX-License-Identifier: MIT
"""Type C in the world: laws, audits, visits, sheets and recalled plays of pure chance."""
