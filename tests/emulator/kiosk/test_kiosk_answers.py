# SPDX-License-Identifier: MIT
"""What a kiosk tells: at its socket to its own user, on its page to a browser, and nothing can be written."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from emulator.kiosk.answer import Answering, StatusError, ask
from emulator.kiosk.news import News
from emulator.kiosk.page import Page, page_of

MACHINE = {
    "name": "cierzo", "title": "<b>Cierzo</b>", "serial": 1, "state": "tilt", "tilt": "hopper_10",
    "credits": "0,20", "plays": 7, "pots_cents": [1200], "meters": {"book_plays": 7}, "hoppers": {"10": 300},
}  # fmt: skip


@pytest.fixture
def news(tmp_path: Path) -> News:
    found = News(tmp_path)
    found.began(1)
    found.shown({"beat": True, "fps": 59.9, "machines": [MACHINE], "trouble": None})
    found.shown({"beat": True, "fps": 20.0})
    return found


def test_what_was_told_once_stays_told(news: News) -> None:
    told = news.told()
    assert told["state"] == "playing" and told["frames_a_second"] == 20.0 and told["machines"] == [MACHINE]
    news.shown({"beat": True, "trouble": "full"})
    assert news.told()["state"] == "attendant"
    news.lost("it crashed")
    assert news.told()["state"] == "starting" and news.told()["last_loss"] == "it crashed"
    assert set(news.health()) > {"uptime_s", "memory_mb", "disk_free_mb", "p99_ms"}


@pytest.mark.parametrize("depth", [1, 12])
def test_the_socket_answers_its_own_user(tmp_path: Path, news: News, depth: int) -> None:
    path = tmp_path.joinpath(*["a_folder_with_a_long_name"] * depth) / "kiosk.sock"
    path.parent.mkdir(parents=True)
    with Answering(path, news.told):
        assert path.stat().st_mode & 0o777 == 0o600
        told = ask(path)
        assert told["machines"] == [MACHINE] and told.keys() == news.told().keys()
    with pytest.raises(StatusError, match="no kiosk answers"):
        ask(path)


@pytest.fixture
def page(news: News) -> Iterator[Page]:
    with Page("127.0.0.1:0", ("hall.example",), news.told) as found:
        yield found


def asked(page: Page, method: str = "GET", path: str = "/", host: str | None = None) -> tuple[int, str]:
    connection = http.client.HTTPConnection(*page.address, timeout=5)
    headers: dict[str, Any] = {} if host is None else {"Host": host}
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_the_page_shows_pots_meters_and_tilts_and_escapes_all(page: Page) -> None:
    status, text = asked(page)
    assert status == 200
    assert "hopper_10" in text and "1200" in text and "book plays" in text
    assert "&lt;b&gt;Cierzo" in text and "<b>Cierzo" not in text
    assert json.loads(asked(page, path="/status.json")[1])["machines"] == [MACHINE]
    assert asked(page, path="/machines")[0] == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_nothing_can_be_written(page: Page, method: str) -> None:
    assert asked(page, method)[0] == 501


def test_a_head_has_no_body(page: Page) -> None:
    assert asked(page, "HEAD") == (200, "")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("evil.example", 421), ("127.0.0.1.evil.example:80", 421), ("", 421), ("localhost", 200),
        ("LOCALHOST:1", 200),
        ("127.0.0.1:7780", 200), ("[::1]:9", 200), ("hall.example", 200), ("hall.example:80", 200),
    ],
)  # fmt: skip
def test_only_who_names_this_computer_is_answered(page: Page, host: str, status: int) -> None:
    assert asked(page, host=host)[0] == status


def test_a_page_is_whole_without_any_machine() -> None:
    assert page_of({"state": "starting"}).startswith("<!doctype html>")


def test_many_ask_at_once(page: Page) -> None:
    found: list[int] = []
    threads = [threading.Thread(target=lambda: found.append(asked(page)[0])) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [200] * 5
