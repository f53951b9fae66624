#!/usr/bin/python3
"""A process dies at each place where a promise is half kept. Its nodes continue and nothing is lost.

  failpoint_test.py [--passes 1,4,9] [--only NAME]

For each place: starts the process with IRONBUS_FAILPOINT, leads a node through manage, clean and deploy until
the process dies there, and starts it again without. The invariants of kill_test must hold.
"""

import datetime
import re
import sys
import threading
import time

sys.dont_write_bytecode = True

import workload  # noqa: E402
from client import Client  # noqa: E402
from judge import conclude, failures, judge, make_parser, stuck  # noqa: E402
from kill_test import SETTINGS  # noqa: E402
from testbed import Testbed  # noqa: E402

LIFE_SECONDS = 60
PLACES = [("conductor-1", name) for name in
          ("before_commit", "after_commit", "after_publish", "after_confirm", "before_ack")]
PLACES += [("driver-1", "driver_" + name) for name in
           ("after_claim", "after_run", "after_record", "before_ack")]


def options():
    out = make_parser(__doc__, seeded=False)
    out.add_argument("--passes", default="1,4,9", help="at which passes of a place to end")
    out.add_argument("--only", help="one place")
    return out.parse_args()


class Trial:
    """One process that dies at one place."""

    def __init__(self, bed, client, process, place):
        self.bed, self.client, self.process, self.place = bed, client, process, place
        self.fired = False

    def run(self):
        self.bed.process(self.process).stop()
        self.bed.start_again(self.process, {"IRONBUS_FAILPOINT": self.place})
        life = workload.Life(self.place.replace(":", "-"),
                          [workload.MANAGE, workload.CLEAN, workload.PROVIDE, workload.DEPLOY], [])
        operators = workload.Operators(self.client, [life], rate=1000, workers=1, look_every=0.1)
        operators.start()
        self.await_death_while(operators.enrol)
        ends = time.monotonic() + LIFE_SECONDS
        while time.monotonic() < ends and not life.failed:
            self.revive()
            if life.expected == "active" and not operators.astray():
                break
            time.sleep(0.05)
        operators.stop_asking()
        self.wrong = stuck(operators) + operators.complaints
        if life.expected != "active":
            self.wrong.append(f"{life.name} came no further than {life.expected}")
        operators.stop()
        if not self.fired:  # without the fail point, for the next one
            self.bed.process(self.process).stop()
            self.bed.start_again(self.process, {})
        return life

    def await_death_while(self, act):
        """The request may kill the process, and needs it to be answered."""
        thread = threading.Thread(target=act)
        thread.start()
        while thread.is_alive():
            self.revive()
            thread.join(timeout=0.05)

    def revive(self):
        if not self.fired and not self.bed.process(self.process).pid():
            self.fired = True
            self.bed.start_again(self.process, {})


def run(bed, chosen):
    client = Client(bed.url, longest_pause=0.3)
    all_lives, wrong = [], []
    for count in chosen.passes.split(","):
        for process, name in PLACES:
            if chosen.only and chosen.only != name:
                continue
            began = time.monotonic()
            trial = Trial(bed, client, process, f"{name}:{count}")
            all_lives.append(trial.run())
            wrong += trial.wrong
            if not trial.fired:
                wrong.append(f"{process} never came to {trial.place}")
            print(f"  {trial.place:24} {'ended' if trial.fired else 'NOT REACHED':12}"
                  f" {'went on' if not trial.wrong else 'WRONG':8}"
                  f" {time.monotonic() - began:.1f} s", flush=True)
    found, facts = judge(bed, all_lives, client)
    print(f"  {len(all_lives)} nodes, {len(facts['operations'])} operations, {facts['events']} events, "
          f"{facts['repeated events']} of them published again")
    return wrong + failures(all_lives) + found


def main():
    chosen = options()
    print("failpoint_test:", datetime.datetime.now().strftime("%H:%M:%S"), flush=True)
    settings = re.sub(r'"0.1,0.\d"', '"0.02"', SETTINGS.format(seed=1))
    with Testbed(settings) as bed:
        return conclude("failpoint_test", bed, chosen.keep, run(bed, chosen))


if __name__ == "__main__":
    sys.exit(main())
