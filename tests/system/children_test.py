#!/usr/bin/python3
"""Steps on the children of a node."""

import contextlib
import http.client
import json
import os
import shutil
import unittest

from harness import Daemon, main, poll, scratch

KILLED = 137  # Exit code of a process that ends at a fail point.


class Children(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, settings="fake: {power_delay: \"0.3\"}\n").start()
        cls.api = cls.daemon.api

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def family(self, name, size, **of_last):
        """Creates a parent and its children, all manageable. Returns the UUIDs of the children."""
        self.api.create(name)
        self.api.move(name, "manage", "manageable")
        made = []
        for number in range(size):
            more = of_last if number == size - 1 else {}
            made.append(self.api.create(f"{name}-{number}", parent_node=name, **more)["uuid"])
            self.api.move(f"{name}-{number}", "manage", "manageable")
        return made

    def clean(self, name, *steps):
        return self.api.call("PUT", f"/v1/nodes/{name}/states/provision", {
            "target": "clean", "clean_steps": list(steps)})

    ON = {"interface": "power", "step": "power_on", "execute_on_child_nodes": True}

    def test_all_children_are_powered_on_before_the_parent_continues(self):
        children = self.family("all", 3)
        self.assertEqual(self.clean("all", self.ON, {"interface": "bios", "step": "factory_reset"})
                         .status, 202)
        self.api.until("all", "manageable")
        poll(lambda: self.api.node("all")["target_provision_state"] is None, "it has ended")
        for child in children:
            self.assertEqual(self.api.node(child)["power_state"], "power on")

    def test_only_the_listed_children_are_changed(self):
        first, second = self.family("some", 2)
        self.assertEqual(self.clean("some", {**self.ON, "limit_child_node_execution": [second]})
                         .status, 202)
        self.api.until("some", "manageable")
        self.assertNotEqual(self.api.node(first)["power_state"], "power on")
        self.assertEqual(self.api.node(second)["power_state"], "power on")

    def test_a_failure_of_a_child_fails_the_parent(self):
        children = self.family("bad", 2, driver_info={
            "fake_failures": {"power.set_power_state": "no current"}})
        self.assertEqual(self.clean("bad", self.ON).status, 202)
        node = poll(lambda: (x := self.api.node("bad"))["provision_state"] == "clean failed" and x,
                    "the parent fails")
        self.assertIn(children[1], node["last_error"])
        self.assertIn("no current", node["last_error"])

    def test_a_node_that_is_no_child_is_refused_at_once(self):
        self.family("strict", 1)
        other = self.api.create("stranger")["uuid"]
        for steps, word in (({**self.ON, "limit_child_node_execution": [other]}, other),
                            ({**self.ON, "limit_child_node_execution": ["x"]}, "UUID"),
                            ({**self.ON, "step": "hold"}, "hold")):
            refused = self.clean("strict", steps)
            self.assertEqual(refused.status, 400)
            self.assertIn(word, refused.reason)
        self.api.create("childless")
        self.api.move("childless", "manage", "manageable")
        refused = self.clean("childless", self.ON)
        self.assertEqual(refused.status, 400)
        self.assertIn("no child nodes", refused.reason)

    def test_a_killed_daemon_continues_with_the_children(self):
        folder = scratch()
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        journal = os.path.join(folder, "journal")
        one = Daemon(folder, settings=f"fake: {{power_delay: \"2\", journal: {journal}}}\n").start()
        try:
            self.api, before = one.api, self.api
            children = self.family("kill", 2)
            self.assertEqual(self.clean("kill", self.ON).status, 202)
            poll(lambda: self.api.node("kill")["provision_state"] == "clean wait", "it waits")
            one.kill()
            one.start()
            self.api = one.api
            self.api.until("kill", "manageable")
            for child in children:
                self.assertEqual(self.api.node(child)["power_state"], "power on")
        finally:
            self.api = before
            one.stop()

    # Numbers of commits after a start: of the parent at its request, of its children at their requests,
    # of the children at their ends, and of the parent at their replies.
    PLACES = [(place, number) for place in ("before_commit", "after_commit", "after_publish",
                                            "before_ack") for number in range(1, 7)]

    def test_a_daemon_that_is_killed_between_request_and_reply_loses_neither(self):
        folder = scratch()
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        journal = os.path.join(folder, "journal")
        one = Daemon(folder, settings=f"fake: {{journal: {journal}}}\n").start()
        try:
            self.api, before = one.api, self.api
            for place, number in self.PLACES:
                with self.subTest(f"{place}:{number}"):
                    self.asked_and_killed(one, f"{place}:{number}", journal)
        finally:
            self.api = before
            one.stop()

    def asked_and_killed(self, one, failpoint, journal):
        name = failpoint.replace(":", "-").replace("_", "-")
        children = self.family(name, 2)
        one.kill()
        self.api = one.start(IRONBUS_FAILPOINT=failpoint).api
        with contextlib.suppress(OSError, http.client.HTTPException):
            self.clean(name, self.ON, {"interface": "bios", "step": "factory_reset"})
        self.assertEqual(one.process.wait(30), KILLED)
        self.api = one.start().api
        # Read the state first: a continued cleaning may end between the two requests.
        if self.api.node(name)["provision_state"] == "manageable" and not self.cleanings(name):
            # The daemon was killed before its response, so no client expects the cleaning.
            self.assertEqual(self.clean(name, self.ON, {
                "interface": "bios", "step": "factory_reset"}).status, 202)
        ended, = poll(lambda: self.cleanings(name), "it has ended")
        self.assertEqual([(x["name"], x["status"]) for x in ended["ledger"]
                          if x["name"] in ("power_on", "factory_reset")],
                         [("power_on", "done"), ("factory_reset", "done")])
        node = self.api.node(name)
        self.assertEqual((node["provision_state"], node["last_error"], node["maintenance"]),
                         ("manageable", None, False))
        for child in children:
            self.assertEqual(self.api.node(child)["power_state"], "power on")
            self.assertEqual(len(self.power_changes(journal, child)), 1, child)

    def cleanings(self, name):
        """Returns the finished cleanings."""
        found = self.api.get(f"/v1/nodes/{name}/operations").json["operations"]
        return [x for x in found if x["kind"] == "manual_clean"]

    @staticmethod
    def power_changes(journal, child):
        """Returns the steps that changed the machine's power. A repeated step counts once."""
        with open(journal, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.endswith("\n")]
        return {x["operation_id"] for x in lines if x["node"] == child and x["what"] == "start"
                and x["step"] == "set_power_state"}


if __name__ == "__main__":
    main()
