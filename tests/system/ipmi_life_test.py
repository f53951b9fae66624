#!/usr/bin/python3
"""Whole lives of machines with IPMI: eight BMCs, boot `ipxe`, and agents whose power the BMCs switch."""

import os
import shutil
import unittest

import fleet
from harness import Daemon, free_address, main, poll, scratch
from ipmi_machines import Bmc

COUNT = 8  # each request to a BMC starts processes: more of them need a machine of their own
SETTINGS = """
drivers:
  enabled_hardware_types: [ipmi]
  default_inspect_interface: agent
  default_deploy_interface: direct
conductor:
  deploy_kernel: http://192.0.2.80/kernel
  deploy_ramdisk: http://192.0.2.80/ramdisk
  sync_power_state_interval: 5
deploy:
  ramdisk_image_download_source: http
ipmi:
  min_command_interval: 50ms
  ipmipower_workarounds: [opensesspriv]
pxe:
  http_root: {folder}/httpboot
""" + fleet.SETTINGS

# Effect of the machine's power on its agent.
WIRING = """#!/bin/sh
case "$1 $2" in
  "power 1" | "reset "*) target=rebooting ;;
  *) target="power off" ;;
esac
curl -s -o /dev/null -X POST -H 'Content-Type: application/json' \\
  -d "{{\\"target\\": \\"$target\\"}}" {url}/fleet/agents/{agent}/power
"""
LIFE = [("manage", "manageable"), ("inspect", "manageable"), ("provide", "available"),
        ("active", "active"), ("deleted", "available")]


class Lives(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, settings=SETTINGS.format(folder=cls.folder),
                            listen=free_address()).start()
        cls.api = cls.daemon.api
        journal = os.path.join(cls.folder, "nobody-writes.jsonl")
        with open(journal, "w", encoding="utf-8"):
            pass
        cls.fleet = fleet.Fleet(cls.api.url, journal)
        cls.bmcs = []

    @classmethod
    def tearDownClass(cls):
        for bmc in cls.bmcs:
            bmc.stop()
        cls.fleet.stop()
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def machine(self, number):
        bmc = Bmc(self.folder, f"rack-{number:02d}")
        self.bmcs.append(bmc)
        mac = f"52:54:00:cc:00:{number:02x}"
        node = self.api.create(bmc.name, driver="ipmi", boot_interface="ipxe",
                               driver_info=bmc.driver_info(), instance_info=fleet.IMAGE)
        made = self.api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": mac})
        self.assertEqual(made.status, 201, made)
        agent = self.fleet.add(
            node=node["uuid"], addresses=[mac], boots_from_network=True, boots_ms=1000,
            heartbeat_pause_ms=500, lookup_pause_ms=1000, inventory=self.inventory(mac),
            steps={"clean": [fleet.step("erase_devices", 10, takes_ms=200)],
                   "deploy": [fleet.step("write_image", takes_ms=200)]})
        bmc.wire(WIRING.format(url=self.fleet.control.url, agent=agent))
        return bmc, agent

    @staticmethod
    def inventory(mac):
        return {"interfaces": [{"name": "eth0", "mac_address": mac, "has_carrier": True}],
                "cpu": {"count": 4, "architecture": "x86_64"}, "memory": {"physical_mb": 8192},
                "disks": [{"name": "/dev/sda", "size": 64 << 30}], "boot": {"pxe_interface": mac}, "bmc_address": None}

    def reached(self, name, state):
        node = self.api.node(name)
        settled = node["target_provision_state"] is None
        self.assertFalse(settled and node["provision_state"].endswith("failed"), node["last_error"])
        return settled and node["provision_state"] == state

    def test_machines_go_from_enroll_to_available_again(self):
        machines = [self.machine(i) for i in range(COUNT)]
        for verb, state in LIFE:
            for bmc, _ in machines:
                self.api.ask_for_state(bmc.name, verb)
            for bmc, _ in machines:
                poll(lambda: self.reached(bmc.name, state), f"{verb} of {bmc.name}", limit=600)
            if verb == "active":
                for bmc, _ in machines:
                    self.assertTrue(bmc.is_on, bmc.name)
                    self.assertEqual(bmc.get("boot"), "default")  # Its disk.
        for bmc, agent in machines:
            told = self.fleet.orders(agent)
            self.assertEqual(told.count("clean.execute_clean_step:erase_devices"), 2, told)
            self.assertEqual(told.count("deploy.execute_deploy_step:write_image"), 1, told)
            self.assertEqual(self.api.node(bmc.name)["properties"]["cpu_arch"], "x86_64")
        self.assertEqual(self.api.check_invariants(), None)


if __name__ == "__main__":
    main()
