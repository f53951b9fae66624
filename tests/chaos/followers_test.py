#!/usr/bin/python3
"""Followers of events lose their connections while processes, broker and store are killed.

  followers_test.py [--seconds S] [--nodes N] [--seed X] [--cuts N] [--with-broker N] [--with-store N]

Passes if each follower has every event of the log at the end, and the log has every event.
"""

import os
import random
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "system"))

import workload  # noqa: E402
from client import Client  # noqa: E402
from event_client import WebSocketSource, gaps_of  # noqa: E402
from fault_injector import FaultInjector  # noqa: E402
from followers import QueueFollower, StreamFollower, WebhookFollower, read_log  # noqa: E402
from judge import conclude, make_parser, print_rows, wind_up  # noqa: E402
from testbed import Testbed  # noqa: E402

VICTIMS = ["conductor-1", "conductor-2", "driver-1", "gateway-1", "gateway-2"]

SETTINGS = """\
fake: {seed: SEED, deploy_delay: "0.05,0.2", power_delay: "0.05,0.1"}
webhooks: {allow_http: true, ports: [], networks: [127.0.0.0/8], retry_first: 50ms, retry_longest: 1s,
           attempts: 1000}
"""
CATCH_UP_SECONDS = 60


def options():
    out = make_parser(__doc__)
    out.add_argument("--seconds", type=float, default=60)
    out.add_argument("--nodes", type=int, default=40)
    out.add_argument("--cuts", type=int, default=40, help="number of cuts of each follower's connection")
    out.add_argument("--with-broker", type=int, default=1, metavar="N", help="restarts of RabbitMQ")
    out.add_argument("--with-store", type=int, default=1, metavar="N", help="restarts of Redis")
    return out.parse_args()


def cut_now_and_then(followers, chosen, ended):
    dice = random.Random(chosen.seed)
    pause = chosen.seconds / (chosen.cuts * len(followers))
    while min(x.cuts for x in followers) < chosen.cuts and not ended.is_set():
        dice.choice([x for x in followers if x.cuts < chosen.cuts]).cut()
        ended.wait(dice.uniform(0, 2 * pause))


def catch_up(follower, wanted):
    """Returns the events that the follower has not received after a while."""
    until = time.monotonic() + CATCH_UP_SECONDS
    while time.monotonic() < until:
        missed = wanted - set(follower.ids())
        if not missed:
            return missed
        time.sleep(0.5)
    return missed


def judge_follower(follower, log):
    wanted = {event["id"] for event in log}
    missed = catch_up(follower, wanted)
    follower.stop()
    got = follower.ids()
    row = (follower.name, f"{len(log)} events, received {len(got)}, missed {len(missed)}, twice "
           f"{len(got) - len(set(got))}, connections cut {follower.cuts}")
    wrong = [f"{follower.name} has missed {event['type']} {event['id']} at {event['position']}"
             for event in log if event["id"] in missed]
    if follower.trouble:
        wrong.append(f"{follower.name}: {follower.trouble}")
    return row, wrong


def run(bed, chosen):
    client = Client(bed.url)
    lives = [workload.Life(f"n-{i}", [workload.MANAGE, workload.PROVIDE],
                           [workload.DEPLOY, workload.UNDEPLOY]) for i in range(chosen.nodes)]
    followers = [StreamFollower(f"stream {i + 1}", url) for i, url in enumerate(bed.urls())]
    followers += [StreamFollower(f"web socket {i + 1}", url, WebSocketSource)
                  for i, url in enumerate(bed.urls())]
    followers.append(QueueFollower("queue", bed.amqp_port))
    followers += [WebhookFollower(f"webhook {i + 1}", url) for i, url in enumerate(bed.urls())]
    for follower in followers:
        follower.start()
    operators = workload.Operators(client, lives, rate=20)
    operators.enrol()
    operators.start()
    ended = threading.Event()
    cutter = threading.Thread(target=cut_now_and_then, args=(followers, chosen, ended), daemon=True)
    cutter.start()
    chaos = FaultInjector(bed, chosen.seed, VICTIMS, every=1.5)
    chaos.restart_evenly(chosen.seconds, broker=chosen.with_broker, store=chosen.with_store)
    chaos.run(chosen.seconds)
    cutter.join(60)
    ended.set()
    _, astray = wind_up(bed, operators)
    log = read_log(bed.url)
    wrong = [f"the log lacks events of {node}: it has {found[:5]}…"
             for node, found in gaps_of(log).items()]
    rows = [("killed", ", ".join(f"{name} {n}" for name, n in sorted(chaos.count.items())))]
    for follower in followers:
        row, missing = judge_follower(follower, log)
        rows.append(row)
        wrong += missing
    print_rows(rows)
    return wrong + astray + operators.complaints + chaos.unexpected


def main():
    chosen = options()
    print(f"followers_test: seed {chosen.seed}, {chosen.nodes} nodes", flush=True)
    settings = SETTINGS.replace("SEED", str(chosen.seed))
    with Testbed(settings, gateways=2, conductors=2) as bed:
        return conclude("followers_test", bed, chosen.keep, run(bed, chosen))


if __name__ == "__main__":
    sys.exit(main())
