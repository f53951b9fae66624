#!/usr/bin/python3
"""Redis dies and comes back without its last writes, while nodes are cleaned.

  store_loss_test.py [--losses N] [--lost S] [--between S] [--nodes N] [--seed X]

The writes of the last quarter of a second are removed from its append-only file, like a power failure with
`appendfsync everysec`. Passes if every node ends its cleaning, no step is started twice according to the machines'
journal, and no node stops making progress for long after Redis is back.
"""

import collections
import datetime
import glob
import os
import sys
import time

sys.dont_write_bytecode = True

import evidence  # noqa: E402
import invariants  # noqa: E402
import workload  # noqa: E402
from client import Client  # noqa: E402
from judge import conclude, make_parser, print_rows  # noqa: E402
from testbed import Testbed  # noqa: E402

STEPS = 24
STEP_LONGEST = 1.5
STANDSTILL_MAX = 10.0  # after the store is back, in addition to the running step
PATIENCE = 120

SETTINGS = """\
conductor:
  operations_max_entries: 1000
fake:
  journal: $JOURNAL
  seed: {seed}
  deploy_delay: "0.5,1.5"
  firmware_delay: "0.5,1.5"
"""


def options():
    out = make_parser(__doc__)
    out.add_argument("--losses", type=int, default=3)
    out.add_argument("--lost", type=float, default=0.25, metavar="SECONDS", help="age of the writes lost each time")
    out.add_argument("--between", type=float, default=10, metavar="SECONDS")
    out.add_argument("--nodes", type=int, default=40)
    return out.parse_args()


def cleaning():
    steps = [{"interface": "deploy", "step": "erase_devices_metadata"} for _ in range(STEPS)]
    for place in range(3, STEPS, 6):
        steps[place] = workload.FLASH
    return {"target": "clean", "clean_steps": steps}


def await_all(client, uuids, state):
    ends = time.monotonic() + PATIENCE
    while True:
        nodes = {x["uuid"]: x for x in client.get(workload.LIST)["nodes"]}
        late = [nodes[uuid] for uuid in uuids if nodes[uuid]["provision_state"] != state]
        if not late or time.monotonic() > ends:
            return late
        time.sleep(0.5)


def ask(client, uuids, body):
    for uuid in uuids:
        status, answer, _ = client.call("PUT", f"/v1/nodes/{uuid}/states/provision", body)
        assert status == 202, answer


def enrol(client, count):
    out = []
    for i in range(count):
        status, answer, _ = client.call("POST", "/v1/nodes", {"name": f"n{i}", "driver": "fake-hardware"})
        assert status == 201, answer
        out.append(answer["uuid"])
    ask(client, out, {"target": "manage"})
    late = await_all(client, out, "manageable")
    assert not late, late
    return out


def lose(bed, seconds):
    """Returns the bytes that Redis has lost, and the time when it was back."""
    [log] = glob.glob(os.path.join(bed.directory, "store", "appendonlydir", "*.incr.aof"))
    kept = os.path.getsize(log)
    time.sleep(seconds)
    bed.process("store").kill()
    lost = os.path.getsize(log) - kept
    os.truncate(log, kept)
    bed.process("store").start_again()
    bed.process("store").wait_until(lambda: answers(bed), 30)
    return lost, datetime.datetime.now(datetime.timezone.utc)


def answers(bed):
    try:
        with evidence.Redis(bed.redis_port) as store:
            return store.call("PING") == b"PONG"
    except OSError:
        return False


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def standstills(journal, back):
    """Returns node → the longest time after a loss without an action on its machine."""
    by_node = collections.defaultdict(list)
    for lines in journal.values():
        for line in lines:
            by_node[line["node"]].append(moment(line["time"]))
    out = {}
    for node, times in by_node.items():
        times.sort()
        gaps = [0.0]
        for point in back:
            later = [x for x in times if x > point]
            if later and times[0] < point:
                gaps.append((later[0] - point).total_seconds())
        out[node] = max(gaps)
    return out


def begun_again(journal):
    return [f"operation {operation} step {index} was begun {len(starts)} times"
            for (operation, index), lines in journal.items()
            if len(starts := [x for x in lines if x["what"] == "start"]) > 1]


def run(bed, chosen):
    client = Client(bed.url)
    uuids = enrol(client, chosen.nodes)
    ask(client, uuids, cleaning())
    lost, back = [], []
    for _ in range(chosen.losses):
        time.sleep(chosen.between)
        size, when = lose(bed, chosen.lost)
        lost.append(size)
        back.append(when)
    late = await_all(client, uuids, "manageable")
    journal = evidence.read_journal(bed.journal, set(uuids))
    by_node, snapshots, unpublished = bed.witness(uuids)
    operations = [x for uuid in uuids for x in by_node.get(uuid, []) if x["kind"] == "manual_clean"]
    still = standstills(journal, back)
    again = begun_again(journal)
    wrong = [f"{x['uuid']} is {x['provision_state']}: {x['last_error']}" for x in late]
    wrong += again + invariants.check_snapshots(snapshots, unpublished)
    for operation in operations:
        wrong += invariants.check_ledger(operation)
    wrong += [f"{node} stood still for {seconds:.1f} s" for node, seconds in still.items()
              if seconds > STANDSTILL_MAX + STEP_LONGEST]
    for name in bed.daemons():
        bed.note_counters(name)
    print_rows({
        "bytes lost": ", ".join(map(str, lost)),
        "cleanings ended": len(operations),
        "steps begun": sum(x["what"] == "start" for lines in journal.values() for x in lines),
        "steps begun again": len(again),
        "steps recovered": bed.counted.get("driver_steps_recovered_total", 0),
        "longest standstill": f"{max(still.values()):.1f} s",
        "nodes not at their end": len(late),
    }.items())
    if not all(lost):
        wrong.append("nothing was lost: the test has shown nothing")
    return wrong


def main():
    chosen = options()
    print(f"store_loss_test: seed {chosen.seed}, {chosen.nodes} nodes, {chosen.losses} losses", flush=True)
    with Testbed(SETTINGS.format(seed=chosen.seed), conductors=2, drivers=2) as bed:
        return conclude("store_loss_test", bed, chosen.keep, run(bed, chosen))


if __name__ == "__main__":
    sys.exit(main())
