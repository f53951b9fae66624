#!/usr/bin/python3
"""Simulated machines that resemble the nodes of an embedded service."""

import subprocess

import harness
from embedded_fixture import WithFolder
from simulated_fleet import Fleet, ask


class LikeTest(WithFolder):
    def test_each_node_has_a_machine_that_resembles_it(self):
        api = self.daemon().start().api
        large = api.create("large", properties={
            "vendor": "Dell Inc.", "cpus": 64, "memory_mb": "262144", "local_gb": 900})
        small = api.create("small")
        for mac in ("52:54:00:00:00:0a", "52:54:00:00:00:0b"):
            made = api.call("POST", "/v1/ports", {"node_uuid": large["uuid"], "address": mac})
            self.assertEqual(made.status, 201, made)
        fleet = Fleet(None, "--like", api.url, "--http")
        self.addCleanup(fleet.stop)
        machines = {one["name"]: one for one in fleet.machines()}
        self.assertEqual(set(machines), {"large", "small"})
        self.assertEqual(machines["large"]["like"], {"uuid": large["uuid"], "name": "large"})
        self.assertEqual(machines["large"]["profile"], "dell")
        self.assertEqual(set(machines["large"]["macs"]),
                         {"52:54:00:00:00:0a", "52:54:00:00:00:0b"})
        self.assertEqual(machines["small"]["like"]["uuid"], small["uuid"])
        shown = ask(machines["large"], "GET", machines["large"]["system_id"])
        self.assertEqual(shown["MemorySummary"]["TotalSystemMemoryGiB"], 256)

    def refused(self, code, *arguments):
        done = subprocess.run([harness.daemon_path(), "simulate", *arguments], capture_output=True,
                              text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr

    def test_an_unreadable_service_or_file_is_reported(self):
        api = self.daemon().start().api
        self.assertIn("has no nodes", self.refused(3, "--like", api.url))
        self.assertIn("--like", self.refused(3, "--like", "http://" + harness.free_address()))
        self.assertIn("--like is invalid", self.refused(2, "--like", "ftp://h"))
        self.assertIn("excludes", self.refused(2, "--like", api.url, "--machines", "3"))


if __name__ == "__main__":
    harness.main()
