"""Reads RabbitMQ's event log from its first entry, with a minimal AMQP 0-9-1 client."""

import json
import socket
import struct

PREFETCH = 2000


def short_text(text):
    data = text.encode()
    return struct.pack(">B", len(data)) + data


def long_text(data):
    return struct.pack(">I", len(data)) + data


def table(entries):
    return long_text(b"".join(short_text(key) + b"S" + long_text(value.encode())
                              for key, value in entries.items()))


class Connection:
    def __init__(self, port, user="guest", password="guest"):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.data = b""
        self.socket.sendall(b"AMQP\x00\x00\x09\x01")
        self._expect(10, 10)
        self.send(0, 10, 11, table({}) + short_text("PLAIN")
                  + long_text(f"\0{user}\0{password}".encode()) + short_text("en_US"))
        tune = self._expect(10, 30)
        self.send(0, 10, 31, tune[:6] + struct.pack(">H", 0))
        self.send(0, 10, 40, short_text("/") + short_text("") + b"\0")
        self._expect(10, 41)
        self.send(1, 20, 10, short_text(""))
        self._expect(20, 11)

    def close(self):
        self.socket.close()

    def send(self, channel, family, method, arguments):
        payload = struct.pack(">HH", family, method) + arguments
        self.socket.sendall(struct.pack(">BHI", 1, channel, len(payload)) + payload + b"\xce")

    def frame(self):
        """Returns (type, payload). Raises TimeoutError if nothing arrives."""
        while True:
            if len(self.data) >= 7:
                kind, _, size = struct.unpack(">BHI", self.data[:7])
                if len(self.data) >= size + 8:
                    payload, self.data = self.data[7:7 + size], self.data[size + 8:]
                    return kind, payload
            received = self.socket.recv(1 << 20)
            if not received:
                raise ConnectionError("the broker closed the connection")
            self.data += received

    def _expect(self, family, method):
        while True:
            kind, payload = self.frame()
            if kind == 1:
                found = struct.unpack(">HH", payload[:4])
                if found == (family, method):
                    return payload[4:]
                if found in ((10, 50), (20, 40)):
                    raise ConnectionError(f"the broker refuses: {payload[4:200]!r}")


def read_stream(port, queue, idle=2.0, pick=lambda document: document):
    """Returns the result of `pick` for each JSON document in a stream queue, until none has arrived for `idle`
    seconds."""
    link = Connection(port)
    link.send(1, 60, 10, struct.pack(">IHB", 0, PREFETCH, 0))
    link.send(1, 60, 20, struct.pack(">H", 0) + short_text(queue) + short_text("")
              + b"\0" + table({"x-stream-offset": "first"}))
    link.socket.settimeout(idle)
    out, body, size, tag = [], b"", 0, 0
    try:
        while True:
            kind, payload = link.frame()
            if kind == 1 and payload[:4] == struct.pack(">HH", 60, 60):
                at = 5 + payload[4]
                tag = struct.unpack(">Q", payload[at:at + 8])[0]
            elif kind == 2:
                size, body = struct.unpack(">Q", payload[4:12])[0], b""
            elif kind == 3:
                body += payload
                if len(body) == size:
                    out.append(pick(json.loads(body)))
                    if len(out) % (PREFETCH // 4) == 0:
                        link.send(1, 60, 80, struct.pack(">QB", tag, 1))
    except TimeoutError:
        return out
    finally:
        link.close()
