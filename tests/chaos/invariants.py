"""Invariants that hold after any number of failures. Each check returns one sentence for each violation."""

import collections
import json

from client import check_extent, moment

NOT_REPEATED = "must not be repeated"


def name_of(operation, index):
    step = operation["steps"][index]
    return f"{operation['kind']} {operation['id']} step {index} {step['interface']}.{step['step']}"


def may_be_left_out(step, operation):
    """Returns whether the step reads a verified machine, which depends on its BMC."""
    return operation["kind"] == "verify" and (step["interface"], step["step"]) != ("power", "get_power_state")


# -- the ledger ---------------------------------------------------------------------------------------

def check_ledger(operation):
    """Checks that each planned step was done once, in order. Other entries are interrupted runs or parts of runs."""
    wrong = []
    ledger = operation["ledger"]
    if operation["failure"] is not None:
        return check_failure(operation)
    for index in range(len(operation["steps"])):
        entries = [x for x in ledger if x["index"] == index]
        statuses = [x["status"] for x in entries]
        ends = {"done", "failed"} if may_be_left_out(operation["steps"][index], operation) else {"done"}
        if not set(statuses[-1:]) & ends or set(statuses[:-1]) - {"interrupted", "continued"}:
            wrong.append(f"{name_of(operation, index)}: the ledger says {statuses}")
        step = operation["steps"][index]
        if any((x["interface"], x["name"]) != (step["interface"], step["step"]) for x in entries):
            wrong.append(f"{name_of(operation, index)}: the ledger names another step")
    order = [x["index"] for x in ledger]
    if order != sorted(order):
        wrong.append(f"{operation['kind']} {operation['id']}: steps out of order: {order}")
    for before, after in zip(ledger, ledger[1:]):
        if before["finished_at"] is None or before["finished_at"] > after["started_at"]:
            wrong.append(f"{name_of(operation, after['index'])} began before the one before it ended")
    return wrong


def check_failure(operation):
    """Checks that an operation failed only if a step that must not be repeated lost its worker."""
    last = operation["ledger"][-1] if operation["ledger"] else {"index": 0}
    # An earlier step may have been interrupted, and done by its next attempt.
    at = [x for status in ("failed", "interrupted") for x in operation["ledger"] if x["status"] == status] or [last]
    step = operation["steps"][at[0]["index"]]
    if NOT_REPEATED in operation["failure"] and not step["repeatable"]:
        return []
    return [f"{operation['kind']} {operation['id']} failed: {operation['failure']}"]


# -- the machines' own journal ------------------------------------------------------------------------

def check_runs(operation, index, lines):
    """Checks that there was one run, or several, and the earlier ones ended with their worker."""
    where = name_of(operation, index)
    runs = []
    for line in lines:
        if line["what"] == "start":
            # A task that the machine has accepted ends by itself.
            runs.append({"worker": line["worker"], "end": "done" if "task" in line else None})
        elif line["what"] != "recovered":
            if not runs or runs[-1]["end"]:
                return [f"{where}: '{line['what']}' without a start"]
            runs[-1]["end"] = line["what"]
    if not runs:
        return [f"{where}: the ledger says done, but the machine never saw it"]
    wrong = []
    for before, after in zip(runs, runs[1:]):
        if before["end"]:
            wrong.append(f"{where}: ran again after it had ended ({before['end']})")
        if before["worker"] == after["worker"]:
            wrong.append(f"{where}: started twice by {after['worker']}")
        if not operation["steps"][index]["repeatable"]:
            wrong.append(f"{where}: must not be repeated, yet was started again")
    if runs[-1]["end"] != "done" and operation["failure"] is None:
        wrong.append(f"{where}: the ledger says done, the machine {runs[-1]['end']}")
    return wrong


def check_journal(operations, journal):
    wrong = []
    known = {}
    for operation in operations:
        known[operation["id"]] = operation
        for index in sorted({x["index"] for x in operation["ledger"]}):
            wrong += check_runs(operation, index, journal.get((operation["id"], index), []))
    for operation, index in journal:
        if operation in known and index not in {x["index"] for x in known[operation]["ledger"]}:
            wrong.append(f"{name_of(known[operation], index)}: ran, but the ledger does not know it")
    return wrong


def check_times(operations, journal):
    """Checks that nothing happened to a machine for an operation that had ended."""
    ends = {x["id"]: x["ended_at"] for x in operations}
    return [f"{line['interface']}.{line['step']} {line['what']} by {line['worker']} at {line['time']}, "
            f"but operation {operation} had ended at {ends[operation]}"
            for (operation, _), lines in journal.items() if operation in ends
            for line in lines if line["what"] != "recovered" and line["time"] > ends[operation]]


# Additional requests of a node before the repeated restart of a machine.
BESIDES_PLAN = {("power", "set_power_state"), ("management", "set_boot_device")}


def check_belonging(operations, journal):
    """Checks that every run belongs to an operation."""
    known = {x["id"] for x in operations}
    unknown = {operation for (operation, _), lines in journal.items() if operation not in known
               and any((line["interface"], line["step"]) not in BESIDES_PLAN for line in lines)}
    return [f"steps of an unknown operation {x} ran on the machine" for x in sorted(unknown)]


# -- nodes and requests -------------------------------------------------------------------------------

def check_snapshots(snapshots, unpublished):
    wrong = []
    for uuid, snapshot in snapshots.items():
        if snapshot is None:
            wrong.append(f"node {uuid} was acknowledged and is not in the store")
            continue
        left = [key for key in ("current", "queued", "power", "in_flight", "waiting")
                if snapshot.get(key) is not None]
        if left:
            wrong.append(f"node {uuid} at rest still has {', '.join(left)}")
    return wrong + [f"node {uuid} has messages that were never published" for uuid in unpublished]


def check_bounds(operations, snapshots):
    """Checks the limits of all stored data, including data that the API does not show."""
    wrong = [text for uuid, snapshot in snapshots.items() if snapshot
             for text in check_extent(f"node {uuid} in the store", snapshot["about"])]
    for operation in operations:
        for index, step in enumerate(operation["steps"]):
            wrong += check_extent(name_of(operation, index), {"args": step["args"]})
    return wrong


def check_requests(life, operations):
    """Checks that acknowledged requests were carried out, and nothing else."""
    done = collections.Counter(x["kind"] for x in operations)
    wrong = []
    for kind in set(done) | set(life.sent):
        if not life.acknowledged[kind] <= done[kind] <= life.sent[kind]:
            wrong.append(f"{life.name}: {kind}: {life.acknowledged[kind]} acknowledged, "
                         f"{done[kind]} carried out, {life.sent[kind]} sent")
    return wrong


# -- events -------------------------------------------------------------------------------------------

def check_events(events, snapshots):
    """Checks each node's events: every number from 1, in order. Repeated events must be equal."""
    wrong, repeats = [], 0
    first_seen = collections.defaultdict(dict)
    for event in events:
        if event.get("sequence") is None:
            continue
        node, number = event["subject"], int(event["sequence"])
        if number in first_seen[node]:
            repeats += 1
            if first_seen[node][number] != event["id"]:
                wrong.append(f"node {node}: two different events have the number {number}")
        else:
            first_seen[node][number] = event["id"]
    for uuid, snapshot in snapshots.items():
        last = snapshot["sequence"] if snapshot else 0
        numbers = list(first_seen[uuid])
        missing = sorted(set(range(1, last + 1)) - set(numbers))
        if missing:
            wrong.append(f"node {uuid}: events missing of 1..{last}: {missing[:10]}")
        if numbers != sorted(numbers):
            wrong.append(f"node {uuid}: events first came out of order: {disorder(numbers)}")
    return wrong, repeats


def disorder(numbers):
    return next(numbers[max(0, i - 2):i + 3] for i in range(1, len(numbers))
                if numbers[i] < numbers[i - 1])


def resumed(operations, deaths):
    """Returns the operations that were running when a process died."""
    return sum(any(x["started_at"] < death < x["ended_at"] for death in deaths) for x in operations)


def show_node(client, uuid):
    """Prints the data that an operator would look at."""
    for path in (f"/v1/nodes/{uuid}/why", f"/v1/nodes/{uuid}"):
        print(f"  GET {path}\n    " + json.dumps(client.get(path, patience=5))[:1500])


def standstill_of(operation):
    """Returns (seconds, step): the longest time without a start or end of a step."""
    moments = [(operation["started_at"], "its beginning")]
    for entry in operation["ledger"]:
        step = f"{entry['interface']}.{entry['name']}"
        moments += [(entry[key], step) for key in ("started_at", "finished_at") if entry[key]]
    moments.append((operation["ended_at"], "its end"))
    moments.sort(key=lambda x: x[0])
    return max(((moment(after[0]) - moment(before[0])).total_seconds(), after[1])
               for before, after in zip(moments, moments[1:]))


def standstills(operations):
    """Returns (seconds, sentence), the longest first."""
    out = [(*standstill_of(x), x) for x in operations]
    return sorted(((seconds, f"{x['kind']} {x['id']} stood still for {seconds:.1f} s before {step}")
                   for seconds, step, x in out), reverse=True)
