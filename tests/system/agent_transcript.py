#!/usr/bin/python3
"""One node's life with an agent: the calls of both sides, and the events.

    IRONBUSD=build/dev/bin/ironbusd tests/system/agent_transcript.py

Starts a daemon and one fake agent. The node goes through inspection with a rule, cleaning with two
steps of the agent, one of them long, deployment with a config drive, rescue and tear-down. The
script prints all calls and events in order, as a table. The machine boots over the network. Without
a boot script it boots from its disk.
"""

import datetime
import http.client
import json
import os
import shutil
import threading
import urllib.parse

from fleet import Fleet, settings, step
from harness import Daemon, free_address, poll, scratch

STEPS = {"clean": [step("erase_devices_metadata", 99, takes_ms=100),
                   step("erase_devices", 10, takes_ms=3000)]}
INVENTORY = {"memory": {"physical_mb": 4096}, "cpu": {"architecture": "x86_64", "count": 8}}
RULE = {"description": "Small machines",
        "conditions": [{"op": "lt", "args": {"values": ["{inventory[memory][physical_mb]}", 8192]}}],
        "actions": [{"op": "set-attribute", "args": {"path": "/resource_class", "value": "small"}}]}
CONFIG_DRIVE = {"meta_data": {"hostname": "example"}, "user_data": "#cloud-config"}
MORE = """
pxe: {{http_root: {folder}/boot}}
conductor: {{deploy_kernel: "http://192.0.2.80/k", deploy_ramdisk: "http://192.0.2.80/r",
            rescue_kernel: "http://192.0.2.80/k", rescue_ramdisk: "http://192.0.2.80/r"}}
deploy: {{ramdisk_image_download_source: http}}
"""
TOLD = {"provision_state_changed": lambda x: f"{x['from']} → {x['to']}",
        "step_started": lambda x: f"{x['interface']}.{x['step']} begins",
        "step_finished": lambda x: f"{x['interface']}.{x['step']} {x['status']}"}


def follow(url, rows):
    """Reads the event stream until it ends."""
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
        if (who, what) != before:  # An agent that waits for its node repeats its request.
            print(f"| {(at - began).total_seconds() * 1000:.0f} | {who} | {what} |")
        before = (who, what)


def lead(api):
    """The whole life, from inspection to tear-down."""
    made = api.call("POST", "/v1/inspection_rules", RULE)
    assert made.status == 201, made
    poll(lambda: made.json["uuid"] in api.call("POST", "/v1/inspection_rules/test", {
        "inventory": INVENTORY}).body.decode(), "the rule is in force")
    for interface, name in (("boot", "ipxe"), ("inspect", "agent"), ("rescue", "agent")):
        changed = api.call("PATCH", "/v1/nodes/example", [
            {"op": "replace", "path": f"/{interface}_interface", "value": name}])
        assert changed.status == 200, changed
    api.move("example", "inspect", "manageable")
    assert api.node("example")["resource_class"] == "small"
    api.move("example", "provide", "available")
    api.ask_for_state("example", "active", configdrive=CONFIG_DRIVE)
    api.until("example", "active")
    api.ask_for_state("example", "rescue", rescue_password="not shown to anybody")
    api.until("example", "rescue")
    api.move("example", "unrescue", "active", "deleted", "available")


def main():
    folder, listen = scratch(), free_address()
    journal = os.path.join(folder, "journal.jsonl")
    more = f"  service_url: http://{listen}\n" + MORE.format(folder=folder)
    daemon = Daemon(folder, settings=settings(journal, more), listen=listen).start()
    fleet = Fleet(daemon.api.url, journal)
    rows = []
    try:
        threading.Thread(target=follow, args=(daemon.api.url, rows), daemon=True).start()
        agent = fleet.machine(daemon.api, "example", steps=STEPS, heartbeat_pause_ms=1000,
                              boots_from_network=True, inventory=INVENTORY)
        lead(daemon.api)
        uuid = daemon.api.node("example")["uuid"]
        report = fleet.report(agent)
        who = {"agent": "agent → ironbus", "service": "ironbus → agent"}
        for call in report["calls"]:
            rows.append((call["at"], who[call["from"]],
                         f"{call['call'].replace(uuid, 'UUID')}: {call['status']}"))
        drive = [one for one in report["orders"] if one.get("step") == "write_image"][0]["args"]
    finally:
        fleet.stop()
        daemon.stop()
        shutil.rmtree(folder, ignore_errors=True)
    show(rows)
    print(f"\nRefused by the agent: {report['refused'] or 'nothing'}. The config drive it was given: "
          f"{len(drive['configdrive'])} characters of base64.")


if __name__ == "__main__":
    main()
