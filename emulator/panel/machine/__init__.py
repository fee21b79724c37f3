# SPDX-License-Identifier: MIT
"""The front of a coin machine in a window, and its recalled plays as a picture."""
