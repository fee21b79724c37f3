# SPDX-License-Identifier: MIT
"""The virtual ccTalk devices on a line of their own, for somebody else's host software."""
