# SPDX-License-Identifier: MIT
"""Type B in the world: laws, audits, visits, sheets and recalled plays of a prize cycle."""
