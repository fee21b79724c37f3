# SPDX-License-Identifier: MIT
"""What every window of the panel has: frames, input in its order, the pointer."""
