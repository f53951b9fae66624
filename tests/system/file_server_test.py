#!/usr/bin/python3
"""Files over HTTP: checked with curl, and with many slow clients at once."""

import hashlib
import http.client
import json
import os
import random
import re
import shutil
import socket
import subprocess
import threading
import time
import unittest
import urllib.parse

from harness import Daemon, main, make_certificate, scratch

MIB = 2**20
DISC = "/v1/boot/discs/disc.iso"
CHANGED = 784111777  # Sun, 06 Nov 1994 08:49:37 GMT
SLOW_CLIENTS = 200


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        os.makedirs(self.path("http/discs"))
        self.disc = random.Random(1).randbytes(3 * MIB + 17)
        self.write("http/discs/disc.iso", self.disc)
        self.write("secret", b"geheim")

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)
        os.utime(self.path(name), (CHANGED, CHANGED))

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def start(self, api=""):
        settings = f"pxe: {{http_root: {self.path('http')}}}\napi:\n  max_event_clients: 10\n{api}"
        self.one = Daemon(self.path("one"), settings=settings).start()
        self.addCleanup(self.one.stop)
        at = urllib.parse.urlsplit(self.one.api.url)
        self.place = (at.hostname, at.port)

    def curl(self, *arguments, path=DISC, scheme="http", code=0):
        """Returns the standard output of curl."""
        url = f"{scheme}://localhost:{self.place[1]}{path}"
        done = subprocess.run(["curl", "-sS", "--path-as-is", *arguments, url], timeout=60,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def head(self, *arguments, **how):
        """Returns the status and the headers, with names in lower case."""
        lines = self.curl("-I", *arguments, **how).decode().splitlines()
        return int(lines[0].split()[1]), {name.lower(): value for name, value in
                                          (line.split(": ", 1) for line in lines[1:] if line)}

    def status(self, *arguments, **how):
        return self.curl("-o", "/dev/null", "-w", "%{http_code}", *arguments, **how).decode()

    def metric(self, name):
        text = self.one.api.get("/metrics").body.decode()
        return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE))


class Curl(Files):
    def test_ranges(self):
        self.start()
        size = len(self.disc)
        for text, expected in (("0-499", self.disc[:500]), ("500-999", self.disc[500:1000]),
                               ("-500", self.disc[-500:]), (f"{size - 3}-", self.disc[-3:]),
                               (f"0-{10 * size}", self.disc), (f"-{10 * size}", self.disc)):
            self.assertTrue(self.curl("-r", text) == expected, text)
            self.assertEqual(self.status("-r", text), "206", text)
        self.assertTrue(self.curl("-r", "0-1,4-5") == self.disc, "several ranges: the whole")
        self.assertEqual(self.status("-r", f"{size}-"), "416")

    def test_an_interrupted_download_is_resumed(self):
        self.start()
        self.write("part", self.disc[:MIB])
        self.curl("-C", "-", "-o", self.path("part"))
        self.assertTrue(self.read("part") == self.disc)
        self.curl("-C", "-", "-o", self.path("part"))  # The file is complete, so the status is 416.
        self.assertTrue(self.read("part") == self.disc)
        self.assertTrue(self.curl("-C", "1000000") == self.disc[1000000:])

    def test_head(self):
        self.start()
        before = self.metric("ironbus_http_file_bytes_total")
        status, headers = self.head()
        self.assertEqual(status, 200)
        self.assertEqual(headers["content-length"], str(len(self.disc)))
        self.assertEqual(headers["accept-ranges"], "bytes")
        self.assertEqual(headers["last-modified"], "Sun, 06 Nov 1994 08:49:37 GMT")
        self.assertEqual(self.metric("ironbus_http_file_bytes_total"), before)

    def test_a_cached_file_is_not_sent_again(self):
        self.start()
        self.write("copy", self.disc)
        self.assertEqual(self.status("-z", self.path("copy")), "304")
        self.assertEqual(self.status("-z", "Sat, 05 Nov 1994 08:49:37 GMT"), "200")
        self.assertEqual(self.status("-H", "If-Unmodified-Since: Sat, 05 Nov 1994 08:49:37 GMT"), "412")
        tag = self.path("tag")
        self.curl("--etag-save", tag)
        self.assertEqual(self.status("--etag-compare", tag), "304")
        os.replace(self.path("copy"), self.path("http/discs/disc.iso"))  # The same bytes in another file.
        self.assertEqual(self.status("--etag-compare", tag), "200")

    def test_a_slow_client_receives_the_whole_file(self):
        self.start()
        self.assertTrue(self.curl("--limit-rate", "2M") == self.disc)

    def test_tls(self):
        cert, key = make_certificate(self.folder, "one", "first")
        self.start(f"  ssl_cert_file: {cert}\n  ssl_key_file: {key}\n")
        trusting = {"scheme": "https"}
        self.assertTrue(self.curl("--cacert", cert, **trusting) == self.disc)
        self.assertTrue(self.curl("--cacert", cert, "-r", "1000000-2999999", **trusting)
                        == self.disc[1000000:3000000])
        self.assertEqual(self.head("--cacert", cert, **trusting)[1]["content-length"], str(len(self.disc)))

    def put_together(self):
        """Composes a file of 40 parts of two others and of its own bytes. Returns the whole content."""
        self.write("http/discs/part-1", self.disc[:MIB])
        self.write("http/discs/part-2", self.disc[MIB:])
        some, parts, whole = random.Random(2), [], b""
        own = some.randbytes(5000)
        for _ in range(40):
            name, content = some.choice([("", own), ("part-1", self.disc[:MIB]), ("part-2", self.disc[MIB:])])
            first = some.randrange(len(content))
            size = some.choice([0, 1, 17, 4096, len(content)])
            size = min(size, len(content) - first)
            parts.append([name, first, size])
            whole += content[first:first + size]
        self.write("http/discs/whole.iso.parts",
                   b"ironbus recipe 1\n" + json.dumps(parts).encode() + b"\n" + own)
        return whole

    def test_a_composed_file_is_served_as_one_file(self):
        whole = self.put_together()
        cert, key = make_certificate(self.folder, "one", "first")
        for scheme, api in (("http", ""), ("https", f"  ssl_cert_file: {cert}\n  ssl_key_file: {key}\n")):
            self.start(api)
            how = {"path": "/v1/boot/discs/whole.iso", "scheme": scheme}
            self.assertTrue(self.curl("--cacert", cert, **how) == whole, scheme)
            some = random.Random(4)
            for _ in range(20):
                first = some.randrange(len(whole))
                last = min(len(whole) - 1, first + some.choice([0, 2047, 100_000, len(whole)]))
                got = self.curl("--cacert", cert, "-r", f"{first}-{last}", **how)
                self.assertTrue(got == whole[first:last + 1], (scheme, first, last))
            self.one.stop()

    def test_nothing_else_is_served(self):
        self.start()
        os.mkfifo(self.path("http/discs/pipe"))
        os.symlink(self.path("secret"), self.path("http/discs/link"))
        os.symlink(self.folder, self.path("http/up"))
        for path in ("discs/link", "discs/pipe", "discs", "discs/", "up/secret", "../secret",
                     "discs/../../secret", "discs/..%2f..%2fsecret", "%2e%2e/secret", "/etc/passwd"):
            for arguments in ((), ("-r", "0-3"), ("-I",)):
                self.assertIn(self.status(*arguments, path="/v1/boot/" + path), ("400", "404"), path)

    def test_bandwidth(self):
        self.start("  file_bandwidth_total: 2000000\n  file_bandwidth_per_client: 1500000\n")
        began = time.monotonic()
        copies = []

        def fetch(address):
            copies.append(self.curl("--interface", address))

        threads = [threading.Thread(target=fetch, args=(f"127.0.0.{i}",)) for i in (2, 3)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        took = time.monotonic() - began
        print(f"2 × {len(self.disc)} bytes at 2 MB/s took {took:.1f} s")
        self.assertTrue(copies == [self.disc] * 2)
        self.assertGreater(took, 0.9 * 2 * len(self.disc) / 2_000_000)


class SlowClient:
    """A connection that reads slowly."""

    def __init__(self, place, source):
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 * 1024)
        self.socket.bind((source, 0))
        self.socket.connect(place)
        self.socket.sendall(f"GET {DISC} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        self.socket.setblocking(False)
        self.hash = hashlib.sha256()
        self.head = b""
        self.ended = False

    def take(self):
        try:
            data = self.socket.recv(64 * 1024)
        except BlockingIOError:
            return
        self.ended = not data
        if b"\r\n\r\n" not in self.head:
            self.head += data
            self.head, separator, data = self.head.partition(b"\r\n\r\n")
            self.head += separator
        self.hash.update(data)


class Crowd(Files):
    def process(self, key):
        with open(f"/proc/{self.one.process.pid}/status", encoding="ascii") as file:
            return int(re.search(rf"{key}:\s+(\d+)", file.read())[1])

    def test_200_slow_clients_delay_no_other_client(self):
        self.start()
        self.one.api.create("one")
        self.curl()
        before = self.process("VmRSS"), self.process("Threads")
        clients = [SlowClient(self.place, f"127.0.1.{i % 20 + 1}") for i in range(SLOW_CLIENTS)]
        self.addCleanup(lambda: [x.socket.close() for x in clients])
        longest, asked, most, threads = 0, 0, 0, 0
        while not all(x.ended for x in clients):
            for one in clients:
                if not one.ended:
                    one.take()
            began = time.monotonic()
            self.assertEqual(self.one.api.get("/v1/nodes/one").status, 200)
            longest, asked = max(longest, time.monotonic() - began), asked + 1
            most, threads = max(most, self.process("VmRSS")), max(threads, self.process("Threads"))
        print(f"{SLOW_CLIENTS} clients; {asked} requests beside them, the longest {longest * 1000:.0f} ms; "
              f"RSS {before[0] // 1024} → {most // 1024} MiB, threads {before[1]} → {threads}")
        expected = hashlib.sha256(self.disc).hexdigest()
        self.assertEqual({x.hash.hexdigest() for x in clients}, {expected})
        self.assertLessEqual(threads, before[1] + 1)
        self.assertLess(most - before[0], SLOW_CLIENTS * 64)
        self.assertGreaterEqual(self.metric("ironbus_http_file_bytes_total"),
                                SLOW_CLIENTS * len(self.disc))

    def test_a_bmc_reads_an_iso_by_small_ranges(self):
        self.start()
        connection = http.client.HTTPConnection(*self.place, timeout=10)
        self.addCleanup(connection.close)
        got, step = b"", 8192
        for first in range(0, len(self.disc), step):
            connection.request("GET", DISC, headers={"Range": f"bytes={first}-{first + step - 1}"})
            answer = connection.getresponse()
            self.assertEqual(answer.status, 206)
            got += answer.read()
        self.assertTrue(got == self.disc)
        self.assertEqual(self.metric("ironbus_http_file_ranges_total"), -(-len(self.disc) // step))


if __name__ == "__main__":
    main()
