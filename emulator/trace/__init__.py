# SPDX-License-Identifier: MIT
"""The trace: pins, buses and devices of a run as a Value Change Dump, for GTKWave and PulseView."""
