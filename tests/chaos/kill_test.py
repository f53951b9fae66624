#!/usr/bin/python3
"""Nodes are cleaned and deployed while, every second, some process is killed with SIGKILL.

  kill_test.py [--seconds S] [--nodes N] [--seed X] [--kill-every S] [--with-broker N] [--with-store N]

Passes if every node ends where its operator sent it, each planned step ran once, in order, and no
event is missing: judged by the store, by the machines' own journal and by the log of events.
"""

import argparse
import random
import sys
import time

sys.dont_write_bytecode = True

import evidence  # noqa: E402
import invariants  # noqa: E402
import workload  # noqa: E402
from client import Client  # noqa: E402
from fault_injector import FaultInjector  # noqa: E402
from prober import Prober  # noqa: E402
from testbed import Testbed  # noqa: E402

SETTLE_SECONDS = 90
VICTIMS = ["conductor-1", "conductor-2", "driver-1", "gateway-1"]

SETTINGS = """\
conductor:
  operations_max_entries: 1000
  clean_step_priority_override:
    deploy.erase_devices_metadata: 40
    raid.delete_configuration: 30
    bios.factory_reset: 20
    deploy.erase_devices: 10
fake:
  journal: $JOURNAL
  seed: {seed}
  deploy_delay: "0.1,0.5"
  raid_delay: "0.1,0.5"
  bios_delay: "0.1,0.5"
  firmware_delay: "0.1,0.5"
  power_delay: "0.1,0.3"
"""


def options():
    out = argparse.ArgumentParser(description=__doc__,
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
    out.add_argument("--seconds", type=float, default=60, help="how long processes are killed")
    out.add_argument("--nodes", type=int, default=200)
    out.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    out.add_argument("--kill-every", type=float, default=1.0, metavar="SECONDS")
    out.add_argument("--rate", type=float, default=20, help="requests for work a second, at most")
    out.add_argument("--with-broker", type=int, default=1, metavar="N", help="restarts of RabbitMQ")
    out.add_argument("--with-store", type=int, default=1, metavar="N", help="restarts of Redis")
    out.add_argument("--no-flash", action="store_true", help="no steps that must not be repeated")
    out.add_argument("--keep", action="store_true", help="keep the folder")
    return out.parse_args()


def make_lives(chosen):
    """Half are cleaned by hand over and over, half deployed and undeployed."""
    out = []
    for i in range(chosen.nodes):
        if i % 2 == 0:
            flashes = i % 10 == 0 and not chosen.no_flash
            out.append(workload.Life(f"clean-{i}", [workload.MANAGE], [workload.CLEAN], flashes))
        else:
            out.append(workload.Life(f"deploy-{i}", [workload.MANAGE, workload.PROVIDE],
                                  [workload.DEPLOY, workload.UNDEPLOY]))
    return out


def settle(operators):
    ends = time.monotonic() + SETTLE_SECONDS
    began = time.monotonic()
    while operators.astray() and time.monotonic() < ends:
        time.sleep(0.5)
    return time.monotonic() - began


def stuck(operators):
    return [f"{life.name} {life.uuid} should be {life.expected}, is {operators.states.get(life.uuid)}"
            for life in operators.astray()]


def failures(all_lives):
    return [f"{life.name} {life.uuid} is {life.failed[0]}: {life.failed[1]}" for life in all_lives
            if life.failed and not (life.flashes and invariants.NOT_REPEATED in life.failed[1])]


def judge(bed, all_lives, client):
    """(violations, facts for the summary)."""
    uuids = [life.uuid for life in all_lives]
    wrong = client.violations()
    by_node, snapshots, unpublished = bed.witness(uuids)
    wrong += invariants.check_snapshots(snapshots, unpublished)
    operations = [x for uuid in uuids for x in by_node.get(uuid, [])]
    wrong += invariants.check_bounds(operations, snapshots)
    journal = evidence.read_journal(bed.journal, set(uuids))
    for operation in operations:
        wrong += invariants.check_ledger(operation)
    wrong += invariants.check_journal(operations, journal)
    wrong += invariants.check_belonging(operations, journal)
    for life in all_lives:
        wrong += invariants.check_requests(life, by_node.get(life.uuid, []))
    events = bed.events()
    missing, repeats = invariants.check_events(events, snapshots)
    return wrong + missing, {"operations": operations, "journal": journal, "events": len(events),
                             "repeated events": repeats}


def counted(bed, *names):
    return sum(bed.counted.get(name, 0) for name in names)


def report(bed, chaos, client, facts, settled):
    runs = [x for lines in facts["journal"].values() for x in lines if x["what"] == "start"]
    rows = [
        ("killed", ", ".join(f"{name} {n}" for name, n in sorted(chaos.count.items()))),
        ("answers the client repeated", ", ".join(f"{k} {n}" for k, n in client.refused.items())),
        ("operations ended", len(facts["operations"])),
        ("of them hit by a death", invariants.resumed(facts["operations"], chaos.deaths)),
        ("steps planned / runs begun", f"{len(facts['journal'])} / {len(runs)}"),
        ("duplicates absorbed", f"conductors {counted(bed, 'conductor_duplicates_total')}, drivers "
         f"{counted(bed, 'driver_duplicates_dropped_total', 'driver_outcomes_republished_total')}"),
        ("redelivered by the broker", counted(bed, "amqp_redelivered_total")),
        ("steps taken over from the dead", counted(bed, "driver_steps_recovered_total")),
        ("nodes resumed", counted(bed, "conductor_resumed_total")),
        ("commits refused to old owners", counted(bed, "conductor_stale_commits_total")),
        ("reconnects", counted(bed, "amqp_reconnects_total")),
        ("dead letters", counted(bed, "conductor_dead_lettered_total", "driver_rejected_total")),
        ("events / published twice", f"{facts['events']} / {facts['repeated events']}"),
        ("at rest after the last kill", f"{settled:.1f} s"),
    ]
    for name, value in rows:
        print(f"  {name:32} {value}")


def run(bed, chosen):
    client = Client(bed.url)
    all_lives = make_lives(chosen)
    operators = workload.Operators(client, all_lives, chosen.rate)
    operators.enrol()
    operators.start()
    prober = Prober(client)
    prober.start()
    chaos = FaultInjector(bed, chosen.seed, VICTIMS, chosen.kill_every)
    chaos.restart_evenly(chosen.seconds, broker=chosen.with_broker, store=chosen.with_store)
    chaos.run(chosen.seconds)
    prober.stop()
    operators.stop_asking()
    settled = settle(operators)
    astray = stuck(operators)
    operators.stop()
    for name in bed.daemons():
        bed.note_counters(name)
    wrong, facts = judge(bed, all_lives, client)
    print(f"  {'probes of what was promised':32} {prober.rounds}")
    report(bed, chaos, client, facts, settled)
    print(f"  {'stuck':32} {len(astray)}")
    for life in [x for x in all_lives if any(x.uuid in text for text in astray)][:5]:
        invariants.show_node(client, life.uuid)
    return astray + failures(all_lives) + operators.complaints + chaos.unexpected + \
        prober.wrong + wrong


def main():
    chosen = options()
    print(f"kill_test: seed {chosen.seed}, {chosen.nodes} nodes, {chosen.seconds:.0f} s", flush=True)
    settings = SETTINGS.format(seed=chosen.seed)
    with Testbed(settings, conductors=2) as bed:
        wrong = run(bed, chosen)
        bed.keep = chosen.keep or bool(wrong)
        for text in wrong[:40]:
            print(f"VIOLATION: {text}")
        print(f"kill_test: {len(wrong)} violations" if wrong else "kill_test: passed")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
