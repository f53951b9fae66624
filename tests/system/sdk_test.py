#!/usr/bin/python3
"""The unmodified stock SDK with a cluster."""

import unittest
import uuid

from cluster import Cluster
from harness import main


class Sdk(unittest.TestCase):
    """The calls that other services make."""

    @classmethod
    def setUpClass(cls):
        import openstack
        cls.cluster = Cluster().start()
        cls.addClassCleanup(cls.cluster.stop)
        url = cls.cluster.api.url
        cls.connection = openstack.connect(
            auth_type="none", endpoint=url, baremetal_endpoint_override=url)
        cls.metal = cls.connection.baremetal

    def test_life_of_a_node(self):
        metal = self.metal
        node = metal.create_node(driver="fake-hardware", name="sdk", resource_class="sdk",
                                 provision_state="enroll")
        self.assertEqual(node.provision_state, "enroll")
        port = metal.create_port(node_id=node.id, address="52:54:00:ab:00:02")
        self.assertEqual([x.id for x in metal.ports(node=node.id)], [port.id])
        for verb, state in [("manage", "manageable"), ("provide", "available"),
                            ("active", "active")]:
            metal.set_node_provision_state(node, verb)
            node = metal.wait_for_nodes_provision_state([node], state, timeout=60)[0]
        metal.set_node_power_state(node, "power on")
        metal.wait_for_node_power_state(node, "power on", timeout=60)
        node = metal.update_node(node, extra={"by": "sdk"})
        self.assertEqual(metal.get_node("sdk").extra, {"by": "sdk"})
        self.assertTrue(metal.validate_node(node, required=("power", "deploy"))["power"].result)
        metal.set_node_maintenance(node, "fans")
        self.assertTrue(metal.get_node(node.id).is_maintenance)
        metal.unset_node_maintenance(node)
        metal.set_node_traits(node, ["CUSTOM_SDK"])
        self.assertEqual(metal.get_node(node.id).traits, ["CUSTOM_SDK"])
        metal.set_node_provision_state(node, "deleted", wait=True, timeout=60)
        metal.delete_port(port)
        metal.delete_node(node)
        self.assertIsNone(metal.find_node("sdk"))

    def test_lists_and_drivers(self):
        self.metal.create_node(driver="fake-hardware", name="sdk-listed")
        self.assertIn("sdk-listed", [node.name for node in self.metal.nodes(details=True)])
        self.assertEqual([x.name for x in self.metal.drivers()], ["fake-hardware"])

    def test_errors_become_exceptions_of_the_sdk(self):
        from openstack import exceptions
        with self.assertRaises(exceptions.BadRequestException):
            self.metal.create_node(driver="steam")
        with self.assertRaises(exceptions.ResourceNotFound):
            self.metal.get_node(str(uuid.uuid4()))


if __name__ == "__main__":
    main()
