#!/usr/bin/python3
"""Redfish machines go through their lives while processes die. Run it by hand: it takes minutes.

  redfish_lives.py [--machines N] [--seed X] [--kill-every S] [--time-limit S]

`ironbusd simulate` runs machines of six vendors, each with one kind of fault: BMCs that are slow, reject requests,
lose sessions, close connections, or restart. Each machine is enrolled, inspected by its BMC, cleaned with a firmware
update, deployed by virtual media and undeployed. Every second a conductor or a driver worker dies. Passes if every
node ends in the state that its operator requested, and no update was started twice. The invariants are those of
kill_test, and the requests to the BMCs are checked as well.
"""

import collections
import datetime
import json
import sys
import time

sys.dont_write_bytecode = True

import workload  # noqa: E402
from client import Client  # noqa: E402
from fault_injector import FaultInjector  # noqa: E402
from judge import conclude, judge, make_parser, print_rows, wind_up  # noqa: E402
from simulated_machines import SimulatedMachines  # noqa: E402
from testbed import Testbed  # noqa: E402

VICTIMS = ["conductor-1", "conductor-2", "driver-1", "driver-2"]

SETTINGS = """\
drivers:
  enabled_hardware_types: [redfish]
conductor:
  operations_max_entries: 1000
  task_poll_first: 1s
  task_poll_longest: 5s
  clean_callback_timeout: 90s
  deploy_callback_timeout: 90s
agent:
  lost_agent_action: reboot
  callback_networks: [127.0.0.0/8]
redfish:
  power_on_conflict_retry_interval: 1s
  firmware_update_status_interval: 1s
  firmware_update_reboot_delay: 2s
  firmware_update_validation_interval: 1s
"""

TIMES = "times: {power_on: 0.2, power_off: 0.2, shutdown: 0.3, post: 1, bios_settings: 0.2, " \
        "volume: 1, firmware: 4, bmc_restart: 2, agent: 1, agent_step: 0.5}\n"

# The fault of a machine's BMC; its frequency is random. Two lost sessions for one request fail the step, so sessions
# must not be lost that often.
FAULTS = {"none": None, "slow": {"kind": "slow", "seconds": 3, "probability": 0.05},
          "503": {"kind": "unavailable", "seconds": 1, "probability": 0.1},
          "session lost": {"kind": "session_lost", "probability": 0.01},
          "half an answer": {"kind": "half_answer", "method": "GET", "probability": 0.05},
          "no answer": {"kind": "no_answer", "method": "GET", "probability": 0.05},
          "BMC restarts": {"kind": "bmc_restart", "seconds": 3, "probability": 0.01}}

UPDATE = [{"interface": "firmware", "step": "update", "args": {"settings": [
    {"component": "bios", "url": "http://192.0.2.80/bios-9.9.9.bin"}]}}]


def options():
    out = make_parser(__doc__)
    out.add_argument("--machines", type=int, default=42)
    out.add_argument("--kill-every", type=float, default=1.0, metavar="SECONDS")
    out.add_argument("--time-limit", type=float, default=600, metavar="SECONDS")
    return out.parse_args()


class RedfishLife(workload.Life):
    def __init__(self, machine, fault):
        super().__init__(machine["name"], [workload.MANAGE, workload.INSPECT, workload.CLEAN,
                                           workload.PROVIDE, workload.DEPLOY, workload.UNDEPLOY], [])
        self.machine = machine
        self.fault = fault
        self.began = time.monotonic()

    def enrolment(self):
        machine = self.machine
        return [("/v1/nodes", {
            "driver": "redfish", "uuid": self.uuid, "name": self.name,
            "inspect_interface": "redfish", "boot_interface": "redfish-virtual-media",
            "deploy_interface": "direct", "firmware_interface": "redfish",
            "driver_info": {"redfish_address": machine["redfish_address"],
                            "redfish_system_id": machine["system_id"],
                            "redfish_username": machine["user"],
                            "redfish_password": machine["password"], "redfish_verify_ca": False,
                            "deploy_iso": "http://192.0.2.80/ramdisk.iso",
                            "ramdisk_image_download_source": "http"},
            "instance_info": {"image_source": "http://192.0.2.80/disk.img",
                              "image_checksum": "d41d8cd98f00b204e9800998ecf8427e"}})]

    def request(self, verb):
        if verb is workload.CLEAN:
            return {"target": "clean", "clean_steps": UPDATE}
        return super().request(verb)

    @property
    def is_through(self):
        return not self.verbs and self.busy_since is None


def scenario(count):
    """Returns the fault of each machine, and the scenario file."""
    kinds = list(FAULTS)
    chosen, rules = [], []
    for number in range(count):
        # Six profiles and seven faults in turn give all pairs.
        kind = kinds[number % len(kinds)]
        chosen.append(kind)
        if FAULTS[kind]:
            rules.append({**FAULTS[kind], "machine": f"sim-{number + 1:05}"})
    return chosen, TIMES + "faults: " + json.dumps(rules) + "\n"


def attempts(operations):
    """Returns how often steps were restarted."""
    return sum(len(op["ledger"]) - len({row["index"] for row in op["ledger"]}) for op in operations)


def table(lives, by_node):
    rows = collections.defaultdict(list)
    for life in lives:
        rows[life.machine["profile"], life.fault].append(life)
    print(f"  {'PROFILE':12} {'FAULT':16} NODES ENDED RETRIES SECONDS")
    for (profile, fault), some in sorted(rows.items()):
        again = sum(attempts(by_node.get(life.uuid, [])) for life in some)
        seconds = [seconds_of(by_node.get(life.uuid, [])) for life in some]
        through = sum(life.is_through for life in some)
        print(f"  {profile:12} {fault:16} {len(some):5} {through:5} {again:7} {max(seconds):7.0f}")


def seconds_of(operations):
    """Returns the time from the first request to the end of the last operation."""
    moments = [datetime.datetime.fromisoformat(op[key]) for op in operations
               for key in ("started_at", "ended_at") if op[key]]
    return (max(moments) - min(moments)).total_seconds() if moments else 0.0


def check_updates(machines):
    """Checks the started updates as reported by the BMCs."""
    return [f"{one['name']} was told {one['state']['updates']} times to update its firmware"
            for one in machines if one["state"]["updates"] != 1]


def run(bed, chosen):
    kinds, text = scenario(chosen.machines)
    client = Client(*bed.urls())
    chaos = FaultInjector(bed, chosen.seed, VICTIMS, chosen.kill_every)
    with SimulatedMachines(chosen.machines, text, "--api", bed.url) as fleet:
        lives = [RedfishLife(machine, kind) for machine, kind in zip(fleet.machines(), kinds)]
        operators = workload.Operators(client, lives, rate=50)
        operators.enrol()
        operators.start()
        chaos.run(chosen.time_limit, lambda: all(x.is_through or x.failed for x in lives))
        settled, astray = wind_up(bed, operators)
        wrong, facts = judge(bed, lives, client, by_agents={life.uuid for life in lives})
        wrong += check_updates(fleet.machines())
    table(lives, facts["by node"])
    late = [f"{x.name} {x.uuid} has come as far as {x.expected}" for x in lives if x.verbs]
    failed = [f"{x.name} {x.uuid} is {x.failed[0]}: {x.failed[1]}" for x in lives if x.failed]
    print_rows([("killed", ", ".join(f"{k} {n}" for k, n in sorted(chaos.count.items()))),
                ("operations ended", len(facts["operations"])),
                ("steps taken over from the dead", bed.count_of("driver_steps_recovered_total")),
                ("at rest after the last kill", f"{settled:.1f} s")])
    return astray + late + failed + operators.complaints + chaos.unexpected + wrong


def main():
    chosen = options()
    print(f"redfish_lives: seed {chosen.seed}, {chosen.machines} machines", flush=True)
    with Testbed(SETTINGS, conductors=2, drivers=2) as bed:
        return conclude("redfish_lives", bed, chosen.keep, run(bed, chosen))


if __name__ == "__main__":
    sys.exit(main())
