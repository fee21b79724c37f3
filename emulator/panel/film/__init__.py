# SPDX-License-Identifier: MIT
"""Pictures and films of a machine in its own time, without a screen."""
