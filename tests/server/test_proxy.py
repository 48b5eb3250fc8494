"""The site behind nginx as docs/nginx.conf has it: TLS, sockets, addresses, and requests meant to confuse the pair."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import websockets
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from okey.rules.ruleset import PRESETS
from tests.server.process import ROOT, ServerProcess, free_port

pytestmark = pytest.mark.soak
"""nginx is no Python package: these run in `make soak`, and fail where it is not installed."""


class Site:
    """nginx on a port of its own in front of a server."""

    def __init__(self, folder: Path) -> None:
        self.port, self.plain = free_port(), free_port()
        self.origin = f"https://localhost:{self.port}"
        self.server = ServerProcess(folder / "data", "--origin", self.origin, "--strict")
        self.folder = folder
        self.tls = ssl.create_default_context(cafile=str(folder / "cert.pem"))

    def configuration(self) -> str:
        text = (ROOT / "docs/nginx.conf").read_text("utf-8")
        text = re.sub(r"/etc/letsencrypt/live/okey.example/fullchain.pem", str(self.folder / "cert.pem"), text)
        text = re.sub(r"/etc/letsencrypt/live/okey.example/privkey.pem", str(self.folder / "key.pem"), text)
        text = text.replace("https://okey.example", self.origin).replace("okey.example", "localhost")
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{self.server.port}")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.plain};")
        text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;")
        places = "".join(
            f"{kind}_temp_path {self.folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;\n" if os.geteuid() == 0 else ""
        log = f"error_log {self.folder / 'error.log'};\npid {self.folder / 'nginx.pid'};\ndaemon off;\n"
        return f"{user}{log}events {{}}\nhttp {{\naccess_log off;\n{places}{text}}}\n"


def certificate(folder: Path) -> None:
    """A certificate of localhost, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(secret)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert nginx is not None, "nginx is not installed"
    folder = tmp_path_factory.mktemp("proxy")
    certificate(folder)
    made = Site(folder)
    file = folder / "nginx.conf"
    file.write_text(made.configuration(), "utf-8")
    with made.server:
        process = subprocess.Popen([nginx, "-c", str(file), "-e", str(folder / "error.log")])
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", made.port)) == 0:
                        break
                assert process.poll() is None, (folder / "error.log").read_text()
                time.sleep(0.05)
            yield made
        finally:
            process.terminate()
            process.wait(20)


def test_a_browser_gets_the_page_its_headers_and_a_cookie_of_this_host_only(site: Site) -> None:
    with httpx.Client(verify=site.tls, base_url=site.origin) as client:
        answer = client.get("/api/me")
        assert answer.status_code == 200
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-okey=")
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
        assert client.get("/").headers["content-type"].startswith("text/html")
        assert client.get("/metrics").status_code == 404
        plain = httpx.get(f"http://localhost:{site.plain}/masa?x=1")
        assert (plain.status_code, plain.headers["location"]) == (301, f"{site.origin}/masa?x=1")


async def test_a_table_is_played_through_it_by_its_own_origin_only(site: Site) -> None:
    async with httpx.AsyncClient(verify=site.tls, base_url=site.origin) as client:
        await client.get("/api/me")
        token = client.cookies["__Host-okey"]
        body = {"rules": PRESETS["klasik"].text, "level": "kolay", "hints": False}
        table = (await client.post("/api/tables", json=body, headers={"origin": site.origin})).json()["table"]
        assert (await client.post("/api/tables", json=body, headers={"origin": "https://localhost"})).status_code == 403
    address = f"wss://localhost:{site.port}/ws"
    with_cookie = {"Cookie": f"__Host-okey={token}"}

    def upgrade(origin: str) -> websockets.connect:
        return websockets.connect(
            address,
            ssl=site.tls,
            origin=websockets.Origin(origin),
            subprotocols=[websockets.Subprotocol("okey.v1")],
            additional_headers=with_cookie,
        )

    async with upgrade(site.origin) as connection:
        await connection.send(f'{{"t":"hello","table":"{table}","after":null}}')
        assert '"t":"open"' in str(await connection.recv())
    with pytest.raises(websockets.InvalidStatus):
        async with upgrade(f"http://localhost:{site.server.port}"):
            pass


def test_the_limits_are_the_browsers_and_a_claimed_address_is_not_believed(site: Site) -> None:
    """300 guests a minute from one address: claiming others does not help."""
    with httpx.Client(verify=site.tls, base_url=site.origin) as client:
        codes = set()
        for number in range(320):
            client.cookies.clear()
            claimed = {"x-forwarded-for": f"9.9.{number // 250}.{number % 250}"}
            codes.add(client.get("/api/me", headers=claimed).status_code)
    assert codes == {200, 429}


@pytest.mark.parametrize(
    "request_text",
    [
        "POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{inner}",
        "POST /api/hand HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n{inner}",
        "POST /api/hand HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n{inner}",
        "POST /api/hand HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nContent-Length: 30\r\n\r\n{inner}",
        "POST /api/hand HTTP/1.1\r\nHost: {host}\r\nContent-Length: +0\r\n\r\n{inner}",
        "GET /api/me HTTP/1.1\r\nHost: {host}\r\nX: y\nTransfer-Encoding: chunked\r\n\r\n{inner}",
        "GET /api/me HTTP/1.1\r\nHost: {host}\r\nHost: other\r\n\r\n{inner}",
    ],
)
def test_no_request_is_smuggled_past_the_proxy(site: Site, request_text: str) -> None:
    """What nginx takes for a body never becomes a request of the site: `/metrics` is answered to nobody."""
    inner = f"GET /metrics HTTP/1.1\r\nHost: localhost:{site.server.port}\r\n\r\n"
    text = request_text.format(host=f"localhost:{site.port}", inner=inner)
    heard = b""
    with (
        socket.create_connection(("127.0.0.1", site.port), 20) as raw,
        site.tls.wrap_socket(raw, server_hostname="localhost") as line,
        contextlib.suppress(TimeoutError),
    ):
        line.sendall(text.encode())
        line.settimeout(3)
        while part := line.recv(65536):
            heard += part
    assert heard.startswith(b"HTTP/1.1 ")
    assert b"okey_" not in heard, heard
