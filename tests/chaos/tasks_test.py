#!/usr/bin/python3
"""Machines update firmware and create RAIDs as tasks while the processes that poll them are killed.

  tasks_test.py [--seconds S] [--nodes N] [--seed X] [--kill-every S]

Every second a driver worker or a conductor dies, by SIGKILL or at a fail point where only one side knows a task.
Passes if every node ends in the state that its operator requested, without a failure, and each task was started once by
its machine. The invariants are those of kill_test, and the machines' journal is checked as well.
"""

import collections
import random
import re
import sys
import time

sys.dont_write_bytecode = True

import evidence  # noqa: E402
import invariants  # noqa: E402
import workload  # noqa: E402
from client import Client  # noqa: E402
from fault_injector import FaultInjector, now  # noqa: E402
from judge import conclude, judge, make_parser, print_rows, wind_up  # noqa: E402
from testbed import Testbed  # noqa: E402

VICTIMS = ["conductor-1", "conductor-2", "driver-1", "driver-2"]
PLACES = {"conductor": ("before_commit", "after_commit", "after_publish"),
          "driver": ("driver_after_claim", "driver_after_run", "driver_after_record",
                     "driver_before_ack")}
PASSES_MAX = 20  # passes of a place before the process dies there

SETTINGS = """\
conductor:
  operations_max_entries: 1000
  task_poll_first: 1s
  task_poll_longest: 2s
fake:
  journal: $JOURNAL
"""

# Steps that the machine runs as tasks, and their maximum duration in seconds.
TASKS = {"raid.delete_configuration": 2.0, "firmware.update": 4.0, "deploy.tear_down_cleaning": 1.0}
HANDLE = re.compile(r" until (\S+)$")


def options():
    out = make_parser(__doc__)
    out.add_argument("--seconds", type=float, default=20, help="how long processes are killed")
    out.add_argument("--nodes", type=int, default=60)
    out.add_argument("--kill-every", type=float, default=1.0, metavar="SECONDS")
    return out.parse_args()


class LongLife(workload.Life):
    """A node that is cleaned repeatedly, mostly by tasks of its machine."""

    def __init__(self, name, chance):
        super().__init__(name, [workload.MANAGE], [workload.CLEAN], flashes=True)
        self.driver_info = {
            "fake_waits": dict.fromkeys(TASKS, "task"),
            "fake_delays": {step: round(chance.uniform(0, longest), 3)
                            for step, longest in TASKS.items()}}

    def enrolment(self):
        [(path, body)] = super().enrolment()
        return [(path, {**body, "driver_info": self.driver_info})]


class TrapInjector(FaultInjector):
    """Half of the restarted processes die at a fail point where it hurts most."""

    def _kill(self, name):
        self.revive()
        if not self.bed.process(name).pid():  # it has died since
            return
        self.bed.kill(name)
        self.deaths.append(now())
        self.count[name] += 1
        time.sleep(self.random.uniform(0, self.every / 2))
        self.bed.start_again(name, self._trap(name) if self.random.random() < 0.5 else {})

    def _trap(self, name):
        place = self.random.choice(PLACES[name.partition("-")[0]])
        return {"IRONBUS_FAILPOINT": f"{place}:{self.random.randint(1, PASSES_MAX)}"}

    def revive(self):
        for name in self.victims:
            process = self.bed.process(name)
            if process.pid():
                continue
            place = process.record()["environment"].get("IRONBUS_FAILPOINT", "")
            if not place:
                self.unexpected.append(f"{name} was dead before it was killed; its log has the cause")
            self.deaths.append(now())
            self.count[place.partition(":")[0]] += 1
            self.bed.start_again(name, {})

    def end(self):
        """Restarts all processes without fail points."""
        self.revive()
        for name in self.victims:
            if self.bed.kill(name):
                self.deaths.append(now())
            self.bed.start_again(name, {})


def begun(journal):
    """Returns (operation, index) → the journal lines of tasks that the machine has accepted."""
    out = collections.defaultdict(list)
    for key, lines in journal.items():
        out[key] += [line for line in lines if line["what"] == "start" and "task" in line]
    return {key: lines for key, lines in out.items() if lines}


def check_tasks(operations, tasks):
    """Checks that each task was started once, and did not end for its node before it ended."""
    wrong = []
    for key, lines in tasks.items():
        if len(lines) != 1:
            wrong.append(f"{key}: {lines[0]['interface']}.{lines[0]['step']} was begun {len(lines)} times")
    for operation in operations:
        for index, step in enumerate(operation["steps"]):
            if f"{step['interface']}.{step['step']}" not in TASKS:
                continue
            where = invariants.name_of(operation, index)
            if (operation["id"], index) not in tasks:
                wrong.append(f"{where} never became a task")
                continue
            ends = HANDLE.search(tasks[operation["id"], index][0]["task"]).group(1)
            done = [x["finished_at"] for x in operation["ledger"]
                    if x["index"] == index and x["status"] == "done"]
            if not done or done[0] < ends:
                wrong.append(f"{where} is done at {done}, its machine at {ends}")
    return wrong


def hit(tasks, deaths):
    """Returns the tasks during which a process died that knew of them, or could have."""
    return sum(any(line["time"] < death < HANDLE.search(line["task"]).group(1) for death in deaths)
               for lines in tasks.values() for line in lines)


def report(bed, chaos, facts, tasks, settled):
    rows = [("killed, ended at", ", ".join(f"{k} {n}" for k, n in sorted(chaos.count.items()))),
            ("operations ended", len(facts["operations"])),
            ("tasks begun / hit by a death", f"{len(tasks)} / {hit(tasks, chaos.deaths)}"),
            ("steps taken over from the dead", bed.count_of("driver_steps_recovered_total")),
            ("polls", bed.count_of("driver_steps_probed_total")),
            ("at rest after the last kill", f"{settled:.1f} s")]
    print_rows(rows)


def judge_tasks(bed, all_lives, client, chaos, settled):
    wrong, facts = judge(bed, all_lives, client)
    tasks = begun(evidence.read_journal(bed.journal))
    wrong += check_tasks(facts["operations"], tasks)
    if not hit(tasks, chaos.deaths):
        wrong.append("nobody died during a task")
    report(bed, chaos, facts, tasks, settled)
    return wrong


def run(bed, chosen):
    client = Client(bed.url)
    chaos = TrapInjector(bed, chosen.seed, VICTIMS, chosen.kill_every)
    all_lives = [LongLife(f"long-{i}", chaos.random) for i in range(chosen.nodes)]
    operators = workload.Operators(client, all_lives, rate=100)
    operators.enrol()
    operators.start()
    chaos.run(chosen.seconds)
    chaos.end()
    settled, astray = wind_up(bed, operators)
    wrong = judge_tasks(bed, all_lives, client, chaos, settled)
    for text in astray[:3]:
        invariants.show_node(client, text.split()[1])
    failed = [f"{x.name} {x.uuid} is {x.failed[0]}: {x.failed[1]}" for x in all_lives if x.failed]
    return astray + failed + operators.complaints + chaos.unexpected + wrong


def main():
    chosen = options()
    print(f"tasks_test: seed {chosen.seed}, {chosen.nodes} nodes, {chosen.seconds:.0f} s", flush=True)
    with Testbed(SETTINGS, conductors=2, drivers=2) as bed:
        return conclude("tasks_test", bed, chosen.keep, run(bed, chosen))


if __name__ == "__main__":
    sys.exit(main())
