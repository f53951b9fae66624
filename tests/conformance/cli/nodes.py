"""baremetal node: create, list, show, set, unset, delete and the resources of a node."""

import json
import uuid

from cli.client import CliCase

NOBODY = "99999999-9999-4999-8999-999999999999"


class Create(CliCase):
    def test_with_every_option(self):
        """Except --owner, --lessee and --description: this version of the client rejects its own options."""
        name = self.name()
        chosen = str(uuid.uuid4())
        made = self.show(
            "node create", "--driver", "fake-hardware", "--name", name, "--uuid", chosen,
            "--driver-info", "ipmi_address=10.0.0.1", "--driver-info", "ipmi_password=geheim",
            "--property", "cpus=4", "--property", "capabilities=boot_mode:uefi",
            "--extra", "rack=7", "--resource-class", "large", "--conductor-group", "",
            "--automated-clean",
            "--network-data", '{"links": [], "networks": [], "services": []}')
        self.assertEqual((made["uuid"], made["name"]), (chosen, name))
        self.assertEqual(made["driver_info"],
                         {"ipmi_address": "10.0.0.1", "ipmi_password": "******"})
        self.assertEqual(made["properties"], {"cpus": 4, "capabilities": "boot_mode:uefi"})
        self.assertEqual((made["extra"], made["resource_class"]), ({"rack": 7}, "large"))
        self.assertTrue(made["automated_clean"])

    def test_with_every_interface(self):
        kinds = {"bios": "fake", "boot": "fake", "console": "fake", "deploy": "fake",
                 "inspect": "fake", "management": "fake", "network": "noop", "power": "fake",
                 "raid": "fake", "rescue": "fake", "storage": "noop", "vendor": "fake"}
        words = [word for kind, value in kinds.items() for word in (f"--{kind}-interface", value)]
        made = self.show("node create", "--driver", "fake-hardware", *words)
        self.assertEqual({kind: made[kind + "_interface"] for kind in kinds}, kinds)

    def test_is_in_enroll_and_without_a_name(self):
        made = self.show("node create", "--driver", "fake-hardware")
        self.assertEqual((made["provision_state"], made["name"]), ("enroll", None))
        self.assertEqual((made["maintenance"], made["power_state"]), (False, None))

    def test_refusals(self):
        taken = self.node()["name"]
        self.refused("driver", "node create", "--driver", "steam")
        self.refused("exists", "node create", "--driver", "fake-hardware", "--name", taken)
        self.refused("name", "node create", "--driver", "fake-hardware", "--name", "no name!")
        self.refused("uuid", "node create", "--driver", "fake-hardware", "--uuid", "nonsense")
        self.refused("steam", "node create", "--driver", "fake-hardware",
                     "--power-interface", "steam")


class Show(CliCase):
    def test_by_name_and_by_uuid(self):
        node = self.node()
        self.assertEqual(self.show("node show", node["name"]), self.show("node show", node["uuid"]))

    def test_some_fields(self):
        node = self.node()
        self.assertEqual(self.show("node show", node["uuid"], "--fields", "name", "driver"),
                         {"name": node["name"], "driver": "fake-hardware"})

    def test_by_instance(self):
        node, instance = self.node(), str(uuid.uuid4())
        self.do("node set", node["name"], "--instance-uuid", instance)
        self.assertEqual(self.show("node show", "--instance", instance)["uuid"], node["uuid"])

    def test_unknown_node(self):
        self.refused(NOBODY, "node show", NOBODY)
        self.refused("HTTP 404", "node show", "no-such-name")


class List(CliCase):
    def names(self, *words):
        return set(self.column("Name", "node list", *words))

    def test_columns_of_each_form(self):
        self.node()
        self.assertEqual(list(self.rows("node list")[0]), [
            "UUID", "Name", "Instance UUID", "Power State", "Provisioning State", "Maintenance"])
        long = self.rows("node list", "--long")[0]
        for column in ("Driver Info", "Traits", "Conductor", "Target RAID configuration", "Fault"):
            self.assertIn(column, long)
        some = self.rows("node list", "--fields", "name", "owner")[0]
        self.assertEqual(list(some), ["Name", "Owner"])

    def test_filters_by_what_an_operator_wrote(self):
        one = self.node(owner="list-me", lessee="list-you", resource_class="list-large")["name"]
        self.node()
        for words in (("--owner", "list-me"), ("--lessee", "list-you"),
                      ("--resource-class", "list-large")):
            self.assertEqual(self.names(*words), {one}, words)
        self.assertIn(one, self.names("--driver", "fake-hardware"))
        self.assertEqual(self.names("--driver", "steam"), set())

    def test_filters_by_conductor_group(self):
        one = self.node()["name"]
        self.assertEqual(self.names("--conductor-group", "elsewhere"), set())
        self.assertIn(one, self.names("--conductor-group", ""))

    def test_filters_by_conductor(self):
        self.assertEqual(self.names("--conductor", "nobody"), set())

    def test_filters_by_state(self):
        one, two = self.node("manageable")["name"], self.node()["name"]
        self.assertEqual(self.names("--provision-state", "manageable"), {one})
        self.do("node maintenance set", two)
        self.assertEqual(self.names("--maintenance"), {two})
        self.assertNotIn(two, self.names("--no-maintenance"))
        self.do("node set", two, "--retired")
        self.assertEqual(self.names("--retired"), {two})
        self.assertNotIn(two, self.names("--no-retired"))
        self.do("node set", one, "--instance-uuid", str(uuid.uuid4()))
        self.assertEqual(self.names("--associated"), {one})
        self.assertNotIn(one, self.names("--unassociated"))
        self.assertEqual(self.names("--fault", "power failure"), set())
        self.refused("provision", "node list", "--provision-state", "floating")

    def test_pages_and_order(self):
        made = sorted(self.node()["name"] for _ in range(3))
        listed = [x for x in self.column("Name", "node list", "--sort", "name:desc") if x in made]
        self.assertEqual(listed, made[::-1])
        everything = self.column("UUID", "node list", "--limit", "0")
        self.assertEqual(self.column("UUID", "node list", "--limit", "2"), everything[:2])
        self.assertEqual(self.column("UUID", "node list", "--marker", everything[1]),
                         everything[2:])


class Change(CliCase):
    def test_set_and_unset_of_single_values(self):
        node = self.node()["name"]
        chosen = str(uuid.uuid4())
        for option, key, value in (
                ("resource-class", "resource_class", "large"), ("description", "description", "x"),
                ("owner", "owner", "me"), ("lessee", "lessee", "you"),
                ("instance-uuid", "instance_uuid", chosen)):
            with self.subTest(option):
                self.do("node set", node, "--" + option, value)
                self.assertEqual(self.show("node show", node)[key], value)
                self.do("node unset", node, "--" + option)
                self.assertIsNone(self.show("node show", node)[key])

    def test_set_and_unset_of_values_with_keys(self):
        node = self.node()["name"]
        for option, key in (("property", "properties"), ("extra", "extra"),
                            ("driver-info", "driver_info"), ("instance-info", "instance_info")):
            with self.subTest(option):
                self.do("node set", node, "--" + option, "a=1", "--" + option, 'b={"c": [2]}')
                self.assertEqual(self.show("node show", node)[key], {"a": 1, "b": {"c": [2]}})
                self.do("node unset", node, "--" + option, "a")
                self.assertEqual(self.show("node show", node)[key], {"b": {"c": [2]}})

    def test_interfaces_and_back_to_the_default(self):
        node = self.node()["name"]
        for kind in ("bios", "console", "inspect", "raid", "rescue", "vendor"):
            with self.subTest(kind):
                self.do("node set", node, f"--{kind}-interface", "no-" + kind)
                self.assertEqual(self.show("node show", node)[kind + "_interface"], "no-" + kind)
                self.do("node unset", node, f"--{kind}-interface")
                self.assertEqual(self.show("node show", node)[kind + "_interface"], "fake")

    def test_driver_with_reset_of_interfaces(self):
        node = self.node()["name"]
        self.do("node set", node, "--vendor-interface", "no-vendor")
        self.do("node set", node, "--driver", "fake-hardware", "--reset-interfaces")
        self.assertEqual(self.show("node show", node)["vendor_interface"], "fake")

    def test_name(self):
        node = self.node()
        self.do("node set", node["uuid"], "--name", node["name"] + "-new")
        self.assertEqual(self.show("node show", node["name"] + "-new")["uuid"], node["uuid"])
        self.do("node unset", node["uuid"], "--name")
        self.assertIsNone(self.show("node show", node["uuid"])["name"])

    def test_switches(self):
        node = self.node("active")["name"]
        self.do("node set", node, "--protected", "--protected-reason", "mine", "--retired",
                "--retired-reason", "old", "--no-automated-clean")
        now = self.show("node show", node)
        self.assertEqual((now["protected"], now["protected_reason"]), (True, "mine"))
        self.assertEqual((now["retired"], now["retired_reason"]), (True, "old"))
        self.assertFalse(now["automated_clean"])
        self.do("node unset", node, "--protected", "--retired", "--automated-clean")
        now = self.show("node show", node)
        self.assertEqual((now["protected"], now["protected_reason"]), (False, None))
        self.assertEqual((now["retired"], now["retired_reason"]), (False, None))
        self.assertIsNone(now["automated_clean"])

    def test_network_data(self):
        node, data = self.node()["name"], {"links": [], "networks": [], "services": []}
        self.do("node set", node, "--network-data", json.dumps(data))
        self.assertEqual(self.show("node show", node)["network_data"], data)
        self.do("node unset", node, "--network-data")
        self.assertEqual(self.show("node show", node)["network_data"], {})

    def test_refusals(self):
        node = self.node()["name"]
        self.refused("HTTP 404", "node set", NOBODY, "--extra", "a=1")
        self.refused("steam", "node set", node, "--driver", "steam")
        self.refused("HTTP 409", "node set", node, "--protected")
        self.refused("HTTP 400", "node unset", node, "--extra", "missing")


class Delete(CliCase):
    def test_several(self):
        one, two = self.node()["name"], self.node()["uuid"]
        said = self.do("node delete", one, two)
        self.assertIn(f"Deleted node {one}", said)
        self.assertIn(f"Deleted node {two}", said)
        self.refused("HTTP 404", "node show", one)

    def test_refusals(self):
        self.refused("HTTP 404", "node delete", NOBODY)
        self.refused("HTTP 409", "node delete", self.node("active")["name"])


class Traits(CliCase):
    def test_add_list_and_remove(self):
        node = self.node()["name"]
        said = self.do("node add trait", node, "CUSTOM_A", "CUSTOM_B", "HW_CPU_X86_VMX")
        self.assertIn("Added trait CUSTOM_A", said)
        self.assertEqual(self.column("Traits", "node trait list", node),
                         ["CUSTOM_A", "CUSTOM_B", "HW_CPU_X86_VMX"])
        self.do("node remove trait", node, "CUSTOM_B")
        self.assertEqual(self.show("node show", node)["traits"], ["CUSTOM_A", "HW_CPU_X86_VMX"])
        self.do("node remove trait", node, "--all")
        self.assertEqual(self.rows("node trait list", node), [])

    def test_refusals(self):
        node = self.node()["name"]
        self.refused("HTTP 400", "node add trait", node, "lower_case")
        self.refused("HTTP 404", "node remove trait", node, "CUSTOM_NOT_THERE")
