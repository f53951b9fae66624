"""conn.baremetal: drivers, conductors, chassis, deploy templates, allocations and volumes."""

from sdk.client import NOBODY, SdkCase

STEPS = [{"interface": "bios", "step": "factory_reset", "args": {}, "priority": 150}]


class Fleet(SdkCase):
    def test_drivers(self):
        self.assertIn("fake-hardware", [one.name for one in self.metal.drivers()])
        details = {one.name: one for one in self.metal.drivers(details=True)}
        self.assertEqual(details["fake-hardware"].default_power_interface, "fake")
        one = self.metal.get_driver("fake-hardware")
        self.assertIn("fake", one.enabled_deploy_interfaces)
        self.assertTrue(one.hosts)
        self.missing(self.metal.get_driver, "steam")

    def test_conductors(self):
        rows = list(self.metal.conductors())
        self.assertEqual([row.alive for row in rows], [True])
        one = self.metal.get_conductor(rows[0].hostname)
        self.assertIn("fake-hardware", one.drivers)
        self.missing(self.metal.get_conductor, "nobody")

    def test_some_fields_of_a_conductor(self):
        host = list(self.metal.conductors())[0].hostname
        some = self.metal.get_conductor(host, fields=["hostname"])
        self.assertEqual((some.hostname, some.drivers), (host, None))


class Chassis(SdkCase):
    def test_create_get_and_find(self):
        made = self.metal.create_chassis(description="Row 3", extra={"a": 1})
        now = self.metal.get_chassis(made.id)
        self.assertEqual((now.description, now.extra), ("Row 3", {"a": 1}))
        self.assertEqual(self.metal.find_chassis(made.id).id, made.id)
        self.assertIsNone(self.metal.find_chassis(NOBODY))
        some = self.metal.get_chassis(made.id, fields=["description"])
        self.assertEqual((some.description, some.extra), ("Row 3", None))
        self.missing(self.metal.get_chassis, NOBODY)

    def test_list_and_its_nodes(self):
        made = self.metal.create_chassis(description="x")
        self.assertIn(made.id, self.ids(self.metal.chassis()))
        details = {one.id: one for one in self.metal.chassis(details=True)}
        self.assertEqual(details[made.id].extra, {})
        node = self.metal.create_node(driver="fake-hardware", provision_state="enroll",
                                      chassis_id=made.id)
        self.assertEqual(self.metal.get_node(node.id).chassis_id, made.id)
        self.bad(self.metal.delete_chassis, made)

    def test_update_patch_and_delete(self):
        made = self.metal.create_chassis()
        self.assertEqual(self.metal.update_chassis(made, description="y").description, "y")
        now = self.metal.patch_chassis(made, [{"op": "add", "path": "/extra/a", "value": 1}])
        self.assertEqual(now.extra, {"a": 1})
        self.metal.delete_chassis(made)
        self.missing(self.metal.delete_chassis, made, ignore_missing=False)


class DeployTemplates(SdkCase):
    def template(self, **more):
        name = self.name("CUSTOM_S").replace("-", "_")
        return self.metal.create_deploy_template(name=name, steps=STEPS, **more)

    def test_create_get_and_list(self):
        made = self.template(extra={"a": 1})
        now = self.metal.get_deploy_template(made.name)
        self.assertEqual((now.id, now.steps, now.extra), (made.id, STEPS, {"a": 1}))
        some = self.metal.get_deploy_template(made.id, fields=["name"])
        self.assertEqual((some.name, some.steps), (made.name, None))
        self.assertIn(made.id, self.ids(self.metal.deploy_templates()))
        details = {one.id: one for one in self.metal.deploy_templates(details=True)}
        self.assertEqual(details[made.id].steps, STEPS)
        self.missing(self.metal.get_deploy_template, NOBODY)

    def test_update_patch_and_delete(self):
        made = self.template()
        now = self.metal.update_deploy_template(made, name=made.name + "_NEW")
        self.assertTrue(now.name.endswith("_NEW"))
        now = self.metal.patch_deploy_template(
            made, [{"op": "add", "path": "/extra/a", "value": 1}])
        self.assertEqual(now.extra, {"a": 1})
        self.metal.delete_deploy_template(made)
        self.missing(self.metal.delete_deploy_template, made, ignore_missing=False)


class Allocations(SdkCase):
    def test_create_wait_and_list(self):
        self.assertEqual(list(self.metal.allocations(node=self.node()["name"])), [])
        node = self.node("available", resource_class=self.name("class"))
        self.switch(node, "power off")
        made = self.metal.create_allocation(resource_class=node["resource_class"],
                                            name=self.name("allocation"), extra={"a": 1})
        now = self.metal.wait_for_allocation(made, timeout=60)
        self.assertEqual((now.state, now.node_id), ("active", node["uuid"]))
        self.assertEqual(self.metal.get_node(node["uuid"]).allocation_id, made.id)
        self.assertEqual(self.ids(self.metal.allocations(node=node["uuid"])), [made.id])
        found = self.metal.allocations(resource_class=node["resource_class"], state="active")
        self.assertEqual(self.ids(found), [made.id])

    def test_failure_ends_the_wait(self):
        from openstack import exceptions
        made = self.metal.create_allocation(resource_class=self.name("none"))
        with self.assertRaises(exceptions.ResourceFailure):
            self.metal.wait_for_allocation(made, timeout=60)
        now = self.metal.wait_for_allocation(made, timeout=60, ignore_error=True)
        self.assertEqual(now.state, "error")

    def test_get_update_patch_and_delete(self):
        name = self.name("allocation")
        made = self.metal.create_allocation(resource_class="x", name=name)
        self.assertEqual(self.metal.get_allocation(name).id, made.id)
        some = self.metal.get_allocation(made.id, fields=["name"])
        self.assertEqual((some.name, some.resource_class), (name, None))
        made = self.metal.wait_for_allocation(made, timeout=60, ignore_error=True)
        now = self.metal.update_allocation(made, name=name + "-new")
        self.assertEqual(now.name, name + "-new")
        now = self.metal.patch_allocation(made, [{"op": "add", "path": "/extra/a", "value": 1}])
        self.assertEqual(now.extra, {"a": 1})
        self.metal.delete_allocation(made)
        self.missing(self.metal.delete_allocation, made, ignore_missing=False)
        self.missing(self.metal.get_allocation, NOBODY)


class Volumes(SdkCase):
    def still(self):
        """Returns a node that is switched off: volumes can be changed only then."""
        node = self.node("manageable")
        self.switch(node, "power off")
        return node["uuid"]

    def test_connectors(self):
        name, node = self.name("iqn"), self.still()
        made = self.metal.create_volume_connector(node_id=node, type="iqn", connector_id=name)
        self.assertEqual(self.metal.get_volume_connector(made.id).connector_id, name)
        self.assertEqual(self.metal.find_volume_connector(made.id).id, made.id)
        self.assertIsNone(self.metal.find_volume_connector(NOBODY))
        self.assertEqual(self.ids(self.metal.volume_connectors(node=node)), [made.id])
        now = self.metal.update_volume_connector(made, type="wwnn")
        self.assertEqual(now.type, "wwnn")
        now = self.metal.patch_volume_connector(
            made, [{"op": "add", "path": "/extra/a", "value": 1}])
        self.assertEqual(now.extra, {"a": 1})
        self.metal.delete_volume_connector(made)
        self.missing(self.metal.delete_volume_connector, made, ignore_missing=False)

    def test_targets(self):
        node = self.still()
        made = self.metal.create_volume_target(
            node_id=node, volume_type="iscsi", volume_id="v", boot_index=0)
        self.assertEqual(self.metal.get_volume_target(made.id).volume_id, "v")
        self.assertEqual(self.metal.find_volume_target(made.id).id, made.id)
        self.assertIsNone(self.metal.find_volume_target(NOBODY))
        self.assertEqual(self.ids(self.metal.volume_targets(node=node)), [made.id])
        now = self.metal.update_volume_target(made, boot_index=1)
        self.assertEqual(now.boot_index, 1)
        now = self.metal.patch_volume_target(
            made, [{"op": "add", "path": "/extra/a", "value": 1}])
        self.assertEqual(now.extra, {"a": 1})
        self.metal.delete_volume_target(made)
        self.missing(self.metal.delete_volume_target, made, ignore_missing=False)

    def test_lists_with_details(self):
        """With version 1.32, as the SDK requests: older than ?detail= of the other lists."""
        node = self.still()
        self.metal.create_volume_connector(node_id=node, type="ip", connector_id=self.name("ip"))
        details = list(self.metal.volume_connectors(details=True, node=node))
        self.assertEqual(details[0].extra, {})
        self.metal.create_volume_target(node_id=node, volume_type="iscsi", volume_id="v",
                                        boot_index=0)
        details = list(self.metal.volume_targets(details=True, node=node))
        self.assertEqual(details[0].extra, {})
