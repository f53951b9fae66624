"""Measures readers of a file that the service serves: many that read all of it, and one that reads ranges,
like a BMC.

The readers run in the bench's own process, which is not counted. They discard the data in the kernel
(MSG_TRUNC), so they use little CPU on the host that they share with the service."""

import math
import os
import random
import select
import socket
import time
import urllib.request

from benchmarks.load import Stopped, closed_loop
from benchmarks.scenarios import row
from benchmarks.system import NotReady

RANGE_BYTES = 64 * 1024
SECTOR_BYTES = 2048
HEAD_BYTES_MAX = 4096
PATIENCE = 60


class Reader:
    """A connection that reads the whole file repeatedly."""

    def __init__(self, address, path):
        self.socket = socket.create_connection(address, timeout=PATIENCE)
        self.socket.settimeout(None)
        self.question = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        self.left = None

    def ask(self):
        self.left = None
        self.socket.sendall(self.question)

    def receive(self, buffer):
        """Returns the number of bytes received."""
        if self.left is None:
            self._take_head()
            return 0
        got = self.socket.recv_into(buffer, min(self.left, len(buffer)), socket.MSG_TRUNC)
        if not got:
            raise Stopped("the server closed a connection")
        self.left -= got
        return got

    def _take_head(self):
        head = self.socket.recv(HEAD_BYTES_MAX, socket.MSG_PEEK)
        end = head.find(b"\r\n\r\n")
        if not head or end < 0 and len(head) == HEAD_BYTES_MAX:
            raise Stopped("the server closed the connection without a response")
        if end < 0:
            return
        if b" 200 " not in head.split(b"\r\n", 1)[0]:
            raise NotReady(f"the server does not serve the file: {head[:end]!r}")
        self.socket.recv(end + 4)
        at = head.index(b"Content-Length: ") + 16
        self.left = int(head[at:head.index(b"\r\n", at)])


def read_all(address, path, readers, times):
    """Reads the file `times` times, with `readers` connections at once. Returns bytes, and seconds of each read."""
    poll = select.epoll()
    by_file, began, seconds = {}, {}, []
    buffer = bytearray(1 << 20)
    asked = received = 0
    for _ in range(readers):
        one = Reader(address, path)
        by_file[one.socket.fileno()] = one
        poll.register(one.socket, select.EPOLLIN)
    for number, one in by_file.items():
        one.ask()
        began[number] = time.perf_counter()
        asked += 1
    while len(seconds) < times:
        events = poll.poll(PATIENCE)
        if not events:
            raise Stopped(f"no data for {PATIENCE} s")
        for number, _ in events:
            one = by_file[number]
            received += one.receive(buffer)
            if one.left == 0:
                seconds.append(time.perf_counter() - began[number])
                if asked < times:
                    one.ask()
                    began[number] = time.perf_counter()
                    asked += 1
    for one in by_file.values():
        one.socket.close()
    return received, seconds


def whole(system, path, readers, size, scale):
    """Measures serving the whole file to many readers."""
    system.begin_peak()
    before, held, began = system.cpu(), sum(system.memory().values()), time.perf_counter()
    times = max(readers, math.ceil(scale.read_bytes / size))
    received, seconds = read_all(system.address, path, readers, times)
    lasted = time.perf_counter() - began
    if received != times * size:
        raise NotReady(f"received {received} bytes instead of {times * size}")
    done = row("read all", system, before, times, lasted, seconds)
    gigabytes = received / 1e9
    return {"readers": readers, "gigabytes": gigabytes, "seconds": lasted,
            "gigabytes_per_second": gigabytes / lasted,
            "cpu_seconds_per_gigabyte": done["cpu_ms"] * times / 1000 / gigabytes,
            "more_mib": max(0.0, sum(system.peak().values()) - held)}


def ranges(system, name, path, size, count):
    """Reads random ranges over one connection."""
    some = random.Random(3)

    def make():
        first = some.randrange((size - RANGE_BYTES) // SECTOR_BYTES) * SECTOR_BYTES
        return (f"GET {path} HTTP/1.1\r\nHost: localhost\r\n"
                f"Range: bytes={first}-{first + RANGE_BYTES - 1}\r\n\r\n").encode()

    before = system.cpu()
    load, seconds = closed_loop(system.address, 1, make, count=count)
    return row(f"read 64 KiB of a {name}", system, before, count, seconds, load.seconds, load)


def copy(system, path, folder, parts):
    """Copies a served file to a plain file below the boot file root. Returns its path. Fails if the content of
    one of the files `parts` is missing."""
    with urllib.request.urlopen("http://%s:%d%s" % (*system.address, path), timeout=PATIENCE) as answer:
        content = answer.read()
    for part in parts:
        with open(part, "rb") as file:
            if file.read() not in content:
                raise NotReady(f"the boot ISO does not contain {os.path.basename(part)}")
    os.makedirs(folder)
    with open(os.path.join(folder, "disc.img"), "wb") as file:
        file.write(content)
    return f"/v1/boot/{os.path.basename(folder)}/disc.img"


def size_of(system, path):
    question = urllib.request.Request("http://%s:%d%s" % (*system.address, path), method="HEAD")
    with urllib.request.urlopen(question, timeout=PATIENCE) as answer:
        return int(answer.headers["Content-Length"])


def measure(system, paths, scale, did):
    """`paths`: name → path of files with the same size."""
    out = {"whole": {name: [] for name in paths}}
    for name, path in paths.items():
        out["file_bytes"] = size_of(system, path)
        did(ranges(system, name, path, out["file_bytes"], scale.ranges))
        for readers in scale.readers:
            out["whole"][name].append(whole(system, path, readers, out["file_bytes"], scale))
    return out
