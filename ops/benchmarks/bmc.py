"""Measures power sync: the cost of reading the power states of many machines by Redfish and IPMI, and the
delay until a change is noticed.

The machines are simulated, with TLS, in processes that are not counted. Some are unreachable: their
address belongs to a listener that accepts no connection, like a BMC without power."""

import base64
import http.client
import json
import os
import random
import resource
import select
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.request

from benchmarks import ipmi
from benchmarks.load import Load, closed_loop, percentile, request
from benchmarks.scenarios import Events, new_node, row
from benchmarks.system import NotReady, daemon

SETTINGS = """\
health_listen: 127.0.0.1:0
conductor:
  sync_power_state_interval: %ds
  force_power_state_during_sync: false
drivers:
  enabled_hardware_types: [redfish, ipmi]
ipmi:
  ipmipower_workarounds: [opensesspriv]
"""
SCENARIO = "times: {power_on: 0, post: 1}\n"
DEAD_SHARE = 0.05
CHANGED = 200
PROCESS_MACHINES = 4000
AT_ONCE = 500


def unverified():
    """A TLS context without verification: each machine has its own self-signed certificate."""
    out = ssl.create_default_context()
    out.check_hostname = False
    out.verify_mode = ssl.CERT_NONE
    return out


class Fleet:
    """Use as a context manager: runs `ironbusd simulate` with the further arguments. Starts several processes
    for many machines: each machine needs two file descriptors, and a process may have some 20,000."""

    def __init__(self, machines, *further, scenario=SCENARIO):
        self.count = machines
        self.further = further
        self.scenario = scenario
        self.processes = []
        self.machines = []

    def __enter__(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as scenario:
            scenario.write(self.scenario)
            scenario.flush()
            while len(self.machines) < self.count:
                self._begin(scenario.name, min(self.count - len(self.machines), PROCESS_MACHINES))
        return self

    def _begin(self, scenario, count):
        process = subprocess.Popen(
            [daemon(), "simulate", "--machines", str(count), "--listen", "127.0.0.1:0",
             "--scenario", scenario, *self.further],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.processes.append(process)
        words = dict(word.split("=") for word in process.stdout.readline().split() if "=" in word)
        if "listen" not in words:
            raise NotReady("ironbusd simulate printed no 'listen=' line")
        with urllib.request.urlopen(f"https://{words['listen']}/simulate/machines",
                                    context=unverified(), timeout=60) as answer:
            for machine in json.load(answer)["machines"]:
                machine["name"] += f"-{len(self.processes)}"
                self.machines.append(machine)

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(30)
            process.stdout.close()


class DeadHost:
    """An address that accepts no connection: the backlog of its listener is full."""

    def __init__(self):
        self.listener = socket.create_server(("0.0.0.0", 0), backlog=0)
        self.port = self.listener.getsockname()[1]
        self.queued = []
        for _ in range(4):
            one = socket.socket()
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", self.port))
            self.queued.append(one)

    def address(self, number):
        return f"https://127.1.{number >> 8}.{number & 255}:{self.port}"


def allow_files(count):
    """Raises the limit of open files to `count`, or to the hard limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(count, soft), hard), hard))


def ask(system, requests):
    work = iter(requests)
    load, seconds = closed_loop(system.address, min(32, len(requests)), work.__next__,
                                count=len(requests))
    if load.wrong:
        raise NotReady(f"power sync: {load.first_wrong}")
    return load, seconds


def redfish_info(machine):
    return {"redfish_address": machine["redfish_address"], "redfish_username": machine["user"],
            "redfish_password": machine["password"], "redfish_system_id": machine["system_id"],
            "redfish_verify_ca": False}


def enrol(system, machines, driver="redfish", driver_info=redfish_info, **fields):
    """Creates a node for each machine. Returns UUID → machine."""
    out = {}
    requests = []
    for machine in machines:
        body = new_node(driver=driver, name=machine["name"], driver_info=driver_info(machine),
                        **fields)
        out[body["uuid"]] = machine
        requests.append(request("POST", "/v1/nodes", body))
    ask(system, requests)
    return out


def verify(system, nodes, how="by Redfish"):
    """Measures from the first request until the last node is manageable."""
    arrived = set()
    failed = []
    load = Load(system.address, 16)
    events = Events(system.address, lambda event: (
        arrived.add(event["uuid"]) if event["to"] == "manageable" else
        failed.append(event["uuid"]) if (event["from"], event["to"]) == ("verifying", "enroll")
        else None))
    before, began = system.cpu(), time.perf_counter()
    try:
        load.watch(events, events.read)
        # In batches, because the service closes a connection that is idle for a minute.
        for first in range(0, len(nodes), AT_ONCE):
            some = nodes[first:first + AT_ONCE]
            for node in some:
                load.submit(request("PUT", f"/v1/nodes/{node}/states/provision", {"target": "manage"}))
            load.run(lambda *_: None, lambda: len(arrived) + len(failed) >= first + len(some), 120)
    finally:
        load.close()
    if failed:
        raise NotReady(f"verification failed for {len(failed)} machines")
    return row(f"verify a machine {how}", system, before, len(nodes), time.perf_counter() - began,
               load.seconds, load)


def kill(system, nodes, host):
    ask(system, [request("PATCH", f"/v1/nodes/{node}", [
        {"op": "replace", "path": "/driver_info/redfish_address", "value": host.address(i)}])
        for i, node in enumerate(nodes)])


def sockets(system):
    """Returns the number of sockets of the service's processes."""
    count = 0
    for pid in system.processes().values():
        for name in os.listdir(f"/proc/{pid}/fd"):
            try:
                count += os.readlink(f"/proc/{pid}/fd/{name}").startswith("socket:")
            except OSError:
                pass
    return count


def states_read(system):
    return sum(float(line.split()[-1]) for line in system.metrics().splitlines()
               if line.startswith("ironbus_driver_power_states_surveyed_total"))


def at_rest(system, seconds):
    before, began = system.cpu(), time.monotonic()
    time.sleep(seconds)
    lasted = time.monotonic() - began
    return {name: (value - before.get(name, 0.0)) / lasted for name, value in system.cpu().items()}


def switch_on(machine):
    """Switches a machine on at its BMC, without the service."""
    bmc = http.client.HTTPSConnection(machine["redfish_address"].partition("://")[2],
                                      context=unverified(), timeout=10)
    word = base64.b64encode(f"{machine['user']}:{machine['password']}".encode()).decode()
    try:
        bmc.request("POST", f"{machine['system_id']}/Actions/ComputerSystem.Reset",
                    json.dumps({"ResetType": "On"}),
                    {"Authorization": f"Basic {word}", "Content-Type": "application/json"})
        answer = bmc.getresponse()
        said = answer.read()
        if answer.status >= 300:
            raise NotReady(f"{machine['name']} returned {answer.status} for a reset: {said[:200]!r}")
    finally:
        bmc.close()


def notice(system, nodes, interval):
    """Switches the machines on, spread over one interval. Returns the seconds until the service reports each
    change."""
    noticed = {}
    events = Events(system.address, lambda event: noticed.setdefault(event["uuid"], time.monotonic()),
                    "power_state_corrected")
    poll = select.poll()
    poll.register(events, select.POLLIN)
    began, changed = time.monotonic(), {}
    due = {node: began + interval * i / len(nodes) for i, node in enumerate(nodes)}
    waiting = list(nodes)
    while len(noticed.keys() & nodes.keys()) < len(nodes):
        if time.monotonic() > began + 6 * interval:
            raise NotReady(f"the service did not notice {len(nodes) - len(noticed)} power changes")
        while waiting and due[waiting[0]] <= time.monotonic():
            node = waiting.pop(0)
            switch_on(nodes[node])
            changed[node] = time.monotonic()
        if poll.poll(50):
            events.read()
    return [max(0.0, noticed[node] - changed[node]) for node in nodes]


def measure(system, chosen, say, did):
    """Passes each row to `did`. Returns the use of resources while no machine changes."""
    with Fleet(chosen.nodes) as fleet, ipmi.IpmiFleet(chosen.ipmi) as others:
        nodes = enrol(system, fleet.machines)
        by_ipmi = enrol(system, others.machines, "ipmi", ipmi.driver_info)
        say(f"{len(nodes)} machines with Redfish, {len(by_ipmi)} with IPMI")
        did(verify(system, list(nodes)))
        if by_ipmi:
            did(verify(system, list(by_ipmi), "by IPMI"))
        others.freeze(int(DEAD_SHARE * len(by_ipmi)))
        names = list(nodes)
        random.Random(1).shuffle(names)
        dead = names[:int(DEAD_SHARE * len(names))]
        changed = names[len(dead):len(dead) + min(CHANGED, len(names) // 10)]
        kill(system, dead, DeadHost())
        say(f"{len(dead)} machines are unreachable now; waiting until the service has noticed")
        time.sleep(8 * chosen.interval)
        before, lasted = states_read(system), chosen.idle
        cpu = at_rest(system, lasted)
        out = {"nodes": len(nodes), "dead": len(dead), "by_ipmi": len(by_ipmi), "interval": chosen.interval, "cores": cpu,
               "read_per_second": (states_read(system) - before) / lasted,
               "memory": system.memory(), "sockets": sockets(system)}
        say("switching machines on")
        seconds = notice(system, {name: nodes[name] for name in changed}, chosen.interval)
        out["noticed"] = {"changes": len(seconds), "p50": percentile(seconds, 0.5),
                          "p99": percentile(seconds, 0.99)}
        return out
