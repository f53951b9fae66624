#!/usr/bin/python3
"""Counts the requests that power changes and the power sync send to Redfish BMCs. Run it by hand with many machines:

  request_cost.py [--machines N] [--interval S] [--with-ids]

The simulator counts the requests to its machines, which have its usual times and no quirks. IRONBUSD_SERVICE names
another daemon than the simulator's IRONBUSD, so that two versions can be compared.
"""

import argparse
import os
import sys
import time
import urllib.request

sys.dont_write_bytecode = True

from harness import Daemon, free_address, poll, scratch  # noqa: E402
from quirky_fleet import report_of  # noqa: E402
from simulated_fleet import Fleet  # noqa: E402

SETTINGS = """
health_listen: 127.0.0.1:0
drivers: {{enabled_hardware_types: [redfish]}}
conductor: {{sync_power_state_interval: {interval}s}}
"""
LIMIT = 600
ROUNDS = 3  # Power syncs of all machines that are counted.
CHANGES = (("power on", "power on"), ("rebooting", "power on"), ("power off", "power off"))


def enrol(api, machine, with_ids):
    own = {"redfish_system_id": machine["system_id"]} if with_ids else {}
    api.create(machine["name"], driver="redfish", driver_info={
        **own, "redfish_address": machine["redfish_address"], "redfish_verify_ca": False,
        "redfish_username": machine["user"], "redfish_password": machine["password"]})


def await_all(api, count, reached, what):
    def done():
        nodes = api.get("/v1/nodes?limit=1000&fields=name,provision_state,power_state,target_power_state,last_error")
        nodes = nodes.json["nodes"]
        failed = [x for x in nodes if x["last_error"]]
        assert not failed, failed[0]
        return len(nodes) == count and all(map(reached, nodes))
    poll(done, what, LIMIT, 1)


def put_all(api, names, kind, target):
    for name in names:
        answer = api.call("PUT", f"/v1/nodes/{name}/states/{kind}", {"target": target})
        assert answer.status == 202, answer


def states_read(daemon):
    """Power states that the power sync has read."""
    at = dict(word.split("=", 1) for word in daemon.ready_line.split() if "=" in word)["health_listen"]
    with urllib.request.urlopen(f"http://{at}/metrics", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(x.split()[-1]) for x in lines if x.startswith("ironbus_driver_power_states_surveyed_total"))


def count_changes(daemon, fleet, names):
    """Returns the rows (what, requests for all machines)."""
    def spent(what, kind, target, reached):
        before = report_of(fleet)["requests"]
        put_all(daemon.api, names, kind, target)
        await_all(daemon.api, len(names), reached, what)
        return what, report_of(fleet)["requests"] - before

    yield spent("manage", "provision", "manage", lambda x: x["provision_state"] == "manageable")
    for target, state in CHANGES:
        yield spent(target, "power", target,
                    lambda x, state=state: x["power_state"] == state and not x["target_power_state"])


def count_sync(daemon, fleet, machines, interval):
    """Returns the requests of the power sync for one reading of all machines."""
    def read_more(count):
        wanted = states_read(daemon) + count
        poll(lambda: states_read(daemon) >= wanted, "the power sync", 3 * interval * (ROUNDS + 1), 0.2)

    read_more(machines)  # new sessions
    reads, requests = states_read(daemon), report_of(fleet)["requests"]
    read_more(ROUNDS * machines)
    reads, requests = states_read(daemon) - reads, report_of(fleet)["requests"] - requests
    return requests * machines / reads


def measure(machines, interval, with_ids=False):
    """Returns the rows (what, requests for all machines)."""
    folder, listen = scratch(), free_address()
    program = os.environ.get("IRONBUSD_SERVICE")
    fleet = Fleet(machines, scenario="{}\n")
    daemon = Daemon(folder, settings=SETTINGS.format(interval=0), listen=listen, program=program).start()
    try:
        names = [one["name"] for one in fleet.machines()]
        for one in fleet.machines():
            enrol(daemon.api, one, with_ids)
        rows = list(count_changes(daemon, fleet, names))
        daemon.stop()
        daemon.settings = SETTINGS.format(interval=interval)
        daemon.start()
        return [*rows, ("power sync", count_sync(daemon, fleet, machines, interval))]
    finally:
        daemon.stop()
        fleet.stop()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--machines", type=int, default=1000)
    options.add_argument("--interval", type=int, default=30, metavar="S", help="of the power sync")
    options.add_argument("--with-ids", action="store_true", help="the nodes name their system")
    chosen = options.parse_args()
    print(f"request_cost: {chosen.machines} machines, {'with' if chosen.with_ids else 'without'} redfish_system_id")
    print(f"{'REQUESTS OF':12} {'ALL':>8} {'EACH':>6}")
    for what, count in measure(chosen.machines, chosen.interval, chosen.with_ids):
        print(f"{what:12} {count:8.0f} {count / chosen.machines:6.2f}", flush=True)


if __name__ == "__main__":
    main()
