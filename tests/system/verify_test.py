#!/usr/bin/python3
"""`ironbusd verify-bmc` with simulated BMCs of all vendors, over TLS."""

import os
import subprocess
import unittest

import harness
from harness import main
from simulated_fleet import Fleet


def verify(machine, *arguments, password=None):
    return subprocess.run(
        [harness.daemon_path(), "verify-bmc", "--address", machine["redfish_address"], "--username", machine["user"],
         "--insecure", *arguments], capture_output=True, text=True, timeout=200, check=False,
        env={**os.environ, "BMC_PASSWORD": machine["password"] if password is None else password})


class Verify(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fleet = Fleet(6)
        cls.machines = cls.fleet.machines()

    @classmethod
    def tearDownClass(cls):
        cls.fleet.stop()

    def test_a_check_passes_and_changes_nothing(self):
        for machine in self.machines:
            with self.subTest(machine["profile"]):
                done = verify(machine)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertTrue(done.stdout.endswith("passed\n"), done.stdout)
                self.assertNotIn(machine["password"], done.stdout + done.stderr)
                self.assertEqual(self.fleet.state(machine["name"])["power"], "off")

    def test_power_orders_pass(self):
        machine = self.machines[1]
        done = verify(machine, "--power")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("reboot", done.stdout)
        self.assertEqual(self.fleet.state(machine["name"])["power"], "off")

    def test_a_wrong_password_fails_once(self):
        done = verify(self.machines[0], "--power", password="geheim")
        self.assertEqual(done.returncode, 11, done.stdout + done.stderr)
        self.assertIn("rejected the user name or password", done.stdout)
        self.assertNotIn("geheim", done.stdout + done.stderr)

    def test_a_missing_password_or_bmc_fails(self):
        self.assertEqual(verify(self.machines[0], password="").returncode, 2)
        unreachable = {**self.machines[0], "redfish_address": f"https://127.0.0.1:{harness.free_port()}"}
        done = verify(unreachable, "--seconds", "5")
        self.assertEqual(done.returncode, 11, done.stdout + done.stderr)
        self.assertIn("No check worked", done.stdout)


if __name__ == "__main__":
    main()
