"""baremetal node: verbs, power, maintenance, and driver calls."""

import json

from cli.client import CliCase

STEPS = json.dumps([{"interface": "deploy", "step": "erase_devices_metadata"}])
NO_STEP = json.dumps([{"interface": "deploy", "step": "polish"}])
DEPLOY_STEPS = json.dumps([{"interface": "deploy", "step": "deploy", "args": {}, "priority": 100}])


class Provision(CliCase):
    """Sends each verb in a state that allows it. Awaits its end by plain HTTP."""

    def test_manage(self):
        node = self.node()
        self.do("node manage", node["name"])
        self.until(node, "provision_state", "manageable")

    def test_manage_and_wait(self):
        node = self.node()
        self.do("node manage", node["name"], "--wait", "60")
        self.assertEqual(self.show("node show", node["name"])["provision_state"], "manageable")

    def test_inspect(self):
        node = self.node("manageable")
        self.do("node inspect", node["name"])
        now = self.until(node, "provision_state", "manageable")
        self.assertTrue(now["inspection_finished_at"])

    def test_provide(self):
        node = self.node("manageable")
        self.do("node provide", node["name"])
        self.until(node, "provision_state", "available")

    def test_clean(self):
        node = self.node("manageable")
        self.do("node clean", node["name"], "--clean-steps", STEPS)
        self.until(node, "provision_state", "manageable")

    def test_adopt(self):
        node = self.node("manageable")
        self.do("node adopt", node["name"])
        self.until(node, "provision_state", "active")

    def test_deploy(self):
        node = self.node("available")
        self.do("node deploy", node["name"], "--config-drive", '{"meta_data": {"a": "b"}}')
        now = self.until(node, "provision_state", "active")
        self.assertEqual(now["instance_info"], {"configdrive": "******"})

    def test_deploy_with_steps(self):
        node = self.node("available")
        self.do("node deploy", node["name"], "--deploy-steps", DEPLOY_STEPS)
        self.until(node, "provision_state", "active")

    def test_rebuild(self):
        node = self.node("active")
        self.do("node rebuild", node["name"])
        self.until(node, "provision_state", "active")

    def test_undeploy(self):
        node = self.node("active")
        self.do("node undeploy", node["name"])
        self.until(node, "provision_state", "available")

    def test_rescue_and_unrescue(self):
        node = self.node("active")
        self.do("node rescue", node["name"], "--rescue-password", "geheim")
        self.until(node, "provision_state", "rescue")
        self.do("node unrescue", node["name"])
        self.until(node, "provision_state", "active")

    def test_abort(self):
        node = self.node("manageable", driver_info={
            "fake_waits": {"inspect.inspect_hardware": "agent"}})
        self.do("node inspect", node["name"])
        self.until(node, "provision_state", "inspect wait")
        self.do("node abort", node["name"])
        self.until(node, "provision_state", "inspect failed")

    def test_verbs_that_the_state_forbids(self):
        node = self.node()["name"]
        self.refused("HTTP 400", "node provide", node)
        self.refused("HTTP 400", "node deploy", node)
        self.refused("HTTP 400", "node undeploy", node)
        self.refused("HTTP 400", "node abort", node)
        self.refused("HTTP 400", "node clean", node, "--clean-steps", STEPS)


class Power(CliCase):
    def test_on_and_off(self):
        node = self.node("manageable")
        self.do("node power on", node["name"])
        self.until(node, "power_state", "power on")
        self.do("node power off", node["name"])
        self.until(node, "power_state", "power off")

    def test_soft_off(self):
        node = self.node("manageable")
        self.do("node power on", node["name"], "--power-timeout", "30")
        self.until(node, "power_state", "power on")
        self.do("node power off", node["name"], "--soft", "--power-timeout", "30")
        self.until(node, "power_state", "power off")

    def test_reboot(self):
        node = self.node("manageable")
        self.do("node reboot", node["name"])
        self.until(node, "power_state", "power on")
        self.do("node reboot", node["name"], "--soft", "--power-timeout", "30")
        self.until(node, "target_power_state", None)

    def test_refusals(self):
        self.refused("HTTP 404", "node power on", "nobody")
        self.refused("HTTP 404", "node reboot", "nobody")


class Maintenance(CliCase):
    def test_set_and_unset(self):
        node = self.node()["name"]
        self.do("node maintenance set", node, "--reason", "fans")
        now = self.show("node show", node)
        self.assertEqual((now["maintenance"], now["maintenance_reason"]), (True, "fans"))
        self.do("node maintenance unset", node)
        now = self.show("node show", node)
        self.assertEqual((now["maintenance"], now["maintenance_reason"]), (False, None))

    def test_unknown_node(self):
        self.refused("HTTP 404", "node maintenance set", "nobody")
        self.refused("HTTP 404", "node maintenance unset", "nobody")


class Look(CliCase):
    def test_validate(self):
        rows = self.rows("node validate", self.node()["name"])
        self.assertEqual(list(rows[0]), ["Interface", "Result", "Reason"])
        results = {row["Interface"]: row["Result"] for row in rows}
        self.assertTrue(results["power"] and results["management"] and results["deploy"], rows)

    def test_history(self):
        node = self.node("available", driver_info={"fake_failures": {"deploy.deploy": "No ink."}})
        self.do("node deploy", node["name"])
        self.until(node, "provision_state", "deploy failed")
        rows = self.rows("node history list", node["name"])
        said = [row for row in rows if "No ink." in row["Description of the event"]]
        self.assertEqual(said[0]["Severity"], "ERROR")
        one = self.show("node history get", node["name"], said[0]["UUID"])
        self.assertIn("No ink.", one["event"])

    def test_history_in_full(self):
        """The client requests /history/detail, as for the other lists."""
        node = self.node("manageable")
        self.do("node clean", node["name"], "--clean-steps", NO_STEP)
        self.until(node, "provision_state", "clean failed")
        rows = self.rows("node history list", node["name"], "--long")
        self.assertIn("Event Origin Type", rows[0])

    def test_history_of_nothing(self):
        self.assertEqual(self.rows("node history list", self.node()["name"]), [])


class BootDevice(CliCase):
    def test_set_and_show(self):
        node = self.node("manageable")["name"]
        self.do("node boot device set", node, "pxe", "--persistent")
        self.assertEqual(self.show("node boot device show", node)["boot_device"], "pxe")
        supported = self.show("node boot device show", node, "--supported")
        self.assertIn("pxe", supported["supported_boot_devices"])

    def test_that_the_machine_does_not_have(self):
        node = self.node("manageable")["name"]
        self.refused("HTTP 400", "node boot device set", node, "wanboot")


class BootMode(CliCase):
    def test_mode(self):
        node = self.node("manageable")
        self.do("node boot mode set", node["name"], "uefi")
        self.do("node boot mode set", node["name"], "bios")

    def test_secure_boot(self):
        node = self.node("manageable")
        self.do("node secure boot on", node["name"])
        self.do("node secure boot off", node["name"])


class Console(CliCase):
    def test_enable_show_and_disable(self):
        node = self.node("manageable")
        self.assertFalse(self.show("node console show", node["name"])["console_enabled"])
        self.do("node console enable", node["name"])
        self.until(node, "console_enabled", True)
        self.assertTrue(self.show("node console show", node["name"])["console_enabled"])
        self.do("node console disable", node["name"])
        self.until(node, "console_enabled", False)


class Machine(CliCase):
    def test_nmi_that_the_fake_machine_does_not_know(self):
        self.refused("HTTP 400", "node inject nmi", self.node("manageable")["name"])

    def test_bios_settings(self):
        node = self.node("manageable")["name"]
        self.assertEqual(self.rows("node bios setting list", node), [])
        self.assertEqual(self.rows("node bios setting list", node, "--long"), [])

    def test_bios_setting_that_is_not_there(self):
        node = self.node("manageable")["name"]
        self.refused("HTTP 404", "node bios setting show", node, "virtualization")

    def test_target_raid_config(self):
        node, wanted = self.node()["name"], {"logical_disks": [{"size_gb": 100, "raid_level": "1"}]}
        self.do("node set", node, "--target-raid-config", json.dumps(wanted))
        self.assertEqual(self.show("node show", node)["target_raid_config"], wanted)
        self.do("node unset", node, "--target-raid-config")
        self.assertEqual(self.show("node show", node)["target_raid_config"], {})


class Passthru(CliCase):
    def test_list(self):
        names = self.column("Name", "node passthru list", self.node()["name"])
        self.assertIn("third_method_sync", names)

    def test_call(self):
        node = self.node("manageable")["name"]
        self.do("node passthru call", node, "second_method", "--arg", "bar=kazoo")
        self.refused("HTTP 400", "node passthru call", node, "second_method")
        self.refused("HTTP 400", "node passthru call", node, "no_such_method")


class Vifs(CliCase):
    def test_attach_list_and_detach(self):
        node = self.node("manageable")["name"]
        self.do("node vif attach", node, "vif-one", "--vif-info", "note=x")
        self.do("node vif detach", node, "vif-one")
        self.assertEqual(self.rows("node vif list", node), [])
