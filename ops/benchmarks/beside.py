"""Measures another Ironic and ironbus with the same operations, using only calls that both support."""

import itertools
import json
import os
import re
import time
import urllib.parse

from benchmarks import scenarios
from benchmarks.load import Load, request
from benchmarks.system import TICK, NotReady

# Verb, and the state in which it ends: the node then has no target state.
LIFE = [("manage", "manageable"), ("inspect", "manageable"), ("provide", "available"),
        ("active", "active"), ("deleted", "available")]
BEATING = 50   # number of nodes in clean wait, for lookups and heartbeats
PATIENCE = 900


class Other:
    """A running service with the interface of System in system.py. Its processes may be unknown."""

    label = "the other"

    def __init__(self, url, pids, pattern):
        at = urllib.parse.urlsplit(url)
        if at.scheme != "http" or not at.hostname:
            raise NotReady(f"--beside {url}: not a URL of the form http://HOST:PORT")
        self.address = (at.hostname, at.port or 80)
        self.pids = [int(x) for x in pids.split(",")] if pids else []
        self.pattern = re.compile(pattern) if pattern else None
        if (pids or pattern) and not self.processes():
            raise NotReady("no process matches --beside-pids or --beside-match")

    def processes(self):
        """Returns name → pid of the selected processes and of their children."""
        table = {int(x): described(x) for x in filter(str.isdigit, os.listdir("/proc"))}
        found = {pid for pid in self.pids if table.get(pid)}
        if self.pattern:
            found |= {pid for pid, row in table.items()
                      if row and pid != os.getpid() and self.pattern.search(row[1])}
        while True:
            more = {pid for pid, row in table.items() if row and row[0] in found} - found
            if not more:
                return {str(pid): pid for pid in sorted(found)}
            found |= more

    def cpu(self):
        return {name: ticks(pid) / TICK for name, pid in self.processes().items()}


def described(pid):
    """Returns parent pid and command line of a process, or None if it does not exist."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            parent = int(stat.read().rpartition(")")[2].split()[1])
        with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as line:
            return parent, line.read().replace("\0", " ")
    except OSError:
        return None


def ticks(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            fields = stat.read().rpartition(")")[2].split()
            return int(fields[11]) + int(fields[12])
    except OSError:
        return 0


def pss_mib(system):
    """Returns the PSS of all processes, which counts shared memory once. None if it is unknown."""
    total = 0
    for pid in all_of(system.processes().values()):
        try:
            with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
                total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
        except OSError:
            continue  # the process has ended or belongs to another user
    return total / 1024 if total else None


def all_of(leaders):
    """Yields the pids of the processes and of their sessions, like System in system.py."""
    leaders = set(leaders)
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if int(name) in leaders or os.getsid(int(name)) in leaders:
                yield int(name)
        except OSError:
            continue


# -- operations ---------------------------------------------------------------------------------------

def ask(system, path):
    """Sends one GET. Returns the decoded body."""
    found = []
    load = Load(system.address, 1)
    try:
        load.submit(request("GET", path))
        load.run(lambda _, status, body: found.append((status, body)), lambda: bool(found))
    finally:
        load.close()
    if found[0][0] != 200:
        raise NotReady(f"GET {path}: {found[0][0]} {found[0][1][:300]!r}")
    return json.loads(found[0][1])


def order(system, uuids, method, path, body):
    """Sends the request for each node. Retries while the service reports the node as busy (409 or 503)."""
    left = list(uuids)
    ends = time.monotonic() + PATIENCE
    while left:
        if time.monotonic() > ends:
            raise NotReady(f"{len(left)} nodes were still busy after {PATIENCE} s")
        busy, wrong = [], []

        def took(node, status, text, busy=busy, wrong=wrong):
            if status in (409, 503):
                busy.append(node)
            elif status >= 400:
                wrong.append((status, text[:300]))

        load = Load(system.address, 16)
        for node in left:
            load.submit(request(method, path.format(node), body), node)
        try:
            load.run(took, lambda load=load: not load.busy(), patience=120)
        finally:
            load.close()
        if wrong:
            raise NotReady(f"{method} {path}: {wrong[0]}")
        left = busy
        time.sleep(0.5 if busy else 0)


def arrive(system, uuids, state):
    """Waits until all nodes are in the state and have no target state."""
    wanted, ends = set(uuids), time.monotonic() + PATIENCE
    fields = "uuid,provision_state,target_provision_state,last_error"
    while time.monotonic() < ends:
        there, marker = set(), ""
        while True:
            page = ask(system, f"/v1/nodes?limit=1000&fields={fields}{marker}")["nodes"]
            for node in page:
                now = node["provision_state"]
                if node["uuid"] in wanted and (now.endswith("failed") or now == "error"):
                    raise NotReady(f"node {node['uuid']} is in state {now}: {node['last_error']}")
                if now == state and (now.endswith("wait") or not node["target_provision_state"]):
                    there.add(node["uuid"])
            if len(page) < 1000:
                break
            marker = "&marker=" + page[-1]["uuid"]
        if wanted <= there:
            return
        time.sleep(0.5)
    raise NotReady(f"only {len(wanted & there)} of {len(wanted)} nodes reached state {state} within {PATIENCE} s")


def travel(system, uuids, verbs):
    for verb, state in verbs:
        order(system, uuids, "PUT", "/v1/nodes/{}/states/provision", {"target": verb})
        arrive(system, uuids, state)


def lives(system, count):
    made = []
    scenarios.create(system, count, made)
    before, began = system.cpu(), time.perf_counter()
    travel(system, made, LIFE)
    took = time.perf_counter() - began
    return scenarios.row("life of a node, with an inspection and two cleanings", system, before,
                         count, took, [took])


def waiting_nodes(system):
    """Creates nodes in clean wait and in maintenance, so that the service sends nothing to their agents."""
    made = []
    scenarios.create(system, BEATING, made, deploy_interface="direct",
                     driver_info={"deploy_kernel": "http://192.0.2.1/kernel",
                                  "deploy_ramdisk": "http://192.0.2.1/ramdisk",
                                  "ramdisk_image_download_source": "http"})
    travel(system, made, [("manage", "manageable"), ("provide", "clean wait")])
    order(system, made, "PUT", "/v1/nodes/{}/maintenance", {"reason": "measured"})
    return made


def agents(system, seconds):
    """Yields one row for lookups and one for heartbeats."""
    made = waiting_nodes(system)
    before, began, latencies = system.cpu(), time.perf_counter(), []
    tokens = scenarios.tokens(system, made, latencies)
    yield scenarios.row("lookup", system, before, len(made), time.perf_counter() - began, latencies)
    heartbeats = itertools.cycle(request("POST", f"/v1/heartbeat/{node}", {
        "callback_url": "https://192.0.2.1:9999", "agent_token": token, "agent_version": "9.0.0"})
        for node, token in tokens.items())
    yield scenarios.measure("heartbeat of a node in clean wait", system, lambda: next(heartbeats), 16,
                            seconds=seconds)


def traits(system, uuids, seconds):
    body = {"traits": ["CUSTOM_ONE", "CUSTOM_TWO", "HW_CPU_X86_VMX"]}
    turn = itertools.cycle(request("PUT", f"/v1/nodes/{x}/traits", body) for x in uuids[:1000])
    return scenarios.measure("replace the traits of a node", system, lambda: next(turn), 8,
                             seconds=seconds)


def measure(system, chosen, did):
    """Passes each row to `did`. Returns memory and CPU use at rest."""
    fleet = []
    did(scenarios.create(system, chosen.nodes, fleet, connections=8))
    did(scenarios.get_node(system, fleet, chosen.seconds))
    for row in scenarios.lists(system, chosen.seconds):
        did(row)
    did(traits(system, fleet, chosen.seconds))
    did(lives(system, max(min(chosen.lives, chosen.nodes) // 5, 1)))
    for row in agents(system, chosen.seconds):
        did(row)
    time.sleep(0 if chosen.quick else 45)
    rest = scenarios.idle(system, chosen.idle)
    return {"pss_mib": pss_mib(system),
            "idle_millicores": 1000 * sum(rest.values()) if rest else None}
