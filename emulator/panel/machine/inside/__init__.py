# SPDX-License-Identifier: MIT
"""The inside of a machine: behind its open door, and as a technical drawing with every value live."""
