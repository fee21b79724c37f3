# SPDX-License-Identifier: MIT
"""
ccTalk peripherals, byte for byte: packets, the one-wire bus, a coin acceptor, hoppers and a note reader.

Source: ccTalk Generic Specification, issue 4.7 (Crane Payment Solutions, public domain); where makers differ
the choice is named in docs/cctalk.md.
"""
