"""Implements ops/demo."""

import argparse
import queue
import signal
import sys
import time

from api import Api
from daemon import Daemon, Failed
from fleet import Fleet
from hardware import Fake, Redfish
from table import Table
import vm_demo
from vm_ways import WAYS


def newest(events, patience):
    """Returns the events received so far. Waits at most `patience` seconds for the first one."""
    taken = []
    try:
        taken.append(events.get(timeout=patience))
        while True:
            taken.append(events.get_nowait())
    except queue.Empty:
        return taken


def watch(fleet, events, daemon, options):
    """Drives the fleet until every machine has finished its life cycle."""
    table = Table()
    began = time.monotonic()
    fleet.advance()
    table.show(fleet, 0)
    while not fleet.finished:
        seconds = time.monotonic() - began
        if seconds > options.time_limit:
            late = [f"{x.name} ({x.state})" for x in fleet.machines if not x.finished]
            raise Failed(f"The demo did not finish within {options.time_limit} s. "
                         f"Unfinished machines: {', '.join(late)}. Raise --time-limit.")
        news = newest(events, 0.5)
        if None in news or not daemon.alive():
            raise Failed(f"ironbusd stopped unexpectedly. Its last log lines:\n{daemon.log_tail()}")
        if any([fleet.take(event) for event in news]):
            fleet.advance()
            table.show(fleet, seconds)
    return time.monotonic() - began


def run(options):
    kind = Redfish if options.redfish else Fake
    with kind(options.binary, options.nodes) as hardware, \
            Daemon(options.binary, hardware.settings) as daemon:
        print(daemon.ready_line, flush=True)
        print(f"API: {daemon.url}/v1/nodes", flush=True)
        print(f"Fleet page: {daemon.url}/ui/\n", flush=True)
        api = Api(daemon.url)
        events = queue.Queue()
        api.follow(events.put)
        fleet = Fleet(api, hardware.begin(daemon.url))
        seconds = watch(fleet, events, daemon, options)
        fleet.check()
    lives = {" > ".join(machine.path) for machine in fleet.machines}
    print("\nStates of each node: " + "\nor: ".join(sorted(lives)))
    print(f"{len(fleet.machines)} nodes, {fleet.transitions} transitions, {fleet.events} events, none missing, "
          f"in {seconds:.1f} s. All processes are stopped and all files are deleted.")


def main():
    parser = argparse.ArgumentParser(prog="ops/demo")
    parser.add_argument("--binary", required=True)
    parser.add_argument("--redfish", action="store_true")
    parser.add_argument("--vm", action="store_true")
    parser.add_argument("--ways", default=",".join(WAYS), metavar="WAY,...")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--ramdisk", metavar="DIR")
    parser.add_argument("--image", metavar="FILE")
    parser.add_argument("--nodes", type=int, default=10)
    parser.add_argument("--time-limit", type=int, default=120, metavar="SECONDS")
    options = parser.parse_args()
    unknown = [name for name in options.ways.split(",") if name not in WAYS]
    if unknown:
        parser.error(f"--ways: unknown value {', '.join(unknown)}; allowed: {', '.join(WAYS)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        vm_demo.run(options) if options.vm else run(options)
    except Failed as failure:
        print(f"ops/demo: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nops/demo: stopped", file=sys.stderr)
        return 130
    return 0


sys.exit(main())
