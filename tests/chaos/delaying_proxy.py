"""A TCP proxy on loopback that passes all on as it is, only later."""

import collections
import contextlib
import socket
import threading
import time

PART = 1 << 16


class DelayingProxy:
    """`with DelayingProxy(port, seconds) as proxy:` what the server says arrives so much later."""

    def __init__(self, port, seconds):
        self.server = ("127.0.0.1", port)
        self.seconds = seconds
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return  # closed
            server = socket.create_connection(self.server)
            for one in (client, server):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for source, target, seconds in ((client, server, 0), (server, client, self.seconds)):
                Passage(source, target, seconds)


class Passage:
    """One direction of a connection. However much is on its way, it is slower and not narrower."""

    def __init__(self, source, target, seconds):
        self.source, self.target, self.seconds = source, target, seconds
        self.under_way = collections.deque()  # (when it arrives, bytes); none of them: the end
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
            self.under_way.append((time.monotonic() + self.seconds, part))
            self.more.release()

    def _give(self):
        with contextlib.suppress(OSError):
            while True:
                self.more.acquire()
                due, part = self.under_way.popleft()
                time.sleep(max(0.0, due - time.monotonic()))
                if not part:
                    break
                self.target.sendall(part)
        for one in (self.source, self.target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
