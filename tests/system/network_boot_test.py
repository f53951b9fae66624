#!/usr/bin/python3
"""Machines that boot over a network, with real DHCP (a dnsmasq that ironbusd starts) and real firmware, up to the
first call of the ramdisk. One at a time. Skipped where no network can be created."""

import os
import shutil
import signal
import subprocess
import sys
import unittest

import network_lab
from emulated_machine import KERNEL_PARAMETERS
from harness import OPEN_NETWORK, Daemon, main, poll, read, scratch
from image_server import ImageServer

SETTINGS = """
drivers:
  enabled_hardware_types: [manual-management]
  default_deploy_interface: direct
dhcp:
  managed: {{interface: {interface}, range: {range}}}
  unknown_machines: {unknown}
pxe:
  http_root: {folder}/httpboot
  kernel_append_params: console=ttyS0 {kernel}
image:
  cache_path: {folder}/cache
  networks: [127.0.0.0/8]
"""
LACKING = network_lab.missing()


def settings_of(folder, interface=network_lab.BRIDGE, range=network_lab.RANGE, unknown="ignore"):
    return SETTINGS.format(folder=folder, interface=interface, range=range, unknown=unknown, kernel=KERNEL_PARAMETERS)


@unittest.skipIf(LACKING, LACKING)
class NetworkBoot(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        network_lab.make_network()
        cls.ramdisk = network_lab.make_ramdisk()
        if not cls.ramdisk:
            raise unittest.SkipTest("Debian's kernel cannot be fetched")
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, "--ramdisk", cls.ramdisk, settings=settings_of(cls.folder),
                            listen=network_lab.HOST + ":6385").start(**OPEN_NETWORK)
        cls.api = cls.daemon.api

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def below(self, *names):
        return os.path.join(self.folder, *names)

    def begin_cleaning(self, name, mac, **fields):
        """Starts the cleaning of the machine's node, which then waits for the agent."""
        self.node = self.api.create(name, driver="manual-management", **fields)
        made = self.api.call("POST", "/v1/ports", {"node_uuid": self.node["uuid"], "address": mac})
        self.assertEqual(made.status, 201, made)
        self.api.move(name, "manage", "manageable", "provide", "clean wait")
        self.hosts = self.below("data", "dnsmasq", "hosts", self.node["uuid"])
        self.assertIn(f"{mac},set:ironbus,set:ironbus-", read(self.hosts))

    def boot(self, name, mac, uefi, expected, only="", **fields):
        """Boots the machine up to the first call of the ramdisk. Then its boot files must be deleted."""
        self.begin_cleaning(name, mac, **fields)
        machine = network_lab.Machine(self.folder, mac, uefi, only)
        try:
            machine.until_said("Linux version")
            took = machine.until_said('LOOKUP {"')
            console = machine.console()
        finally:
            machine.stop()
        print(f"{name}: the first call {took:.1f} s after power-on", file=sys.stderr, flush=True)
        for text in (self.node["uuid"], "BOOTIF=01-" + mac.replace(":", "-"), *expected):
            self.assertIn(text, console)
        self.abort(name)
        self.assertFalse(os.path.exists(self.below("httpboot", self.node["uuid"])))
        self.assertRegex(read(self.hosts), f"^# ironbus .*\n{mac},set:ironbus,[0-9.]+\n$")

    def abort(self, name):
        self.api.ask_for_state(name, "abort")
        poll(lambda: self.api.node(name)["provision_state"] == "clean failed", "clean failed")
        poll(lambda: not os.path.exists(self.below("httpboot", self.node["uuid"])), "the boot files to go")

    def test_bios_with_ipxe(self):
        self.boot("bios-ipxe", "52:54:00:00:00:01", False, [], boot_interface="ipxe")

    def test_uefi_with_signed_grub_and_secure_boot(self):
        self.boot("uefi-pxe", "52:54:00:00:00:02", True, ["Secure boot enabled"], boot_interface="pxe")

    def test_uefi_with_signed_grub_and_files_of_a_web_server(self):
        server = ImageServer()
        self.addCleanup(server.stop)
        for name in ("kernel", "ramdisk"):
            with open(os.path.join(self.ramdisk, name), "rb") as file:
                server.files[name] = file.read()
        self.boot("uefi-web", "52:54:00:00:00:04", True, ["Secure boot enabled"], boot_interface="pxe",
                  driver_info={f"deploy_{name}": f"{server.url}/plain/{name}" for name in server.files})
        self.assertEqual([server.times(f"/plain/{name}") for name in server.files], [1, 1])

    def test_uefi_with_http_and_secure_boot_without_tftp(self):
        self.boot("uefi-http", "52:54:00:00:00:03", True, ["Secure boot enabled", "HTTP Boot"], only="http",
                  boot_interface="http")

    def test_dhcp_answers_known_machines_only_and_ends_with_the_daemon(self):
        mac = "52:54:00:00:00:0a"
        self.assertIsNone(network_lab.ask_dhcp(mac))
        self.begin_cleaning("told", mac, boot_interface="ipxe")
        told = poll(lambda: network_lab.ask_dhcp(mac), "dnsmasq to know the machine")
        self.assertEqual(told["bootfile"], "network/undionly.kpxe")
        self.assertEqual(told["ip"], read(self.hosts).strip().rpartition(",")[2])
        self.kill_dnsmasq()
        poll(lambda: network_lab.ask_dhcp(mac), "dnsmasq to be back")
        self.daemon.kill()
        poll(lambda: network_lab.ask_dhcp(mac) is None, "dnsmasq to end with its daemon")
        self.daemon.start(**OPEN_NETWORK)
        told = poll(lambda: network_lab.ask_dhcp(mac), "dnsmasq to start again")
        self.assertEqual(told["bootfile"], "network/undionly.kpxe")
        self.assertTrue(os.path.exists(self.below("httpboot", self.node["uuid"], "kernel")))
        self.abort("told")
        poll(lambda: (reply := network_lab.ask_dhcp(mac)) and reply["bootfile"] == "", "an answer without a boot file")

    def kill_dnsmasq(self):
        old = int(read(self.below("data", "dnsmasq", "pid")))
        os.kill(old, signal.SIGKILL)
        poll(lambda: not os.path.exists(f"/proc/{old}"), "the end of dnsmasq")

    def refused(self, *arguments, spoilt="", **settings):
        """Returns the error of a daemon that does not start. `spoilt` is a folder in place of a file."""
        folder = scratch()
        os.makedirs(os.path.join(folder, spoilt), exist_ok=True)
        daemon = Daemon(folder, *arguments, settings=settings_of(folder, **settings),
                        listen=network_lab.HOST + ":6399")
        daemon.start(ready=False, **OPEN_NETWORK)
        try:
            self.assertNotEqual(daemon.process.wait(30), 0)
            return daemon.log()
        finally:
            if daemon.process.poll() is None:
                daemon.kill()
            shutil.rmtree(folder)

    def test_invalid_network_settings_are_refused_at_start(self):
        self.assertIn("no network interface 'nic7'", self.refused(interface="nic7"))
        self.assertIn("is not in the network of the interface", self.refused(range="10.0.0.1-10.0.0.9"))
        self.assertIn("there is no file '", self.refused("--ramdisk", self.folder))
        self.assertIn("dnsmasq cannot be run: ", self.refused(spoilt="data/dnsmasq/leases"))

    def test_a_dnsmasq_configuration_is_valid(self):
        text = subprocess.run([os.environ["IRONBUSD"], "config", "dnsmasq", "--interface", network_lab.BRIDGE,
                               "--range", network_lab.RANGE], capture_output=True, text=True, check=True).stdout
        path = self.below("dnsmasq.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("/etc/dnsmasq.d", self.folder).replace("/var/lib/ironbus", self.folder))
        judged = subprocess.run(["dnsmasq", "--test", "--conf-file=" + path], capture_output=True, text=True,
                                check=False)
        self.assertEqual(judged.returncode, 0, judged.stderr)


if __name__ == "__main__":
    network_lab.enter()
    main()
