# SPDX-License-Identifier: MIT
"""The parts of a cabinet, one a file, with real timing and real faults."""
