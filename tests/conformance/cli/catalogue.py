"""baremetal chassis, baremetal deploy template and baremetal allocation."""

import json

from cli.client import CliCase

NOBODY = "99999999-9999-4999-8999-999999999999"
STEPS = [{"interface": "bios", "step": "factory_reset", "args": {}, "priority": 150}]
OTHERS = [{"interface": "raid", "step": "delete_configuration", "args": {}, "priority": 10}]


class Chassis(CliCase):
    def chassis(self, *words):
        return self.show("chassis create", *words)

    def test_create(self):
        made = self.chassis("--description", "Row 3", "--extra", "a=1",
                            "--uuid", "22222222-bbbb-4bbb-8bbb-0000000000cc")
        self.assertEqual(made["uuid"], "22222222-bbbb-4bbb-8bbb-0000000000cc")
        self.assertEqual((made["description"], made["extra"]), ("Row 3", {"a": 1}))
        self.refused("HTTP 409", "chassis create", "--uuid", made["uuid"])

    def test_show(self):
        made = self.chassis("--description", "x")
        self.assertEqual(self.show("chassis show", made["uuid"])["description"], "x")
        self.assertEqual(self.show("chassis show", made["uuid"], "--fields", "description"),
                         {"description": "x"})
        self.refused("HTTP 404", "chassis show", NOBODY)

    def test_list(self):
        made = [self.chassis("--description", str(number))["uuid"] for number in range(3)]
        everything = self.column("UUID", "chassis list")
        self.assertEqual(everything[-3:], made)
        self.assertEqual(self.column("UUID", "chassis list", "--limit", "1"), everything[:1])
        self.assertEqual(self.column("UUID", "chassis list", "--marker", made[0]), made[1:])
        texts = self.column("Description", "chassis list", "--sort", "description:desc")
        self.assertLess(texts.index("2"), texts.index("0"))
        self.assertIn("Extra", self.rows("chassis list", "--long")[0])
        self.assertEqual(list(self.rows("chassis list", "--fields", "uuid")[0]), ["UUID"])

    def test_set_and_unset(self):
        made = self.chassis()["uuid"]
        self.do("chassis set", made, "--description", "y", "--extra", "a=1", "--extra", "b=2")
        now = self.show("chassis show", made)
        self.assertEqual((now["description"], now["extra"]), ("y", {"a": 1, "b": 2}))
        self.do("chassis unset", made, "--description", "--extra", "a")
        now = self.show("chassis show", made)
        self.assertEqual((now["description"], now["extra"]), (None, {"b": 2}))

    def test_delete(self):
        one, two = self.chassis()["uuid"], self.chassis()["uuid"]
        self.assertIn(f"Deleted chassis {one}", self.do("chassis delete", one, two))
        self.refused("HTTP 404", "chassis delete", one)

    def test_nodes_in_it(self):
        made = self.chassis()["uuid"]
        node = self.show("node create", "--driver", "fake-hardware", "--chassis-uuid", made)
        self.assertEqual(node["chassis_uuid"], made)
        self.assertEqual(self.column("UUID", "node list", "--chassis", made), [node["uuid"]])
        self.refused("HTTP 400", "chassis delete", made)
        self.do("node unset", node["uuid"], "--chassis-uuid")
        self.assertIsNone(self.show("node show", node["uuid"])["chassis_uuid"])
        self.do("node set", node["uuid"], "--chassis-uuid", made)
        self.assertEqual(self.show("node show", node["uuid"])["chassis_uuid"], made)


class DeployTemplates(CliCase):
    def template(self, *words):
        name = self.name("CUSTOM_T").replace("-", "_")
        return self.show("deploy template create", name, "--steps", json.dumps(STEPS), *words)

    def test_create(self):
        made = self.template("--extra", "a=1", "--uuid", "22222222-bbbb-4bbb-8bbb-0000000000dd")
        self.assertEqual(made["uuid"], "22222222-bbbb-4bbb-8bbb-0000000000dd")
        self.assertEqual((made["steps"], made["extra"]), (STEPS, {"a": 1}))
        self.refused("HTTP 409", "deploy template create", made["name"],
                     "--steps", json.dumps(STEPS))
        self.refused("HTTP 400", "deploy template create", "lower", "--steps", json.dumps(STEPS))
        self.refused("HTTP 400", "deploy template create", "CUSTOM_NONE", "--steps", "[]")

    def test_show(self):
        made = self.template()
        by_name = self.show("deploy template show", made["name"])
        self.assertEqual((by_name["uuid"], by_name["steps"]), (made["uuid"], STEPS))
        self.assertEqual(self.show("deploy template show", made["uuid"], "--fields", "name"),
                         {"name": made["name"]})
        self.refused("HTTP 404", "deploy template show", NOBODY)
        self.refused("HTTP 400", "deploy template show", "malformed:uuid")

    def test_list(self):
        made = [self.template()["name"] for _ in range(2)]
        everything = self.rows("deploy template list")
        self.assertEqual([row["Name"] for row in everything][-2:], made)
        self.assertEqual(self.rows("deploy template list", "--limit", "1"), everything[:1])
        self.assertEqual(self.column("Name", "deploy template list", "--marker",
                                     everything[-2]["UUID"]), made[1:])
        names = self.column("Name", "deploy template list", "--sort", "name:desc")
        self.assertEqual(names, sorted(names, reverse=True))
        self.assertEqual(self.column("Steps", "deploy template list", "--long")[-1], STEPS)
        self.assertEqual(list(self.rows("deploy template list", "--fields", "name")[0]), ["Name"])

    def test_set_and_unset(self):
        made = self.template()
        self.do("deploy template set", made["name"], "--name", made["name"] + "_NEW",
                "--steps", json.dumps(OTHERS), "--extra", "a=1")
        now = self.show("deploy template show", made["uuid"])
        self.assertEqual((now["name"], now["steps"]), (made["name"] + "_NEW", OTHERS))
        self.assertEqual(now["extra"], {"a": 1})
        self.do("deploy template unset", made["uuid"], "--extra", "a")
        self.assertEqual(self.show("deploy template show", made["uuid"])["extra"], {})

    def test_delete(self):
        one, two = self.template()["uuid"], self.template()["name"]
        self.assertIn(one, self.do("deploy template delete", one, two))
        self.refused("HTTP 404", "deploy template delete", one)


class Allocations(CliCase):
    def ready(self, **fields):
        """Returns an available node for an allocation, with known power and its own resource class."""
        node = self.node("available", **{"resource_class": self.name("class"), **fields})
        self.switch(node, "power off")
        return node

    def test_create_and_wait(self):
        name = self.name("allocation")
        made = self.show("allocation create", "--resource-class", "nothing-yet", "--name", name,
                         "--uuid", "22222222-bbbb-4bbb-8bbb-0000000000ee", "--extra", "a=1",
                         "--owner", "me")
        self.assertEqual((made["name"], made["extra"]), (name, {"a": 1}))
        self.assertEqual((made["owner"], made["node_uuid"]), ("me", None))
        node = self.ready()
        made = self.show("allocation create", "--resource-class", node["resource_class"],
                         "--wait", "30")
        self.assertEqual((made["state"], made["node_uuid"]), ("active", node["uuid"]))
        now = self.show("node show", node["uuid"])
        self.assertEqual((now["allocation_uuid"], now["instance_uuid"]), (made["uuid"],) * 2)

    def test_traits_and_candidates(self):
        self.do("allocation list")
        plain = self.ready()
        gifted = self.ready(resource_class=plain["resource_class"])
        self.do("node add trait", gifted["uuid"], "CUSTOM_GIFTED")
        made = self.show("allocation create", "--resource-class", plain["resource_class"],
                         "--trait", "CUSTOM_GIFTED", "--wait", "30")
        self.assertEqual(made["node_uuid"], gifted["uuid"])
        made = self.show("allocation create", "--resource-class", plain["resource_class"],
                         "--candidate-node", plain["name"], "--wait", "30")
        self.assertEqual((made["node_uuid"], made["candidate_nodes"]),
                         (plain["uuid"], [plain["uuid"]]))

    def test_without_a_node(self):
        made = self.show("allocation create", "--resource-class", self.name("none"))
        self.refused("failed", "allocation create", "--resource-class",
                     self.name("none"), "--wait", "30")
        now = self.show("allocation show", made["uuid"])
        self.assertEqual(now["state"], "error")
        self.assertTrue(now["last_error"])

    def test_of_a_node_that_is_deployed(self):
        self.do("allocation list")
        node = self.node("active", resource_class=self.name("class"))
        made = self.show("allocation create", "--node", node["name"])
        self.assertEqual((made["state"], made["node_uuid"]), ("active", node["uuid"]))

    def test_show(self):
        made = self.show("allocation create", "--resource-class", "x", "--name",
                         self.name("allocation"))
        self.assertEqual(self.show("allocation show", made["name"])["uuid"], made["uuid"])
        self.assertEqual(self.show("allocation show", made["uuid"], "--fields", "name"),
                         {"name": made["name"]})
        self.refused("HTTP 404", "allocation show", NOBODY)

    def test_list(self):
        self.do("allocation list")
        owner = self.name("owner")
        node = self.ready(owner=owner)
        words = "--resource-class", node["resource_class"]
        made = [self.show("allocation create", *words, "--owner", owner, "--wait", "30")["uuid"],
                self.show("allocation create", *words)["uuid"]]
        self.assertEqual(self.column("UUID", "allocation list", *words), made)
        self.assertEqual(self.column("UUID", "allocation list", "--node", node["name"]), made[:1])
        self.assertEqual(self.column("UUID", "allocation list", "--owner", owner), made[:1])
        self.assertIn(made[0], self.column("UUID", "allocation list", "--state", "active"))
        self.assertNotIn(made[1], self.column("UUID", "allocation list", "--state", "active"))
        self.assertEqual(self.column("UUID", "allocation list", *words, "--limit", "1"), made[:1])
        self.assertEqual(self.column("UUID", "allocation list", *words, "--marker", made[0]),
                         made[1:])
        self.assertEqual(self.column("UUID", "allocation list", *words, "--sort",
                                     "created_at:desc"), made[::-1])
        self.assertIn("Candidate Nodes", self.rows("allocation list", "--long")[0])
        self.assertEqual(list(self.rows("allocation list", "--fields", "state")[0]), ["State"])

    def test_set_and_unset(self):
        made = self.show("allocation create", "--resource-class", "x")["uuid"]
        name = self.name("allocation")
        self.do("allocation set", made, "--name", name, "--extra", "a=1")
        now = self.show("allocation show", name)
        self.assertEqual((now["uuid"], now["extra"]), (made, {"a": 1}))
        self.do("allocation unset", made, "--name", "--extra", "a")
        now = self.show("allocation show", made)
        self.assertEqual((now["name"], now["extra"]), (None, {}))

    def test_delete(self):
        self.do("allocation list")
        node = self.ready()
        made = self.show("allocation create", "--resource-class", node["resource_class"],
                         "--wait", "30")["uuid"]
        self.assertIn(f"Deleted allocation {made}", self.do("allocation delete", made))
        self.assertIsNone(self.show("node show", node["uuid"])["instance_uuid"])
        self.refused("HTTP 404", "allocation delete", made)
