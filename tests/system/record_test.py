#!/usr/bin/python3
"""Recordings of simulated machines of each profile, replayed and checked with sushy."""

import json
import os
import shutil
import subprocess
import unittest

import harness
from simulate_test import PROFILES, Judged
from simulated_fleet import Fleet


def record(machine, folder, *arguments, password=None):
    return subprocess.run(
        [harness.daemon_path(), "record-bmc", "--address", machine["redfish_address"], "--user",
         machine["user"], "--out", folder, "--insecure", *arguments],
        capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "BMC_PASSWORD": password or machine["password"]})


def texts_below(folder):
    for place, _, files in os.walk(folder):
        for name in files:
            yield harness.read(os.path.join(place, name))


def setUpModule():
    """Records a machine of each profile, and replays all recordings as one fleet."""
    global folder, recorded, played
    folder = harness.scratch()
    unittest.addModuleCleanup(shutil.rmtree, folder, True)
    fleet = Fleet(len(PROFILES))
    recorded = {one["profile"]: one for one in fleet.machines()}
    try:
        for name, machine in recorded.items():
            done = record(machine, os.path.join(folder, name))
            assert done.returncode == 0, done.stderr
    finally:
        fleet.stop()
    mockups = [word for name in PROFILES for word in ("--mockup", os.path.join(folder, name))]
    played = Fleet(None, "--http", *mockups)
    unittest.addModuleCleanup(played.stop)


class Played(Judged):
    """The parts of a recording that are simulated. Other parts cannot be changed."""

    test_bios = test_secure_boot = test_storage = test_update = test_power = None
    test_redfishtool_reads_and_changes_the_system = None

    @classmethod
    def setUpClass(cls):
        cls.fleet = played
        cls.machine = next(one for one in played.machines() if one["profile"] == cls.profile)

    @classmethod
    def tearDownClass(cls):
        """All classes use one fleet."""

    def test_a_replay_equals_the_recorded_machine(self):
        self.assertEqual(self.machine["macs"], recorded[self.profile]["macs"])
        self.assertEqual(self.machine["mockup"], os.path.join(folder, self.profile))


for each in PROFILES:
    globals()[each] = type(each, (Played, unittest.TestCase), {"profile": each})


class RecordTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(1, "--profile", "dell")
        cls.machine = cls.fleet.machines()[0]

    @classmethod
    def tearDownClass(cls):
        cls.fleet.stop()

    def refused(self, name, code, *arguments, machine=None, **how):
        done = record(machine or self.machine, os.path.join(folder, name), *arguments, **how)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr

    def test_recordings_contain_no_password(self):
        for name, machine in recorded.items():
            for text in texts_below(os.path.join(folder, name)):
                self.assertNotIn(machine["password"], text)

    def test_an_anonymous_recording_contains_no_names(self):
        place = os.path.join(folder, "anonymous")
        self.assertEqual(record(self.machine, place, "--anonymous").returncode, 0)
        for text in texts_below(place):
            for mac in self.machine["macs"]:
                self.assertNotIn(mac, text.lower())
            self.assertNotIn(self.machine["name"], text)

    def test_a_failure_is_reported_and_leaves_no_files(self):
        self.assertIn("returned 401", self.refused("x", 3, password="canary"))
        self.assertNotIn("canary", self.refused("x", 3, password="canary"))
        self.assertIn("is not a Redfish service", self.refused(
            "x", 3, machine={**self.machine, "redfish_address": self.fleet.url}))
        self.assertIn("is not empty", self.refused("dell", 2))
        self.assertIn("--address", self.refused(
            "x", 2, machine={**self.machine, "redfish_address": "https://h/elsewhere"}))
        self.assertIn("it is empty", self.refused("x", 2, "--password-file", "/dev/null"))
        self.assertFalse([name for name in os.listdir(folder) if name.startswith("x")])

    def test_limit_ends_recording_and_is_reported(self):
        self.assertIn("the limit of 5 resources is reached", self.refused("short", 6, "--resources", "5"))
        with open(os.path.join(folder, "short", "recording.json"), encoding="utf-8") as file:
            self.assertTrue(json.load(file)["cut_off"])

    def test_folder_without_mockup_is_reported(self):
        done = subprocess.run([harness.daemon_path(), "simulate", "--mockup", "/nowhere"],
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--mockup is invalid: '/nowhere' has no", done.stderr)


if __name__ == "__main__":
    harness.main()
