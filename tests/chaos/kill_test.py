#!/usr/bin/python3
"""Nodes are cleaned and deployed while a process is killed with SIGKILL every second.

  kill_test.py [--seconds S] [--nodes N] [--seed X] [--kill-every S] [--with-broker N] [--with-store N]

Passes if every node ends in the state that its operator requested, each planned step ran once, in order, and no
event is missing. The evidence is the store, the machines' journal and the event log.
"""

import sys
import time

sys.dont_write_bytecode = True

import invariants  # noqa: E402
import workload  # noqa: E402
from client import Client  # noqa: E402
from fault_injector import FaultInjector  # noqa: E402
from judge import conclude, failures, judge, make_parser, print_rows, wind_up  # noqa: E402
from prober import Prober  # noqa: E402
from testbed import Testbed  # noqa: E402

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
    out = make_parser(__doc__)
    out.add_argument("--seconds", type=float, default=60, help="how long processes are killed")
    out.add_argument("--nodes", type=int, default=200)
    out.add_argument("--kill-every", type=float, default=1.0, metavar="SECONDS")
    out.add_argument("--rate", type=float, default=20, help="maximum number of requests per second")
    out.add_argument("--with-broker", type=int, default=1, metavar="N", help="restarts of RabbitMQ")
    out.add_argument("--with-store", type=int, default=1, metavar="N", help="restarts of Redis")
    out.add_argument("--no-flash", action="store_true", help="no steps that must not be repeated")
    return out.parse_args()


def make_lives(chosen):
    """Returns the lives: half are cleaned manually, half deployed and undeployed, repeatedly."""
    out = []
    for i in range(chosen.nodes):
        if i % 2 == 0:
            flashes = i % 10 == 0 and not chosen.no_flash
            out.append(workload.Life(f"clean-{i}", [workload.MANAGE], [workload.CLEAN], flashes))
        else:
            out.append(workload.Life(f"deploy-{i}", [workload.MANAGE, workload.PROVIDE],
                                  [workload.DEPLOY, workload.UNDEPLOY]))
    return out


def report(bed, chaos, client, facts, settled):
    runs = [x for lines in facts["journal"].values() for x in lines if x["what"] == "start"]
    rows = [
        ("killed", ", ".join(f"{name} {n}" for name, n in sorted(chaos.count.items()))),
        ("answers the client repeated", ", ".join(f"{k} {n}" for k, n in client.refused.items())),
        ("operations ended", len(facts["operations"])),
        ("of them hit by a death", invariants.resumed(facts["operations"], chaos.deaths)),
        ("steps planned / runs begun", f"{len(facts['journal'])} / {len(runs)}"),
        ("duplicates absorbed", f"conductors {bed.count_of('conductor_duplicates_total')}, drivers "
         f"{bed.count_of('driver_duplicates_dropped_total', 'driver_outcomes_republished_total')}"),
        ("redelivered by the broker", bed.count_of("amqp_redelivered_total")),
        ("steps taken over from the dead", bed.count_of("driver_steps_recovered_total")),
        ("nodes resumed", bed.count_of("conductor_resumed_total")),
        ("commits refused to old owners", bed.count_of("conductor_stale_commits_total")),
        ("reconnects", bed.count_of("amqp_reconnects_total")),
        ("dead letters", bed.count_of("conductor_dead_lettered_total", "driver_rejected_total")),
        ("events / published twice", f"{facts['events']} / {facts['repeated events']}"),
        ("at rest after the last kill", f"{settled:.1f} s"),
    ]
    print_rows(rows)


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
    settled, astray = wind_up(bed, operators)
    wrong, facts = judge(bed, all_lives, client)
    print(f"  {'probes of acknowledged changes':32} {prober.rounds}")
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
        return conclude("kill_test", bed, chosen.keep, run(bed, chosen))


if __name__ == "__main__":
    sys.exit(main())
