# SPDX-License-Identifier: MIT
"""What the virtual machine holds besides the ROM: MicroPython source, never imported by the host."""
