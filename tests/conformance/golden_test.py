#!/usr/bin/python3
"""Sends the recorded requests, and compares the responses with the real service's.

    golden_test.py [--only NAME] [--show NAME] [--url URL]

With --only or --show it also sends the requests before NAME, because they create the data that NAME needs.
"""

import argparse
import json
import shutil
import sys
import time

import shared  # noqa: F401
from allowance import Ledger
from harness import Daemon, scratch
from intended import INTENDED
from not_built_yet import REQUESTS
from replay import Replay


def main():
    wanted = arguments()
    if wanted.url:
        return judge(wanted.url, wanted)
    folder = scratch()
    # The recording's agent called from the service's host.
    daemon = Daemon(folder, settings="agent: {callback_networks: [127.0.0.0/8]}\n").start()
    try:
        return judge(daemon.api.url, wanted)
    finally:
        daemon.stop()
        shutil.rmtree(folder, ignore_errors=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", metavar="NAME", help="judge this request alone")
    parser.add_argument("--show", metavar="NAME", help="both answers to this request")
    parser.add_argument("--url", help="a server that is up, with nothing stored yet")
    return parser.parse_args()


def judge(url, wanted):
    began = time.monotonic()
    replay = Replay(url)
    name_wanted = wanted.only or wanted.show
    if name_wanted and name_wanted not in [one["name"] for one in replay.requests]:
        sys.exit(f"There is no request {name_wanted}.")
    ledger = Ledger(INTENDED, REQUESTS)
    complaints = []
    name = "the start"
    try:
        for name, theirs, ours, differences in replay.run(name_wanted):
            if name_wanted in (None, name):
                complaints += [f"{name}: {one}" for one in ledger.enter(name, differences)]
    except AssertionError as error:
        complaints.append(f"nothing is asked after {name}: {error}")
    if wanted.show and name == wanted.show:
        show(theirs, ours, differences)
    if not name_wanted:
        complaints += ledger.unneeded()
    print("\n".join(complaints + [f"{ledger.summary()} ({time.monotonic() - began:.1f} s)"]))
    return 1 if complaints else 0


def show(theirs, ours, differences):
    for title, answer in (("recorded", theirs), ("ours", ours)):
        print(f"--- {title}: {answer['status']}")
        for key, value in answer["headers"].items():
            print(f"{key}: {value}")
        print(json.dumps(answer["body"], indent=2, sort_keys=True))
    print("--- differences", *differences, sep="\n")


if __name__ == "__main__":
    sys.exit(main())
