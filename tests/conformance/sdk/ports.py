"""conn.baremetal: ports and port groups."""

from sdk.client import NOBODY, SdkCase


class Ports(SdkCase):
    def port(self, **more):
        return self.metal.create_port(node_id=self.node()["uuid"], address=self.address(), **more)

    def test_create_get_and_find(self):
        made = self.port(extra={"a": 1}, is_pxe_enabled=False, physical_network="blue",
                         local_link_connection={"switch_id": "52:54:00:00:00:01", "port_id": "1"})
        now = self.metal.get_port(made.id)
        self.assertEqual((now.address, now.extra), (made.address, {"a": 1}))
        self.assertEqual((now.is_pxe_enabled, now.physical_network), (False, "blue"))
        self.assertEqual(now.local_link_connection["port_id"], "1")
        self.assertEqual(self.metal.find_port(made.id).id, made.id)
        self.assertIsNone(self.metal.find_port(NOBODY))
        some = self.metal.get_port(made.id, fields=["address"])
        self.assertEqual((some.address, some.node_id), (made.address, None))
        self.missing(self.metal.get_port, NOBODY)

    def test_list(self):
        one, two = self.port(), self.port()
        self.assertEqual(self.ids(self.metal.ports(address=two.address)), [two.id])
        self.assertEqual(self.ids(self.metal.ports(node=one.node_id)), [one.id])
        details = {port.id: port for port in self.metal.ports(details=True)}
        self.assertEqual(details[one.id].node_id, one.node_id)
        some = list(self.metal.ports(fields=["uuid"]))[0]
        self.assertIsNone(some.address)

    def test_update_and_patch(self):
        made = self.port()
        self.assertEqual(self.metal.update_port(made, extra={"a": 1}).extra, {"a": 1})
        now = self.metal.patch_port(made, [{"op": "add", "path": "/extra/b", "value": 2}])
        self.assertEqual(now.extra, {"a": 1, "b": 2})
        self.bad(self.metal.update_port, made, address="zz")

    def test_delete(self):
        made = self.port()
        self.metal.delete_port(made)
        self.missing(self.metal.delete_port, made, ignore_missing=False)


class PortGroups(SdkCase):
    def group(self, **more):
        return self.metal.create_port_group(node_id=self.node()["uuid"], **more)

    def test_create_get_and_find(self):
        made = self.group(name=self.name("group"), address=self.address(), mode="802.3ad",
                          properties={"miimon": 100}, is_standalone_ports_supported=False)
        now = self.metal.get_port_group(made.name)
        self.assertEqual((now.id, now.address), (made.id, made.address))
        self.assertEqual((now.mode, now.properties), ("802.3ad", {"miimon": 100}))
        self.assertFalse(now.is_standalone_ports_supported)
        self.assertEqual(self.metal.find_port_group(made.name).id, made.id)
        self.assertIsNone(self.metal.find_port_group("nobody"))
        some = self.metal.get_port_group(made.id, fields=["name"])
        self.assertEqual((some.name, some.address), (made.name, None))
        self.missing(self.metal.get_port_group, NOBODY)

    def test_list(self):
        one, two = self.group(), self.group(address=self.address())
        self.assertEqual(self.ids(self.metal.port_groups(address=two.address)), [two.id])
        self.assertEqual(self.ids(self.metal.port_groups(node=one.node_id)), [one.id])
        details = {group.id: group for group in self.metal.port_groups(details=True)}
        self.assertEqual(details[one.id].mode, "active-backup")
        some = list(self.metal.port_groups(fields=["uuid"]))[0]
        self.assertIsNone(some.name)

    def test_update_and_patch(self):
        made, name = self.group(), self.name("group")
        now = self.metal.update_port_group(made, extra={"a": 1}, name=name)
        self.assertEqual((now.extra, now.name), ({"a": 1}, name))
        now = self.metal.patch_port_group(made, [{"op": "add", "path": "/extra/b", "value": 2}])
        self.assertEqual(now.extra, {"a": 1, "b": 2})

    def test_ports_of_a_group(self):
        group = self.group()
        port = self.metal.create_port(node_id=group.node_id, address=self.address(),
                                      port_group_id=group.id)
        self.assertEqual(port.port_group_id, group.id)
        self.bad(self.metal.delete_port_group, group)

    def test_delete(self):
        made = self.group()
        self.metal.delete_port_group(made)
        self.missing(self.metal.delete_port_group, made, ignore_missing=False)
