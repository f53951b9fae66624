"""baremetal driver, baremetal conductor and baremetal create, which reads files."""

import json
import os

from cli.client import CliCase


class Drivers(CliCase):
    def test_list(self):
        rows = self.rows("driver list")
        self.assertIn("fake-hardware", [row["Supported driver(s)"] for row in rows])
        self.assertTrue(all(row["Active host(s)"] for row in rows), rows)
        self.assertIn("Default Deploy Interface", self.rows("driver list", "--long")[0])
        self.assertEqual(list(self.rows("driver list", "--fields", "name")[0]), ["Name"])
        self.assertEqual(self.rows("driver list", "--type", "classic"), [])
        self.assertEqual(len(self.rows("driver list", "--type", "dynamic")), len(rows))

    def test_show(self):
        shown = self.show("driver show", "fake-hardware")
        self.assertEqual((shown["name"], shown["type"]), ("fake-hardware", "dynamic"))
        for kind in ("bios", "boot", "console", "deploy", "inspect", "management", "network",
                     "power", "raid", "rescue", "storage", "vendor"):
            self.assertIn(shown[f"default_{kind}_interface"],
                          shown[f"enabled_{kind}_interfaces"].split(", "))
        self.refused("HTTP 404", "driver show", "steam")

    def test_show_some_fields(self):
        self.assertEqual(self.show("driver show", "fake-hardware", "--fields", "type"),
                         {"type": "dynamic"})

    def test_properties(self):
        rows = self.rows("driver property list", "fake-hardware")
        self.assertIn("B1", [row["Property"] for row in rows])
        self.assertTrue(all(row["Description"] for row in rows))


class DriverRaid(CliCase):
    def test_properties(self):
        properties = self.column("Property", "driver raid property list", "fake-hardware")
        self.assertLessEqual({"raid_level", "size_gb", "is_root_volume"}, set(properties))


class DriverPassthru(CliCase):
    def test_list(self):
        # Agents of older releases call this; no driver has its own method.
        self.assertEqual(self.column("Name", "driver passthru list", "fake-hardware"), ["lookup"])

    def test_call(self):
        self.refused("HTTP 400", "driver passthru call", "fake-hardware", "no_such_method",
                     "--arg", "a=1")


class Conductors(CliCase):
    def test_list(self):
        rows = self.rows("conductor list")
        self.assertEqual([row["Alive"] for row in rows], [True])
        self.assertIn("Drivers", self.rows("conductor list", "--long")[0])

    def test_list_of_some_fields(self):
        self.assertEqual(list(self.rows("conductor list", "--fields", "alive")[0]), ["Alive"])

    def test_list_in_pages_and_in_order(self):
        rows = self.rows("conductor list")
        self.assertEqual(len(self.rows("conductor list", "--limit", "1")), 1)
        self.assertEqual(self.rows("conductor list", "--marker", rows[0]["Hostname"]), [])
        self.assertEqual(self.rows("conductor list", "--sort", "hostname:desc"), rows)

    def test_show(self):
        host = self.column("Hostname", "conductor list")[0]
        shown = self.show("conductor show", host)
        self.assertEqual((shown["hostname"], shown["alive"]), (host, True))
        self.assertIn("fake-hardware", shown["drivers"])
        self.refused("HTTP 404", "conductor show", "nobody")

    def test_show_some_fields(self):
        host = self.column("Hostname", "conductor list")[0]
        self.assertEqual(self.show("conductor show", host, "--fields", "hostname"),
                         {"hostname": host})


class CreateFromFile(CliCase):
    def create(self, content):
        path = os.path.join(self.folder, "resources.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(content, file)
        self.do("create", path)

    def test_nodes_with_ports(self):
        name, address = self.name(), self.address()
        self.create({"nodes": [{"driver": "fake-hardware", "name": name, "properties": {"cpus": 2},
                                "ports": [{"address": address}]}]})
        node = self.show("node show", name)
        self.assertEqual(node["properties"], {"cpus": 2})
        port = self.show("port show", "--address", address)
        self.assertEqual(port["node_uuid"], node["uuid"])

    def test_chassis_with_nodes(self):
        name = self.name()
        self.create({"chassis": [{"description": "full", "nodes": [
            {"driver": "fake-hardware", "name": name, "portgroups": [
                {"name": name + "-bond", "ports": [{"address": self.address()}]}]}]}]})
        node = self.show("node show", name)
        chassis = self.show("chassis show", node["chassis_uuid"])
        self.assertEqual(chassis["description"], "full")
        self.assertEqual(self.show("port group show", name + "-bond")["node_uuid"], node["uuid"])
