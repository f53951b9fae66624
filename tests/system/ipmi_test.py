#!/usr/bin/python3
"""The hardware type ipmi with real IPMI BMCs, through ipmitool and ipmipower."""

import contextlib
import shutil
import socket
import unittest

from harness import Daemon, main, poll, scratch
from ipmi_machines import Bmc

LATEST = "1.115"
SETTINGS = """
drivers:
  enabled_hardware_types: [ipmi]
conductor:
  sync_power_state_interval: 1
  power_state_sync_max_retries: 1
ipmi:
  min_command_interval: 50ms
  command_retry_timeout: 4s
  ipmipower_workarounds: [opensesspriv]
  console_folder: {folder}/consoles
  console_ports: 20000-29999
  console_unused_timeout: 30s
"""


class Ipmi(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, settings=SETTINGS.format(folder=cls.folder)).start()
        cls.bmcs = []

    @classmethod
    def tearDownClass(cls):
        for bmc in cls.bmcs:
            bmc.stop()
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    @property
    def api(self):
        return self.daemon.api

    def bmc(self, name):
        made = Bmc(self.folder, name)
        self.bmcs.append(made)
        return made

    def enrol(self, bmc, manage=True, **more):
        self.api.create(bmc.name, driver="ipmi", driver_info=bmc.driver_info(**more),
                        automated_clean=False, properties={"capabilities": "boot_mode:bios"})
        if manage:
            self.api.move(bmc.name, "manage", "manageable")

    def ask(self, method, path, body=None, status=None):
        answer = self.api.call(method, path, body, version=LATEST)
        if status:
            self.assertEqual(answer.status, status, answer)
        return answer

    def power(self, bmc, target, state):
        self.ask("PUT", f"/v1/nodes/{bmc.name}/states/power", {"target": target}, 202)

        def reached():
            node = self.api.node(bmc.name)
            self.assertIsNone(node["last_error"], node)
            return node["power_state"] == state and not node["target_power_state"]
        poll(reached, f"{bmc.name}: {target}")

    def test_power_goes_through_all_states(self):
        bmc = self.bmc("power")
        self.enrol(bmc)
        self.assertEqual(self.api.node("power")["power_state"], "power off")
        for target, state in (("power on", "power on"), ("rebooting", "power on"),
                              ("soft rebooting", "power on"), ("soft power off", "power off"),
                              ("power on", "power on"), ("power off", "power off")):
            self.power(bmc, target, state)
            self.assertEqual(bmc.is_on, state == "power on")

    def test_the_boot_device_is_set_and_read(self):
        bmc = self.bmc("boot")
        self.enrol(bmc)
        path = "/v1/nodes/boot/management/boot_device"
        allowed = self.ask("GET", path + "/supported", status=200).json["supported_boot_devices"]
        self.assertEqual(allowed, ["pxe", "disk", "cdrom", "bios", "safe"])
        for device, kept in (("pxe", "pxe"), ("disk", "default"), ("cdrom", "cdrom"),
                             ("bios", "bios")):
            self.ask("PUT", path, {"boot_device": device, "persistent": False}, 204)
            self.assertEqual(bmc.get("boot"), kept)
            found = self.ask("GET", path, status=200).json
            self.assertEqual(found, {"boot_device": device, "persistent": False})
        # ipmi_sim does not support it and answers "Unspecified error".
        refused = self.ask("PUT", path, {"boot_device": "safe"}, 500)
        self.assertIn("Unspecified error", refused.reason)

    def test_a_wrong_password_is_reported_at_once_and_not_tried_again(self):
        bmc = self.bmc("locked")
        self.enrol(bmc, manage=False, ipmi_password="geheim")

        def answered():
            """On a busy machine ipmi_sim may be too late for ipmitool, and then says nothing of the password."""
            self.api.ask_for_state("locked", "manage")
            node = poll(lambda: (n := self.api.node("locked"))["provision_state"] == "enroll" and n, "it fails")
            return "did not respond" not in node["last_error"] and node

        node = poll(answered, "ipmi_sim answers in time", 60)
        self.assertIn("rejected the user name, the password or the K_g key", node["last_error"])
        self.assertIn("RAKP 2 HMAC is invalid", node["last_error"])
        self.assertNotIn("geheim", node["last_error"])
        self.assertNotIn("geheim", self.daemon.log())

    def test_a_power_sync_finds_changes_and_silent_bmcs(self):
        bmcs = [self.bmc(f"many-{number}") for number in range(4)]
        for bmc in bmcs:
            self.enrol(bmc)
        bmcs[0].put("power", "1\n")
        poll(lambda: not bmcs[0].is_on or
             self.api.node("many-0")["power_state"] == "power on", "the survey has seen it")
        bmcs[1].freeze()
        try:
            node = poll(lambda: (n := self.api.node("many-1"))["fault"] and n, "it is found silent", 60)
            self.assertTrue(node["maintenance"])
            self.assertIn(f"127.0.0.1:{bmcs[1].port}", node["maintenance_reason"])
            self.assertIn("did not respond", node["maintenance_reason"])
            self.assertFalse(self.api.node("many-2")["maintenance"])
        finally:
            bmcs[1].wake()
        poll(lambda: not self.api.node("many-1")["maintenance"], "it is back", 60)

    def test_the_service_waits_for_a_slow_bmc(self):
        bmc = self.bmc("slow")
        self.enrol(bmc)
        bmc.put("slow", "0.5\n")
        self.power(bmc, "power on", "power on")
        bmc.take("slow")

    def test_a_power_request_to_a_silent_bmc_names_it(self):
        bmc = self.bmc("silent")
        self.enrol(bmc)
        bmc.freeze()
        try:
            self.ask("GET", "/v1/nodes/silent/management/boot_device", status=500)
            self.ask("PUT", "/v1/nodes/silent/states/power", {"target": "power on"}, 202)
            node = poll(lambda: (n := self.api.node("silent"))["last_error"] and n, "it fails", 60)
            self.assertIn("did not respond", node["last_error"])
        finally:
            bmc.wake()

    def test_vendor_methods_reach_the_bmc_and_invalid_bytes_do_not(self):
        bmc = self.bmc("vendor")
        self.enrol(bmc)
        methods = self.ask("GET", "/v1/nodes/vendor/vendor_passthru/methods", status=200).json
        self.assertLessEqual({"bmc_reset", "send_raw"}, set(methods))
        path = "/v1/nodes/vendor/vendor_passthru?method="
        self.ask("POST", path + "send_raw", {}, 400)
        self.ask("POST", path + "send_raw", {"raw_bytes": "0x06 0x01"}, 202)
        self.ask("POST", path + "bmc_reset", {"warm": False}, 202)

    def console(self, name, enabled):
        self.ask("PUT", f"/v1/nodes/{name}/states/console", {"enabled": enabled}, 202)

        def reached():
            node = self.api.node(name)
            self.assertIsNone(node["last_error"], node)
            return node["console_enabled"] == enabled
        poll(reached, f"{name}: console {enabled}")
        return self.ask("GET", f"/v1/nodes/{name}/states/console", status=200).json["console_info"]

    def talk(self, info, words):
        """Sends words until the machine returns them. Input before ipmi_sim has its line is lost."""
        host, port = info["url"].removeprefix("tcp://").split(":")
        heard = b""
        with socket.create_connection((host, int(port)), timeout=20) as line:
            while b"operational" not in heard:
                heard += line.recv(4096)
            line.settimeout(1)

            def says_it_back():
                nonlocal heard
                line.sendall(words)
                with contextlib.suppress(TimeoutError):
                    heard += line.recv(4096)
                return words.upper() in heard
            poll(says_it_back, f"the machine says {words} back")

    def test_a_console_shows_the_serial_line_and_survives_a_restart(self):
        bmc = self.bmc("console")
        self.enrol(bmc)
        self.ask("PATCH", "/v1/nodes/console", [{"op": "add", "path": "/console_interface",
                                                 "value": "ipmitool-socat"}], 200)
        info = self.console("console", True)
        self.assertEqual(info["type"], "socat")
        self.talk(info, b"hello there")
        self.daemon.kill()
        try:
            self.talk(info, b"still here")
        finally:
            self.daemon.start()
        self.assertEqual(self.console("console", True), info)
        self.talk(info, b"and again")
        self.assertIsNone(self.console("console", False))
        with self.assertRaises(OSError):
            self.talk(info, b"too late")

    def test_driver_info_is_checked_field_by_field(self):
        self.api.create("wrong", driver="ipmi", driver_info={"ipmi_address": "-x"})
        found = self.ask("GET", "/v1/nodes/wrong/validate", status=200).json
        for kind in ("power", "management"):
            self.assertFalse(found[kind]["result"], kind)
            self.assertIn("driver_info.ipmi_address", found[kind]["reason"])
        properties = self.ask("GET", "/v1/drivers/ipmi/properties", status=200).json
        self.assertIn("ipmi_bridging", properties)

    def test_nodes_with_old_driver_names_use_ipmi(self):
        for name in ("pxe_ipmitool", "agent_ipmitool", "agent_ipmitool_socat"):
            made = self.api.create(name, driver=name, driver_info={"ipmi_address": "192.0.2.1"})
            self.assertEqual(made["driver"], "ipmi")


if __name__ == "__main__":
    main()
