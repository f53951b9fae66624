#!/usr/bin/python3
"""Stores of earlier releases can be opened, used and restored.

For each form of the store, tests/system/stores has a SQLite file and a backup of it, written by a
release. They are never changed. A release with a new form adds its own store with
`IRONBUS_WRITE_STORE=NAME tests/system/old_store_test.py`, and its name to STORES.
"""

import gzip
import os
import shutil
import sys

from harness import ROOT, Daemon, main, poll, scratch
from store_fixture import WithStores, run_store

PLACE = os.path.join(ROOT, "tests", "system", "stores")
STORES = ("schema_2",)
STATES = {"enrolled": "enroll", "ready": "available", "running": "active", "broken": "clean failed"}
MAC = "52:54:00:00:02:01"


def write(name):
    """Writes the store of this release."""
    folder = scratch()
    one = Daemon(folder)
    api = one.start().api
    for node in STATES:
        fails = {"fake_failures": {"deploy.erase_devices": "A disk is broken."}} if node == "broken" else {}
        made = api.create(node, resource_class="small", extra={"kept": node}, driver_info=fails)
        if node == "running":
            api.call("POST", "/v1/ports", {"node_uuid": made["uuid"], "address": MAC})
            api.call("PUT", "/v1/nodes/running/traits", {"traits": ["CUSTOM_KEPT"]})
    api.move("ready", "manage", "manageable", "provide", "available")
    api.move("running", "manage", "manageable", "provide", "available", "active", "active")
    api.move("broken", "manage", "manageable")
    api.ask_for_state("broken", "clean", clean_steps=[{"interface": "deploy",
                                                       "step": "erase_devices"}])
    poll(lambda: api.node("broken")["provision_state"] == "clean failed", "broken is so")
    api.call("POST", "/v1/deploy_templates", {"name": "CUSTOM_KEPT", "steps": [
        {"interface": "deploy", "step": "deploy", "args": {}, "priority": 90}]})
    one.stop()
    data = os.path.join(folder, "data")
    os.makedirs(PLACE, exist_ok=True)
    done = run_store("backup", os.path.join(PLACE, name + ".jsonl"), data=data)
    assert done.returncode == 0, done
    os.chmod(os.path.join(PLACE, name + ".jsonl"), 0o644)
    with open(os.path.join(data, "ironbus.db"), "rb") as file:
        with open(os.path.join(PLACE, name + ".db.gz"), "wb") as out:
            out.write(gzip.compress(file.read(), 9, mtime=0))
    shutil.rmtree(folder)


class OldStore(WithStores):
    def check_fleet(self, one):
        """Checks that the written data exists, is found by its keys, and can be changed."""
        api = one.start().api
        nodes = {x["name"]: x for x in api.get("/v1/nodes/detail").json["nodes"]}
        self.assertEqual({name: x["provision_state"] for name, x in nodes.items()}, STATES)
        for name, node in nodes.items():
            self.assertEqual(node["extra"], {"kept": name})
        self.assertEqual([x["name"] for x in api.get("/v1/nodes?provision_state=active").json["nodes"]],
                         ["running"])
        port = api.get("/v1/ports/detail?address=" + MAC).json["ports"][0]
        self.assertEqual(port["node_uuid"], nodes["running"]["uuid"])
        self.assertEqual(nodes["running"]["traits"], ["CUSTOM_KEPT"])
        self.assertTrue(nodes["broken"]["last_error"])
        self.assertEqual(len(api.history("running")), 2)
        self.assertEqual(api.get("/v1/deploy_templates/CUSTOM_KEPT").status, 200)
        self.assertEqual(api.call("POST", "/v1/nodes", {"driver": "fake-hardware", "name": "ready"})
                         .status, 409)
        api.move("enrolled", "manage", "manageable")
        api.move("ready", "active", "active")
        api.move("running", "deleted", "available")
        self.assertEqual(one.stop(), 0)

    def check_whole(self, **where):
        """Checks all records. A later release may list by columns that this one has not written."""
        ended = run_store("check", "--json", **where)
        self.assertIn(ended.returncode, (0, 1), ended)
        self.assertNotRegex(ended.stdout, '"defect":"(?!different_row)')

    def test_the_file_is_opened(self):
        for name in STORES:
            with self.subTest(name):
                data = self.path(name, "data")
                os.makedirs(data)
                with gzip.open(os.path.join(PLACE, name + ".db.gz")) as source:
                    with open(os.path.join(data, "ironbus.db"), "wb") as target:
                        shutil.copyfileobj(source, target)
                self.check_fleet(self.daemon(part=name))
                self.check_whole(data=data)

    def test_the_backup_is_restored(self):
        for name in STORES:
            with self.subTest(name):
                back_up = os.path.join(PLACE, name + ".jsonl")
                self.done("restore", back_up, data=self.path(name, "data"))
                self.check_whole(data=self.path(name, "data"))
                self.check_fleet(self.daemon(part=name))
                redis = self.start_redis(name + "-redis")
                self.done("restore", back_up, store=redis.url)
                self.check_whole(store=redis.url)
                self.check_fleet(self.daemon_on(redis, name + "-on-redis"))


if __name__ == "__main__":
    if os.environ.get("IRONBUS_WRITE_STORE"):
        sys.exit(write(os.environ["IRONBUS_WRITE_STORE"]))
    main()
