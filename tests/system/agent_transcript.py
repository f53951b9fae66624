#!/usr/bin/python3
"""One node's cleaning and deployment through an agent: the calls of both sides and the events.

    IRONBUSD=build/dev/bin/ironbusd tests/system/agent_transcript.py

Starts a daemon and one fake agent of its own, and prints what happened, in order, as a table.
"""

import datetime
import http.client
import json
import os
import shutil
import threading
import urllib.parse

from fleet import Fleet, settings, step
from harness import Daemon, scratch

STEPS = {"clean": [step("erase_devices_metadata", 99, takes_ms=100),
                   step("update_firmware", 50, takes_ms=100, reboot_requested=True),
                   step("erase_devices", 10, takes_ms=300)]}
TOLD = {"provision_state_changed": lambda x: f"{x['from']} → {x['to']}",
        "step_started": lambda x: f"{x['interface']}.{x['step']} begins",
        "step_finished": lambda x: f"{x['interface']}.{x['step']} {x['status']}"}


def follow(url, rows):
    """Reads the stream of events until it ends."""
    at = urllib.parse.urlsplit(url)
    stream = http.client.HTTPConnection(at.hostname, at.port)
    stream.request("GET", "/v1/events/stream")
    answer = stream.getresponse()
    try:
        for line in answer:
            if not line.startswith(b"data:"):
                continue
            event = json.loads(line[5:])
            name = event["type"].removeprefix("ironbus.")
            if name in TOLD:
                rows.append((event["time"], "event", TOLD[name](event["data"])))
    except (OSError, http.client.HTTPException):
        pass


def time_of(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def show(rows):
    rows = sorted(((time_of(at), who, what) for at, who, what in rows), key=lambda row: row[0])
    began = rows[0][0]
    print("| ms | who | what |\n|---|---|---|")
    before = None
    for at, who, what in rows:
        if (who, what) != before:  # an agent that waits for its node asks again and again
            print(f"| {(at - began).total_seconds() * 1000:.0f} | {who} | {what} |")
        before = (who, what)


def main():
    folder = scratch()
    journal = os.path.join(folder, "journal.jsonl")
    daemon = Daemon(folder, settings=settings(journal)).start()
    fleet = Fleet(daemon.api.url, journal)
    rows = []
    try:
        threading.Thread(target=follow, args=(daemon.api.url, rows), daemon=True).start()
        agent = fleet.machine(daemon.api, "example", steps=STEPS, beat_pause_ms=400)
        daemon.api.move("example", "provide", "available", "active", "active")
        uuid = daemon.api.node("example")["uuid"]
        who = {"agent": "agent → ironbus", "service": "ironbus → agent"}
        for call in fleet.report(agent)["calls"]:
            rows.append((call["at"], who[call["from"]],
                         f"{call['call'].replace(uuid, 'UUID')}: {call['status']}"))
    finally:
        fleet.stop()
        daemon.stop()
        shutil.rmtree(folder, ignore_errors=True)
    show(rows)


if __name__ == "__main__":
    main()
