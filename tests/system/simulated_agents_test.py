#!/usr/bin/python3
"""Simulated machines with agents in their ramdisks, as the hardware type redfish sees them: a whole life over TLS,
from enroll to active and back."""

import json
import shutil
import unittest

from fleet import IMAGE
from harness import Daemon, free_address, main, poll, scratch
from simulated_fleet import SHORT, Fleet

LATEST = "1.115"
SETTINGS = """
drivers: {{enabled_hardware_types: [redfish]}}
pxe: {{http_root: {folder}/boot}}
conductor: {{deploy_kernel: "http://192.0.2.80/k", deploy_ramdisk: "http://192.0.2.80/r",
            rescue_kernel: "http://192.0.2.80/k", rescue_ramdisk: "http://192.0.2.80/r",
            sync_power_state_interval: 1}}
deploy: {{ramdisk_image_download_source: http}}
redfish: {{request_timeout: 4s, connect_timeout: 2s, power_on_conflict_retry_interval: 1s}}
agent: {{callback_networks: [127.0.0.0/8], command_wait_interval: 100ms}}
"""
TIMES = SHORT.rstrip("}\n") + ", agent: 0.2, agent_step: 0.2}\n"
LIMIT = 120  # Seconds for each change of state. A machine with two cores has other work.


class Agents(unittest.TestCase):
    SCENARIO = TIMES

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        # The boot scripts contain the service's URL, so its port must be known.
        cls.daemon = Daemon(cls.folder, settings=SETTINGS.format(folder=cls.folder),
                            listen=free_address()).start()
        cls.fleet = Fleet(4, "--profile", "dell,openbmc,hpe,supermicro", "--api",
                          cls.daemon.api.url, scenario=cls.SCENARIO)
        cls.machines = {one["profile"]: one for one in cls.fleet.machines()}

    @classmethod
    def tearDownClass(cls):
        code = cls.daemon.stop()
        stopped = cls.fleet.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)
        assert (code, stopped) == (0, 0), (code, stopped)

    @property
    def api(self):
        return self.daemon.api

    def enrol(self, profile):
        machine = self.machines[profile]
        node = self.api.create(
            profile, driver="redfish", boot_interface="ipxe", deploy_interface="direct",
            inspect_interface="agent", instance_info=IMAGE, driver_info={
                "redfish_address": machine["redfish_address"], "redfish_verify_ca": False,
                "redfish_username": machine["user"], "redfish_password": machine["password"]})
        for mac in machine["macs"]:
            made = self.api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": mac})
            self.assertEqual(made.status, 201, made)

    def move(self, name, verb, state):
        self.api.ask_for_state(name, verb)
        return self.api.until(name, state, LIMIT)

    def state(self, profile):
        return self.fleet.state(self.machines[profile]["name"])

    def live(self, profile):
        """Moves the machine from enroll to active and back to available."""
        self.enrol(profile)
        self.move(profile, "manage", "manageable")
        self.move(profile, "inspect", "manageable")
        found = self.api.get(f"/v1/nodes/{profile}/inventory").json["inventory"]
        self.assertEqual(found["memory"]["physical_mb"], 64 * 1024)
        self.assertEqual([one["mac_address"] for one in found["interfaces"]],
                         self.machines[profile]["macs"])
        self.move(profile, "provide", "available")
        self.move(profile, "active", "active")
        poll(lambda: self.state(profile)["booted"]["device"] == "Hdd", "it runs its instance")
        self.assertEqual(self.state(profile)["agent"], "off")
        self.move(profile, "deleted", "available")

    def test_a_machine_goes_from_enroll_to_active_and_back(self):
        self.live("dell")
        severe = [row for row in self.api.history("dell") if row["severity"] == "ERROR"]
        self.assertEqual(severe, [])

    def test_machines_of_other_vendors_do_so_too(self):
        for profile in ("openbmc", "hpe", "supermicro"):
            with self.subTest(profile):
                self.live(profile)


class NetworkFirst(Agents):
    """Machines whose boot order has the network before the disk."""
    SCENARIO = "boot_order: [Pxe, Hdd]\n" + TIMES

    def test_machines_of_other_vendors_do_so_too(self):
        self.enrol("hpe")
        self.move("hpe", "manage", "manageable")
        self.api.call("PUT", "/v1/nodes/hpe/states/power", {"target": "power on"})
        poll(lambda: self.state("hpe")["booted"]["device"] == "Hdd",
             "the network has nothing to boot for it")


class WithoutGateway(unittest.TestCase):
    def fails(self, why, *arguments, **how):
        with self.assertRaises(AssertionError) as told:
            Fleet(1, *arguments, **how).stop()
        self.assertIn(why, str(told.exception))

    def test_an_agent_url_that_cannot_be_called_is_refused(self):
        self.fails("--api is invalid", "--api", "ftp://127.0.0.1:1")
        self.fails("is not a readable PEM file", "--api", "https://127.0.0.1:1", "--ca-file", "/dev/null")
        self.fails("cannot be used with --api", "--api", "http://127.0.0.1:1", listen="0.0.0.0:0")

    def test_a_fleet_may_start_before_its_service(self):
        fleet = Fleet(1, "--profile", "openbmc", "--api", "http://127.0.0.1:9", scenario=TIMES)
        try:
            machine = fleet.machines()[0]
            self.assertEqual(machine["state"]["agent"], "off")
            self.assertNotIn("token", json.dumps(machine))
        finally:
            self.assertEqual(fleet.stop(), 0)


if __name__ == "__main__":
    main()
