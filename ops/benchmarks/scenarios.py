"""The measured operations. Each scenario returns rows of numbers. A scenario leaves its nodes behind, and
nothing else that affects the next one."""

import itertools
import json
import os
import socket
import time
import uuid

from benchmarks.load import Load, closed_loop, percentile, request
from benchmarks.system import NotReady
from backends.processes import Process

# Verb, and its end: the state, and the target state if the node only waits there.
LIFE = [("manage", "manageable", None), ("provide", "available", None), ("active", "active", None),
        ("deleted", "available", None)]


def row(name, system, before, operations, seconds, latencies, load=None):
    after = system.cpu()
    cpu = {key: after[key] - before.get(key, 0.0) for key in after}
    out = {"name": name, "operations": operations, "seconds": seconds,
           "rate": operations / seconds, "p50_ms": 1000 * percentile(latencies, 0.5),
           "p99_ms": 1000 * percentile(latencies, 0.99),
           "cpu_ms": 1000 * sum(cpu.values()) / operations if cpu else None,
           "cpu_ms_by_process": {key: round(1000 * value / operations, 3)
                                 for key, value in cpu.items()}}
    if load is not None and load.wrong:
        out["errors"] = dict(load.wrong)
        out["first_errors"] = {status: text.decode(errors="replace")
                               for status, text in load.first_wrong.items()}
    return out


def measure(name, system, make, connections, **limits):
    before = system.cpu()
    load, seconds = closed_loop(system.address, connections, make, **limits)
    return row(name, system, before, len(load.seconds), seconds, load.seconds, load)


def new_node(**fields):
    return {"driver": "fake-hardware", "uuid": str(uuid.uuid4()),
            "properties": {"cpus": 8, "memory_mb": 16384, "local_gb": 100, "cpu_arch": "x86_64"},
            "driver_info": {}, "extra": {"rack": "r1"}, **fields}


def create(system, count, made, connections=32, **fields):
    """Creates nodes and appends their UUIDs to `made`."""
    def make():
        body = new_node(**fields)
        made.append(body["uuid"])
        return request("POST", "/v1/nodes", {**body, "name": "bench-" + body["uuid"]})
    return measure("create a node", system, make, connections, count=count)


def get_node(system, uuids, seconds):
    turn = itertools.cycle(request("GET", f"/v1/nodes/{x}") for x in uuids[:1000])
    return measure("get a node", system, lambda: next(turn), 32, seconds=seconds)


def lists(system, seconds):
    plain = request("GET", "/v1/nodes?limit=1000")
    full = request("GET", "/v1/nodes/detail?limit=1000")
    return [measure("list 1,000 nodes", system, lambda: plain, 4, seconds=seconds),
            measure("list 1,000 nodes in full", system, lambda: full, 4, seconds=seconds)]


# -- lists of a large fleet --------------------------------------------------------------------------

COMMON, RARE = "CUSTOM_COMMON", "CUSTOM_RARE"  # every second node has the first, one in a hundred the second

QUERIES = [
    ("list 1,000", "nodes?limit=1000"),
    ("list 1,000 in full", "nodes/detail?limit=1000"),
    ("list 1,000, uuid and traits", "nodes?limit=1000&fields=uuid,traits"),
    ("list 1,000 with a common trait", f"nodes?limit=1000&traits={COMMON}"),
    ("list 1,000 with two traits", f"nodes?limit=1000&traits={COMMON},{RARE}"),
    ("list 1,000 with any of two traits", f"nodes?limit=1000&traits-any={COMMON},{RARE}"),
    ("list 1,000 without a trait", f"nodes?limit=1000&not-traits={COMMON}"),
    ("list 10 with a rare trait", f"nodes?limit=10&traits={RARE}"),
]


def give_traits(system, uuids):
    work = [request("PUT", f"/v1/nodes/{x}/traits",
                    {"traits": [COMMON] + ([RARE] if i % 100 == 0 else [])})
            for i, x in enumerate(uuids) if i % 2 == 0]
    load, _ = closed_loop(system.address, 32, iter(work).__next__, count=len(work))
    if load.wrong:
        raise NotReady(f"traits: {load.first_wrong}")


def queries(system, seconds):
    for name, path in QUERIES:
        ask = request("GET", "/v1/" + path)
        yield measure(name, system, lambda ask=ask: ask, 4, seconds=seconds)


# -- lives --------------------------------------------------------------------------------------------

class Events:
    """Follows /v1/events/stream. Calls `take` with the data of each event of a type."""

    def __init__(self, address, take, name="provision_state_changed"):
        self.socket = socket.create_connection(address, timeout=10)
        path = f"/v1/events/stream?type=ironbus.{name}"
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.take = take
        self.data = self.socket.recv(65536)
        if b" 200 " not in self.data.split(b"\r\n", 1)[0]:
            raise NotReady(f"no event stream: {self.data[:200]!r}")

    def fileno(self):
        return self.socket.fileno()

    def read(self):
        self.data += self.socket.recv(1 << 18)
        *whole, self.data = self.data.split(b"\n\n")
        for text in whole:
            at = text.find(b"data: ")
            if at >= 0:
                self.take(json.loads(text[at + 6:])["data"])


def drive(system, uuids, verbs, connections=32):
    """Sends the verbs to each node, the next one when the previous one ends. Returns the seconds of each node."""
    load = Load(system.address, connections)
    begun, took, at = {}, {}, dict.fromkeys(uuids, 0)

    def ask(node):
        load.submit(request("PUT", f"/v1/nodes/{node}/states/provision",
                            {"target": verbs[at[node]][0]}), node)

    def arrived(event):
        node, state, target = event["uuid"], event["to"], event["target"]
        if node not in at or node in took or (state, target) != verbs[at[node]][1:]:
            return
        at[node] += 1
        if at[node] == len(verbs):
            took[node] = time.perf_counter() - begun[node]
        else:
            ask(node)

    events = Events(system.address, arrived)
    load.watch(events.socket, events.read)
    try:
        for node in uuids:
            begun[node] = time.perf_counter()
            ask(node)
        load.run(lambda *_: None, lambda: len(took) == len(uuids), patience=60)
    finally:
        load.close()
        events.socket.close()
    if load.wrong:
        raise NotReady(f"requests failed: {dict(load.wrong)} {load.first_wrong}")
    return list(took.values())


def life_cycle(system, count):
    made = []
    create(system, count, made)
    before = system.cpu()
    began = time.perf_counter()
    seconds_each = drive(system, made, LIFE)
    out = row("life of a node", system, before, count, time.perf_counter() - began, seconds_each)
    return out, made


def manage(system, uuids):
    before = system.cpu()
    began = time.perf_counter()
    seconds_each = drive(system, uuids, LIFE[:1])
    return row("manage a node (verify)", system, before, len(uuids), time.perf_counter() - began,
               seconds_each)


# -- heartbeats ---------------------------------------------------------------------------------------

def heartbeats(system, nodes, seconds):
    """Measures heartbeats that change nothing: the nodes are in clean wait, and their cleaning runs by itself."""
    made = []
    create(system, nodes, made, driver_info={
        "fake_waits": {"deploy.prepare_cleaning": "task"},
        "fake_delays": {"deploy.prepare_cleaning": 3600}})
    drive_to_wait(system, made)
    heartbeats = []
    for node, token in tokens(system, made).items():
        heartbeats.append(request("POST", f"/v1/heartbeat/{node}", {
            "callback_url": "https://192.0.2.1:9999", "agent_token": token,
            "agent_version": "9.14.0"}))
    turn = itertools.cycle(heartbeats)
    return measure("heartbeat", system, lambda: next(turn), 64, seconds=seconds)


def drive_to_wait(system, uuids):
    drive(system, uuids, LIFE[:1])
    load, _ = closed_loop(system.address, 16, iter(
        [request("PUT", f"/v1/nodes/{x}/states/provision", {"target": "provide"})
         for x in uuids]).__next__, count=len(uuids))
    if load.wrong:
        raise NotReady(f"provide: {load.first_wrong}")
    ends = time.monotonic() + 60
    wanted = request("GET", "/v1/nodes?provision_state=clean%20wait&fields=uuid&limit=1000")
    while time.monotonic() < ends:
        found = []
        load = Load(system.address, 1)
        load.submit(wanted)
        load.run(lambda _, __, body: found.append(json.loads(body)["nodes"]), lambda: bool(found))
        load.close()
        if len(found[0]) >= len(uuids):
            return
        time.sleep(0.2)
    raise NotReady(f"only {len(found[0])} of {len(uuids)} nodes reached clean wait within 60 s")


def tokens(system, uuids, latencies=None):
    """Looks up each node. Returns node → token, and appends the duration of each lookup to `latencies`."""
    out = {}
    load = Load(system.address, 16)

    def take(node, status, body):
        if status == 200:
            out[node] = json.loads(body)["config"]["agent_token"]

    for node in uuids:
        load.submit(request("GET", f"/v1/lookup?node_uuid={node}"), node)
    load.run(take, lambda: not load.busy())
    load.close()
    if latencies is not None:
        latencies.extend(load.seconds)
    if len(out) < len(uuids):
        raise NotReady(f"only {len(out)} of {len(uuids)} lookups returned a token: {load.first_wrong}")
    return out


# -- idle ---------------------------------------------------------------------------------------------

def idle(system, seconds):
    """Returns CPU seconds per second by process."""
    before = system.cpu()
    began = time.monotonic()
    time.sleep(seconds)
    after, length = system.cpu(), time.monotonic() - began
    return {key: round((after[key] - before.get(key, 0.0)) / length, 4) for key in after}


def reap(pid):
    """Waits for the end of a child, which releases the lock on the store's file."""
    try:
        os.waitpid(pid, 0)
    except ChildProcessError:  # not a child (ops/cluster started it), or already reaped
        pass


def resume(system, node):
    """Kills a process and restarts it. Returns the seconds until a read and a command on a node succeed."""
    process = Process(system.directory, system.to_kill)
    began = time.monotonic()
    process.kill()
    reap(process.record()["pid"])
    process.start_again()
    reads = commands = None
    while time.monotonic() - began < 60 and commands is None:
        if reads is None and system.get(f"/v1/nodes/{node}") == 200:
            reads = time.monotonic() - began
        if reads is not None and system.call(
                "PATCH", f"/v1/nodes/{node}",
                '[{"op":"add","path":"/extra/resumed","value":"yes"}]') == 200:
            commands = time.monotonic() - began
        time.sleep(0.005)
    return {"killed": system.to_kill, "read_seconds": reads, "command_seconds": commands}
