"""conn.baremetal: nodes, and actions on them."""

from sdk.client import NOBODY, SdkCase


class Nodes(SdkCase):
    def test_create_and_bring_to_its_first_state(self):
        for state in ("enroll", "available"):
            made = self.metal.create_node(driver="fake-hardware", name=self.name(),
                                          provision_state=state)
            self.assertEqual(made.provision_state, state)

    def test_create_with_values(self):
        made = self.metal.create_node(
            driver="fake-hardware", name=self.name(), provision_state="enroll", owner="me",
            resource_class="sdk", properties={"cpus": 4}, extra={"a": [1]},
            driver_info={"ipmi_password": "geheim"}, power_interface="fake")
        now = self.metal.get_node(made.id)
        self.assertEqual((now.owner, now.resource_class), ("me", "sdk"))
        self.assertEqual((now.properties, now.extra), ({"cpus": 4}, {"a": [1]}))
        self.assertEqual(now.power_interface, "fake")
        self.assertEqual(now.driver_info, {"ipmi_password": "******"})
        self.bad(self.metal.create_node, driver="steam", provision_state="enroll")

    def test_get_and_find(self):
        node = self.node()
        self.assertEqual(self.metal.get_node(node["name"]).id, node["uuid"])
        self.assertEqual(self.metal.find_node(node["name"]).id, node["uuid"])
        self.assertIsNone(self.metal.find_node("nobody"))
        some = self.metal.get_node(node["uuid"], fields=["name"])
        self.assertEqual((some.name, some.driver), (node["name"], None))
        self.missing(self.metal.get_node, NOBODY)
        self.missing(self.metal.find_node, NOBODY, ignore_missing=False)

    def test_list(self):
        node = self.node(resource_class=self.name("class"))
        found = self.metal.nodes(resource_class=node["resource_class"])
        self.assertEqual(self.ids(found), [node["uuid"]])
        self.assertIn(node["uuid"], self.ids(self.metal.nodes(provision_state="enroll")))
        self.assertNotIn(node["uuid"], self.ids(self.metal.nodes(is_maintenance=True)))
        self.assertNotIn(node["uuid"], self.ids(self.metal.nodes(associated=True)))
        self.assertIn(node["uuid"], self.ids(self.metal.nodes(driver="fake-hardware")))
        details = {one.id: one for one in self.metal.nodes(details=True)}
        self.assertEqual(details[node["uuid"]].driver, "fake-hardware")
        some = list(self.metal.nodes(fields=["uuid", "driver"]))[0]
        self.assertEqual((some.driver, some.name), ("fake-hardware", None))

    def test_list_follows_the_pages(self):
        made = {self.node()["uuid"] for _ in range(5)}
        self.assertLessEqual(made, set(self.ids(self.metal.nodes(limit=2))))

    def test_update_and_patch(self):
        node = self.metal.get_node(self.node()["uuid"])
        now = self.metal.update_node(node, extra={"a": 1}, is_retired=True, retired_reason="x")
        self.assertEqual((now.extra, now.retired_reason), ({"a": 1}, "x"))
        now = self.metal.patch_node(node, [{"op": "add", "path": "/extra/b", "value": 2}])
        self.assertEqual(now.extra, {"a": 1, "b": 2})
        now = self.metal.patch_node(
            node, [{"op": "replace", "path": "/driver", "value": "fake-hardware"}],
            reset_interfaces=True)
        self.assertEqual(now.power_interface, "fake")
        now = self.metal.update_node(node, is_maintenance=True, maintenance_reason="fans")
        self.assertEqual((now.is_maintenance, now.maintenance_reason), (True, "fans"))

    def test_delete(self):
        node = self.node()["uuid"]
        self.metal.delete_node(node)
        self.assertIsNone(self.metal.find_node(node))
        self.metal.delete_node(node)
        self.missing(self.metal.delete_node, node, ignore_missing=False)

    def test_validate(self):
        found = self.metal.validate_node(self.node()["uuid"], required=("power", "deploy", "boot"))
        self.assertTrue(found["power"].result)

    def test_maintenance(self):
        node = self.node()["uuid"]
        now = self.metal.set_node_maintenance(node, "fans")
        self.assertEqual((now.is_maintenance, now.maintenance_reason), (True, "fans"))
        now = self.metal.unset_node_maintenance(node)
        self.assertEqual((now.is_maintenance, now.maintenance_reason), (False, None))

    def test_traits(self):
        node = self.metal.get_node(self.node()["uuid"])
        self.metal.set_node_traits(node, ["CUSTOM_B", "CUSTOM_A"])
        self.metal.add_node_trait(node, "HW_CPU_X86_VMX")
        self.assertEqual(self.metal.get_node(node.id).traits,
                         ["CUSTOM_A", "CUSTOM_B", "HW_CPU_X86_VMX"])
        self.metal.remove_node_trait(node, "CUSTOM_B")
        self.assertEqual(self.metal.get_node(node.id).traits, ["CUSTOM_A", "HW_CPU_X86_VMX"])
        # This version of the SDK treats 400 as missing; the service has always returned 404.
        self.missing(self.metal.remove_node_trait, node, "CUSTOM_B")


class States(SdkCase):
    """The SDK polls every two seconds, so its own waiting is tested once for each kind."""

    def act(self, made, target, state, **more):
        self.metal.set_node_provision_state(made["uuid"], target, **more)
        self.until(made, "provision_state", state)

    def test_life(self):
        made = self.node()
        for target, state in (("manage", "manageable"), ("inspect", "manageable"),
                              ("provide", "available"), ("active", "active"),
                              ("rebuild", "active"), ("deleted", "available")):
            self.act(made, target, state)

    def test_wait_while_acting(self):
        made = self.node("available")["uuid"]
        node = self.metal.set_node_provision_state(made, "active", wait=True, timeout=60)
        self.assertEqual(node.provision_state, "active")

    def test_deploy_with_a_config_drive_and_steps(self):
        steps = [{"interface": "deploy", "step": "deploy", "args": {}, "priority": 100}]
        self.act(self.node("available"), "active", "active",
                 config_drive={"meta_data": {"a": "b"}}, deploy_steps=steps)

    def test_clean_with_steps(self):
        steps = [{"interface": "deploy", "step": "erase_devices_metadata"}]
        self.act(self.node("manageable"), "clean", "manageable", clean_steps=steps)

    def test_rescue_and_unrescue(self):
        made = self.node("active")
        self.act(made, "rescue", "rescue", rescue_password="geheim")
        self.act(made, "unrescue", "active")

    def test_failure_ends_the_wait(self):
        from openstack import exceptions
        made = self.node("available", driver_info={"fake_failures": {"deploy.deploy": "No ink."}})
        node = self.metal.get_node(made["uuid"])
        with self.assertRaisesRegex(exceptions.ResourceFailure, "No ink"):
            self.metal.set_node_provision_state(node, "active", wait=True, timeout=60)

    def test_wait_for_several_nodes(self):
        nodes = [self.metal.get_node(self.node()["uuid"]) for _ in range(3)]
        for node in nodes:
            self.metal.set_node_provision_state(node, "manage")
        now = self.metal.wait_for_nodes_provision_state(nodes, "manageable", timeout=60)
        self.assertEqual([node.provision_state for node in now], ["manageable"] * 3)

    def test_wait_for_power(self):
        node = self.metal.get_node(self.node("manageable")["uuid"])
        self.metal.set_node_power_state(node, "power on")
        now = self.metal.wait_for_node_power_state(node, "power on", timeout=60)
        self.assertEqual(now.power_state, "power on")
        self.metal.set_node_power_state(node, "power off")
        self.until({"name": node.name}, "power_state", "power off")

    def test_wait_for_a_free_lock(self):
        node = self.metal.get_node(self.node()["uuid"])
        self.assertIsNone(self.metal.wait_for_node_reservation(node, timeout=10).reservation)

    def test_refusal(self):
        node = self.metal.get_node(self.node()["uuid"])
        self.bad(self.metal.set_node_provision_state, node, "provide")


class Boot(SdkCase):
    def test_device(self):
        node = self.metal.get_node(self.node("manageable")["uuid"])
        self.metal.set_node_boot_device(node, "pxe", persistent=True)
        self.bad(self.metal.set_node_boot_device, node, "floppy")

    def test_mode(self):
        node = self.metal.get_node(self.node("manageable")["uuid"])
        self.metal.set_node_boot_mode(node, "uefi")

    def test_secure(self):
        node = self.metal.get_node(self.node("manageable")["uuid"])
        self.metal.set_node_secure_boot(node, True)


class Vifs(SdkCase):
    def test_attach_list_and_detach(self):
        node = self.metal.get_node(self.node("manageable")["uuid"])
        self.metal.attach_vif_to_node(node, "vif-one")
        self.assertTrue(self.metal.detach_vif_from_node(node, "vif-one"))
        self.assertEqual(self.metal.list_node_vifs(node), [])


class Passthru(SdkCase):
    def test_of_a_node(self):
        node = self.metal.get_node(self.node("manageable")["uuid"])
        methods = self.metal.list_node_vendor_passthru(node)
        self.assertIn("third_method_sync", methods)
        answer = self.metal.call_node_vendor_passthru(node, "POST", "third_method_sync",
                                                      body={"bar": "meow"})
        self.assertIs(answer.json(), True)
        self.bad(self.metal.call_node_vendor_passthru, node, "POST", "no_such_method", body={})

    def test_of_a_driver(self):
        # Agents of older releases call this; no driver has its own method.
        methods = self.metal.list_driver_vendor_passthru("fake-hardware")
        self.assertEqual(list(methods), ["lookup"])
        self.bad(self.metal.call_driver_vendor_passthru, "fake-hardware", "POST", "no_such_method",
                 body={})
