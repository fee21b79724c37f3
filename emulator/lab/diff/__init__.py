# SPDX-License-Identifier: MIT
"""
What changed between two versions of a machine: ``compare("cierzo", "cierzo_2.rom")``.

Which rows a change touches is data: ``changes.toml``, and the ``enforced_by`` entries of the rule profile.
"""

from emulator.lab.diff.difference import SAID, Change, Difference, Proposal, compare, difference

__all__ = ["SAID", "Change", "Difference", "Proposal", "compare", "difference"]
