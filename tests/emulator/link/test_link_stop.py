# SPDX-License-Identifier: MIT
"""A controller that stops closes every socket: machines may talk, be silent or not answer."""

from __future__ import annotations

import gc
import socket
import ssl
import warnings
from pathlib import Path

import pytest
from link_certificate import certificate
from link_rig import SEED, carrusel
from soon import soon

from emulator.hall.demo import served
from emulator.link.controller import Controller
from emulator.link.databases import open_store

KINDS = ("plain", "silent", "tls", "greeting", "kept")


@pytest.mark.parametrize("kind", soon(KINDS, "plain", "tls"))
def test_a_controller_that_stops_leaves_no_socket_open(kind: str, tmp_path: Path) -> None:
    where = str(tmp_path / "link.db")
    Controller.create(open_store(where), carrusel(), SEED).close()
    certificate(tmp_path)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    trusts = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
    gc.collect()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for _ in range(1 if kind == "kept" else 4):
            over_tls = None if kind in ("plain", "silent") else tls
            with served(lambda: open_store(where), bytes(32), tls=over_tls) as port:
                machine = socket.create_connection(("127.0.0.1", port))
                if kind in ("tls", "kept"):
                    machine = trusts.wrap_socket(machine, server_hostname="127.0.0.1")
                elif kind != "silent":
                    machine.send(b"\x16")
                if kind != "kept":
                    machine.close()
            machine.close()
        gc.collect()
    assert [str(warning.message) for warning in told] == []
