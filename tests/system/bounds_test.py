#!/usr/bin/python3
"""Stored data has limits for every writer, and no message stops the service."""

import base64
import gzip
import json
import os
import re
import sys
import threading
import unittest
import unittest.mock

from cluster import Cluster
from harness import ROOT, Daemon, main, poll, scratch

sys.path.insert(0, os.path.join(ROOT, "ops"))
from backends.processes import Process  # noqa: E402

DEPTH_MAX = 25
BYTES_MAX = 1024 * 1024


class Embedded:
    """SQLite and the bus inside the process."""

    def __init__(self):
        self.daemon = Daemon(scratch()).start()
        self.api = self.daemon.api

    def processes(self):
        """Returns the name and the PID of each running process."""
        return {"ironbusd": self.daemon.process.pid} if self.daemon.process.poll() is None else {}

    def stop(self):
        self.daemon.stop()


class Spread:
    """RabbitMQ, Redis, and one process for each role."""

    def __init__(self):
        self.cluster = Cluster().start()
        self.api = self.cluster.api

    def processes(self):
        return dict(re.findall(r"^(\S+) +pid (\d+)$", self.cluster.command("status"), re.MULTILINE))

    def stop(self):
        self.cluster.stop()


def depth_of(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return max(map(depth_of, inner), default=0) + isinstance(value, (dict, list))


def count(answers):
    """Returns a text such as '24 × 200, then 476 × 400'."""
    parts = []
    for status in answers:
        if not parts or parts[-1][1] != status:
            parts.append([0, status])
        parts[-1][0] += 1
    return ", then ".join(f"{number} × {status}" for number, status in parts)


class Bounds:
    """Tests for both stores."""

    def setUp(self):
        self.before = self.world.processes()

    def tearDown(self):
        self.assertEqual(self.world.processes(), self.before, "a process has died")

    def patch(self, name, *operations):
        return self.world.api.call("PATCH", "/v1/nodes/" + name, list(operations))

    def extra(self, name):
        return self.world.api.node(name)["extra"]

    def test_500_patches_that_nest_deeper_and_deeper(self):
        self.world.api.create("deep")
        path, answers, reasons = "/extra", [], set()
        for _ in range(500):
            answer = self.patch("deep", {"op": "add", "path": path + "/a", "value": {}})
            answers.append(answer.status)
            if answer.status == 200:
                path += "/a"
            else:
                reasons.add(answer.reason)
        print(f"{self.name}: 500 PATCHes: {count(answers)}; {reasons}")
        self.assertEqual(answers, [200] * (DEPTH_MAX - 1) + [400] * (501 - DEPTH_MAX))
        self.assertEqual(reasons, {f"The field 'extra' would be nested in {DEPTH_MAX + 1} levels; "
                                   f"at most {DEPTH_MAX} are allowed."})
        self.assertEqual(depth_of(self.extra("deep")), DEPTH_MAX)

    def test_a_patch_with_nested_operations_is_checked_by_its_result(self):
        self.world.api.create("steps")
        value = {}
        for _ in range(20):
            value = {"a": value}
        operations = [{"op": "add", "path": "/extra" + "/a" * (20 * i + 1), "value": value}
                      for i in range(200)]
        answer = self.patch("steps", *operations)
        self.assertEqual(answer.status, 400, answer)
        self.assertEqual(self.extra("steps"), {})

    def test_60_patches_of_a_megabyte(self):
        self.world.api.create("large")
        answers, reasons = [], set()
        for i in range(60):
            answer = self.patch("large", {"op": "add", "path": f"/extra/b{i}", "value": "x" * 10**6})
            answers.append(answer.status)
            if answer.status != 200:
                reasons.add(re.sub(r"\d{7}(?= bytes)", "N", answer.reason))
        print(f"{self.name}: 60 PATCHes of 1 MB: {count(answers)}; {reasons}")
        self.assertEqual(answers, [200] + [400] * 59)
        self.assertEqual(reasons, {f"The field 'extra' would have N bytes; at most {BYTES_MAX} "
                                   "are allowed."})
        self.assertLessEqual(len(json.dumps(self.extra("large"), separators=(",", ":"))), BYTES_MAX)

    def test_records_and_parts_have_limits_too(self):
        api = self.world.api
        node = api.create("owner")["uuid"]
        made = [("chassis", api.call("POST", "/v1/chassis", {})),
                ("ports", api.call("POST", "/v1/ports", {"node_uuid": node,
                                                         "address": "52:54:00:00:00:01"}))]
        for kind, answer in made:
            self.assertEqual(answer.status, 201, answer)
            path = f"/v1/{kind}/{answer.json['uuid']}"
            for i, status in enumerate([200, 400]):
                answer = api.call("PATCH", path, [
                    {"op": "add", "path": f"/extra/b{i}", "value": "x" * 10**6}])
                self.assertEqual(answer.status, status, answer)

    def test_a_config_drive_of_20_MiB_reaches_the_driver(self):
        api = self.world.api
        api.create("carrier")
        api.move("carrier", "manage", "manageable")
        api.move("carrier", "provide", "available")
        drive = base64.b64encode(gzip.compress(os.urandom(15 * 2**20), 0)).decode()
        asked = api.call("PUT", "/v1/nodes/carrier/states/provision",
                         {"target": "active", "configdrive": drive})
        self.assertEqual(asked.status, 202, asked)
        poll(lambda: api.node("carrier")["provision_state"] == "active", "deployed", 120)

    def test_the_limits_are_shown(self):
        schemas = self.world.api.get("/v1/openapi.json").json["components"]["schemas"]
        for schema, field in (("Node", "extra"), ("Port", "extra"), ("Runbook", "steps")):
            told = schemas[schema]["properties"][field]
            self.assertEqual((told["x-max-bytes"], told["x-max-depth"]), (BYTES_MAX, DEPTH_MAX))


class BoundsOfSqlite(Bounds, unittest.TestCase):
    name = "SQLite"

    @classmethod
    def setUpClass(cls):
        cls.world = Embedded()
        cls.addClassCleanup(cls.world.stop)


class BoundsOfRedis(Bounds, unittest.TestCase):
    name = "RabbitMQ, Redis"

    @classmethod
    def setUpClass(cls):
        cls.world = Spread()
        cls.addClassCleanup(cls.world.stop)

    def test_a_command_that_stops_conductors_is_skipped_after_three_deliveries(self):
        self.world.api.create("victim")
        # After the reply to the second command, the first is acknowledged and not delivered again.
        self.assertEqual(self.patch(
            "victim", {"op": "add", "path": "/extra/sound", "value": 1}).status, 200)
        self.start_conductor("before_commit")
        try:
            deaths, answer = self.count_deaths(lambda: self.patch(
                "victim", {"op": "add", "path": "/extra/poison", "value": 1}))
            print(f"{self.name}: the command ended {deaths} conductors, then: {answer.reason}")
            self.assertEqual(deaths, 3)
            self.assertEqual(answer.status, 500, answer)
            self.assertTrue(self.conductor().pid(), "the fourth lives")
        finally:
            self.start_conductor("")
            self.before = self.world.processes()
            poll(lambda: self.world.api.get("/readyz").status == 200, "ready again", 60)
        self.assertNotIn("poison", self.extra("victim"))

    def count_deaths(self, ask):
        """Returns how many conductors a request stops before its reply, and the reply."""
        deaths, answers = 0, []
        asking = threading.Thread(target=lambda: answers.append(ask()))
        asking.start()
        while asking.is_alive() and deaths < 6:
            if not self.conductor().pid():
                deaths += 1
                self.start_conductor("before_commit")
            asking.join(0.05)
        asking.join()
        return deaths, answers[0]

    def conductor(self):
        return Process(self.world.cluster.folder, "conductor-1")

    def start_conductor(self, trap):
        self.conductor().stop()
        with unittest.mock.patch.dict(os.environ, {"IRONBUS_FAILPOINT": trap}):
            self.conductor().start_again()


if __name__ == "__main__":
    main()
