#!/usr/bin/python3
"""A conductor is frozen, loses its shards, wakes up, and gets them back when their owner dies.

What it remembers from before the freeze is old by then. Nodes work all the time; the same must hold
as in kill_test. The order of events is fixed, unlike there.
"""

import argparse
import signal
import sys
import time

sys.dont_write_bytecode = True

import lives  # noqa: E402
from client import Client  # noqa: E402
from kill_test import SETTINGS, failures, judge, make_lives, settle, stuck  # noqa: E402
from prober import Prober  # noqa: E402
from testbed import Testbed  # noqa: E402

# Nothing leaves memory by itself, and the broker soon gives a silent process up.
REMEMBERS = "conductor:\n  passivate_after: 1h\n"
IMPATIENT = "amqp:\n  heartbeat: 2s\n"


def options():
    out = argparse.ArgumentParser(description=__doc__,
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
    out.add_argument("--nodes", type=int, default=60)
    out.add_argument("--keep", action="store_true", help="keep the folder")
    chosen = out.parse_args()
    chosen.no_flash = True
    return chosen


def say(text):
    print(f"  {text}", flush=True)


def disturb(bed):
    """conductor-2 owns all, is frozen until conductor-1 owns all, and is left alone again."""
    bed.kill("conductor-1")
    say("conductor-1 killed: conductor-2 owns all shards")
    time.sleep(3)
    bed.start_again("conductor-1")
    time.sleep(3)
    bed.process("conductor-2").signal(signal.SIGSTOP)
    say("conductor-2 frozen: the broker gives its shards to conductor-1")
    time.sleep(14)
    bed.process("conductor-2").signal(signal.SIGCONT)
    say("conductor-2 woken: it stands by, and remembers how the nodes were")
    time.sleep(5)
    bed.kill("conductor-1")
    say("conductor-1 killed: conductor-2 owns all shards again")
    time.sleep(5)
    bed.start_again("conductor-1")


def run(bed, chosen):
    client = Client(bed.url)
    all_lives = make_lives(chosen)
    operators = lives.Operators(client, all_lives, rate=20)
    operators.enrol()
    operators.start()
    prober = Prober(client)
    prober.start()
    time.sleep(3)
    disturb(bed)
    prober.stop()
    operators.stop_asking()
    settled = settle(operators)
    wrong = stuck(operators)
    operators.stop()
    found, facts = judge(bed, all_lives, client)
    say(f"{prober.rounds} probes, {len(facts['operations'])} operations, {facts['events']} events, at rest after "
        f"{settled:.1f} s, stuck {len(wrong)}")
    return wrong + failures(all_lives) + operators.complaints + prober.wrong + found


def main():
    chosen = options()
    print("takeover_test", flush=True)
    settings = SETTINGS.format(seed=1).replace("conductor:\n", REMEMBERS) + IMPATIENT
    with Testbed(settings, conductors=2) as bed:
        wrong = run(bed, chosen)
        bed.keep = chosen.keep or bool(wrong)
        for text in wrong[:20]:
            print(f"VIOLATION: {text}")
        print(f"takeover_test: {len(wrong)} violations" if wrong else "takeover_test: passed")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
