# SPDX-License-Identifier: MIT
"""
The makers whose names are registered for header 246: strict hosts take no device of anybody else.

Source: ccTalk Generic Specification 4.7, part 3, the table of manufacturer names; three letters are its
short form.
"""

from __future__ import annotations

from collections.abc import Mapping

MAKERS: Mapping[str, str] = {
    "AZK": "Azkoyen",
    "JOF": "Jofemar",
    "ECP": "Encopim",
    "IL": "Industrias Lorenzo",
    "ALB": "Alberici",
    "CMG": "Comestero",
    "MCI": "Money Controls",
    "CPS": "Crane Payment Solutions",
    "NRI": "NRI",
    "MEI": "MEI",
    "MSC": "Microsystem Controls",
    "SEL": "Starpoint",
    "WHM": "WH Münzprüfer",
    "ITL": "Innovative Technology",
    "JCM": "JCM",
}

# The names that our devices give unless told otherwise: makers of such a device.
ACCEPTOR_MAKER, HOPPER_MAKER, READER_MAKER = "AZK", "MCI", "ITL"
