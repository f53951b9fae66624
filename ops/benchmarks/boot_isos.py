"""Measures boot ISOs: deploying many machines at once by virtual media, each with its own boot ISO, and serving
a boot ISO to many readers.

The machines and their agents are simulated, with TLS, in a process that is not counted. A machine reads
the kernel parameters from its ISO with HEAD and ranges of one sector, and starts its agent after `boots` s."""

import collections
import os
import random
import select
import statistics
import time
import types

from benchmarks import file_readers
from benchmarks.agents import settle
from benchmarks.beside import pss_mib
from benchmarks.bmc import Fleet, ask, enrol, redfish_info, verify
from benchmarks.load import request
from benchmarks.scenarios import Events, drive, row
from benchmarks.system import NotReady

SETTINGS = """\
pxe: {http_root: "{directory}/boot"}
conductor:
  sync_power_state_interval: 0s
  automated_clean: false
  file_url_allowed_paths: ["{directory}/ramdisk"]
  deploy_kernel: "file://{directory}/ramdisk/kernel"
  deploy_ramdisk: "file://{directory}/ramdisk/ramdisk"
  bootloader: "file://{directory}/ramdisk/esp.img"
drivers: {enabled_hardware_types: [redfish]}
agent:
  callback_networks: [127.0.0.0/8]
  service_url: "http://{address}"
  command_wait_interval: %s
api: {max_connections_per_address: 5000}
"""
SCENARIO = "times: {power_on: 0, power_off: 0, shutdown: 0, post: 1, agent: %d, agent_step: 0.2}\n"

# Without Dell: those BMCs reject a power-on soon after a power-off. The service retries after 10 s, and this
# delay would dominate the result.
PROFILES = "hpe,lenovo,supermicro,ami,openbmc"

# `boots`: seconds from the end of POST to the agent; `asks`: poll interval for commands that the agent does not
# report; `read_bytes`: minimum number of bytes for each number of readers.
FULL = types.SimpleNamespace(
    sources={"kernel": 14_000_000, "ramdisk": 65_000_000, "esp.img": 8 << 20}, boots=30, asks="6s", rounds=2,
    readers=(1, 100, 1000), read_bytes=8_000_000_000, ranges=20_000)
QUICK = types.SimpleNamespace(
    sources={"kernel": 300_000, "ramdisk": 1_500_000, "esp.img": 200_000}, boots=2, asks="200ms", rounds=1,
    readers=(1, 20), read_bytes=100_000_000, ranges=300)

# No machine fetches these URLs: the machines are simulated.
BOOTS = {"made": ("boot ISO per node", {}),
         "own": ("deploy_iso", {"deploy_iso": "http://192.0.2.80/ramdisk.iso",
                                "ramdisk_image_download_source": "http"})}
INSTANCE = {"image_source": "http://192.0.2.80/disk.img",
            "image_checksum": "d41d8cd98f00b204e9800998ecf8427e"}
PATIENCE = 600


def scale_of(chosen):
    return QUICK if chosen.quick else FULL


def settings(chosen):
    return SETTINGS % scale_of(chosen).asks


def make_sources(folder, sizes):
    """Writes files of the given sizes with random bytes: nothing reads their content."""
    os.makedirs(folder)
    some = random.Random(7)
    for name, size in sizes.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(some.randbytes(size))


# -- progress of the nodes ----------------------------------------------------------------------------

class Progress:
    """Follows a deployment by its events: node → seconds until its machine is on with the ISO in its drive,
    and until the node is active."""

    def __init__(self, system, nodes):
        self.nodes = nodes
        self.started, self.active = {}, {}
        self.began = time.perf_counter()
        self.events = Events(system.address, self._take)

    def _take(self, event):
        if event["to"] == "deploy failed":
            raise NotReady(f"a deployment failed: {event.get('last_error')}")
        seconds = time.perf_counter() - self.began
        if event["to"] == "wait call-back":
            self.started.setdefault(event["uuid"], seconds)
        elif (event["to"], event["target"]) == ("active", None):
            self.active[event["uuid"]] = seconds

    def until(self, arrived):
        poll = select.poll()
        poll.register(self.events, select.POLLIN)
        while not self.nodes <= arrived.keys():
            if time.perf_counter() - self.began > PATIENCE:
                raise NotReady(f"{len(self.nodes - arrived.keys())} machines were not deployed within {PATIENCE} s")
            if poll.poll(1000):
                self.events.read()

    def close(self):
        self.events.socket.close()


def begin(system, nodes):
    """Requests the deployment of all nodes."""
    progress = Progress(system, nodes)
    ask(system, [request("PUT", f"/v1/nodes/{node}/states/provision", {"target": "active"})
                 for node in nodes])
    return progress


def deploy(system, nodes, name):
    """Deploys all nodes at once. Returns a row, and further numbers."""
    system.begin_peak()
    before = system.cpu()
    progress = begin(system, nodes)
    try:
        progress.until(progress.started)
        out = {"started_cpu_seconds": sum(system.cpu().values()) - sum(before.values()),
               "started_seconds": max(progress.started.values()), "pss_mib": pss_mib(system),
               "disk": disk_use(boot_root(system))}
        progress.until(progress.active)
    finally:
        progress.close()
    settle(system)
    took = list(progress.active.values())
    done = row(name, system, before, len(nodes), max(took), took)
    return done, {**out, "seconds": max(took), "resident_mib": sum(system.peak().values()),
                  "cpu_seconds": done["cpu_ms"] * len(nodes) / 1000}


# -- files on the disk --------------------------------------------------------------------------------

def boot_root(system):
    return os.path.join(system.directory, "boot")


def disk_use(root):
    """Returns the bytes below a folder, the bytes of shared files, the bytes of the nodes' own files, and the
    number of boot ISOs."""
    out = collections.Counter()
    seen = set()
    for folder, _, names in os.walk(root):
        for path in [folder, *(os.path.join(folder, name) for name in names)]:
            try:
                found = os.stat(path)
            except FileNotFoundError:  # deleted since
                continue
            if found.st_ino in seen:
                continue
            seen.add(found.st_ino)
            is_shared = os.path.basename(folder) == ".shared" or found.st_nlink > 1
            out["all"] += 512 * found.st_blocks
            if path == folder:
                continue
            out["shared" if is_shared else "own"] += found.st_size
            out["discs"] += path.endswith(".iso.parts")
    return out


# -- the machines -------------------------------------------------------------------------------------

def make_available(system, machines):
    """Creates nodes and makes them available. Returns UUID → machine."""
    nodes = enrol(system, machines, boot_interface="redfish-virtual-media",
                  deploy_interface="direct", instance_info=INSTANCE)
    ask(system, [request("POST", "/v1/ports", {"node_uuid": node, "address": machine["macs"][0]})
                 for node, machine in nodes.items()])
    verify(system, list(nodes))
    drive(system, list(nodes), [("provide", "available", None)])
    return nodes


def name_sources(system, nodes, further):
    """Sets boot ISO and image again, because undeploying removes them."""
    ask(system, [request("PATCH", f"/v1/nodes/{node}", [
        {"op": "replace", "path": "/instance_info", "value": INSTANCE},
        {"op": "replace", "path": "/driver_info", "value": {**redfish_info(machine), **further}}])
        for node, machine in nodes.items()])


def deploy_in_turn(system, nodes, rounds, did):
    """Deploys in each round once with a boot ISO per node and once with deploy_iso. Returns the numbers of each."""
    found = {kind: [] for kind in BOOTS}
    for number in range(1, rounds + 1):
        for kind, (words, further) in BOOTS.items():
            name_sources(system, nodes, further)
            done, took = deploy(system, nodes.keys(), f"deploy a machine, {words}, round {number}")
            did(done)
            found[kind].append(took)
            drive(system, list(nodes), [("deleted", "available", None)])
    return found


def middle(rounds):
    """Returns the mean of each number. Disk use is the first round's, because all rounds have the same."""
    numbers = {key: statistics.mean(took[key] for took in rounds)
               for key in rounds[0] if key != "disk"}
    return {**numbers, "disk": rounds[0]["disk"]}


# -- reading ------------------------------------------------------------------------------------------

def lasting_boot_iso(system):
    """Deploys a machine whose agent never starts. Returns the path of its boot ISO at the service."""
    with Fleet(1, "--seed", "2", scenario=SCENARIO % 1) as fleet:
        fleet.machines[0]["name"] = "reader"
        node, = make_available(system, fleet.machines)
        deployment = begin(system, {node})
        deployment.until(deployment.started)
        deployment.close()
    folder = os.path.join(boot_root(system), node)
    recipes = [name for name in os.listdir(folder) if name.endswith(".iso.parts")]
    return f"/v1/boot/{node}/{recipes[0].removesuffix('.parts')}"


def measure(system, chosen, say, did):
    scale = scale_of(chosen)
    sources = os.path.join(system.directory, "ramdisk")
    make_sources(sources, scale.sources)
    with Fleet(chosen.nodes, "--api", "http://%s:%d" % system.address, "--profile", PROFILES,
               scenario=SCENARIO % scale.boots) as fleet:
        nodes = make_available(system, fleet.machines)
        say(f"{len(nodes)} machines are available")
        found = deploy_in_turn(system, nodes, scale.rounds, did)
    iso = lasting_boot_iso(system)
    plain = file_readers.copy(system, iso, os.path.join(boot_root(system), "plain"),
                              [os.path.join(sources, name) for name in scale.sources])
    say("readers")
    out = file_readers.measure(system, {"boot ISO": iso, "plain file": plain}, scale, did)
    return {"nodes": len(nodes), "boots": scale.boots, "made": middle(found["made"]),
            "own": middle(found["own"]), "rounds": found, **out}
