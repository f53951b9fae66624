#!/usr/bin/python3
"""Redfish machines with odd BMCs go through their lives. Run it by hand with many machines:

  quirky_fleet.py [--machines N] [--seed X] [--quirks MIN-MAX | --quirk NAME[,NAME]] [--at-once N]
                  [--kill-every S] [--silent P] [--sync S]

Each simulated machine of six vendors draws quirks from the simulator's book. It is enrolled, managed, inspected by
its BMC, switched on, rebooted, switched off, configured (clock, BIOS, firmware), and provided, which cleans it with
a ramdisk from virtual media. The service is killed with SIGKILL every S seconds, and after a reset a BMC is silent
with the probability P for longer than a power change may take, so that the end of the order is unknown.

What is checked is what the machines were ordered and did, as the simulator recorded it, not what the service says:
no power order without a request that needs it, no boot from another medium than the last ordered one, no update
that was reported as done with an unchanged version, the power state that was requested last. No node may be stuck,
and each failure must name the BMC's own words. IRONBUSD_SERVICE names another daemon than the simulator's IRONBUSD.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import sys
import threading
import time
import urllib.request

sys.dont_write_bytecode = True

from harness import Daemon, free_address, scratch  # noqa: E402
from quirky_life import Life, Problem  # noqa: E402
from simulated_fleet import SHORT, Fleet, unverified  # noqa: E402

SETTINGS = """
drivers: {{enabled_hardware_types: [redfish]}}
conductor:
  sync_power_state_interval: {sync}s
  power_state_sync_max_retries: 1000
  power_state_change_timeout: {change}s
  clean_callback_timeout: 300s
  soft_power_off_timeout: 60s
redfish:
  request_timeout: 30s
  connect_timeout: 5s
  power_on_conflict_retry_interval: 1s
  bios_config_timeout: 120s
  firmware_update_overall_timeout: 300s
  firmware_update_status_interval: 1s
  firmware_update_reboot_delay: 3s
  firmware_update_nic_starting_wait: 3s
  firmware_update_validation_interval: 1s
  firmware_update_resource_validation_timeout: 30s
agent: {{callback_networks: [127.0.0.0/8], command_wait_interval: 100ms}}
"""
TIMES = SHORT.rstrip("}\n").replace("post: 0.4", "post: 1") + ", agent: 0.2, agent_step: 0.2}\n"
CHANGE = 20  # Seconds that a power change may take.
SILENCE = f"""faults:
  - {{kind: bmc_restart, method: POST, path: "*ComputerSystem.Reset", probability: %s, seconds: {CHANGE + 10}}}
"""
KINDS = ("wrong power order", "wrong power state", "stale boot", "missed boot", "wrong update", "stuck or failed life",
         "password in the log")


class Killer(threading.Thread):
    """Kills and starts the service again and again, at random moments."""

    def __init__(self, daemon, every, seed):
        super().__init__(daemon=True)
        self.service, self.every = daemon, every
        self.random = random.Random(seed)
        self.ended = threading.Event()
        self.kills = 0

    def run(self):
        while self.every and not self.ended.wait(self.every * self.random.uniform(0.5, 1.5)):
            self.service.kill()
            self.kills += 1
            self.service.start()

    def end(self):
        self.ended.set()
        self.join()


def report_of(fleet):
    with urllib.request.urlopen(fleet.url + "/simulate/report", context=unverified(), timeout=60) as answer:
        return json.load(answer)


def events_of(api, kind):
    """Returns the number of events of that type."""
    count, path = 0, f"/v1/events?since=0&type={kind}"
    while path:
        page = api.get(path).json
        count += len(page["events"])
        path = page.get("next")
        path = path[path.index("/v1/"):] if path else None
    return count


def run_lives(lives, at_once):
    """Returns the problems of all lives."""
    problems, lock, count = [], threading.Lock(), [0]

    def one(life):
        problem = None
        try:
            life.live()
        except (Problem, AssertionError, ValueError, KeyError) as why:
            problem = f"stuck or failed life: {why}"
        with lock:
            count[0] += 1
            if problem:
                problems.append(problem)
                print("  " + problem, flush=True)
            if count[0] % 100 == 0:
                print(f"  {time.strftime('%H:%M:%S')} {count[0]} lives", flush=True)

    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        list(pool.map(one, lives))
    return problems


def show(report, lives, wrong, facts):
    print(f"machines {report['machines']}, {facts}")
    print(f"requests {report['requests']}, orders {report['orders']}, power orders {report['power_order_count']}, "
          f"boots {report['boot_count']}, updates {report['update_count']}")
    print(f"{'QUIRK':24} MACHINES      MET")
    for name, row in sorted(report["quirks"].items()):
        print(f"{name:24} {row['machines']:8} {row['met']:8}")
    failures = [failure for life in lives for failure in life.failures]
    print(f"failed operations, repeated by the operator: {len(failures)}")
    for kind, count in collections.Counter(kind for kind, _ in failures).most_common():
        example = next(error for other, error in failures if other == kind)
        print(f"  {kind}: {count}, such as: {example[:400]}")
    for kind in KINDS:
        print(f"{kind}: {sum(row.startswith(kind) for row in wrong)}")
    for row in wrong[:50]:
        print("  " + row)


def run(machines, seed, *quirks, at_once=16, kill_every=0.0, silent=0.0, sync=1):
    """Runs a fleet. Returns its violations."""
    began = time.monotonic()
    settings = SETTINGS.format(sync=sync, change=CHANGE)
    daemon = Daemon(scratch(), settings=settings, listen=free_address(), program=os.environ.get("IRONBUSD_SERVICE"))
    daemon.start()
    fleet, killer = None, Killer(daemon, kill_every, seed)
    try:
        scenario = TIMES + (SILENCE % silent if silent else "")
        fleet = Fleet(machines, "--api", daemon.api.url, "--seed", str(seed), *quirks, scenario=scenario)
        drawn = {one["name"]: sorted(one["quirks"]) for one in report_of(fleet)["by_machine"]}
        lives = [Life(daemon.api, one, drawn[one["name"]]) for one in fleet.machines()]
        killer.start()
        wrong = run_lives(lives, at_once)
        killer.end()
        time.sleep(8 * sync)  # power syncs without a request
        report = report_of(fleet)
        by_name = {one["name"]: one for one in report["by_machine"]}
        for life in lives:
            wrong += life.check(by_name[life.name])
        secrets = [one["password"] for one in fleet.machines() if one["password"] != "Simulated"]
        log = daemon.log()
        wrong += [f"password in the log: {word}" for word in secrets if word in log]
        unknown = events_of(daemon.api, "power_state_unconfirmed")
        show(report, lives, wrong, f"seconds {time.monotonic() - began:.0f}, kills {killer.kills}, "
             f"unknown ends {unknown}")
        return wrong
    finally:
        if killer.is_alive():
            killer.end()
        if fleet:
            fleet.stop()
        daemon.stop()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--machines", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--quirks", default="2-4", metavar="MIN-MAX")
    options.add_argument("--quirk", default="", metavar="NAME[,NAME]")
    options.add_argument("--at-once", type=int, default=16, metavar="N", help="lives at the same time")
    options.add_argument("--kill-every", type=float, default=30, metavar="S", help="0: no kills")
    options.add_argument("--silent", type=float, default=0.02, metavar="P")
    options.add_argument("--sync", type=int, default=1, metavar="S", help="seconds between power syncs")
    chosen = options.parse_args()
    quirks = ["--quirk", chosen.quirk] if chosen.quirk else ["--random-quirks", chosen.quirks]
    print(f"quirky_fleet: seed {chosen.seed}, {chosen.machines} machines, {' '.join(quirks)}, a kill every "
          f"{chosen.kill_every:g} s, silent after {chosen.silent:.0%} of the resets, sync every {chosen.sync} s",
          flush=True)
    return 1 if run(chosen.machines, chosen.seed, *quirks, at_once=chosen.at_once, kill_every=chosen.kill_every,
                    silent=chosen.silent, sync=chosen.sync) else 0


if __name__ == "__main__":
    sys.exit(main())
