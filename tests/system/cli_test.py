#!/usr/bin/python3
"""The unmodified stock command-line client with a cluster."""

import json
import unittest
import uuid

from cluster import Cluster
from harness import main, poll
from stock_client import StockClient

# One automated clean step that is visible and can be aborted.
SETTINGS = "conductor:\n  clean_step_priority_override: {deploy.erase_devices: 10}\n"
CLEAN_STEPS = json.dumps([{"interface": "deploy", "step": "erase_devices_metadata"},
                          {"interface": "raid", "step": "delete_configuration"}])


def setUpModule():
    global cluster, client, api
    cluster = Cluster(SETTINGS).start()
    client = StockClient(cluster.api.url)
    api = cluster.api


def tearDownModule():
    cluster.stop()


# Command, state before, state after, further arguments. Each has its own node.
VERBS = [
    ("manage", "enroll", "manageable"),
    ("inspect", "manageable", "manageable"),
    ("clean", "manageable", "manageable", "--clean-steps", CLEAN_STEPS),
    ("adopt", "manageable", "active"),
    ("provide", "manageable", "available"),
    ("deploy", "available", "active"),
    ("rebuild", "active", "active"),
    ("rescue", "active", "rescue", "--rescue-password", "geheim"),
    ("unrescue", "rescue", "active"),
    ("undeploy", "active", "available"),
]


class Life(unittest.TestCase):
    """The main commands, as a person types them."""

    def test_create_show_and_delete(self):
        made = json.loads(client.run(
            "node", "create", "--driver", "fake-hardware", "--name", "life", "-f", "json",
            "--property", "cpus=4", "--property", "memory_mb=8192", "--resource-class", "large",
            "--extra", "rack=7"))
        self.assertEqual(made["provision_state"], "enroll")
        self.assertEqual(made["extra"], {"rack": 7})
        self.assertIn("enroll", client.run("node", "show", "life"))
        self.assertIn("life", client.run("node", "list"))
        self.assertIn("Deleted node life", client.run("node", "delete", "life"))
        self.assertIn("could not be found", client.refusal("node", "show", "life"))

    def test_every_command_with_wait(self):
        """All at once, since the client polls only every ten seconds."""
        begun = []
        for verb, before, after, *more in VERBS:
            name = client.create_in(before, "life-" + verb)
            updated = api.node(name)["provision_updated_at"]
            process = client.begin("node", verb, name, "--wait", "60", *more)
            begun.append((verb, name, after, updated, process))
        for verb, name, after, updated, process in begun:
            with self.subTest(verb):
                client.end(process)
                node = api.node(name)
                self.assertEqual(node["provision_state"], after)
                self.assertNotEqual(node["provision_updated_at"], updated)
                self.assertIsNone(node["last_error"])

    def test_rescue_password_is_not_shown(self):
        client.create_in("active", "hushed")
        client.quick("node", "rescue", "hushed", "--rescue-password", "geheim")
        api.until("hushed", "rescue")
        for path in ("", "/operations", "/history", "/why"):
            self.assertNotIn(b"geheim", api.get("/v1/nodes/hushed" + path).body)

    def test_abort_a_waiting_inspection(self):
        client.create_in("manageable", "aborted", "--driver-info",
                  'fake_waits={"inspect.inspect_hardware": "agent"}')
        api.ask_for_state("aborted", "inspect")
        api.until("aborted", "inspect wait")
        client.quick("node", "abort", "aborted")
        poll(lambda: api.node("aborted")["provision_state"] == "inspect failed", "aborted")
        self.assertIn("abort", client.show("aborted")["last_error"].lower())
        client.quick("node", "manage", "aborted", "--wait", "60")

    def test_failed_step_is_reported_by_wait(self):
        client.create_in("available", "broken", "--driver-info",
                  'fake_failures={"deploy.deploy": "The disk is on fire."}')
        said = client.refusal("node", "deploy", "broken", "--wait", "60")
        self.assertIn("deploy failed", said)
        self.assertIn("The disk is on fire.", said)

    def test_history_shows_the_errors(self):
        client.create_in("available", "history", "--driver-info",
                  'fake_failures={"deploy.deploy": "Out of paper."}')
        client.quick("node", "deploy", "history")
        poll(lambda: api.node("history")["provision_state"] == "deploy failed", "it fails")
        rows = client.json("node", "history", "list", "history")
        self.assertTrue(any("Out of paper." in row["Description of the event"] for row in rows), rows)
        one = client.json("node", "history", "get", "history", rows[-1]["UUID"])
        self.assertEqual(one["uuid"], rows[-1]["UUID"])


class Power(unittest.TestCase):
    def until_power(self, state):
        poll(lambda: api.node("power")["power_state"] == state, f"power is {state}")

    def test_power_and_reboot(self):
        client.create_in("manageable", "power")
        client.run("node", "power", "on", "power")
        self.until_power("power on")
        client.quick("node", "reboot", "power")
        self.until_power("power on")
        client.quick("node", "reboot", "power", "--soft", "--power-timeout", "30")
        poll(lambda: not api.node("power")["target_power_state"], "rebooted")
        client.quick("node", "power", "off", "power", "--soft", "--power-timeout", "30")
        self.until_power("power off")


class Nodes(unittest.TestCase):
    def test_show_by_name_and_uuid(self):
        client.create("shown")
        client.quick("node", "set", "shown", "--description", "Third from the left")
        by_name = client.show("shown")
        self.assertEqual(client.show(by_name["uuid"]), by_name)
        self.assertEqual(by_name["description"], "Third from the left")
        some = client.json("node", "show", "shown", "--fields", "name", "driver")
        self.assertEqual(some, {"name": "shown", "driver": "fake-hardware"})

    def test_list_and_its_filters(self):
        client.create("l-one", "--resource-class", "small")
        client.quick("node", "set", "l-one", "--owner", "me")
        client.create_in("manageable", "l-two")
        client.quick("node", "maintenance", "set", "l-two", "--reason", "fans")
        self.assertLessEqual({"l-one", "l-two"}, client.names())
        self.assertIn("l-two", client.names("--provision-state", "manageable"))
        self.assertNotIn("l-one", client.names("--provision-state", "manageable"))
        self.assertIn("l-two", client.names("--maintenance"))
        self.assertNotIn("l-two", client.names("--no-maintenance"))
        self.assertEqual(client.names("--resource-class", "small"), {"l-one"})
        self.assertEqual(client.names("--owner", "me"), {"l-one"})
        self.assertLessEqual({"l-one", "l-two"}, client.names("--driver", "fake-hardware"))
        self.assertLessEqual({"l-one", "l-two"}, client.names("--unassociated"))
        rows = client.json("node", "list", "--long")
        self.assertIn("Driver", rows[0])
        rows = client.json("node", "list", "--fields", "name", "maintenance_reason")
        self.assertIn({"Name": "l-two", "Maintenance Reason": "fans"}, rows)
        client.quick("node", "maintenance", "unset", "l-two")
        self.assertIsNone(client.show("l-two")["maintenance_reason"])

    def test_list_with_pages_and_order(self):
        for letter in "cab":
            client.create("page-" + letter)
        found = [row["Name"] for row in client.json("node", "list", "--sort", "name:desc")]
        self.assertEqual([x for x in found if x.startswith("page-")],
                         ["page-c", "page-b", "page-a"])
        first = client.json("node", "list", "--limit", "1")
        rest = client.json("node", "list", "--marker", first[0]["UUID"])
        self.assertEqual(len(first), 1)
        self.assertNotIn(first[0], rest)

    def test_set_and_unset(self):
        client.create("changed")
        client.run("node", "set", "changed", "--property", "cpus=2", "--extra", "a=1",
                   "--driver-info", "ipmi_password=geheim", "--resource-class", "huge",
                   "--instance-uuid", str(uuid.uuid4()), "--name", "changed-2")
        now = client.show("changed-2")
        self.assertEqual((now["properties"], now["extra"]), ({"cpus": 2}, {"a": 1}))
        self.assertEqual(now["resource_class"], "huge")
        self.assertEqual(now["driver_info"], {"ipmi_password": "******"})
        client.quick("node", "unset", "changed-2", "--property", "cpus", "--extra", "a",
                     "--resource-class", "--instance-uuid")
        now = client.show("changed-2")
        self.assertEqual((now["properties"], now["extra"]), ({}, {}))
        self.assertEqual((now["resource_class"], now["instance_uuid"]), (None, None))

    def test_protected_and_retired(self):
        client.create_in("active", "kept")
        client.quick("node", "set", "kept", "--protected", "--protected-reason", "mine")
        self.assertIn("protected", client.refusal("node", "undeploy", "kept"))
        client.quick("node", "unset", "kept", "--protected")
        client.quick("node", "set", "kept", "--retired", "--retired-reason", "old")
        self.assertIn("kept", client.names("--retired"))

    def test_validate(self):
        client.create("validated")
        rows = client.json("node", "validate", "validated")
        results = {row["Interface"]: row["Result"] for row in rows}
        self.assertTrue(results["power"] and results["deploy"], rows)

    def test_traits(self):
        client.create("traits")
        client.quick("node", "add", "trait", "traits", "CUSTOM_A", "CUSTOM_B", "HW_CPU_X86_VMX")
        client.quick("node", "remove", "trait", "traits", "CUSTOM_B")
        found = {row["Traits"] for row in client.json("node", "trait", "list", "traits")}
        self.assertEqual(found, {"CUSTOM_A", "HW_CPU_X86_VMX"})
        client.quick("node", "remove", "trait", "traits", "--all")
        self.assertEqual(client.json("node", "trait", "list", "traits"), [])


class Ports(unittest.TestCase):
    def test_create_change_and_delete_a_port(self):
        client.create("ported")
        node = client.show("ported")["uuid"]
        made = client.json("port", "create", "52:54:00:AB:00:01", "--node", node,
                           "--physical-network", "blue", "--pxe-enabled", "false",
                           "--local-link-connection", "port_id=Eth1",
                           "--local-link-connection", "switch_id=52:54:00:00:00:01")
        self.assertEqual(made["address"], "52:54:00:ab:00:01")
        found = client.json("port", "list", "--node", "ported")
        self.assertEqual([row["UUID"] for row in found], [made["uuid"]])
        found = client.json("port", "list", "--address", "52:54:00:ab:00:01")
        self.assertEqual(len(found), 1)
        client.quick("port", "set", made["uuid"], "--extra", "cable=green", "--pxe-enabled")
        now = client.json("port", "show", made["uuid"])
        self.assertEqual((now["extra"], now["pxe_enabled"]), ({"cable": "green"}, True))
        self.assertIn("already exists", client.refusal(
            "port", "create", "52:54:00:ab:00:01", "--node", node))
        client.quick("port", "delete", made["uuid"])
        self.assertIn("could not be found", client.refusal("port", "show", made["uuid"]))


class Fleet(unittest.TestCase):
    def test_drivers(self):
        rows = client.json("driver", "list")
        self.assertEqual([row["Supported driver(s)"] for row in rows], ["fake-hardware"])
        shown = client.json("driver", "show", "fake-hardware")
        self.assertEqual(shown["default_power_interface"], "fake")
        keys = {row["Property"] for row in client.json("driver", "property", "list",
                                                       "fake-hardware")}
        self.assertIn("fake_delays", keys)

    def test_conductors(self):
        rows = client.json("conductor", "list")
        self.assertTrue(rows[0]["Alive"], rows)
        shown = client.json("conductor", "show", rows[0]["Hostname"])
        self.assertTrue(shown["alive"])
        self.assertEqual(shown["drivers"], ["fake-hardware"])


class Refusals(unittest.TestCase):
    def test_unknown_driver(self):
        said = client.refusal("node", "create", "--driver", "steam")
        self.assertRegex(said, "driver.*steam")
        self.assertIn("fake-hardware", said, "it names what there is")

    def test_name_that_is_in_use(self):
        client.create("twin")
        self.assertRegex(client.refusal("node", "create", "--driver", "fake-hardware",
                                        "--name", "twin"), "(?s)twin.*already exists")

    def test_command_that_the_state_does_not_allow(self):
        client.create("early")
        said = client.refusal("node", "deploy", "early")
        self.assertRegex(said, "active.*can not be performed.*enroll")

    def test_unknown_uuid_and_invalid_name(self):
        nobody = str(uuid.uuid4())
        self.assertIn(f"Node {nobody} could not be found", client.refusal("node", "show", nobody))
        self.assertTrue(client.refusal("node", "show", "not a name"))
        self.assertTrue(client.refusal("node", "create", "--driver", "fake-hardware",
                                       "--uuid", "not-a-uuid"))

    def test_interface_that_is_not_enabled(self):
        said = client.refusal("node", "create", "--driver", "fake-hardware",
                              "--power-interface", "redfish")
        self.assertRegex(said, "power.*redfish|redfish.*power")

    def test_unknown_clean_step(self):
        client.create_in("manageable", "stepless")
        steps = json.dumps([{"interface": "power", "step": "polish"}])
        client.quick("node", "clean", "stepless", "--clean-steps", steps)
        poll(lambda: api.node("stepless")["provision_state"] == "clean failed", "it fails")
        self.assertIn("polish", client.show("stepless")["last_error"])

    def test_node_that_must_not_be_deleted(self):
        client.create_in("active", "busy")
        said = client.refusal("node", "delete", "busy")
        self.assertIn("active", said)

    def test_clean_command_without_a_step(self):
        client.create_in("manageable", "vague")
        said = client.refusal("node", "clean", "vague", "--clean-steps", "[{}]")
        self.assertIn("clean_steps", said)


if __name__ == "__main__":
    main()
