#!/usr/bin/python3
"""Agents lead many nodes through cleaning, deployment and back. One node in twenty has a fault.

  agents_test.py [--nodes N] [--faults SHARE] [--rounds embedded cluster kills] [--seed X]

Each round: enroll → manageable → cleaned (three steps, one with a reboot) → active → cleaned again.
`kills` is the cluster with one of its conductors killed every second. Passes if every node ends as its fault
requires, every step ran as often as required, no event is missing and nothing is left over.
"""

import collections
import json
import os
import random
import sys
import time

sys.dont_write_bytecode = True

import agent_judge  # noqa: E402
import agent_workload  # noqa: E402
import evidence  # noqa: E402
import invariants  # noqa: E402
import workload  # noqa: E402
from embedded_testbed import EmbeddedTestbed  # noqa: E402
from client import Client  # noqa: E402
from fault_injector import FaultInjector  # noqa: E402
from judge import conclude, make_parser, print_rows  # noqa: E402
from testbed import Testbed  # noqa: E402

from backends import roles  # noqa: E402

os.environ.setdefault("IRONBUSD", roles.daemon_path())

from fleet import SETTINGS as AGENTS, Fleet  # noqa: E402

# The agents share one process on a busy machine.
SETTINGS = AGENTS.replace("command_timeout: 5s", "command_timeout: 30s") + """\
conductor:
  clean_callback_timeout: {limit}s
  deploy_callback_timeout: {limit}s
fake:
  journal: $JOURNAL
  power_delay: "0.1"
"""

Round = collections.namedtuple("Round", "name bed kills")
ROUNDS = [Round("embedded", EmbeddedTestbed, False),
          Round("cluster", lambda settings: Testbed(settings, conductors=2), False),
          Round("kills", lambda settings: Testbed(settings, conductors=2), True)]


def options():
    out = make_parser(__doc__)
    out.add_argument("--nodes", type=int, default=40)
    out.add_argument("--faults", type=float, default=0.05, metavar="SHARE",
                     help="share of the nodes; at least one for each kind of fault")
    out.add_argument("--rounds", nargs="+", choices=[x.name for x in ROUNDS],
                     default=["kills"])
    out.add_argument("--rate", type=float, default=25, help="maximum number of requests per second")
    out.add_argument("--kill-every", type=float, default=1.0, metavar="SECONDS")
    out.add_argument("--callback-timeout", type=int, default=0, metavar="SECONDS",
                     help="timeout for a silent agent; default: depends on the number of nodes")
    return out.parse_args()


def all_there(operators):
    """Returns whether every life has reached its end or gone wrong."""
    return lambda: all(life.failed or (not life.verbs and not operators.is_astray(life))
                       for life in operators.lives.values())


def wait_for(done, limit):
    ends = time.monotonic() + limit
    while not done() and time.monotonic() < ends:
        time.sleep(0.2)


def read_nodes(client, all_lives):
    return {life.uuid: client.get("/v1/nodes/" + life.uuid) for life in all_lives}


def judge(bed, client, fleet, all_lives):
    """Returns (violations, facts for the summary)."""
    by_node, snapshots, unpublished = bed.witness([life.uuid for life in all_lives])
    agents = {x["node"]: x for x in fleet.control.get("/fleet/agents").json["agents"]}
    nodes = read_nodes(client, all_lives)
    journal = evidence.read_journal(bed.journal)
    operations = [x for node in by_node.values() for x in node]
    wrong = client.violations() + invariants.check_snapshots(snapshots, unpublished)
    wrong += invariants.check_bounds(operations, snapshots)
    wrong += agent_judge.check_machines(operations, journal)
    for life in all_lives:
        wrong += agent_judge.check_life(life, nodes[life.uuid], by_node.get(life.uuid, []),
                                        agents[life.uuid])
    events = bed.events()
    missing, repeats = invariants.check_events(events, snapshots)
    keep_facts(bed, agents, nodes, by_node)
    told = collections.Counter(x["type"].removeprefix("ironbus.") for x in events)
    if told["message_dead_lettered"]:
        wrong.append(f"{told['message_dead_lettered']} dead letters")
    return wrong + missing, {"agents": agents, "nodes": nodes, "events": events,
                             "repeats": repeats, "operations": operations, "told": told}


def keep_facts(bed, agents, nodes, operations):
    """Stores facts for the analysis of a violation, in the folder that is kept then."""
    with open(os.path.join(bed.directory, "facts.json"), "w", encoding="utf-8") as file:
        json.dump({"agents": agents, "nodes": nodes, "operations": operations}, file, indent=1)


def outcomes(all_lives, facts):
    """Prints for each kind: number of nodes, final states, results of the agents' steps, boots per node."""
    print(f"  {'fault':26} nodes  ends                 steps: done failed silent restarted other"
          "  boots each")
    for kind in [agent_workload.GOOD, *agent_workload.FAULTS]:
        mine = [life for life in all_lives if life.kind is kind]
        if not mine:
            continue
        ends = collections.Counter(facts["nodes"][life.uuid]["provision_state"] for life in mine)
        runs = collections.Counter(x["end"] for life in mine
                                   for x in facts["agents"][life.uuid]["runs"])
        boots = collections.Counter(facts["agents"][life.uuid]["boots"] for life in mine)
        told = [runs.pop(end, 0) for end in ("SUCCEEDED", "FAILED", "silent", "restarted")]
        print(f"  {kind.name:26} {len(mine):5}  {', '.join(f'{x} {n}' for x, n in ends.items()):20}"
              f" {told[0]:11} {told[1]:6} {told[2]:6} {told[3]:9} {sum(runs.values()):5}  "
              f"{', '.join(f'{x}' for x in sorted(boots))}")


def report(bed, fault_injector, client, facts, seconds):
    print_rows([
            ("seconds", f"{seconds:.1f}"),
            ("killed", ", ".join(f"{name} {n}" for name, n in sorted(fault_injector.count.items())) or "–"),
            ("of the operations hit by a death",
             f"{invariants.resumed(facts['operations'], fault_injector.deaths)} of {len(facts['operations'])}"),
            ("answers the client repeated", sum(client.refused.values())),
            ("heartbeats, of them refused", f"{sum(x['heartbeats'] for x in facts['agents'].values())}, "
             f"{sum(x['heartbeats_refused'] for x in facts['agents'].values())}"),
            ("events / published twice", f"{len(facts['events'])} / {facts['repeats']}"),
            ("events that an agent was lost", facts["told"]["agent_lost"]),
            ("duplicates absorbed", bed.count_of("conductor_duplicates_total",
                                            "driver_duplicates_dropped_total")),
            ("dead letters", bed.count_of("conductor_dead_lettered_total", "driver_rejected_total"))])


def run(bed, chosen, kills):
    all_lives = agent_workload.make_lives(chosen.nodes, chosen.faults, chosen.seed)
    client = Client(bed.url)
    operators = workload.Operators(client, all_lives, chosen.rate)
    operators.enrol()
    fault_injector = FaultInjector(bed, chosen.seed, ["conductor-1", "conductor-2"], chosen.kill_every)
    fleet = Fleet(bed.url, bed.journal)
    try:
        began = time.monotonic()
        lead(chosen, operators, fleet, fault_injector if kills else None)
        seconds = time.monotonic() - began
        for name in bed.daemons():
            bed.note_counters(name)
        wrong, facts = judge(bed, client, fleet, all_lives)
    finally:
        fleet.stop()
    outcomes(all_lives, facts)
    report(bed, fault_injector, client, facts, seconds)
    stuck = astray(operators)
    print(f"  {'stuck':34} {len(stuck)}")
    return stuck + failures(all_lives) + operators.complaints + fault_injector.unexpected + wrong


def lead(chosen, operators, fleet, fault_injector):
    """Waits until every life has ended, or too much time has passed."""
    chance = random.Random(chosen.seed)
    heartbeat_ms = max(1000, 5 * chosen.nodes)
    fleet.add_all([life.script(chance, heartbeat_ms) for life in operators.lives.values()])
    limit = 60 + 4 * chosen.callback_timeout + chosen.nodes
    operators.start()
    if fault_injector:
        fault_injector.run(limit, all_there(operators))
    wait_for(all_there(operators), limit)
    operators.stop()


def name_of(life):
    return f"{life.name} {life.uuid} ({life.kind.name})"


def astray(operators):
    return [f"{name_of(life)} should be {life.expected}, is {operators.states.get(life.uuid)}"
            for life in operators.astray()]


def failures(all_lives):
    return [f"{name_of(life)} is {life.failed}" for life in all_lives if life.failed]


def main():
    chosen = options()
    chosen.callback_timeout = chosen.callback_timeout or (8 if chosen.nodes <= 100 else 45)
    print(f"agents_test: seed {chosen.seed}, {chosen.nodes} nodes", flush=True)
    failed = 0
    for one in ROUNDS:
        if one.name not in chosen.rounds:
            continue
        print(f"{one.name}:", flush=True)
        with one.bed(SETTINGS.format(limit=chosen.callback_timeout)) as bed:
            failed += conclude(f"agents_test: {one.name}", bed, chosen.keep,
                               run(bed, chosen, one.kills))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
