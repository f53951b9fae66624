"""Shared parts of chaos tests: options, end of the work, checks, and output."""

import argparse
import os
import random
import time

import evidence
import invariants

SETTLE_SECONDS = 90
SHOWN = 40  # violations


def make_parser(description, seeded=True):
    out = argparse.ArgumentParser(description=description,
                                  formatter_class=argparse.RawDescriptionHelpFormatter)
    if seeded:
        out.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    out.add_argument("--keep", action="store_true", help="keep the folder")
    return out


def settle(operators):
    """Waits until everything is at rest, or too late. Returns the seconds."""
    began = time.monotonic()
    while operators.astray() and time.monotonic() < began + SETTLE_SECONDS:
        time.sleep(0.5)
    return time.monotonic() - began


def wind_up(bed, operators):
    """Returns (seconds until everything was at rest, what is not at rest)."""
    operators.stop_asking()
    settled = settle(operators)
    astray = stuck(operators)
    operators.stop()
    for name in bed.daemons():
        bed.note_counters(name)
    return settled, astray


def stuck(operators):
    return [f"{life.name} {life.uuid} should be {life.expected}, is {operators.states.get(life.uuid)}"
            for life in operators.astray()]


def failures(all_lives):
    return [f"{life.name} {life.uuid} is {life.failed[0]}: {life.failed[1]}" for life in all_lives
            if life.failed and not (life.flashes and invariants.NOT_REPEATED in life.failed[1])]


def judge(bed, all_lives, client, by_agents=frozenset()):
    """Returns (violations, facts for the summary). `by_agents`: nodes whose agents run some of the steps. These do not
    appear in the machines' journal and involve boots."""
    uuids = [life.uuid for life in all_lives]
    wrong = client.violations()
    by_node, snapshots, unpublished = bed.witness(uuids)
    wrong += invariants.check_snapshots(snapshots, unpublished)
    operations = [x for uuid in uuids for x in by_node.get(uuid, [])]
    wrong += invariants.check_bounds(operations, snapshots)
    journal = evidence.read_journal(bed.journal, set(uuids))
    for operation in operations:
        wrong += invariants.check_ledger(operation)
    whole = [x for uuid in uuids if uuid not in by_agents for x in by_node.get(uuid, [])]
    wrong += invariants.check_journal(whole, journal)
    wrong += invariants.check_belonging(
        whole, {key: lines for key, lines in journal.items() if lines[0]["node"] not in by_agents})
    for life in all_lives:
        wrong += invariants.check_requests(life, by_node.get(life.uuid, []))
    events = bed.events()
    missing, repeats = invariants.check_events(events, snapshots)
    return wrong + missing, {"operations": operations, "by node": by_node, "journal": journal,
                             "events": len(events), "repeated events": repeats}


def print_rows(rows, width=32):
    for name, value in rows:
        print(f"  {name:{width}} {value}")


def conclude(test, bed, keep, wrong):
    """Prints the result and keeps the folder of a run with violations. Returns the exit code."""
    bed.keep = keep or bool(wrong)
    for text in wrong[:SHOWN]:
        print(f"VIOLATION: {text}")
    with open(os.path.join(bed.directory, "violations"), "w", encoding="utf-8") as file:
        file.writelines(text + "\n" for text in wrong)
    print(f"{test}: {len(wrong)} violations" if wrong else f"{test}: passed", flush=True)
    return 1 if wrong else 0
