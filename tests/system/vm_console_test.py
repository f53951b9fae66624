#!/usr/bin/python3
"""A ramdisk that panics in a virtual machine with IPMI, BIOS and iPXE. The last console output is in the node's error,
without a connected client and after a kill of the service."""

import os
import shutil
import subprocess
import sys
import unittest

import harness
from emulated_machine import KERNEL_PARAMETERS
from harness import Daemon, poll, scratch
from ramdisk_machine import make_ramdisk

sys.path.insert(0, os.path.join(harness.ROOT, "ops", "demo_parts"))

import namespace  # noqa: E402
from vm_fleet import VirtualMachine  # noqa: E402
from vm_ways import WAYS, driver_info  # noqa: E402

LIMIT = 240  # Seconds, on a busy host.
PANIC = "Kernel panic - not syncing"
SETTINGS = """
drivers: {{enabled_hardware_types: [ipmi]}}
conductor: {{clean_callback_timeout: 90s}}
ipmi: {{min_command_interval: 0s, console_folder: {folder}/consoles}}
pxe: {{kernel_append_params: "console=ttyS0 {kernel} rdinit=/nowhere init=/nowhere panic=0"}}
dhcp: {{managed: {{interface: {bridge}, range: {range}}}}}
"""


def recorders(folder):
    """Returns the console recorders of that folder."""
    return subprocess.run(["pgrep", "-f", "ironbus-console-recorder --for .*" + folder], capture_output=True,
                          text=True, check=False).stdout.split()


class Test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ramdisk = make_ramdisk()  # It needs the host's network.
        try:
            namespace.enter()
        except namespace.NotPermitted as why:
            raise unittest.SkipTest(str(why)) from None

    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.machine = VirtualMachine(harness.daemon_path(), "bios", "--network", f"bridge:{namespace.BRIDGE}", "--ipmi",
                                      "--listen", "127.0.0.1:0", "--memory", "512", "--folder", self.folder + "/machine")
        self.machine.__enter__()
        self.addCleanup(self.machine.__exit__)
        settings = SETTINGS.format(folder=self.folder, bridge=namespace.BRIDGE, range=namespace.RANGE,
                                   kernel=KERNEL_PARAMETERS)
        self.daemon = Daemon(self.folder, "--ramdisk", self.ramdisk, settings=settings, listen=f"{namespace.HOST}:6385")
        self.daemon.start(**harness.OPEN_NETWORK)
        self.addCleanup(self.daemon.stop)

    def enrol(self):
        shown = self.machine.shown()
        node = self.daemon.api.create("vm", driver="ipmi", boot_interface="ipxe", deploy_interface="direct",
                                      console_interface="ipmitool-socat", driver_info=driver_info(WAYS["bios"], shown))
        for mac in shown["macs"]:
            made = self.daemon.api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": mac})
            self.assertEqual(made.status, 201, made)

    def log(self):
        answer = self.daemon.api.call("GET", "/v1/nodes/vm/console/log")
        return answer.body.decode(errors="replace") if answer.status == 200 else ""

    def failed(self):
        node = self.daemon.api.node("vm")
        return node if node["provision_state"] == "clean failed" else None

    def test_the_last_output_of_a_ramdisk_that_panics(self):
        self.enrol()
        self.daemon.api.move("vm", "manage", "manageable")
        self.daemon.api.ask_for_state("vm", "provide")
        poll(lambda: PANIC in self.log(), "panic recorded", LIMIT)
        self.daemon.kill()
        self.daemon.start(**harness.OPEN_NETWORK)
        error = poll(self.failed, "the node has failed", LIMIT)["last_error"]
        print("\n  " + error.replace("\n", "\n  "), file=sys.stderr)
        self.assertIn("Timeout reached in state 'clean wait'", error)
        _, mark, lines = error.partition("The last lines of its serial console:\n")
        self.assertTrue(mark, error)
        self.assertIn(PANIC, lines)
        self.assertLessEqual(len(lines.splitlines()), 10)
        self.assertLessEqual(len(lines), 1024)
        self.assertEqual(self.daemon.api.get("/v1/nodes/vm/why").json["last_error"], error)
        events = [row["event"] for row in self.daemon.api.get("/v1/nodes/vm/history?detail=true").json["history"]]
        self.assertIn(error, events)
        poll(lambda: not recorders(self.folder), "no recorder is running", 60)


if __name__ == "__main__":
    unittest.main(verbosity=2)
