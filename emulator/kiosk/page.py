# SPDX-License-Identifier: MIT
"""
The page of a kiosk: pots, meters and tilts for a browser; it reads and never writes.

    with Page("127.0.0.1:7780", (), news.told) as page:
        page.address                   # ("127.0.0.1", 7780)

GET and HEAD alone. On this computer's own address a request must name this computer, so that no page of
somebody else's, whose name leads here, can read it (DNS rebinding). Every text is escaped, nothing is loaded.
"""

from __future__ import annotations

import html
import http.server
import ipaddress
import json
import socket
import threading
from collections.abc import Callable, Iterable, Mapping

from emulator.support.closing import Closing
from machines.support.plain import Json, JsonView

_PATIENCE_S = 5.0
# How soon it notices that it is to end.
_LOOK_S = 0.1
_LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;margin:0 0 1.5em}td,th{padding:.2em 1em .2em 0;text-align:left;"
    "vertical-align:top;border-bottom:1px solid #ddd}.bad{color:#a00;font-weight:700}"
)


class Page(Closing):
    """
    A server of one page, and of the same as JSON under /status.json.

    Args:
        address: HOST:PORT; port 0 takes a free one.
        hosts: further names by which it may be asked.

    Raises:
        OSError: it cannot be served there.
    """

    def __init__(self, address: str, hosts: Iterable[str], told: Callable[[], Json]) -> None:
        host, _, port = address.rpartition(":")
        host = host.strip("[]")
        named = {name.lower() for name in hosts}
        allowed = {*named, *_LOCAL_NAMES} if _is_local(host) else None
        handler = type("_Handler", (_Handler,), {"told": staticmethod(told), "allowed": allowed})
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        server = type("_Server", (_Server,), {"address_family": family})
        self._server: http.server.ThreadingHTTPServer = server((host, int(port)), handler)
        threading.Thread(
            target=self._server.serve_forever, args=(_LOOK_S,), name="azar-page", daemon=True
        ).start()

    @property
    def address(self) -> tuple[str, int]:
        """Host and port."""
        host, port = self._server.server_address[:2]
        return str(host), int(port)

    def close(self) -> None:
        """Serve nobody any more."""
        self._server.shutdown()
        self._server.server_close()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


class _Handler(http.server.BaseHTTPRequestHandler):
    """Answers one request; whatever is no GET gets 501 from its base."""

    timeout = _PATIENCE_S
    server_version, sys_version = "azar", ""
    told: Callable[[], Json]
    allowed: set[str] | None

    def do_GET(self) -> None:
        """The page, or the same as JSON."""
        self._answer(body=True)

    def do_HEAD(self) -> None:
        """The same without its contents."""
        self._answer(body=False)

    def _answer(self, *, body: bool) -> None:
        if self.allowed is not None and _host_of(self.headers.get("Host", "")) not in self.allowed:
            self._send(421, "text/plain", b"this kiosk is asked by another name\n", body)
        elif self.path == "/":
            self._send(200, "text/html", page_of(self.told()).encode(), body)
        elif self.path == "/status.json":
            self._send(200, "application/json", json.dumps(self.told()).encode(), body)
        else:
            self._send(404, "text/plain", b"there are / and /status.json\n", body)

    def _send(self, status: int, kind: str, data: bytes, body: bool) -> None:
        self.send_response(status)
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if body:
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a request is no event of a kiosk."""


def page_of(told: JsonView) -> str:
    """The page of this state, all its texts escaped."""
    machines = told.get("machines") or []
    rows = [(key.replace("_", " "), told[key]) for key in told if key != "machines"]
    parts = [_table(rows, bad={"trouble", "last loss"})]
    for one in machines:
        name = f"{one.get('title', one.get('name'))} {one.get('serial', '')}"
        parts.append(f"<h2>{_text(name)}</h2>")
        plain = [(key, one[key]) for key in one if not isinstance(one[key], dict | list)]
        parts.append(_table(plain, bad={"tilt"}))
        for key in ("pots_cents", "meters"):
            if one.get(key):
                parts.append(f"<h3>{_text(key.replace('_', ' '))}</h3>{_table(_pairs(one[key]))}")
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><meta http-equiv=refresh content=10>"
        f"<title>azar kiosk</title><style>{_STYLE}</style><h1>azar kiosk</h1>{''.join(parts)}</html>\n"
    )


def _pairs(value: object) -> list[tuple[str, object]]:
    if isinstance(value, Mapping):
        return [(str(key).replace("_", " "), one) for key, one in value.items()]
    return [(str(number), one) for number, one in enumerate(value, 1)] if isinstance(value, list) else []


def _table(rows: Iterable[tuple[str, object]], bad: Iterable[str] = ()) -> str:
    shown = []
    for name, value in rows:
        mark = ' class="bad"' if name in bad and value else ""
        shown.append(f"<tr><th>{_text(name)}</th><td{mark}>{_text('' if value is None else value)}</td></tr>")
    return f"<table>{''.join(shown)}</table>"


def _text(value: object) -> str:
    return html.escape(str(value), quote=True)


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _host_of(header: str) -> str:
    """The name in a Host header, without its port."""
    name, colon, port = header.strip().lower().rpartition(":")
    return name if colon and port.isdecimal() else header.strip().lower()
