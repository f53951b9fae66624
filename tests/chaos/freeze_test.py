#!/usr/bin/python3
"""A driver worker is frozen until its lease has expired, and continues while the others work.

  freeze_test.py [--freezes N] [--frozen S] [--between S] [--nodes N] [--delay S] [--seed X]

A proxy delays its connection to Redis, so that it always waits for responses to claims. When it continues, they are
there, for steps that the other worker has long taken over and ended. Passes if the invariants of kill_test hold, and
if the machines' journal has no action after the end of its operation.
"""

import signal
import sys
import time

sys.dont_write_bytecode = True

import invariants  # noqa: E402
import workload  # noqa: E402
from client import Client  # noqa: E402
from delaying_proxy import DelayingProxy  # noqa: E402
from judge import conclude, failures, judge, make_parser, print_rows, wind_up  # noqa: E402
from kill_test import SETTINGS, make_lives  # noqa: E402
from testbed import Testbed  # noqa: E402

FROZEN = "driver-1"
# A broker that soon redelivers a silent worker's requests to the other worker.
IMPATIENT = "amqp:\n  heartbeat: 2s\n"


def options():
    out = make_parser(__doc__)
    out.add_argument("--freezes", type=int, default=1)
    out.add_argument("--frozen", type=float, default=20, metavar="SECONDS")
    out.add_argument("--between", type=float, default=10, metavar="SECONDS")
    out.add_argument("--nodes", type=int, default=120)
    out.add_argument("--rate", type=float, default=40, help="requests for work a second, at most")
    out.add_argument("--delay", type=float, default=0.4, help="seconds, of the answers of Redis")
    chosen = out.parse_args()
    chosen.no_flash = False
    return chosen


def freeze(bed, chosen):
    for turn in range(chosen.freezes):
        time.sleep(chosen.between)
        bed.process(FROZEN).signal(signal.SIGSTOP)
        time.sleep(chosen.frozen)
        bed.process(FROZEN).signal(signal.SIGCONT)
        print(f"  {FROZEN} frozen for {chosen.frozen:.0f} s and woken, {turn + 1} of "
              f"{chosen.freezes}", flush=True)
    time.sleep(chosen.between)


def run(bed, chosen):
    client = Client(bed.url)
    all_lives = make_lives(chosen)
    operators = workload.Operators(client, all_lives, chosen.rate)
    operators.enrol()
    operators.start()
    freeze(bed, chosen)
    settled, astray = wind_up(bed, operators)
    wrong, facts = judge(bed, all_lives, client)
    late = invariants.check_times(facts["operations"], facts["journal"])
    report(bed, facts, late, settled)
    return astray + failures(all_lives) + operators.complaints + wrong + late + fenced(bed, chosen)


def fenced(bed, chosen):
    """Checks that the worker has lost its lease; otherwise the test shows nothing."""
    lapses = bed.counted.get("driver_lease_lapses_total", 0)
    return [] if lapses >= chosen.freezes else [f"the lease lapsed {lapses} times"]


def report(bed, facts, late, settled):
    runs = [line for lines in facts["journal"].values() for line in lines if line["what"] == "start"]
    begun = [text for text in late if " start by " in text]
    rows = [
        ("operations ended", len(facts["operations"])),
        ("steps planned / runs begun", f"{len(facts['journal'])} / {len(runs)}"),
        ("steps taken over", bed.counted.get("driver_steps_recovered_total", 0)),
        ("leases lapsed", bed.counted.get("driver_lease_lapses_total", 0)),
        ("calls refused", bed.counted.get("driver_calls_refused_total", 0)),
        ("begun after their operation's end", len(begun)),
        ("ended after their operation's end", len(late) - len(begun)),
        ("at rest afterwards", f"{settled:.1f} s"),
    ]
    print_rows(rows)


def main():
    chosen = options()
    print(f"freeze_test: seed {chosen.seed}, {chosen.nodes} nodes", flush=True)
    settings = SETTINGS.format(seed=chosen.seed) + IMPATIENT
    with Testbed(settings, drivers=2) as bed, DelayingProxy(bed.redis_port, chosen.delay) as proxy:
        bed.go_by(FROZEN, bed.redis_port, proxy.port)
        return conclude("freeze_test", bed, chosen.keep, run(bed, chosen))


if __name__ == "__main__":
    sys.exit(main())
