# SPDX-License-Identifier: MIT
"""The hall on a screen: the room with everything that stands in it, its desk, and visits to machines."""
