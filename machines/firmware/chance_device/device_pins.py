# SPDX-License-Identifier: MIT
"""What the boards of all devices that make a table's chance have alike: bus and addresses."""

I2C_BUS = 1
I2C_FREQ = 400_000
FRAM_ADDRESS = 0x50
MESSAGE_ADDRESS = 0x3C
