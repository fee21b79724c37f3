# SPDX-License-Identifier: MIT
"""What holds a key or a password: made for its owner, refused where others may read it, never printed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from emulator.cabinet import Cabinet
from emulator.lab import campaign_checkpoint
from emulator.link.address import passwords, read_address, shown, without_passwords
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.errors import LinkError, LinkStoreError
from emulator.link.rules import load_definition
from emulator.records import storage
from emulator.records.session import Wanted, open_session
from machines.rom.seal import make_key, read_private, read_public
from machines.support.private import HAS_MODES, ExposedError, create, for_its_owner, require_private

pytestmark = pytest.mark.skipif(not HAS_MODES, reason="Windows has no modes: the user's folder protects")

ADDRESSES = [
    "postgresql://azar:hush@db.example/links",
    "postgres://azar:hush@/links?host=/run/postgresql",
    "postgresql://db.example/links?user=azar&password=hush",
    "postgresql://db.example/links?sslpassword=hush&user=azar",
    "postgresql://azar:hu%73h@db.example/links",
    "postgresql://azar:h@u:s/hush@db.example:port/links",
]


@pytest.fixture(autouse=True)
def open_umask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name: tmp_path / "data")
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_is_made_for_its_owner_and_never_twice(tmp_path: Path) -> None:
    create(tmp_path / "k", b"key")
    assert mode(tmp_path / "k") == 0o600
    with pytest.raises(FileExistsError):
        create(tmp_path / "k", b"other")
    assert (tmp_path / "k").read_bytes() == b"key"


@pytest.mark.parametrize("wrong", [0o644, 0o660, 0o606, 0o610, 0o666, 0o777])
def test_a_file_of_others_is_refused_with_the_command_that_mends_it(wrong: int, tmp_path: Path) -> None:
    path = tmp_path / "a key"
    path.write_text("key")
    path.chmod(wrong)
    for flags in (None, os.O_WRONLY | os.O_TRUNC, os.O_RDONLY):
        with pytest.raises(ExposedError) as caught:
            require_private(path) if flags is None else for_its_owner(str(path), flags)
        assert f"{path}: holds what nobody else may know" in str(caught.value)
    assert path.read_text() == "key", "it was not emptied before it was refused"
    subprocess.run(caught.value.hint, shell=True, check=True)
    require_private(path)


def test_a_machine_of_record_is_not_opened_from_a_file_of_others(tmp_path: Path) -> None:
    path = tmp_path / "m.nvram"
    with open_session(Wanted(nvram=path)):
        pass
    assert mode(path) == 0o600
    path.chmod(0o644)
    before = path.read_bytes()
    with pytest.raises(ExposedError), open_session(Wanted(nvram=path)):
        pass
    assert path.read_bytes() == before
    path.chmod(0o600)
    with open_session(Wanted(nvram=path)):
        pass


def test_a_test_machine_has_no_secret_but_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "t.nvram"
    with storage.open_machine("cierzo", seed="00", nvram=path) as machine:
        cabinet = Cabinet("cierzo", seed="00")
        machine.save(cabinet.nvram, cabinet.physical())
    assert mode(path) == 0o600
    path.chmod(0o644)
    storage.open_machine("cierzo", seed="00", nvram=path).close()


def test_a_checkpoint_is_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    campaign_checkpoint.save(path, campaign_checkpoint.Checkpoint({"key": "00" * 32}, {}, 1))
    assert mode(path) == 0o600
    path.chmod(0o640)
    with pytest.raises(ExposedError, match="0640"):
        campaign_checkpoint.load(path)


def test_a_private_key_of_others_signs_nothing(tmp_path: Path) -> None:
    make_key(tmp_path / "k")
    assert (mode(tmp_path / "k"), mode(tmp_path / "k.pub")) == (0o600, 0o644)
    (tmp_path / "k").chmod(0o640)
    with pytest.raises(ExposedError):
        read_private(tmp_path / "k")
    assert len(read_public(tmp_path / "k.pub")) == 32, "the public half is everybody's"


def new_link(path: Path) -> None:
    store = open_store(str(path), durable=False)
    Controller.create(store, load_definition("carrusel"), bytes(32))
    store.load()
    # While it is open its write-ahead log and index lie beside it.
    for name in ("link.db", "link.db-wal", "link.db-shm"):
        assert mode(path.with_name(name)) == 0o600, name
    store.close()


@pytest.mark.parametrize("name", ["link.db", "link.db-wal", "link.db-shm"])
def test_the_database_of_a_link_is_its_owners(name: str, tmp_path: Path) -> None:
    path = tmp_path / "link.db"
    new_link(path)
    (tmp_path / name).touch(mode=0o600)
    (tmp_path / name).chmod(0o644)
    for reading in (False, True):
        with pytest.raises(ExposedError, match=name):
            open_store(str(path), reading=reading)
    (tmp_path / name).chmod(0o600)
    open_store(str(path), reading=True).close()


def test_keys_of_a_link_go_into_files_of_their_own(tmp_path: Path, azar: Any) -> None:
    key, machine = tmp_path / "link.key", tmp_path / "machine.key"
    create(key, bytes(range(32)).hex().encode())
    status, out, err = azar(f"link key --key {key} --machine 3 --out {machine}")
    assert (status, out) == (0, "") and str(machine) in err
    assert mode(machine) == 0o600
    assert azar(f"link key --key {key} --machine 3")[1] == machine.read_text()
    status, _, err = azar(f"link key --key {key} --machine 4 --out {machine}")
    assert status == 1 and "File exists" in err
    key.chmod(0o644)
    status, _, err = azar(f"link key --key {key} --machine 3")
    assert status == 1 and f"hint: chmod 600 {key}" in err
    machine.chmod(0o604)
    line = f"play bochorno --headless --seed 00 --link 127.0.0.1:9 --link-key {machine}"
    status, _, err = azar(line)
    assert status == 1 and f"hint: chmod 600 {machine}" in err


def test_a_certificate_with_its_private_key_is_its_owners(tmp_path: Path, azar: Any) -> None:
    cert = tmp_path / "cert.pem"
    cert.write_text("-----BEGIN PRIVATE KEY-----")
    cert.chmod(0o644)
    files = f"--store {tmp_path}/link.db --key {tmp_path}/link.key"
    status, _, err = azar(f"link serve {files} --cert {cert} --port 0 --seconds 1")
    assert status == 1 and f"hint: chmod 600 {cert}" in err


# --- passwords --------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_is_shown_with_its_password(address: str) -> None:
    assert "hush" not in shown(address) and "hu%73h" not in shown(address)
    assert "***" in shown(address) and shown(shown(address)) == shown(address)
    assert any("hush" in password for password in passwords(address))
    said = f'could not connect to "{address}": password hush is wrong'
    assert "hush" not in without_passwords(said, address).replace("password hush is wrong", "")


@pytest.mark.parametrize(
    "address", ["carrusel.db", "a:b@c.db", "postgresql:///azar?host=/run/postgresql", "postgresql://u@h:5/d"]
)
def test_what_holds_no_password_is_shown_as_it_is(address: str) -> None:
    assert shown(address) == address and not passwords(address)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("action", ["serve", "status", "audit", "change"])
def test_no_password_is_taken_from_the_command_line(
    action: str, address: str, azar: Any, tmp_path: Path
) -> None:
    key = f"--key {tmp_path}/k" if action == "serve" else ""
    status, out, err = azar(f"link {action} --store '{address}' {key}")
    assert status == 2 and "--store must hold no password" in err
    assert "--store-file" in err and ".pgpass" in err
    assert "hush" not in out + err and "hu%73h" not in out + err


def test_an_address_with_its_password_comes_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "address"
    create(path, ADDRESSES[0].encode() + b"\n")
    assert read_address(path) == ADDRESSES[0]
    path.chmod(0o640)
    with pytest.raises(ExposedError):
        read_address(path)
    for text in ("", "\n", "one\ntwo\n", "\nlate\n"):
        path.write_text(text)
        path.chmod(0o600)
        with pytest.raises(LinkError, match="must hold one line"):
            read_address(path)
    with pytest.raises(LinkError, match="No such file"):
        read_address(tmp_path / "nowhere")


def test_a_link_is_served_from_an_address_in_a_file(tmp_path: Path, azar: Any) -> None:
    new_link(tmp_path / "link.db")
    create(tmp_path / "address", f"{tmp_path}/link.db\n".encode())
    status, out, _ = azar(f"link audit --store-file {tmp_path}/address")
    assert status == 0 and "every pot, award and meter follows" in out
    for pair in ("", f"--store a.db --store-file {tmp_path}/address"):
        status, _, err = azar(f"link audit {pair}")
        assert status == 2 and "--store" in err


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_error_of_the_database_tells_a_password(address: str) -> None:
    psycopg = pytest.importorskip("psycopg")
    assert psycopg
    here = address.replace("db.example", "127.0.0.1:9").replace(":9:port", ":port").replace("/run/", "/no/")
    with pytest.raises(LinkStoreError) as caught:
        open_store(here)
    assert "hush" not in str(caught.value) and caught.value.__cause__ is None


def test_the_child_processes_of_a_controller_see_no_password(tmp_path: Path) -> None:
    """What anybody reads in /proc is the command line: it names a file."""
    new_link(tmp_path / "link.db")
    create(tmp_path / "address", f"{tmp_path}/link.db\n".encode())
    files = ["--store-file", str(tmp_path / "address"), "--key", str(tmp_path / "k"), "--port", "0"]
    command = [sys.executable, "-m", "emulator.cli", "link", "serve", *files]
    with subprocess.Popen([*command, "--seconds", "30"], stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        lines: list[Any] = [child.stderr.readline(), child.stderr.readline()]
        assert "serving" in "".join(lines)
        child.terminate()
        child.wait(10)


READERS: list[Callable[[Path], object]] = [read_private, read_address, require_private]


@pytest.mark.parametrize("reader", READERS)
def test_a_link_to_a_file_is_judged_by_the_file(reader: Callable[[Path], object], tmp_path: Path) -> None:
    make_key(tmp_path / "k")
    if reader is read_address:
        (tmp_path / "k").write_text("carrusel.db\n")
    (tmp_path / "link").symlink_to(tmp_path / "k")
    reader(tmp_path / "link")
    (tmp_path / "k").chmod(0o644)
    with pytest.raises(ExposedError):
        reader(tmp_path / "link")
