# SPDX-License-Identifier: MIT
"""The inside of a machine as values with names: what every part does, tells and can suffer."""
