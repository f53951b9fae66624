"""A TCP proxy on loopback that delays, holds or closes connections."""

import collections
import contextlib
import socket
import threading
import time

PART = 1 << 16


class DelayingProxy:
    """`with DelayingProxy(port, seconds) as proxy:` delays everything from the server by that time.

    `seconds` may be changed at any time. `hold` passes nothing on, not even the end of a connection, until
    `release`; `cut` closes all connections.
    """

    def __init__(self, port, seconds):
        self.server = ("127.0.0.1", port)
        self.seconds = seconds
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.passing = threading.Event()
        self.passing.set()
        self.open = []  # passages

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def hold(self):
        self.passing.clear()

    def release(self):
        self.passing.set()

    def cut(self):
        for passage in self.open:
            passage.cut()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return  # closed
            try:
                server = socket.create_connection(self.server)
            except OSError:  # as if there were no proxy
                client.close()
                continue
            for one in (client, server):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.open = [x for x in self.open if not x.ended]
            self.open += [Passage(client, server, lambda: 0.0, self.passing),
                          Passage(server, client, lambda: self.seconds, self.passing)]


class Passage:
    """One direction of a connection. It delays data without limiting the rate."""

    def __init__(self, source, target, seconds, passing):
        self.source, self.target, self.seconds, self.passing = source, target, seconds, passing
        self.ended = False
        self.under_way = collections.deque()  # (time of arrival, bytes); empty bytes: the end
        self.more = threading.Semaphore(0)
        for run in (self._take, self._give):
            threading.Thread(target=run, daemon=True).start()

    def _take(self):
        part = b"-"
        while part:
            try:
                part = self.source.recv(PART)
            except OSError:
                part = b""
            self.under_way.append((time.monotonic() + self.seconds(), part))
            self.more.release()

    def _give(self):
        with contextlib.suppress(OSError):
            while True:
                self.more.acquire()
                due, part = self.under_way.popleft()
                time.sleep(max(0.0, due - time.monotonic()))
                self.passing.wait()
                if not part:
                    break
                self.target.sendall(part)
        self.cut()

    def cut(self):
        self.ended = True
        for one in (self.source, self.target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
