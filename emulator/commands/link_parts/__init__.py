# SPDX-License-Identifier: MIT
"""The parts of azar link that are long: what is printed of a link's books, and how it is shown."""
