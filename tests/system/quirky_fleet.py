#!/usr/bin/python3
"""Redfish machines with odd BMCs go through their lives. Run it by hand with many machines:

  quirky_fleet.py [--machines N] [--seed X] [--quirks MIN-MAX | --quirk NAME[,NAME]] [--at-once N]

Each simulated machine of six vendors draws quirks from the simulator's book. It is enrolled, managed, switched on,
rebooted, switched off, and provided, which cleans it with a ramdisk from virtual media. The power sync runs every
second. What is checked is what the machines were ordered and did, as the simulator recorded it, not what the service
says: no power order without a request that needs it, no boot from another medium than the last ordered one, the
power state that was requested last. No node may be stuck, and each failure must name the BMC's own words.
"""

import argparse
import concurrent.futures
import datetime
import json
import sys
import threading
import time
import urllib.request

sys.dont_write_bytecode = True

from harness import Daemon, free_address, scratch  # noqa: E402
from simulated_fleet import SHORT, Fleet, unverified  # noqa: E402

SETTINGS = """
drivers: {enabled_hardware_types: [redfish]}
conductor: {sync_power_state_interval: 1, clean_callback_timeout: 120s, soft_power_off_timeout: 60s}
redfish: {request_timeout: 30s, connect_timeout: 5s, power_on_conflict_retry_interval: 1s}
agent: {callback_networks: [127.0.0.0/8], command_wait_interval: 100ms}
"""
TIMES = SHORT.rstrip("}\n").replace("post: 0.4", "post: 1") + ", agent: 0.2, agent_step: 0.2}\n"
LIMIT = 300   # Seconds for each request of an operator.
QUIET = 8     # Seconds of power syncs at the end, without a request.

# The power orders that a request may cause.
ON, OFF = {"On", "ForceOn"}, {"ForceOff", "GracefulShutdown"}
ANY = ON | OFF | {"ForceRestart", "GracefulRestart", "PowerCycle"}

# What a BMC with such a quirk says when an operation may fail because of it.
WORDS = {"insert-task-fails": "could not be mounted"}


class Problem(Exception):
    """A node is stuck, or an unexpected failure ended its life."""


class Life:
    """One machine and its operator."""

    def __init__(self, api, machine, quirks):
        self.api, self.machine, self.quirks = api, machine, quirks
        self.name = machine["name"]
        self.requests = []   # (time, allowed orders, what)
        self.failures = []   # last_error of failed operations

    def title(self):
        return f"{self.name} ({self.machine['profile']}; {', '.join(self.quirks) or 'no quirk'})"

    def begin(self, allowed, what):
        self.requests.append((datetime.datetime.now(datetime.timezone.utc), allowed, what))

    def wait(self, reached, what):
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            node = self.api.node(self.name)
            if reached(node):
                return node
            time.sleep(0.3)
        raise Problem(f"{self.title()}: stuck {LIMIT} s in '{node['provision_state']}', "
                      f"'{node['power_state']}' → {node['target_power_state']}, waiting for {what}; "
                      f"last error: {node['last_error']}")

    def failed(self, node):
        """Records a failure. Returns whether the operator may try again."""
        error = node["last_error"] or ""
        self.failures.append(error)
        allowed = [words for quirk, words in WORDS.items() if quirk in self.quirks]
        if not any(words in error for words in allowed):
            raise Problem(f"{self.title()}: {node['provision_state']} failed without words of its BMC: {error}")
        return len(self.failures) < 3

    def enrol(self):
        machine = self.machine
        self.begin(set(), "enroll")
        node = self.api.create(self.name, driver="redfish", boot_interface="redfish-virtual-media", driver_info={
            "redfish_address": machine["redfish_address"], "redfish_verify_ca": False,
            "redfish_username": machine["user"], "redfish_password": machine["password"],
            "deploy_iso": "http://192.0.2.80/ramdisk.iso", "ramdisk_image_download_source": "http"})
        for mac in machine["macs"]:
            made = self.api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": mac})
            if made.status != 201:
                raise Problem(f"{self.title()}: port {mac}: {made}")

    def power(self, target, allowed, state):
        self.begin(allowed, target)
        answer = self.api.call("PUT", f"/v1/nodes/{self.name}/states/power", {"target": target})
        if answer.status != 202:
            raise Problem(f"{self.title()}: {target}: {answer}")
        node = self.wait(lambda x: x["target_power_state"] is None and (x["power_state"] == state or x["last_error"]),
                         target)
        if node["last_error"] or node["power_state"] != state:
            raise Problem(f"{self.title()}: {target} ended in '{node['power_state']}': {node['last_error']}")

    def move(self, verb, state, failures, allowed):
        self.begin(allowed, verb)
        self.api.ask_for_state(self.name, verb)
        return self.wait(lambda x: x["provision_state"] in (state, *failures), state)

    def provide(self):
        while True:
            node = self.move("provide", "available", ("clean failed",), ANY)
            if node["provision_state"] == "available":
                return
            if not self.failed(node):
                raise Problem(f"{self.title()}: cleaning fails again and again: {self.failures}")
            self.move("manage", "manageable", (), ANY)

    def live(self):
        self.enrol()
        node = self.move("manage", "manageable", ("enroll",), set())
        if node["provision_state"] != "manageable":
            raise Problem(f"{self.title()}: manage failed: {node['last_error']}")
        self.power("power on", ON, "power on")
        self.power("rebooting", ANY, "power on")
        self.power("power off", OFF, "power off")
        self.provide()
        self.begin(set(), "available")

    def check(self, report):
        """What the simulator recorded, against what the operator requested."""
        wrong = []
        for order in report["power_orders"]:
            when = datetime.datetime.fromisoformat(order["when"])
            since = [row for row in self.requests if row[0] <= when]
            allowed, what = since[-1][1:] if since else (set(), "nothing")
            if order["from"] == "bmc" and order["type"] not in allowed:
                wrong.append(f"wrong power order: {self.title()}: {order['type']} at {order['when']} after '{what}'")
        for boot in report["boots"]:
            if boot["stale"] or boot["missed"]:
                kind = "stale" if boot["stale"] else "missed"
                wrong.append(f"{kind} boot: {self.title()}: {boot}")
        node = self.api.node(self.name)
        is_on = bool(report["power_changes"]) and report["power_changes"][-1]["on"]
        if node["power_state"] != ("power on" if is_on else "power off"):
            wrong.append(f"wrong power state: {self.title()} is {'on' if is_on else 'off'}, not '{node['power_state']}'")
        return wrong


def report_of(fleet):
    with urllib.request.urlopen(fleet.url + "/simulate/report", context=unverified(), timeout=60) as answer:
        return json.load(answer)


def run_lives(lives, at_once):
    """Returns the problems of all lives."""
    problems, lock = [], threading.Lock()

    def one(life):
        try:
            life.live()
        except (Problem, AssertionError, OSError) as problem:
            with lock:
                problems.append(f"life: {problem}")
                print(f"  {problem}", flush=True)

    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        list(pool.map(one, lives))
    return problems


def show(report, lives, wrong, seconds):
    print(f"machines {report['machines']}, seconds {seconds:.0f}, orders {report['orders']}, "
          f"power orders {report['power_order_count']}, boots {report['boot_count']}")
    print(f"failed operations that name the BMC's words {sum(len(x.failures) for x in lives)}")
    print(f"{'QUIRK':24} MACHINES      MET")
    for name, row in sorted(report["quirks"].items()):
        print(f"{name:24} {row['machines']:8} {row['met']:8}")
    for kind in ("wrong power order", "wrong power state", "stale boot", "missed boot", "life"):
        print(f"{kind}s: {sum(row.startswith(kind) for row in wrong)}")
    for row in wrong:
        print("  " + row)


def run(machines, seed, *quirks, at_once=16):
    """Runs a fleet. Returns its violations."""
    began = time.monotonic()
    daemon = Daemon(scratch(), settings=SETTINGS, listen=free_address()).start()
    fleet = None
    try:
        fleet = Fleet(machines, "--api", daemon.api.url, "--seed", str(seed), *quirks, scenario=TIMES)
        drawn = {one["name"]: sorted(one["quirks"]) for one in report_of(fleet)["by_machine"]}
        lives = [Life(daemon.api, one, drawn[one["name"]]) for one in fleet.machines()]
        wrong = run_lives(lives, at_once)
        time.sleep(QUIET)
        report = report_of(fleet)
        by_name = {one["name"]: one for one in report["by_machine"]}
        for life in lives:
            wrong += life.check(by_name[life.name])
        show(report, lives, wrong, time.monotonic() - began)
        secrets = [one["password"] for one in fleet.machines() if one["password"] != "Simulated"]
        wrong += [f"the log contains a password: {word}" for word in secrets if word in daemon.log()]
        return wrong
    finally:
        if fleet:
            fleet.stop()
        daemon.stop()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--machines", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--quirks", default="2-4", metavar="MIN-MAX")
    options.add_argument("--quirk", default="", metavar="NAME[,NAME]")
    options.add_argument("--at-once", type=int, default=16)
    chosen = options.parse_args()
    quirks = ["--quirk", chosen.quirk] if chosen.quirk else ["--random-quirks", chosen.quirks]
    print(f"quirky_fleet: seed {chosen.seed}, {chosen.machines} machines, {' '.join(quirks)}", flush=True)
    return 1 if run(chosen.machines, chosen.seed, *quirks, at_once=chosen.at_once) else 0


if __name__ == "__main__":
    sys.exit(main())
