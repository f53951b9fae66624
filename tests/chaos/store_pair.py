"""Redis with a replica and a Sentinel, and faults for them."""

import time

import evidence
from backends import redis

FULL_BYTES = 1 << 20


class StorePair:
    """`ports`: of both servers by process name, and of the Sentinel."""

    def __init__(self, ports, sentinel_port):
        self.ports = ports
        self.sentinel_port = sentinel_port

    def primary(self):
        """Returns the process name of the primary that the Sentinel reports."""
        with evidence.Redis(self.sentinel_port) as sentinel:
            _, port = sentinel.call("SENTINEL", "get-master-addr-by-name", redis.SERVICE)
        return next(name for name, x in self.ports.items() if x == int(port))

    def replica(self):
        primary = self.primary()
        return next(name for name in self.ports if name != primary)

    def primary_port(self):
        return self.ports[self.primary()]

    def await_other(self, name, patience):
        """Waits until the Sentinel reports the other server."""
        self._await(lambda: self.primary() != name, f"another primary than {name}", patience)

    def await_pair(self, patience):
        """Waits until one server follows the other, and the Sentinel knows which."""
        self._await(lambda: redis.follows(self.ports[self.replica()]) and self._leads(self.primary()),
                    "a replica that follows", patience)

    def _leads(self, name):
        return redis.says(self.ports[name], b"INFO replication", b"role:master")

    def _await(self, question, what, patience):
        ends = time.monotonic() + patience
        while not question():
            if time.monotonic() > ends:
                raise AssertionError(f"timeout after {patience} s: {what}")
            time.sleep(0.1)

    def fill(self):
        """Makes both reject writes of clients, as with a full disk. Replication continues."""
        self._set_memory(FULL_BYTES)

    def make_room(self):
        self._set_memory(0)

    def _set_memory(self, size):
        for port in self.ports.values():
            with evidence.Redis(port) as server:
                server.call("CONFIG", "SET", "maxmemory", size)

    def stall(self, milliseconds):
        """The primary answers no request for that time."""
        with evidence.Redis(self.primary_port()) as server:
            server.call("CLIENT", "PAUSE", milliseconds, "ALL")
