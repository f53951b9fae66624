"""baremetal volume connector and baremetal volume target."""

from cli.client import CliCase

NOBODY = "99999999-9999-4999-8999-999999999999"


class Volumes(CliCase):
    def still(self):
        """Returns a node that is switched off: volumes can be changed only then."""
        node = self.node("manageable")
        self.switch(node, "power off")
        return node["uuid"]


class Connectors(Volumes):
    def connector(self, *words):
        return self.show("volume connector create", "--node", self.still(), "--type", "iqn",
                         "--connector-id", self.name("iqn.2017-07.org.x"), *words)

    def test_create(self):
        made = self.connector("--uuid", "22222222-bbbb-4bbb-8bbb-0000000000ff", "--extra", "a=1")
        self.assertEqual(made["uuid"], "22222222-bbbb-4bbb-8bbb-0000000000ff")
        self.assertEqual((made["type"], made["extra"]), ("iqn", {"a": 1}))
        self.refused("HTTP 409", "volume connector create", "--node", made["node_uuid"],
                     "--type", "iqn", "--connector-id", made["connector_id"])

    def test_show(self):
        made = self.connector()
        self.assertEqual(self.show("volume connector show", made["uuid"])["connector_id"],
                         made["connector_id"])
        self.assertEqual(self.show("volume connector show", made["uuid"], "--fields", "type"),
                         {"type": "iqn"})
        self.refused("HTTP 404", "volume connector show", NOBODY)

    def test_list(self):
        made = [self.connector() for _ in range(2)]
        everything = self.column("UUID", "volume connector list")
        self.assertEqual(everything[-2:], [one["uuid"] for one in made])
        self.assertEqual(self.column("UUID", "volume connector list", "--node",
                                     made[0]["node_uuid"]), [made[0]["uuid"]])
        self.assertEqual(self.column("UUID", "volume connector list", "--limit", "1"),
                         everything[:1])
        self.assertEqual(self.column("UUID", "volume connector list", "--marker",
                                     made[0]["uuid"]), everything[-1:])
        ids = self.column("Connector ID", "volume connector list", "--sort", "connector_id:desc")
        self.assertEqual(ids, sorted(ids, reverse=True))
        self.assertIn("Extra", self.rows("volume connector list", "--long")[0])
        self.assertEqual(list(self.rows("volume connector list", "--fields", "type")[0]), ["Type"])

    def test_set_and_unset(self):
        made = self.connector()["uuid"]
        self.do("volume connector set", made, "--type", "wwnn", "--connector-id", "20:00",
                "--extra", "a=1")
        now = self.show("volume connector show", made)
        self.assertEqual((now["type"], now["connector_id"]), ("wwnn", "20:00"))
        self.assertEqual(now["extra"], {"a": 1})
        self.do("volume connector unset", made, "--extra", "a")
        self.assertEqual(self.show("volume connector show", made)["extra"], {})

    def test_stays_with_its_node(self):
        made, other = self.connector(), self.still()
        self.refused("'node_uuid' cannot be set", "volume connector set", made["uuid"],
                     "--node", other)
        self.assertEqual(self.show("volume connector show", made["uuid"])["node_uuid"],
                         made["node_uuid"])

    def test_delete(self):
        one, two = self.connector()["uuid"], self.connector()["uuid"]
        self.assertIn(f"Deleted volume connector {one}",
                      self.do("volume connector delete", one, two))
        self.refused("HTTP 404", "volume connector delete", one)


class Targets(Volumes):
    def target(self, *words, index="0"):
        return self.show("volume target create", "--node", self.still(), "--type", "iscsi",
                         "--volume-id", self.name("volume"), "--boot-index", index, *words)

    def test_create(self):
        made = self.target("--uuid", "22222222-bbbb-4bbb-8bbb-0000000000f0", "--extra", "a=1",
                           "--property", "target_iqn=iqn.x")
        self.assertEqual(made["uuid"], "22222222-bbbb-4bbb-8bbb-0000000000f0")
        self.assertEqual((made["volume_type"], made["boot_index"]), ("iscsi", 0))
        self.assertEqual((made["extra"], made["properties"]), ({"a": 1}, {"target_iqn": "iqn.x"}))
        self.refused("HTTP 409", "volume target create", "--node", made["node_uuid"], "--type",
                     "iscsi", "--volume-id", "other", "--boot-index", "0")

    def test_secrets_are_not_shown(self):
        made = self.target("--property", "auth_password=geheim")
        self.assertNotIn("geheim", self.do("volume target show", made["uuid"]))
        self.assertNotIn("geheim", self.do("volume target list", "--long"))

    def test_show(self):
        made = self.target()
        self.assertEqual(self.show("volume target show", made["uuid"])["volume_id"],
                         made["volume_id"])
        self.assertEqual(self.show("volume target show", made["uuid"], "--fields", "volume_type"),
                         {"volume_type": "iscsi"})
        self.refused("HTTP 404", "volume target show", NOBODY)

    def test_list(self):
        made = [self.target() for _ in range(2)]
        everything = self.column("UUID", "volume target list")
        self.assertEqual(everything[-2:], [one["uuid"] for one in made])
        self.assertEqual(self.column("UUID", "volume target list", "--node",
                                     made[0]["node_uuid"]), [made[0]["uuid"]])
        self.assertEqual(self.column("UUID", "volume target list", "--limit", "1"), everything[:1])
        self.assertEqual(self.column("UUID", "volume target list", "--marker", made[0]["uuid"]),
                         everything[-1:])
        ids = self.column("Volume ID", "volume target list", "--sort", "volume_id:desc")
        self.assertEqual(ids, sorted(ids, reverse=True))
        self.assertIn("Properties", self.rows("volume target list", "--long")[0])
        self.assertEqual(list(self.rows("volume target list", "--fields", "volume_id")[0]),
                         ["Volume ID"])

    def test_set_and_unset(self):
        made = self.target()["uuid"]
        self.do("volume target set", made, "--type", "fibre_channel", "--volume-id", "v9",
                "--boot-index", "3", "--extra", "a=1", "--property", "b=2")
        now = self.show("volume target show", made)
        self.assertEqual((now["volume_type"], now["volume_id"]), ("fibre_channel", "v9"))
        self.assertEqual(now["boot_index"], 3)
        self.assertEqual((now["extra"], now["properties"]), ({"a": 1}, {"b": 2}))
        self.do("volume target unset", made, "--extra", "a", "--property", "b")
        now = self.show("volume target show", made)
        self.assertEqual((now["extra"], now["properties"]), ({}, {}))

    def test_stays_with_its_node(self):
        made, other = self.target(), self.still()
        self.refused("'node_uuid' cannot be set", "volume target set", made["uuid"],
                     "--node", other)
        self.assertEqual(self.show("volume target show", made["uuid"])["node_uuid"],
                         made["node_uuid"])

    def test_delete(self):
        one, two = self.target()["uuid"], self.target()["uuid"]
        self.assertIn(f"Deleted volume target {one}", self.do("volume target delete", one, two))
        self.refused("HTTP 404", "volume target delete", one)
