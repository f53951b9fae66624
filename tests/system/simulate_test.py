#!/usr/bin/python3
"""Simulated machines with the clients sushy and redfishtool."""

import logging
import os
import subprocess
import unittest
import warnings

import requests
import sushy
from sushy import exceptions
from sushy.resources.manager import virtual_media
from sushy.resources.registry import attribute_registry

import harness
from simulated_fleet import Fleet

warnings.filterwarnings("ignore", message="Unverified HTTPS request")
logging.disable(logging.CRITICAL)
# These variables would override verify=False of requests.
for variable in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
    os.environ.pop(variable, None)
PROFILES = ("dell", "hpe", "lenovo", "supermicro", "ami", "openbmc")
IMAGE = "http://192.0.2.1/boot.iso"


class Judged:
    """Tests for each profile. Each class below has one profile."""

    profile = ""

    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(1, "--profile", cls.profile)
        cls.machine = cls.fleet.machines()[0]

    @classmethod
    def tearDownClass(cls):
        assert cls.fleet.stop() == 0

    def setUp(self):
        self.root = sushy.Sushy(self.machine["redfish_address"], username=self.machine["user"],
                                password=self.machine["password"], verify=False)
        self.system = self.root.get_system()
        # AMI needs all boot settings at once, and HPE accepts no mode.
        self.mode = sushy.BootSourceOverrideMode.UEFI if self.profile == "ami" else None

    def tearDown(self):
        self.root._auth.close()

    def await_power(self, wanted):
        def reached():
            self.system.refresh()
            return self.system.power_state == wanted
        harness.poll(reached, f"power {wanted}")

    def switch_off(self):
        self.system.refresh()
        if self.system.power_state != sushy.PowerState.OFF:
            self.system.reset_system(sushy.ResetType.FORCE_OFF)
            self.await_power(sushy.PowerState.OFF)

    def boot(self):
        """Turns the machine on, for which a BMC may need a while. Returns what it booted."""
        def switched_on():
            try:
                self.system.reset_system(sushy.ResetType.ON)
                return True
            except exceptions.HTTPError as error:
                if error.status_code != 409:
                    raise
                return False
        self.switch_off()
        harness.poll(switched_on, "power on is accepted")
        name = self.machine["name"]
        harness.poll(lambda: self.fleet.state(name)["booted"]["device"], "a boot")
        return self.fleet.state(name)["booted"]

    def boot_once(self, target):
        self.system.set_system_boot_options(
            target=target, enabled=sushy.BootSourceOverrideEnabled.ONCE, mode=self.mode)
        self.system.refresh()

    def test_the_list_names_the_machine(self):
        self.assertEqual(self.system.path, self.machine["system_id"])
        self.assertEqual(self.root.get_manager_collection().get_members()[0].identity,
                         self.system.managers[0].identity)
        self.assertEqual(self.system.memory_summary.size_gib, 64)
        self.assertEqual(self.system.processors.summary.count, 32)
        macs = set(self.system.ethernet_interfaces.summary)
        wanted = set() if self.profile == "lenovo" else set(self.machine["macs"])
        self.assertTrue(wanted <= macs, macs)

    def test_power(self):
        self.boot()
        self.await_power(sushy.PowerState.ON)
        self.switch_off()

    def test_boot_device(self):
        self.boot_once(sushy.BootSource.PXE)
        self.assertEqual(self.system.boot.target, sushy.BootSource.PXE)
        self.assertEqual(self.boot()["device"], "Pxe")
        self.assertEqual(self.boot()["device"], "Hdd")

    def insert(self, slots):
        """Inserts the image into the first CD slot that accepts it. Some slots have no action for it."""
        for slot in slots:
            if sushy.VirtualMediaType.CD in slot.media_types:
                try:
                    slot.insert_media(IMAGE)
                    return slot
                except exceptions.MissingActionError:
                    continue
        raise AssertionError("no slot takes the image")

    def test_virtual_media(self):
        owner = self.system if self.profile == "dell" else self.system.managers[0]
        slots = virtual_media.VirtualMediaCollection(
            self.root._conn, owner.json["VirtualMedia"]["@odata.id"])
        slot = self.insert(slots.get_members())
        slot.refresh()
        self.assertTrue(slot.inserted)
        self.assertEqual(slot.image, IMAGE)
        self.boot_once(sushy.BootSource.CD)
        self.assertEqual(self.boot()["image"], IMAGE)
        slot.eject_media()
        slot.refresh()
        self.assertFalse(slot.inserted)

    def test_bios(self):
        bios = self.system.bios
        self.assertEqual(bios.attributes["NumLock"], "On")
        if self.profile != "hpe":  # This release of sushy sends a request that HPE refuses.
            registry = attribute_registry.AttributeRegistry(
                self.root._conn, "/redfish/v1/Registries/BiosAttributeRegistry/registry.json")
            self.assertIn("NumLock", [one.name for one in registry.registry_entries.attributes])
        if self.profile == "ami":  # This release of sushy sends no ETag here, which AMI requires.
            with self.assertRaises(exceptions.HTTPError) as refused:
                bios.set_attribute("NumLock", "Off")
            self.assertEqual(refused.exception.status_code, 428)
            return
        bios.set_attribute("NumLock", "Off")
        bios.refresh()
        self.assertEqual(bios.pending_attributes["NumLock"], "Off")
        self.boot()
        bios.refresh()
        self.assertEqual(bios.attributes["NumLock"], "Off")

    def test_secure_boot(self):
        if self.profile == "supermicro":  # It needs a licence.
            with self.assertRaises(exceptions.SushyError):
                self.assertIsNotNone(self.system.secure_boot.enabled)
            return
        if self.profile == "ami":  # See the test of the BIOS.
            with self.assertRaises(exceptions.HTTPError) as refused:
                self.system.secure_boot.set_enabled(True)
            self.assertEqual(refused.exception.status_code, 428)
            return
        self.system.secure_boot.set_enabled(True)
        self.system.secure_boot.refresh()
        self.assertTrue(self.system.secure_boot.enabled)

    def test_update(self):
        monitor = self.root.get_update_service().simple_update(
            "http://192.0.2.1/bios-9.8.7.exe", transfer_protocol="HTTP")
        self.boot()

        def updated():
            self.system.refresh()
            return self.system.bios_version == "9.8.7"
        harness.poll(updated, "the new version")
        self.assertEqual(monitor.get_task().task_state, sushy.TaskState.COMPLETED)

    def test_sessions(self):
        own = self.root._auth.get_session_key()
        self.assertTrue(own)
        self.assertIn(self.root._auth.get_session_resource_id(),
                      [one.path for one in self.root.get_session_service().sessions.get_members()])
        self.root._auth.close()
        answer = requests.get(self.machine["redfish_address"] + "/redfish/v1/Systems",
                              verify=False, timeout=30, headers={"X-Auth-Token": own})
        self.assertEqual(answer.status_code, 401)

    def test_storage(self):
        storage = self.system.storage.get_members()[0]
        self.assertEqual(len(storage.drives), 4)
        if self.profile == "openbmc":  # It has no RAID.
            return
        storage.volumes.create({
            "RAIDType": "RAID1",
            "Links": {"Drives": [{"@odata.id": one.path} for one in storage.drives[:2]]}})
        self.boot()

        def made():
            storage.volumes.refresh(force=True)
            return storage.volumes.get_members()
        self.assertEqual(harness.poll(made, "the volume")[0].raid_type, sushy.RAIDType.RAID1)

    def run_redfishtool(self, *arguments):
        return subprocess.run(
            ["redfishtool", "-r", self.machine["redfish_address"].removeprefix("https://"), "-u",
             self.machine["user"], "-p", self.machine["password"], "-S", "Always", *arguments],
            capture_output=True, text=True, timeout=120, check=False)

    def test_redfishtool_reads_and_changes_the_system(self):
        for way in ("Basic", "Session"):
            shown = self.run_redfishtool("-A", way, "Systems", "-F", "get")
            self.assertIn(self.machine["system_id"], shown.stdout, shown.stderr)
        self.boot()
        done = self.run_redfishtool("Systems", "-F", "reset", "ForceOff")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.await_power(sushy.PowerState.OFF)


for name in PROFILES:
    globals()[name] = type(name, (Judged, unittest.TestCase), {"profile": name})


class FaultTest(unittest.TestCase):
    def test_connections_break_as_the_scenario_says(self):
        fleet = Fleet(2, "--profile", "openbmc,dell", "--http", scenario="""
faults:
  - {kind: half_answer, path: /redfish/v1, machine: sim-00001, count: 1}
  - {kind: no_answer, path: /redfish, machine: sim-00001, count: 1}
  - {kind: bmc_restart, path: /redfish/v1/odata, seconds: 1}
""")
        self.addCleanup(fleet.stop)
        first, second = (one["redfish_address"] for one in fleet.machines())
        half = requests.get(first + "/redfish/v1", timeout=30)
        self.assertEqual(len(half.content), int(half.headers["Content-Length"]) // 2)
        self.assertEqual(requests.get(first + "/redfish/v1", timeout=30).status_code, 200)
        with self.assertRaises(requests.exceptions.ConnectionError):
            requests.get(first + "/redfish", timeout=30)
        self.assertEqual(requests.get(second + "/redfish", timeout=30).status_code, 200)
        self.assertEqual(requests.get(second + "/redfish/v1/odata", timeout=30).status_code, 200)
        with self.assertRaises(requests.exceptions.ConnectionError):
            requests.get(second + "/redfish/v1", timeout=30)
        harness.poll(lambda: self.answers(second), "the BMC is back")

    @staticmethod
    def answers(address):
        try:
            return requests.get(address + "/redfish/v1", timeout=30).ok
        except requests.exceptions.ConnectionError:
            return False


class CommandTest(unittest.TestCase):
    def refused(self, *arguments):
        done = subprocess.run([harness.daemon_path(), "simulate", *arguments], capture_output=True,
                              text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        return done.stderr

    def test_errors_are_reported(self):
        self.assertIn("openbmc", self.refused("--profile", "acme"))
        self.assertIn("IP:PORT", self.refused("--listen", "here"))
        self.assertIn("an IP address", self.refused("--listen", "localhost:0"))
        self.assertIn("below 65536", self.refused("--listen", "127.0.0.1:65535"))
        self.assertIn("cannot be read", self.refused("--scenario", "/nowhere.yaml"))
        self.assertIn("--machines", self.refused("--machines", "10001"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
