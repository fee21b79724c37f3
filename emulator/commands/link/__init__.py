# SPDX-License-Identifier: MIT
"""azar link: the carrousel controller, which moves the pots that machines share."""

from __future__ import annotations

from emulator.commands.groups import group, verb
from emulator.commands.link.books import audit, change, status
from emulator.commands.link.demo import demo
from emulator.commands.link.key import key
from emulator.commands.link.serve import serve
from emulator.commands.link.wall import wall

EXAMPLE = "azar link demo --seconds 60"

link = group("Serve the pots that machines share, and audit their books.", EXAMPLE)
verb(link, "azar link serve --store carrusel.db --key carrusel.key")(serve)
verb(link, "azar link status --store carrusel.db")(status)
verb(link, "azar link audit --store carrusel.db")(audit)
verb(link, "azar link change --store carrusel.db --link larger.toml")(change)
verb(link, "azar link key --key carrusel.key --machine 3 --out machine3.key")(key)
verb(link, "azar link wall --connect 127.0.0.1:7710 --key display1.key")(wall)
verb(link, EXAMPLE)(demo)
