"""baremetal port and baremetal port group."""

from cli.client import CliCase

NOBODY = "99999999-9999-4999-8999-999999999999"


class Ports(CliCase):
    def port(self, *words):
        node = self.node()["uuid"]
        return self.show("port create", self.address(), "--node", node, *words)

    def test_create_with_every_option(self):
        made = self.port("--physical-network", "blue", "--pxe-enabled", "false", "--extra", "a=1",
                         "--local-link-connection", "port_id=Eth1", "--is-smartnic",
                         "--local-link-connection", "hostname=switch",
                         "--uuid", "22222222-bbbb-4bbb-8bbb-0000000000aa")
        self.assertEqual(made["uuid"], "22222222-bbbb-4bbb-8bbb-0000000000aa")
        self.assertEqual(made["local_link_connection"], {"port_id": "Eth1", "hostname": "switch"})
        self.assertEqual((made["physical_network"], made["pxe_enabled"]), ("blue", False))
        self.assertEqual((made["extra"], made["is_smartnic"]), ({"a": 1}, True))

    def test_address_is_kept_in_lower_case(self):
        node = self.node()["uuid"]
        made = self.show("port create", "52:54:00:AB:CD:EF", "--node", node)
        self.assertEqual(made["address"], "52:54:00:ab:cd:ef")

    def test_show(self):
        made = self.port()
        shown = self.show("port show", made["uuid"])
        self.assertEqual((shown["uuid"], shown["node_uuid"]), (made["uuid"], made["node_uuid"]))
        by_address = self.show("port show", "--address", made["address"])
        self.assertEqual(by_address["uuid"], made["uuid"])
        some = self.show("port show", made["uuid"], "--fields", "address", "pxe_enabled")
        self.assertEqual(some, {"address": made["address"], "pxe_enabled": True})

    def test_list(self):
        one, two = self.port(), self.port()
        self.assertLessEqual({one["uuid"], two["uuid"]}, set(self.column("UUID", "port list")))
        self.assertEqual(self.column("UUID", "port list", "--address", one["address"]),
                         [one["uuid"]])
        self.assertEqual(self.column("UUID", "port list", "--node", one["node_uuid"]),
                         [one["uuid"]])
        self.assertIn("PXE boot enabled", self.rows("port list", "--long")[0])
        self.assertEqual(list(self.rows("port list", "--fields", "address")[0]), ["Address"])

    def test_list_in_pages_and_in_order(self):
        made = [self.port()["uuid"] for _ in range(3)]
        everything = self.column("UUID", "port list")
        self.assertEqual(self.column("UUID", "port list", "--limit", "1"), everything[:1])
        self.assertEqual(self.column("UUID", "port list", "--marker", made[0]), made[1:])
        backwards = self.column("Address", "port list", "--sort", "address:desc")
        self.assertEqual(backwards, sorted(backwards, reverse=True))

    def test_set_and_unset(self):
        made, other = self.port("--pxe-enabled", "false"), self.address()
        self.do("port set", made["uuid"], "--address", other, "--extra", "a=1", "--pxe-enabled",
                "--physical-network", "red", "--local-link-connection", "port_id=Eth2",
                "--local-link-connection", "switch_id=52:54:00:00:00:01")
        now = self.show("port show", made["uuid"])
        self.assertEqual((now["address"], now["extra"]), (other, {"a": 1}))
        self.assertEqual((now["pxe_enabled"], now["physical_network"]), (True, "red"))
        self.assertEqual(now["local_link_connection"]["port_id"], "Eth2")
        self.do("port set", made["uuid"], "--pxe-disabled", "--is-smartnic")
        self.do("port unset", made["uuid"], "--extra", "a", "--physical-network", "--is-smartnic")
        now = self.show("port show", made["uuid"])
        self.assertEqual((now["extra"], now["physical_network"]), ({}, None))
        self.assertEqual((now["pxe_enabled"], now["is_smartnic"]), (False, False))

    def test_is_not_moved_to_another_node(self):
        made, other = self.port(), self.node()["uuid"]
        self.refused("HTTP 4", "port set", made["uuid"], "--node", other)
        self.assertEqual(self.show("port show", made["uuid"])["node_uuid"], made["node_uuid"])

    def test_delete(self):
        one, two = self.port()["uuid"], self.port()["uuid"]
        self.assertIn(f"Deleted port {one}", self.do("port delete", one, two))
        self.refused("HTTP 404", "port show", one)

    def test_refusals(self):
        made = self.port()
        self.refused("HTTP 409", "port create", made["address"], "--node", made["node_uuid"])
        self.refused("HTTP 400", "port create", self.address(), "--node", NOBODY)
        self.refused("HTTP 400", "port create", "no-address", "--node", made["node_uuid"])
        self.refused("HTTP 404", "port delete", NOBODY)
        self.refused("HTTP 404", "port set", NOBODY, "--extra", "a=1")
        self.refused("HTTP 400", "port show", "malformed:uuid")


class PortGroups(CliCase):
    def group(self, *words):
        node = self.node()["uuid"]
        return self.show("port group create", "--node", node, *words)

    def test_create_with_every_option(self):
        """Except --uuid: this version of the client rejects its own option."""
        name, address = self.name("group"), self.address()
        made = self.group("--name", name, "--address", address, "--mode", "802.3ad",
                          "--property", "miimon=100", "--extra", "a=1",
                          "--unsupport-standalone-ports")
        self.assertEqual((made["name"], made["address"]), (name, address))
        self.assertEqual((made["mode"], made["properties"]), ("802.3ad", {"miimon": 100}))
        self.assertEqual((made["extra"], made["standalone_ports_supported"]), ({"a": 1}, False))

    def test_defaults(self):
        made = self.group()
        self.assertEqual((made["mode"], made["standalone_ports_supported"]),
                         ("active-backup", True))

    def test_show(self):
        made = self.group("--name", self.name("group"), "--address", self.address())
        by_name = self.show("port group show", made["name"])
        self.assertEqual(by_name["uuid"], made["uuid"])
        by_address = self.show("port group show", "--address", made["address"])
        self.assertEqual(by_address["uuid"], made["uuid"])
        self.assertEqual(self.show("port group show", made["uuid"], "--fields", "name"),
                         {"name": made["name"]})

    def test_list(self):
        one = self.group("--name", self.name("group"), "--address", self.address())
        two = self.group("--name", self.name("group"))
        both = [one["uuid"], two["uuid"]]
        listed = self.column("UUID", "port group list")
        self.assertEqual([x for x in listed if x in both], both)
        self.assertEqual(self.column("UUID", "port group list", "--node", one["node_uuid"]),
                         [one["uuid"]])
        self.assertEqual(self.column("UUID", "port group list", "--address", one["address"]),
                         [one["uuid"]])
        self.assertIn("Standalone Ports Supported", self.rows("port group list", "--long")[0])
        self.assertEqual(list(self.rows("port group list", "--fields", "name")[0]), ["Name"])
        self.assertEqual(len(self.rows("port group list", "--limit", "1")), 1)
        self.assertEqual(self.column("UUID", "port group list", "--marker", one["uuid"])[0],
                         two["uuid"])
        listed = self.column("UUID", "port group list", "--sort", "uuid:desc")
        self.assertEqual(listed, sorted(listed, reverse=True))

    def test_set_and_unset(self):
        made, name, address = self.group(), self.name("group"), self.address()
        self.do("port group set", made["uuid"], "--name", name, "--address", address, "--extra",
                "a=1", "--mode", "balance-rr", "--property", "miimon=50",
                "--unsupport-standalone-ports")
        now = self.show("port group show", name)
        self.assertEqual((now["address"], now["mode"]), (address, "balance-rr"))
        self.assertEqual((now["extra"], now["properties"]), ({"a": 1}, {"miimon": 50}))
        self.assertFalse(now["standalone_ports_supported"])
        self.do("port group set", made["uuid"], "--support-standalone-ports")
        self.do("port group unset", made["uuid"], "--name", "--address", "--extra", "a",
                "--property", "miimon")
        now = self.show("port group show", made["uuid"])
        self.assertEqual((now["name"], now["address"]), (None, None))
        self.assertEqual((now["extra"], now["properties"]), ({}, {}))
        self.assertTrue(now["standalone_ports_supported"])

    def test_is_not_moved_to_another_node(self):
        made, other = self.group(), self.node()["uuid"]
        self.refused("HTTP 4", "port group set", made["uuid"], "--node", other)
        now = self.show("port group show", made["uuid"])
        self.assertEqual(now["node_uuid"], made["node_uuid"])

    def test_delete(self):
        one, two = self.group()["uuid"], self.group()["uuid"]
        self.assertIn(f"Deleted port group {one}", self.do("port group delete", one, two))
        self.refused("HTTP 404", "port group show", one)

    def test_ports_of_a_group(self):
        group = self.group("--name", self.name("group"))
        port = self.show("port create", self.address(), "--node", group["node_uuid"],
                         "--port-group", group["uuid"])
        self.assertEqual(port["portgroup_uuid"], group["uuid"])
        self.assertEqual(self.column("UUID", "port list", "--port-group", group["uuid"]),
                         [port["uuid"]])
        self.refused("HTTP 400", "port group delete", group["uuid"])
        self.do("port unset", port["uuid"], "--port-group")
        self.assertIsNone(self.show("port show", port["uuid"])["portgroup_uuid"])
        self.do("port set", port["uuid"], "--port-group", group["uuid"])
        self.assertEqual(self.show("port show", port["uuid"])["portgroup_uuid"], group["uuid"])

    def test_ports_of_a_group_are_on_one_network(self):
        group = self.group()
        on = ("--node", group["node_uuid"], "--physical-network")
        member = ("--port-group", group["uuid"])
        self.show("port create", self.address(), *on, "blue", *member)
        self.refused("HTTP 409", "port create", self.address(), *on, "red", *member)
        other = self.show("port create", self.address(), *on, "red")["uuid"]
        self.refused("HTTP 409", "port set", other, *member)
        self.do("port set", other, *member, "--physical-network", "blue")
        self.refused("HTTP 409", "port set", other, "--physical-network", "red")

    def test_refusals(self):
        made = self.group("--name", self.name("group"))
        self.refused("HTTP 409", "port group create", "--node", made["node_uuid"],
                     "--name", made["name"])
        self.refused("HTTP 400", "port group create", "--node", made["node_uuid"],
                     "--name", "no name!")
        self.refused("HTTP 400", "port group create", "--node", NOBODY)
        self.refused("HTTP 404", "port group delete", NOBODY)
        self.refused("HTTP 400", "port group show", "malformed:uuid")
