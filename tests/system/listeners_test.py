#!/usr/bin/python3
"""Where the API listens: the Unix socket, the PROXY protocol, headers of proxies, and networks without a login."""

import contextlib
import json
import os
import shutil
import socket
import ssl
import stat
import struct
import subprocess
import unittest

import harness
from harness import Daemon, main, scratch
from listener_fixture import Listeners

BINARY_START = b"\r\n\r\n\0\r\nQUIT\n"


class UnixSocket(Listeners):
    def test_the_api_is_served_at_a_socket(self):
        path = os.path.join(self.folder, "api.sock")
        self.begin(f"api: {{unix_socket: {path}, unix_socket_mode: 600}}\n")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        done = subprocess.run(["curl", "-sS", "--unix-socket", path, "http://localhost/v1"], capture_output=True,
                              text=True, timeout=20, check=True)
        self.assertEqual(json.loads(done.stdout)["nodes"][0]["href"], "http://localhost/v1/nodes/")
        with socket.socket(socket.AF_UNIX) as one:
            one.connect(path)
            for _ in range(3):
                self.assertEqual(self.ask(one)[0], 200)
        self.assertEqual(self.one._terminate(30), 0)
        self.assertFalse(os.path.exists(path))

    def test_a_file_in_the_way_stays(self):
        path = os.path.join(self.folder, "api.sock")
        with open(path, "w", encoding="utf-8") as file:
            file.write("precious")
        self.one = Daemon(os.path.join(self.folder, "one"), settings=f"api: {{unix_socket: {path}}}\n")
        self.one.start(ready=False)
        self.assertNotEqual(self.one.process.wait(30), 0)
        self.assertIn("not a socket", self.one.log())
        self.assertEqual(harness.read(path), "precious")


class Proxies(Listeners):
    def plain(self, begin=b""):
        out = socket.create_connection(self.place, timeout=10)
        self.addCleanup(out.close)
        out.sendall(begin)
        return out

    def assert_closed(self, stream):
        """The service closes without an answer; bytes that it has not read may reset the connection."""
        with stream, contextlib.suppress(ConnectionResetError):
            self.assertEqual(stream.recv(100), b"")

    def href(self, stream, **headers):
        return self.ask(stream, "/v1", **headers)[2]["nodes"][0]["href"]

    def test_the_proxy_header_comes_before_http(self):
        self.begin("health_listen: 127.0.0.1:0\napi: {proxy_protocol: true, trusted_proxies: [127.0.0.1]}\n")
        binary = BINARY_START + b"\x21\x11" + struct.pack("!H", 12) + socket.inet_aton("192.0.2.7") \
            + socket.inet_aton("127.0.0.1") + struct.pack("!HH", 4711, 6385)
        for begin in (b"PROXY TCP4 192.0.2.7 127.0.0.1 4711 6385\r\n", binary, b"PROXY UNKNOWN\r\n",
                      BINARY_START + b"\x20\x00\x00\x00"):
            with self.plain(begin) as one:
                self.assertEqual(self.ask(one)[0], 200, begin)
                self.assertEqual(self.ask(one)[0], 200, "a header begins the connection, not each request")
        for begin in (b"GET /v1 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"PROXY TCP4 here there 1 2\r\n"):
            self.assert_closed(self.plain(begin))
        self.assertEqual(self.metric("ironbus_http_proxy_headers_refused_total"), 2)

    def test_the_proxy_header_comes_before_tls(self):
        self.begin(f"api: {{ssl_cert_file: {self.cert}, ssl_key_file: {self.key}, proxy_protocol: true, "
                   "trusted_proxies: [127.0.0.1]}\n")
        context = ssl.create_default_context(cafile=self.cert)
        plain = self.plain(b"PROXY TCP6 2001:db8::7 2001:db8::1 4711 6385\r\n")
        with context.wrap_socket(plain, server_hostname="localhost") as one:
            self.assertEqual(self.ask(one)[0], 200)

    def test_other_peers_may_not_send_a_proxy_header(self):
        self.begin("api: {proxy_protocol: true, trusted_proxies: [192.0.2.0/24]}\n")
        self.assert_closed(self.plain(b"PROXY TCP4 192.0.2.7 127.0.0.1 4711 6385\r\n"))

    def test_links_follow_a_trusted_proxy_only(self):
        named = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "localhost:8443", "X-Forwarded-Prefix": "/metal"}
        standard = {"Forwarded": "for=192.0.2.7;proto=https;host=\"localhost:8443\""}
        self.begin("api: {enable_proxy_headers_parsing: true, trusted_proxies: [127.0.0.1]}\n")
        self.assertEqual(self.href(self.plain(), **named), "https://localhost:8443/metal/v1/nodes/")
        self.assertEqual(self.href(self.plain(), **standard), "https://localhost:8443/v1/nodes/")
        self.one._terminate(30)
        self.begin("api: {enable_proxy_headers_parsing: true, trusted_proxies: [192.0.2.1]}\n")
        for headers in (named, standard):
            self.assertEqual(self.href(self.plain(), **headers), "http://localhost/v1/nodes/")


class OpenAccess(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def test_a_network_without_a_login_needs_the_option(self):
        one = Daemon(self.folder, listen="0.0.0.0:0")
        one.start(ready=False)
        self.assertEqual(one.process.wait(30), 1)
        self.assertIn("api.noauth_on_network: true", one.log())
        one.start(**harness.OPEN_NETWORK)
        self.addCleanup(one._terminate, 30)
        self.assertIn("every client that can reach the API may use it", one.log())


if __name__ == "__main__":
    main()
