#!/usr/bin/python3
"""Unknown machines send inspection data and are enrolled."""

import json
import threading
import urllib.request

from harness import main
from inspection_fixture import Inspection, data

# The two examples of the inspection rules' specification, with the available driver.
EXAMPLES = r"""
- description: Initialize freshly discovered nodes
  sensitive: true
  conditions:
    - {op: is-true, args: ["{node.auto_discovered}"]}
    - {op: "!is-empty", args: ["{plugin_data[bmc_address]}"]}
  actions:
    - {op: set-attribute, args: ["/driver", "fake-hardware"]}
    - {op: set-attribute, args: ["/driver_info/ipmi_address", "{plugin_data[bmc_address]}"]}
    - {op: set-attribute, args: ["/driver_info/ipmi_username", "admin"]}
    - {op: set-attribute, args: ["/driver_info/ipmi_password", "pa$$w0rd"]}
- description: Initialize Dell nodes using IPv6
  sensitive: true
  conditions:
    - {op: is-true, args: ["{node.auto_discovered}"]}
    - {op: contains, args: ["{inventory[system_vendor][manufacturer]}", "(?i)dell"]}
  actions:
    - {op: set-attribute, args: ["/driver", "fake-hardware"]}
    - {op: set-attribute, args: ["/driver_info/redfish_address", "https://{inventory[bmc_v6address]}"]}
    - {op: set-attribute, args: ["/driver_info/redfish_username", "root"]}
    - {op: set-attribute, args: ["/driver_info/redfish_password", "calvin"]}
"""
SECRETS = ("pa$$w0rd", "calvin")


class Discovery(Inspection):
    SETTINGS = """
auto_discovery:
  enabled: true
  driver: fake-hardware
  inspection_scope: new
"""
    RULES = EXAMPLES

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.events = []
        stream = urllib.request.urlopen(cls.api.url + "/v1/events/stream")
        threading.Thread(target=lambda: cls.events.extend(iter(stream.readline, b"")),
                         daemon=True).start()

    def seen_by_users(self, uuid):
        paths = [f"/v1/nodes/{uuid}", f"/v1/nodes/{uuid}/history?detail=true", "/v1/nodes/detail",
                 f"/v1/nodes/{uuid}/inventory", f"/v1/nodes/{uuid}/operations",
                 "/v1/inspection_rules?detail=true", f"/v1/nodes/{uuid}/why",
                 "/v1/inspection_rules/00000000-0000-0000-0000-000000000000"]
        return [self.api.get(path).body.decode() for path in paths] + [
            json.dumps(self.trial(node=uuid)), self.daemon.log(),
            b"".join(self.events).decode()]

    def test_a_discovered_machine_gets_its_driver_and_credentials(self):
        answer = self.post(data("52:54:00:d1:00:01", bmc="192.0.2.9"))
        self.assertEqual(answer.status, 202, answer)
        uuid = answer.json["uuid"]
        node = self.api.node(uuid)
        self.assertEqual((node["provision_state"], node["last_error"]), ("enroll", None))
        self.assertEqual(node["driver"], "fake-hardware")
        self.assertEqual(node["driver_info"], {"ipmi_address": "192.0.2.9", "ipmi_username": "admin",
                                               "ipmi_password": "******"})
        self.assertEqual(node["properties"]["cpu_arch"], "x86_64")
        self.assertEqual(list(self.ports(uuid)), ["52:54:00:d1:00:01"])
        self.api.move(uuid, "manage", "manageable")
        for text in self.seen_by_users(uuid):
            for secret in SECRETS:
                self.assertNotIn(secret, text)

    def test_a_dell_is_reached_over_ipv6(self):
        answer = self.post(data("52:54:00:d1:00:02", bmc6="2001:db8::7", vendor="Dell Inc."))
        self.assertEqual(answer.status, 202, answer)
        uuid = answer.json["uuid"]
        node = self.api.node(uuid)
        self.assertEqual(node["driver_info"], {
            "redfish_address": "https://2001:db8::7", "redfish_username": "root",
            "redfish_password": "******"})
        self.api.move(uuid, "manage", "manageable")
        for text in self.seen_by_users(uuid):
            for secret in SECRETS:
                self.assertNotIn(secret, text)

    def test_the_same_machine_is_not_enrolled_twice(self):
        self.assertEqual(self.post(data("52:54:00:d1:00:03")).status, 202)
        before = len(self.api.get("/v1/nodes").json["nodes"])
        self.assertEqual(self.post(data("52:54:00:d1:00:03")).status, 404)
        self.assertEqual(len(self.api.get("/v1/nodes").json["nodes"]), before)

    def test_rules_of_the_scope_apply_to_discovered_nodes_only(self):
        self.rule({"op": "set-attribute", "args": ["/extra/new", "yes"]}, scope="new")
        uuid = self.post(data("52:54:00:d1:00:04")).json["uuid"]
        self.assertEqual(self.api.node(uuid)["extra"], {"new": "yes"})
        self.waiting("known", "52:54:00:d1:00:05")
        self.assertEqual(self.post(data("52:54:00:d1:00:05")).status, 202)
        self.assertEqual(self.ended("known", "manageable")["extra"], {})

    def test_a_rule_that_fails_leaves_the_node_enrolled_and_unchanged(self):
        self.rule({"op": "set-attribute", "args": ["/extra/half", "done"]}, priority=5)
        self.rule({"op": "set-attribute", "args": ["/boot_interface", "ipxe-9"]}, priority=4)
        node = self.api.node(self.post(data("52:54:00:d1:00:06", bmc="192.0.2.10")).json["uuid"])
        self.assertEqual(node["provision_state"], "enroll")
        self.assertIn("ipxe-9", node["last_error"])
        self.assertEqual((node["extra"], node["driver_info"], node["driver"]),
                         ({}, {}, "fake-hardware"))

    def test_an_early_rule_refuses_a_machine(self):
        self.rule({"op": "fail", "args": ["not one of ours"]}, phase="early", conditions=[
            {"op": "eq", "args": ["{inventory[system_vendor][manufacturer]}", "Evil"]}])
        before = len(self.api.get("/v1/nodes").json["nodes"])
        answer = self.post(data("52:54:00:d1:00:07", vendor="Evil"))
        self.assertEqual(answer.status, 400)
        self.assertIn("not one of ours", answer.reason)
        self.assertEqual(len(self.api.get("/v1/nodes").json["nodes"]), before)

    def test_built_in_rules_are_shown_and_cannot_be_deleted(self):
        rules = self.api.get("/v1/inspection_rules?detail=true").json["inspection_rules"]
        mine = [rule for rule in rules if rule["built_in"]]
        self.assertEqual([rule["description"] for rule in mine],
                         ["Initialize freshly discovered nodes", "Initialize Dell nodes using IPv6"])
        self.assertEqual({(rule["conditions"], rule["actions"]) for rule in mine}, {(None, None)})
        path = "/v1/inspection_rules/" + mine[0]["uuid"]
        self.assertEqual(self.api.get(path).json["built_in"], True)
        self.assertEqual(self.api.call("DELETE", path).status, 400)
        self.assertEqual(self.api.call("PATCH", path, [
            {"op": "replace", "path": "/description", "value": "x"}]).status, 400)
        self.assertEqual(self.api.call("DELETE", "/v1/inspection_rules").status, 204)
        self.assertEqual(len(self.api.get("/v1/inspection_rules").json["inspection_rules"]), 2)


if __name__ == "__main__":
    main()
