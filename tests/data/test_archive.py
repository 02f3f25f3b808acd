"""Data archives: local folders, and a server whose answers break off, lie or are missing."""

import gzip
import io
import subprocess
import sys
import tarfile
import threading
import time
from contextlib import suppress
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote

import pytest

import optimeter as om
from optimeter.data import _download
from optimeter.data import archive as archives
from optimeter.exceptions import ArchiveError, UnknownNameError

pytestmark = pytest.mark.system


class Server(ThreadingHTTPServer):
    """Serves files from memory; `faults` are used up one by one, first come first served."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = {}
        self.faults = []
        self.requests = []
        self.url = f"http://127.0.0.1:{self.server_port}/data"

    def handle_error(self, request, client_address):
        """Clients that break off are part of the tests."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        server = self.server
        server.requests.append((self.path, self.headers.get("Range")))
        content = server.files.get(self.path.removeprefix("/data/"))
        if content is None:
            self.send_error(404)
            return
        listing = self.path.endswith(".txt")
        fault = server.faults.pop(0) if server.faults and not listing else None
        start = 0
        if (wanted := self.headers.get("Range")) and fault != "no ranges":
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
            if start >= len(content):
                self.send_error(416)
                return
        if fault == "error":
            self.send_error(503)
            return
        body = content[start:]
        if fault == "wrong bytes":
            body = bytes(len(body))
        if fault == "too long":
            body += bytes(1 << 20)
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if fault == "dribble":
            with suppress(ConnectionError):  # of a client that has gone
                for byte in body:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(0.01)
            return
        self.wfile.write(body[: len(body) // 2] if fault == "break off" else body)
        if fault == "break off":
            self.wfile.flush()
            self.close_connection = True
            self.connection.shutdown(1)


@pytest.fixture
def content(folder):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as file:
        file.add(folder.write(), "data")
    return gzip.compress(buffer.getvalue(), mtime=0) + b""


@pytest.fixture
def server(content):
    server = Server()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
    server.files["2031/myalg_doe.tgz"] = content
    server.files["2030/other_roe.tgz"] = b"something else"
    listing = ",\n".join(
        repr((path, sha256(data).hexdigest(), len(data) // 1000))
        for path, data in server.files.items()
    )
    server.files["coco_archive_definition.txt"] = f"[\n{listing}]".encode()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def remote(server):
    return archives.DataArchive(server.url)


def test_listing_and_searching(remote, server, said, refused):
    assert [entry.name for entry in remote.entries()] == ["myalg_doe", "other_roe"]
    assert [entry.path for entry in remote.search("MYALG")] == ["2031/myalg_doe.tgz"]
    assert [entry.path for entry in remote.search("203?/*roe*")] == ["2030/other_roe.tgz"]
    assert len(remote.search()) == 2
    assert remote.get("doe").name == "myalg_doe"
    assert remote.get("oe!").name == "myalg_doe"
    with refused(UnknownNameError, "2"):
        remote.get("oe")
    with refused(UnknownNameError, "'myalg_doe'"):
        remote.get("myalk_doe")
    assert len(server.requests) == 1  # one look at the listing serves all
    assert refused.messages == said


def test_fetching(remote, server, content, private_cache):
    path = remote.fetch("myalg_doe")
    assert path.read_bytes() == content
    assert private_cache in path.parents
    count = len(server.requests)
    assert remote.fetch("myalg_doe") == path
    assert len(server.requests) == count
    assert [p.name for p in remote.fetch_all()] == ["myalg_doe.tgz", "other_roe.tgz"]


@pytest.mark.parametrize("fault", ["break off", "error", "wrong bytes"])
def test_one_fault_is_overcome(remote, server, content, fault):
    server.faults = [fault]
    assert remote.fetch("myalg_doe").read_bytes() == content
    if fault == "break off":
        ranges = [header for path, header in server.requests if path.endswith("doe.tgz")]
        assert ranges == [None, f"bytes={len(content) // 2}-"]


def test_resume_when_the_server_knows_no_ranges(remote, server, content):
    server.faults = ["break off", "no ranges"]
    assert remote.fetch("myalg_doe").read_bytes() == content


def test_resume_in_a_later_attempt(remote, server, content, said, refused):
    server.faults = ["break off"] + ["error"] * 3
    with refused(ArchiveError, "myalg_doe"):
        remote.fetch("myalg_doe")
    server.requests.clear()
    assert remote.fetch("myalg_doe").read_bytes() == content
    assert server.requests == [("/data/2031/myalg_doe.tgz", f"bytes={len(content) // 2}-")]
    assert refused.messages == said


def test_left_over_part_of_another_file(remote, server, content):
    path = remote.local_path(remote.get("myalg_doe"))
    path.parent.mkdir(parents=True)
    path.with_name(path.name + ".part").write_bytes(b"x" * (len(content) + 5))
    assert remote.fetch("myalg_doe").read_bytes() == content


@pytest.mark.parametrize("fault", ["wrong bytes", "too long", "error"])
def test_lasting_faults(remote, server, fault, said, refused):
    server.faults = [fault] * 9
    with refused(ArchiveError, "myalg_doe"):
        remote.fetch("myalg_doe")
    assert refused.messages == said
    assert not remote.local_path(remote.get("myalg_doe")).exists()


def test_missing_file_is_asked_for_once(remote, server, said, refused):
    del server.files["2030/other_roe.tgz"]
    with refused(ArchiveError):
        remote.fetch("other_roe")
    assert sum(path.endswith("roe.tgz") for path, _ in server.requests) == 1
    assert refused.messages == said


def test_offline_with_what_is_there(remote, server, content, said, refused):
    path = remote.fetch("myalg_doe")
    server.shutdown()
    server.server_close()
    again = archives.DataArchive(server.url)
    assert again.fetch("myalg_doe") == path
    assert len(again.search()) == 2
    with refused(ArchiveError):
        again.fetch("other_roe")
    with refused(ArchiveError):
        again.entries(refresh=True)
    assert refused.messages == said


def test_listing_can_be_looked_up_again(remote, server):
    remote.entries()
    server.files["coco_archive_definition.txt"] = b"[('new.tgz', None)]"
    assert len(remote.entries()) == 2
    assert [entry.path for entry in remote.entries(refresh=True)] == ["new.tgz"]


def test_load_by_name(server, monkeypatch, said, refused):
    monkeypatch.setenv("OPTIMETER_ARCHIVE", server.url)
    assert om.load("archive:myalg").evaluations.tolist() == [200, 300]
    assert [entry.name for entry in om.archive.search("doe")] == ["myalg_doe"]
    with refused(UnknownNameError):
        om.load("archive:nothing-of-the-kind")
    assert refused.messages == said


def test_two_processes_fetch_the_same(server, content):
    script = (
        "from optimeter.data.archive import DataArchive\n"
        f"print(DataArchive({server.url!r}).fetch('myalg_doe').stat().st_size)"
    )
    tasks = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) for _ in range(3)
    ]
    assert [int(task.communicate()[0]) for task in tasks] == [len(content)] * 3


def test_who_waits_for_another_does_not_touch_its_file(tmp_path, content, monkeypatch):
    path = tmp_path / "data.tgz"

    def other_process_ends(_handle, *, wait):
        assert wait
        part = tmp_path / "data.tgz.part"  # which is open here already
        part.write_bytes(content)
        part.replace(path)

    monkeypatch.setattr(_download, "lock", other_process_ends)
    _download.download("http://nowhere", path, digest=None, limit=10, progress=lambda _: None)
    assert path.read_bytes() == content
    assert not (tmp_path / "data.tgz.part").exists()


def test_without_a_cache_folder(remote, monkeypatch, said, refused):
    monkeypatch.setenv("OPTIMETER_CACHE", "off")
    with refused(ArchiveError, "OPTIMETER_CACHE"):
        remote.fetch("myalg_doe")
    assert refused.messages == said


def test_progress_bar_goes_to_standard_error(remote, capfd):
    remote.fetch("myalg_doe", progress=True)
    assert capfd.readouterr().out == ""


def test_local_folder(tmp_path, content, said, refused):
    root = tmp_path / "archive"
    (root / "2031").mkdir(parents=True)
    (root / "2031" / "myalg.tgz").write_bytes(content)
    local = archives.create(root)
    assert local.fetch("myalg") == root / "2031" / "myalg.tgz"
    (root / "2031" / "myalg.tgz").write_bytes(content[:-1])
    with refused(ArchiveError):
        local.fetch("myalg")
    (root / "2031" / "myalg.tgz").unlink()
    with refused(ArchiveError):
        local.fetch("myalg")
    assert refused.messages == said


def test_listing_as_published(shared_data):
    local = archives.DataArchive(shared_data / "coco" / "bbob")
    assert len(local.entries()) == 267
    entry = local.get("DIRECT_posik_noiseless")
    assert entry.kilobytes == 2065
    assert local.fetch(entry).name == "DIRECT_posik_noiseless.tgz"  # its hash is the listed one


def test_wrong_listings(tmp_path, said, refused):
    for listing in [
        "",
        "nonsense",
        "[1, 2]",
        "[('a.tgz', 5)]",
        "[('../x.tgz', None)]",
        "[('/etc/x', None)]",
        "[__import__('os').abort()]",
        "[('C:/x.tgz', None)]",
        "(" * 5000,
    ]:
        (tmp_path / "coco_archive_definition.txt").write_text(listing)
        with refused(ArchiveError):
            archives.DataArchive(tmp_path).entries()
    ((call, told),) = refused.messages.items()
    without_reasons = {text.partition("size): ")[0]: None for text in told}  # which Python words
    assert {call: list(without_reasons)} == said


def test_no_archive_there(tmp_path, said, refused):
    with refused(ArchiveError):
        archives.DataArchive(tmp_path).entries()
    assert refused.messages == said


def test_importing_touches_no_network():
    script = (
        "import sys, optimeter\n"
        "optimeter.load, optimeter.archive\n"
        "assert not {'socket', 'urllib.request', 'polars', 'rich'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_server_that_dribbles_is_given_up(remote, server, monkeypatch, said, refused):
    remote.entries()
    monkeypatch.setattr(_download, "TOTAL_SECONDS", 0.3)
    monkeypatch.setattr(_download, "SLOWEST", 1e9)
    server.faults = ["dribble"] * 4
    with refused(ArchiveError):  # all would come, in the end
        remote.fetch("myalg_doe")
    assert refused.messages == said


def test_odd_names_are_fetched_under_these_names(server, content):
    odd = ["a b#c?.tgz", "50%25 é.tgz", "deep/er/x=1&y.tgz"]
    for path in odd:
        server.files[quote(path)] = content
    rows = [(path, sha256(content).hexdigest(), 1 + len(content) // 1000) for path in odd]
    server.files["coco_archive_definition.txt"] = repr(rows).encode()
    remote = archives.DataArchive(server.url)
    for path in odd:
        assert remote.fetch(path).read_bytes() == content
        assert remote.fetch(path).as_posix().endswith(path)


def test_what_is_no_name_is_refused(said, refused):
    for path in [
        "a\nb.tgz",
        "a\\b.tgz",
        "x.part",
        "folder/",
        "x\0.tgz",
        "n" * 300,
        archives.LISTING,
    ]:
        with refused(ArchiveError):
            archives.parse_listing(repr([(path, None, 1)]), "here")
    assert refused.messages == said


def test_no_empty_parts_are_left_over(remote, server):
    server.faults = ["wrong bytes"] * 9
    with pytest.raises(ArchiveError):
        remote.fetch("myalg_doe")
    path = remote.local_path(remote.get("myalg_doe"))
    assert list(path.parent.iterdir()) == []
    server.faults.clear()
    assert [one.name for one in remote.fetch("myalg_doe").parent.iterdir()] == ["myalg_doe.tgz"]
