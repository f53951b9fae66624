"""A load generator: keep-alive connections in one epoll loop, each with one request at a time.

It runs in the bench's own process, which is not counted, and takes some 30 microseconds per request.
"""

import collections
import json
import select
import socket
import time

HEAD = ("X-OpenStack-Ironic-API-Version: latest\r\nContent-Type: application/json\r\n"
        "Host: localhost\r\n")


def request(method, path, body=None, headers=""):
    data = json.dumps(body).encode() if body is not None else b""
    return (f"{method} {path} HTTP/1.1\r\n{HEAD}{headers}Content-Length: {len(data)}\r\n\r\n").encode() + data


class Stopped(Exception):
    """The server closed a connection, or no data arrived for too long."""


class Connection:
    def __init__(self, address):
        self.socket = socket.create_connection(address, timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.parts = []
        self.missing = None  # bytes of the response still to come; None: its head is incomplete
        self.tag = None
        self.began = 0.0

    def send(self, data, tag):
        self.tag, self.parts, self.missing = tag, [], None
        self.began = time.perf_counter()
        self.socket.sendall(data)

    def receive(self):
        """Reads data. Returns True if the response is complete."""
        data = self.socket.recv(1 << 18)
        if not data:
            raise Stopped("the server closed a connection")
        self.parts.append(data)
        if self.missing is None:
            if len(self.parts) > 1:
                data = b"".join(self.parts)
                self.parts = [data]
            end = data.find(b"\r\n\r\n")
            if end < 0:
                return False
            at = data.find(b"Content-Length: ", 0, end)
            length = int(data[at + 16:data.find(b"\r\n", at)]) if at >= 0 else 0
            self.missing = end + 4 + length - len(data)
        else:
            self.missing -= len(data)
        return self.missing <= 0

    def answer(self):
        data = b"".join(self.parts)
        return int(data[9:12]), data[data.find(b"\r\n\r\n") + 4:]


class Load:
    """A set of connections. submit() queues requests; run() sends them until done() returns true."""

    def __init__(self, address, connections):
        self.poll = select.epoll()
        self.idle = []
        self.by_file = {}
        self.waiting = collections.deque()
        self.watched = {}
        self.seconds = []
        self.wrong = collections.Counter()
        self.first_wrong = {}
        for _ in range(connections):
            connection = Connection(address)
            self.by_file[connection.socket.fileno()] = connection
            self.poll.register(connection.socket, select.EPOLLIN)
            self.idle.append(connection)

    def close(self):
        for connection in self.by_file.values():
            connection.socket.close()
        self.poll.close()

    def submit(self, data, tag=None):
        if self.idle:
            self.idle.pop().send(data, tag)
        else:
            self.waiting.append((data, tag))

    def watch(self, file, callback):
        """Calls `callback` in run() whenever the file is readable."""
        self.watched[file.fileno()] = callback
        self.poll.register(file, select.EPOLLIN)

    def busy(self):
        return len(self.idle) < len(self.by_file)

    def run(self, on_answer, done, patience=30.0):
        """Calls on_answer(tag, status, body) for each response. It may submit more requests."""
        while not done():
            events = self.poll.poll(patience, 256)
            if not events:
                raise Stopped(f"no response for {patience:.0f} s")
            for number, _ in events:
                if number in self.watched:
                    self.watched[number]()
                    continue
                connection = self.by_file[number]
                if connection.receive():
                    self._take(connection, on_answer)

    def _take(self, connection, on_answer):
        self.seconds.append(time.perf_counter() - connection.began)
        status, body = connection.answer()
        tag = connection.tag
        if status >= 400:
            self.wrong[status] += 1
            self.first_wrong.setdefault(status, body[:300])
        self.idle.append(connection)
        if self.waiting:
            self.idle.pop().send(*self.waiting.popleft())
        on_answer(tag, status, body)


def closed_loop(address, connections, make, count=None, seconds=None):
    """Each connection sends the next request of make() after each response. Returns (Load, seconds)."""
    load = Load(address, connections)
    sent = 0
    began = time.perf_counter()
    ends = began + (seconds or 1e9)

    def more():
        nonlocal sent
        if (count is None or sent < count) and time.perf_counter() < ends:
            sent += 1
            load.submit(make())

    for _ in range(connections):
        more()
    try:
        load.run(lambda *_: more(), lambda: not load.busy())
        return load, time.perf_counter() - began
    finally:
        load.close()


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
