#!/usr/bin/python3
"""ops/bench with another service, here a second ironbusd, and with simulated BMCs."""

import json
import os
import shutil
import subprocess
import unittest

from harness import ROOT, Daemon, daemon_path, main, scratch

OPERATIONS = ["create a node", "get a node", "list 1,000 nodes", "list 1,000 nodes in full",
              "replace the traits of a node", "life of a node, with an inspection and two cleanings",
              "lookup", "heartbeat of a node in clean wait"]


class Beside(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.other = Daemon(self.folder).start()
        self.addCleanup(self.other.stop)

    def bench(self, *arguments):
        out = os.path.join(self.folder, "result.json")
        done = subprocess.run(
            [os.path.join(ROOT, "ops/bench"), "--quick", "--nodes", "40", "--seconds", "0.3",
             "--beside", self.other.api.url, "--json", out, *arguments],
            capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False)
        return done, json.loads(open(out, encoding="utf-8").read()) if os.path.exists(out) else None

    def test_both_services_are_measured_in_the_same_way(self):
        done, result = self.bench("--beside-pids", str(self.other.process.pid))
        self.assertEqual(done.returncode, 0, done.stderr)
        other, ours = result["results"]
        self.assertEqual((other["system"], ours["system"]), ("the other", "embedded"))
        for side in (other, ours):
            self.assertEqual([row["name"] for row in side["rows"]], OPERATIONS)
            for row in side["rows"]:
                self.assertNotIn("errors", row)
                self.assertGreater(row["rate"], 0)
            self.assertGreater(side["rows"][0]["cpu_ms"] + side["rows"][5]["cpu_ms"], 0)
            self.assertGreater(side["pss_mib"], 1)
        self.assertIn("| lookup | ", done.stdout)
        self.assertGreaterEqual(len(self.other.api.get("/v1/nodes").json["nodes"]), 40)

    def test_without_pids_there_is_no_cpu_time(self):
        done, result = self.bench("--nodes", "5", "--seconds", "0.05")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIsNone(result["results"][0]["rows"][0]["cpu_ms"])
        self.assertIsNotNone(result["results"][1]["rows"][0]["cpu_ms"])

    def test_unknown_pids_are_refused(self):
        done, _ = self.bench("--beside-match", "no such process is here")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no process matches", done.stderr)


class Simulated(unittest.TestCase):
    """Measurements with machines that ops/bench simulates."""

    def bench(self, *arguments):
        """Returns the output of ops/bench and the results of the service."""
        folder = scratch()
        self.addCleanup(shutil.rmtree, folder, True)
        out = os.path.join(folder, "result.json")
        done = subprocess.run(
            [os.path.join(ROOT, "ops/bench"), "--quick", "--json", out, *arguments],
            env={**os.environ, "IRONBUSD": daemon_path()}, capture_output=True, text=True,
            timeout=120, stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(out, encoding="utf-8") as file:
            return done.stdout, json.load(file)["results"][0]

    def test_power_changes_are_noticed_despite_unreachable_machines(self):
        shown, result = self.bench("--bmc", "--nodes", "40", "--ipmi", "20")
        found = result["power_sync"]
        self.assertEqual((found["nodes"], found["dead"], found["by_ipmi"], found["noticed"]["changes"]),
                         (40, 2, 20, 4))
        self.assertGreater(found["read_per_second"], 0)
        self.assertIn("| Redfish machines, unreachable ones | 40, 2 |", shown)

    def test_boot_iso_is_cheap_and_serves_many_readers(self):
        shown, result = self.bench("--discs", "--nodes", "6")
        found = result["discs"]
        size, disk = found["file_bytes"], found["made"]["disk"]
        self.assertGreater(size, 2_000_000)
        self.assertEqual((found["nodes"], disk["discs"]), (6, 6))
        self.assertLess(disk["own"], 6 * 200_000)
        self.assertGreaterEqual(disk["shared"], 2_000_000)
        self.assertLess(disk["all"], 2 * size)
        self.assertEqual(found["own"]["disk"].get("discs", 0), 0)
        for kind in ("made", "own"):
            self.assertGreater(found[kind]["cpu_seconds"], 0)
            self.assertGreaterEqual(found[kind]["seconds"], found[kind]["started_seconds"])
        for name in ("boot ISO", "plain file"):
            self.assertEqual([row["readers"] for row in found["whole"][name]], [1, 20])
            for row in found["whole"][name]:
                self.assertGreaterEqual(row["gigabytes"], 0.1)
                self.assertGreater(row["gigabytes_per_second"], 0)
        ranges = {row["name"]: row for row in result["rows"] if row["name"].startswith("read 64 KiB")}
        self.assertEqual(set(ranges), {"read 64 KiB of a boot ISO", "read 64 KiB of a plain file"})
        for row in ranges.values():
            self.assertNotIn("errors", row)
        self.assertIn("| boot ISOs at the same time | 6 | – |", shown)
        self.assertIn("| 20 | ", shown)


if __name__ == "__main__":
    main()
