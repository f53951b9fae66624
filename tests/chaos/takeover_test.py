#!/usr/bin/python3
"""A conductor is frozen, loses its shards, continues, and gets them back when their owner dies.

Its memory from before the freeze is outdated by then. Nodes work all the time. The invariants of kill_test must
hold. Unlike there, the order of events is fixed.
"""

import signal
import sys
import time

sys.dont_write_bytecode = True

import workload  # noqa: E402
from client import Client  # noqa: E402
from judge import conclude, failures, judge, make_parser, wind_up  # noqa: E402
from kill_test import SETTINGS, make_lives  # noqa: E402
from prober import Prober  # noqa: E402
from testbed import Testbed  # noqa: E402

# No node leaves memory by itself, and the broker soon closes silent connections.
REMEMBERS = "conductor:\n  passivate_after: 1h\n"
IMPATIENT = "amqp:\n  heartbeat: 2s\n"
PATIENCE = 60


def options():
    out = make_parser(__doc__, seeded=False)
    out.add_argument("--nodes", type=int, default=60)
    chosen = out.parse_args()
    chosen.no_flash = True
    return chosen


def say(text):
    print(f"  {text}", flush=True)


def await_that(what, question):
    ends = time.monotonic() + PATIENCE
    while not question():
        if time.monotonic() > ends:
            raise AssertionError(f"timeout after {PATIENCE} s: {what}")
        time.sleep(0.1)


def await_counter(bed, name, counter, more):
    """Waits until the counter has grown by `more`."""
    before = bed.counters(name).get(counter, 0)
    await_that(f"{name} has {counter} {before} + {more}",
               lambda: bed.counters(name).get(counter, 0) >= before + more)


def await_owner(bed, name):
    """Waits until the conductor owns all shards."""
    await_that(f"{name} owns all shards",
               lambda: bed.counters(name).get("conductor_shards_owned", 0) == len(bed.epochs()))


def disturb(bed, nodes):
    """conductor-2 owns all shards, is frozen until conductor-1 owns them, and then gets them back."""
    bed.kill("conductor-1")
    await_owner(bed, "conductor-2")
    say("conductor-1 killed: conductor-2 owns all shards")
    await_counter(bed, "conductor-2", "conductor_commits_total", 5 * nodes)
    bed.start_again("conductor-1")
    await_that("conductor-1 is ready", lambda: bed.counters("conductor-1"))
    connects = bed.counters("conductor-2").get("amqp_reconnects_total", 0)
    bed.process("conductor-2").signal(signal.SIGSTOP)
    await_owner(bed, "conductor-1")
    say("conductor-2 frozen: the broker has given its shards to conductor-1")
    bed.process("conductor-2").signal(signal.SIGCONT)
    await_that("conductor-2 has a new connection",
               lambda: bed.counters("conductor-2").get("amqp_reconnects_total", 0) > connects)
    say("conductor-2 woken: it stands by, and remembers how the nodes were")
    await_counter(bed, "conductor-1", "conductor_commits_total", 5 * nodes)
    bed.kill("conductor-1")
    await_owner(bed, "conductor-2")
    say("conductor-1 killed: conductor-2 owns all shards again")
    await_counter(bed, "conductor-2", "conductor_commits_total", 5 * nodes)
    bed.start_again("conductor-1")


def run(bed, chosen):
    client = Client(bed.url)
    all_lives = make_lives(chosen)
    operators = workload.Operators(client, all_lives, rate=20)
    operators.enrol()
    operators.start()
    prober = Prober(client)
    prober.start()
    disturb(bed, len(all_lives))
    prober.stop()
    settled, wrong = wind_up(bed, operators)
    found, facts = judge(bed, all_lives, client)
    say(f"{prober.rounds} probes, {len(facts['operations'])} operations, {facts['events']} events, at rest after "
        f"{settled:.1f} s, stuck {len(wrong)}")
    return wrong + failures(all_lives) + operators.complaints + prober.wrong + found


def main():
    chosen = options()
    print("takeover_test", flush=True)
    settings = SETTINGS.format(seed=1).replace("conductor:\n", REMEMBERS) + IMPATIENT
    with Testbed(settings, conductors=2) as bed:
        return conclude("takeover_test", bed, chosen.keep, run(bed, chosen))


if __name__ == "__main__":
    sys.exit(main())
