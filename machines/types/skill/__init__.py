# SPDX-License-Identifier: MIT
"""Type A: skill alone decides."""
