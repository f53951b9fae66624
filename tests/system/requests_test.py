#!/usr/bin/python3
"""The objects that a request names: runbooks, deploy templates, steps, nodes of ports."""

import shutil
import unittest

from harness import Daemon, main, scratch

SETTINGS = "conductor:\n  clean_step_priority_override: {bios.factory_reset: 10, deploy.erase_devices: 5}\n"
RESET = {"interface": "bios", "step": "factory_reset", "args": {}}
ERASE = {"interface": "deploy", "step": "erase_devices", "args": {}}
LATEST = "1.115"


class Requests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, settings=SETTINGS).start()
        cls.api = cls.daemon.api

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def ask(self, method, path, body=None, status=None):
        answer = self.api.call(method, path, body, version=LATEST)
        if status:
            self.assertEqual(answer.status, status, answer)
        return answer

    def node(self, name, *verbs_and_states, **fields):
        self.api.create(name, **fields)
        self.api.move(name, "manage", "manageable", *verbs_and_states)

    def done(self, name, kind):
        """Returns the work steps of the node's last operation of a kind, from its ledger."""
        for one in self.ask("GET", f"/v1/nodes/{name}/operations", status=200).json["operations"]:
            if one["kind"] == kind:
                return [(x["interface"], x["name"]) for x in one["ledger"] if x["status"] == "done"]
        self.fail(f"no operation {kind} of {name}")
        return None

    def test_runbook_cleans_a_node_that_has_its_trait(self):
        self.node("book")
        self.ask("POST", "/v1/runbooks", {"name": "CUSTOM_BOOK", "steps": [
            {**RESET, "order": 2}, {**ERASE, "order": 1}]}, 201)
        self.ask("PUT", "/v1/runbooks/CUSTOM_BOOK/traits", {"traits": ["CUSTOM_RACK"]}, 204)
        wanted = {"target": "clean", "runbook": "CUSTOM_BOOK"}
        refused = self.ask("PUT", "/v1/nodes/book/states/provision", wanted, 400)
        self.assertIn("CUSTOM_RACK", refused.reason)
        self.ask("PUT", "/v1/nodes/book/traits/CUSTOM_RACK", status=204)
        self.ask("PUT", "/v1/nodes/book/states/provision", wanted, 202)
        self.api.until("book", "manageable")
        steps = self.done("book", "manual_clean")
        self.assertLess(steps.index(("deploy", "erase_devices")),
                        steps.index(("bios", "factory_reset")))

    def test_deployment_runs_the_steps_of_the_templates_of_the_nodes_traits(self):
        self.ask("POST", "/v1/deploy_templates", {"name": "CUSTOM_T", "steps": [
            {**RESET, "priority": 150}]}, 201)
        self.node("plain", "provide", "available", "active", "active")
        self.assertNotIn(("bios", "factory_reset"), self.done("plain", "deploy"))
        self.node("templated", "provide", "available")
        self.ask("PUT", "/v1/nodes/templated/traits/CUSTOM_T", status=204)
        self.ask("PATCH", "/v1/nodes/templated", [
            {"op": "add", "path": "/instance_info/traits", "value": ["CUSTOM_T"]}], 200)
        self.api.move("templated", "active", "active")
        self.assertIn(("bios", "factory_reset"), self.done("templated", "deploy"))

    def test_listed_cleaning_steps_are_those_that_run(self):
        self.node("listed")
        told = self.ask("GET", "/v1/nodes/listed/cleaning/steps", status=200).json
        self.assertEqual([set(one) for one in told], [{"step", "priority", "interface"}] * len(told))
        self.assertEqual([one["priority"] for one in told[-2:]], [10, 5])
        self.api.move("listed", "provide", "available")
        steps = self.done("listed", "automated_clean")
        ran = [one for one in steps if one in [(x["interface"], x["step"]) for x in told]]
        self.assertEqual(ran, [(x["interface"], x["step"]) for x in told])
        self.ask("GET", "/v1/nodes/nobody/cleaning/steps", status=404)

    def test_cleaned_is_provide_and_tries_again(self):
        self.node("again", driver_info={"fake_failures": {"bios.factory_reset": "It is stuck."}})
        self.ask("PUT", "/v1/nodes/again/states/provision", {"target": "cleaned"}, 202)
        with self.assertRaises(AssertionError):  # The harness raises it for a failure on the way.
            self.api.until("again", "available")
        self.assertEqual(self.api.node("again")["fault"], "clean failure")
        self.ask("PATCH", "/v1/nodes/again", [{"op": "remove", "path": "/driver_info/fake_failures"}], 200)
        self.ask("PUT", "/v1/nodes/again/states/provision", {"target": "cleaned"}, 202)
        self.api.until("again", "available")
        self.assertFalse(self.api.node("again")["maintenance"])

    def test_validation_checks_the_traits_of_the_instance(self):
        self.node("lacking")
        for wrong in ("CUSTOM_A", {"CUSTOM_A": 1}, [1]):
            refused = self.ask("PATCH", "/v1/nodes/lacking", [
                {"op": "add", "path": "/instance_info/traits", "value": wrong}], 400)
            self.assertIn("instance_info/traits", refused.reason)
        self.ask("PATCH", "/v1/nodes/lacking", [
            {"op": "add", "path": "/instance_info/traits", "value": ["CUSTOM_A"]}], 200)
        told = self.ask("GET", "/v1/nodes/lacking/validate", status=200).json["deploy"]
        self.assertIs(told["result"], False)
        self.assertIn("CUSTOM_A", told["reason"])
        self.ask("PUT", "/v1/nodes/lacking/traits/CUSTOM_A", status=204)
        told = self.ask("GET", "/v1/nodes/lacking/validate", status=200).json["deploy"]
        self.assertEqual(told, {"result": True})

    def test_step_of_the_conductor_needs_no_interface(self):
        self.node("held")
        self.ask("PUT", "/v1/nodes/held/states/provision", {
            "target": "clean", "clean_steps": [{"step": "hold"}]}, 202)
        self.api.until("held", "clean hold")
        self.assertEqual(self.api.node("held")["clean_step"]["step"], "hold")
        self.api.move("held", "unhold", "manageable")
        self.assertIn("interface", self.ask("PUT", "/v1/nodes/held/states/provision", {
            "target": "clean", "clean_steps": [{"step": "erase_devices"}]}, 400).reason)

    def test_null_in_a_rule_is_accepted(self):
        log = {"op": "log", "args": {"msg": "x"}}
        made = self.ask("POST", "/v1/inspection_rules", {
            "actions": [log], "sensitive": None, "conditions": None}, 201).json
        self.assertEqual((made["sensitive"], made["conditions"]), (False, []))
        self.ask("POST", "/v1/inspection_rules", {
            "uuid": "00000000-0000-0000-0000-000000000000", "actions": [log]}, 409)

    def test_ports_are_found_by_the_position_of_their_node(self):
        node = self.api.create("placed", shard="s1", conductor_group="")["uuid"]
        port = self.ask("POST", "/v1/ports", {"node_uuid": node, "address": "52:54:00:00:00:77"}, 201)
        uuid = port.json["uuid"]
        self.assertEqual(self.uuids("/v1/ports?shard=s0,s1"), [uuid])
        self.ask("PATCH", "/v1/nodes/placed", [{"op": "replace", "path": "/shard", "value": "s2"}], 200)
        self.assertEqual(self.uuids("/v1/ports?shard=s1"), [])
        self.assertEqual(self.uuids("/v1/ports?shard=s2"), [uuid])
        self.ask("GET", f"/v1/ports?shard=s2&node={node}", status=403)

    def uuids(self, path):
        return [one["uuid"] for one in self.ask("GET", path, status=200).json["ports"]]


if __name__ == "__main__":
    main()
