#!/usr/bin/python3
"""A whole cluster works for a long time, with all faults of the other chaos tests at the same time.

  soak_test.py [--seconds S] [--nodes N] [--rate R] [--seed X] [--spare]

Two gateways, conductors and driver workers, RabbitMQ, Redis with a replica and a Sentinel. Nodes are
cleaned, inspected, deployed, some of them by agents, or enrolled and deleted. At the same time processes are killed and
frozen, Redis fails over, is full or slow, the network is slow, half-open or interrupted. With --spare one process of
each role is never killed, so that its memory can be compared. Passes if the invariants of kill_test hold. Prints the
work, the faults and the findings.
"""

import collections
import contextlib
import os
import random
import re
import sys
import time

sys.dont_write_bytecode = True

import agent_judge  # noqa: E402
import invariants  # noqa: E402
import soak_workload  # noqa: E402
import workload  # noqa: E402
from churn import Churn  # noqa: E402
from client import Client  # noqa: E402
from delaying_proxy import DelayingProxy  # noqa: E402
from fault_streams import Harm  # noqa: E402
from freeze_test import IMPATIENT  # noqa: E402
from judge import SETTLE_SECONDS, conclude, failures, judge, make_parser, print_rows, wind_up  # noqa: E402
from kill_test import SETTINGS as MACHINES  # noqa: E402
from memory import Memory  # noqa: E402
from prober import Prober  # noqa: E402
from testbed import Testbed  # noqa: E402

from backends import roles  # noqa: E402

os.environ.setdefault("IRONBUSD", roles.daemon_path())

from fleet import SETTINGS as AGENTS, Fleet  # noqa: E402

SPARED = ("gateway-1", "conductor-1", "driver-1")
BEHIND_PROXY = ("conductor-2", "driver-2")  # between them and RabbitMQ
SAY_EVERY = 60  # seconds
PATIENCE = 180  # seconds within which a client must get a response, including faults
STANDSTILL_MAX = 180  # longest standstill of an operation in seconds, including faults
OPERATIONS_MAX = 1000  # operations kept per node, as MACHINES says
ERROR = re.compile(r'level=error msg=("[^"]*"|\S+)')

# The agents share one process on a busy machine. The broker soon closes silent connections.
SETTINGS = AGENTS.replace("command_timeout: 5s", "command_timeout: 30s") + IMPATIENT + \
    MACHINES.replace("conductor:\n", "conductor:\n  task_poll_first: 1s\n")


def options():
    out = make_parser(__doc__)
    out.set_defaults(seed=1)
    out.add_argument("--seconds", type=float, default=60, help="how long there are faults")
    out.add_argument("--nodes", type=int, default=60)
    out.add_argument("--rate", type=float, default=10, help="requests for work a second, at most")
    out.add_argument("--clients", type=int, default=2, metavar="N",
                     help="who enrol and delete nodes, and as many who probe what was promised")
    out.add_argument("--spare", action="store_true",
                     help="never kill " + ", ".join(SPARED))
    chosen = out.parse_args()
    if chosen.rate * chosen.seconds / chosen.nodes > OPERATIONS_MAX / 2:
        out.error("--nodes: with so few, a node has more operations than are kept")
    return chosen


class Work:
    """All clients of the cluster."""

    def __init__(self, client, chosen, fleet):
        self.lives = soak_workload.make_lives(chosen.nodes)
        self.operators = workload.Operators(client, self.lives, chosen.rate, workers=16)
        self.churns = [Churn(client, f"churn-{i}") for i in range(chosen.clients)]
        self.probers = [Prober(client, f"probe-{i}") for i in range(chosen.clients)]
        self.fleet = fleet
        self.astray = []

    def start(self, seed):
        self.operators.enrol()
        chance = random.Random(seed)
        self.fleet.add_all([life.script(chance, heartbeat_ms=1000)
                            for life in soak_workload.agents_of(self.lives)])
        self.operators.start()
        for one in self.churns + self.probers:
            one.start()

    def stop(self, bed):
        """Stops the work. Returns the seconds until everything was at rest."""
        began = time.monotonic()
        self.operators.stop_asking()
        for one in self.churns + self.probers:
            one.stop()
        _, self.astray = wind_up(bed, self.operators)
        return time.monotonic() - began

    def wrong(self):
        return self.astray + failures(self.lives) + self.operators.complaints + \
            [text for one in self.churns + self.probers for text in one.wrong]


def check_agents(work, by_node, journal):
    agents = {x["node"]: x for x in work.fleet.control.get("/fleet/agents").json["agents"]}
    out = []
    for life in soak_workload.agents_of(work.lives):
        mine, agent = by_node.get(life.uuid, []), agents[life.uuid]
        out += soak_workload.check_agent(life, mine, agent)
        out += agent_judge.check_refusals(life, agent) + agent_judge.check_belief(life, mine, agent)
        out += agent_judge.check_machines(mine, journal)
    return out


def report(bed, harm, client, work, facts, memory, settled):
    kinds = collections.Counter(x["kind"] for x in facts["operations"])
    runs = [x for lines in facts["journal"].values() for x in lines if x["what"] == "start"]
    print_rows([
        ("operations ended", f"{sum(kinds.values())}: "
         + ", ".join(f"{kind} {n}" for kind, n in kinds.most_common())),
        ("of them hit by a death", invariants.resumed(facts["operations"], harm.deaths)),
        ("nodes enrolled and deleted", sum(x.rounds for x in work.churns)),
        ("probes of acknowledged changes", sum(x.rounds for x in work.probers)),
        ("faults", sum(harm.count.values())),
        *((f"  {name}", n) for name, n in sorted(harm.count.items())),
        ("steps planned / runs begun", f"{len(facts['journal'])} / {len(runs)}"),
        ("steps taken over from the dead", bed.count_of("driver_steps_recovered_total")),
        ("leases lapsed / calls refused", f"{bed.count_of('driver_lease_lapses_total')} / "
         f"{bed.count_of('driver_calls_refused_total')}"),
        ("nodes resumed", bed.count_of("conductor_resumed_total")),
        ("commits refused to old owners", bed.count_of("conductor_stale_commits_total")),
        ("tasks given up, not asked in time", len(facts["given up"])),
        ("dead letters", facts["dead letters"]),
        ("events / published twice", f"{facts['events']} / {facts['repeated events']}"),
        ("answers the client repeated", ", ".join(f"{k} {n}" for k, n in client.refused.items())),
        ("longest standstill", facts["standstills"][0][1]),
        ("errors in the logs", ", ".join(f"'{text}' {n}" for text, n in errors_in(bed)) or "none"),
        ("at rest after the last fault", f"{settled:.1f} s")])
    print(f"  {'MiB resident':16} {'lives':>5} {'longest s':>9} {'first':>7} {'last':>7} {'highest':>7} "
          f"{'MiB/h':>7}")
    for row in memory.rows():
        print(f"  {row.name:16} {row.lives:5} {row.seconds:9.0f} {row.first:7.1f} {row.last:7.1f} "
              f"{row.highest:7.1f} {row.slope:7.1f}")


def errors_in(bed):
    """Returns the log records that need an operator's attention, the most frequent first."""
    found = collections.Counter()
    for name in bed.daemons():
        with open(bed.process(name).log_path, encoding="utf-8", errors="replace") as log:
            found.update(ERROR.findall(log.read()))
    return found.most_common(10)


def check_spared(bed, pids):
    return [f"{name} was to be spared, and is another process now" for name, pid in pids.items()
            if bed.process(name).pid() != pid]


def watch(work, harm, seconds):
    began = time.monotonic()
    while harm.goes_on() and (left := began + seconds - time.monotonic()) > 0:
        time.sleep(min(left, SAY_EVERY))
        print(f"  {time.monotonic() - began:.0f} s: "
              f"{sum(sum(x.acknowledged.values()) for x in work.lives)} operations asked for, "
              f"{len(work.operators.complaints)} complaints", flush=True)


def run(bed, chosen, proxies, fleet):
    client = Client(*bed.urls(), patience=PATIENCE)
    work = Work(client, chosen, fleet)
    work.start(chosen.seed)
    spared = SPARED if chosen.spare else ()
    pids = {name: bed.process(name).pid() for name in spared}
    memory = Memory(bed.processes)
    memory.start()
    harm = Harm(bed, chosen.seed, proxies, spared)
    harm.start()
    try:
        watch(work, harm, chosen.seconds)
    finally:  # otherwise processes that it restarts would outlive the test
        harm.stop()
    if not harm.goes_on():  # then the invariants cannot be checked
        return harm.wrong + work.operators.complaints
    memory.stop()  # the checks read everything that has happened, and need memory themselves
    settled = work.stop(bed)
    wrong, facts = judge(bed, work.lives, client,
                         {life.uuid for life in soak_workload.agents_of(work.lives)})
    facts["dead letters"] = bed.count_of("conductor_dead_lettered_total", "driver_rejected_total")
    facts["standstills"] = invariants.standstills(facts["operations"])
    wrong += [text for seconds, text in facts["standstills"] if seconds > STANDSTILL_MAX]
    late = invariants.check_times(facts["operations"], facts["journal"])
    wrong += check_agents(work, facts["by node"], facts["journal"]) + check_spared(bed, pids) + late
    if facts["dead letters"]:
        wrong.append(f"{facts['dead letters']} dead letters")
    if settled > SETTLE_SECONDS:
        wrong.append(f"all was at rest only {settled:.0f} s after the last fault")
    wrong += work.wrong()
    facts["given up"] = [text for text in wrong if soak_workload.GIVEN_UP in text]
    report(bed, harm, client, work, facts, memory, settled)
    return harm.wrong + [text for text in wrong if text not in facts["given up"]]


def main():
    chosen = options()
    print(f"soak_test: seed {chosen.seed}, {chosen.nodes} nodes, {chosen.seconds:.0f} s", flush=True)
    settings = SETTINGS.format(seed=chosen.seed)
    with contextlib.ExitStack() as stack:
        bed = stack.enter_context(Testbed(settings, ["--sentinel", "--fsync", "always"],
                                          gateways=2, conductors=2, drivers=2))
        proxies = [stack.enter_context(DelayingProxy(bed.amqp_port, 0.0)) for _ in BEHIND_PROXY]
        for name, proxy in zip(BEHIND_PROXY, proxies):
            bed.go_by(name, bed.amqp_port, proxy.port)
        fleet = Fleet(bed.url, bed.journal)
        stack.callback(fleet.stop)
        return conclude("soak_test", bed, chosen.keep, run(bed, chosen, proxies, fleet))


if __name__ == "__main__":
    sys.exit(main())
