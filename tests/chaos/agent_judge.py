"""Invariants of lives with agents. Each check returns one sentence for each violation."""

import collections

import invariants
from agent_workload import DONE, expected_runs

PHASES = {"automated_clean": "clean", "deploy": "deploy"}


def check_end(life, node):
    """Checks that the node has the state that its fault leads to, and explains it."""
    wrong = []
    if node["maintenance"] != life.kind.maintenance:
        wrong.append(f"maintenance is {node['maintenance']}")
    if life.kind.maintenance and node["fault"] != "clean failure":
        wrong.append(f"fault is {node['fault']}")
    said = node["last_error"] or ""
    if node["provision_state"].endswith("failed") and life.kind.last not in said:
        wrong.append(f"last_error is '{said}'")
    if node["provision_state"] == "available" and node["power_state"] != "power off":
        wrong.append(f"power_state is {node['power_state']}")
    return [f"{life.name} ({life.kind.name}): {text}" for text in wrong]


def check_failures(life, operations):
    """Checks that exactly the expected operation failed, for the expected reason."""
    failed = [x["failure"] for x in operations if x["failure"] is not None]
    if len(failed) != (1 if life.kind.last else 0) or any(life.kind.last not in x for x in failed):
        return [f"{life.name} ({life.kind.name}): failures {failed}"]
    return []


def check_agent(life, agent):
    """Checks the agent's journal: every step as often as the fault allows, in order, none missing."""
    runs = [(x["step"], x["end"]) for x in agent["runs"]]
    if runs == expected_runs(life.kind):
        return []
    return [f"{life.name} ({life.kind.name}) {life.uuid}: the agent ran {runs}"]


def check_refusals(life, agent):
    """Checks the rejected requests: agents reject commands while they are busy, and commands for an earlier
    boot, and no other."""
    return [f"{life.name} ({life.kind.name}): the agent refused {one}" for one in agent["refused"]
            if one["status"] not in (401, 409)]


def check_belief(life, operations, agent):
    """Checks that the agent has done what the ledger has as done, by the same command, each once."""
    done = {x["id"]: x["step"] for x in agent["runs"] if x["end"] == DONE}
    wrong, counted = [], collections.Counter()
    for operation in operations:
        phase = PHASES.get(operation["kind"])
        for entry in operation["ledger"]:
            if entry["status"] != "done" or not entry["evidence"].startswith("command "):
                continue
            command = entry["evidence"].removeprefix("command ")
            counted[command] += 1
            if done.get(command) != f"{phase}.{entry['interface']}.{entry['name']}":
                wrong.append(f"{life.name}: {phase} step {entry['name']} counts as done by "
                             f"{command}, the agent says {done.get(command)}")
    return wrong + [f"{life.name}: {command} counts {n} times" for command, n in counted.items()
                    if n > 1]


def check_plans(life, operations):
    """Checks that each planned step was done once, in order. A restarted cleaning is checked by the agent's
    journal only, a failed one by its reason."""
    begun_anew = "next_version" in life.kind.script
    return [text for x in operations if x["failure"] is None
            and not (begun_anew and x["kind"] == "automated_clean")
            for text in invariants.check_ledger(x)]


def check_machines(operations, journal):
    """Checks that the power changed as often as the ledgers say."""
    known = {x["id"]: x for x in operations}
    wrong = []
    for (operation, index), lines in journal.items():
        if operation in known and known[operation]["failure"] is None:
            last = known[operation]
            if index < len(last["steps"]) and last["steps"][index]["interface"] == "power" and \
                    not any(x["attempt"] > 1 for x in last["ledger"] if x["index"] == index):
                wrong += invariants.check_runs(last, index, lines)
    return wrong


def check_life(life, node, operations, agent):
    return (check_end(life, node) + check_failures(life, operations) + check_agent(life, agent)
            + check_refusals(life, agent) + check_belief(life, operations, agent) + check_plans(life, operations)
            + invariants.check_requests(life, operations))
