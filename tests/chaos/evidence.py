"""The data that remains after a run: the store's records, the machines' journal, the event log."""

import collections
import json
import socket
import struct

PREFIX = "ironbus:"


class Redis:
    """A minimal client, sufficient to read records."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.file = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def call(self, *words):
        out = [f"*{len(words)}\r\n".encode()]
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode()
            out.append(f"${len(data)}\r\n".encode() + data + b"\r\n")
        self.socket.sendall(b"".join(out))
        return self._answer()

    def _answer(self):
        line = self.file.readline()
        kind, rest = line[:1], line[1:-2]
        if kind == b"*":
            return [self._answer() for _ in range(int(rest))]
        if kind == b"$":
            return None if rest == b"-1" else self.file.read(int(rest) + 2)[:-2]
        if kind == b"-":
            raise OSError(rest.decode())
        return rest


def pairs(flat):
    return dict(zip(flat[::2], flat[1::2]))


def owner_of(head):
    """Name of the owner. docs/reference/store.md: sequence (8 bytes), then the record's name as text."""
    size = struct.unpack("<I", head[8:12])[0]
    return head[12:12 + size].decode().partition(":")[2]


def read_operations(store):
    """Returns node → its ended operations, oldest first."""
    heads = pairs(store.call("HGETALL", PREFIX + "row:operations"))
    out = collections.defaultdict(list)
    for row, summary in pairs(store.call("HGETALL", PREFIX + "sum:operations")).items():
        out[owner_of(heads[row])].append(json.loads(summary))
    for operations in out.values():
        operations.sort(key=when)
    return out


def when(operation):
    return operation["started_at"], operation["ended_at"]


def read_snapshots(store, uuids):
    out = {}
    for uuid in uuids:
        text = store.call("HGET", f"{PREFIX}rec:node:{uuid}", "s")
        out[uuid] = json.loads(text) if text else None
    return out


def read_unpublished(store, uuids):
    return [uuid for uuid in uuids if store.call("HEXISTS", f"{PREFIX}rec:node:{uuid}", "o") == b"1"]


# -- the same from SQLite -----------------------------------------------------------------------------

def sqlite_operations(store):
    out = collections.defaultdict(list)
    for uuid, summary in store.execute(
            "SELECT r.id, l.summary FROM listing l JOIN record r ON r.number = l.record "
            "WHERE l.collection = 'operations'"):
        out[uuid].append(json.loads(summary))
    for operations in out.values():
        operations.sort(key=when)
    return out


def sqlite_snapshots(store, uuids):
    found = dict(store.execute("SELECT id, snapshot FROM record WHERE aggregate = 'node'"))
    return {uuid: json.loads(found[uuid]) if found.get(uuid) else None for uuid in uuids}


def sqlite_unpublished(store, uuids):
    left = {row[0] for row in store.execute(
        "SELECT DISTINCT r.id FROM outbox_log o JOIN record r ON r.number = o.record")}
    return [uuid for uuid in uuids if uuid in left]


# -- the machines -------------------------------------------------------------------------------------

def read_journal(path, uuids=None):
    """Returns (operation, index) → its lines in order, for these nodes."""
    out = collections.defaultdict(list)
    try:
        with open(path, encoding="utf-8") as file:
            for text in file:
                line = json.loads(text)
                if uuids is not None and line["node"] not in uuids:
                    continue
                out[line["operation_id"], line["index"]].append(line)
    except FileNotFoundError:
        pass
    return out
