#!/usr/bin/python3
"""Outages of RabbitMQ or Redis: responses stay correct, no data is lost, and the service recovers without help."""

import time
import unittest

from cluster import Cluster
from harness import main, poll

STEP_SECONDS = 4
REFUSED_WITHIN = 15  # Seconds. redis.command_timeout is 5, api.reply_timeout is 30.


class Outage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster().start()
        poll(cls.cluster.queues_are_saved, "RabbitMQ has saved the names of its queues", 30)
        cls.api = cls.cluster.api

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()

    def lose(self, name):
        """Stops a backend and waits until the gateway has noticed."""
        self.cluster.command("kill", name)
        self.addCleanup(self.ensure, name)
        part = {"broker": "bus", "store": "store"}[name]
        return poll(lambda: (x := self.ready()).status == 503 and not x.json[part]["ready"] and x,
                    f"/readyz names the {part}", 30)

    def ensure(self, name):
        if f"{name:14} down" in self.cluster.command("status"):
            self.bring_back(name)

    def bring_back(self, name):
        self.cluster.command("start-one", name)
        began = time.monotonic()
        poll(lambda: self.ready().status == 200, "ready again", 60)
        print(f"ready {time.monotonic() - began:.1f} s after the {name} was back")

    def ready(self):
        return self.api.get("/readyz")

    def be_working(self, name):
        """Creates a node in the middle of its deployment."""
        self.api.create(name, driver_info={"fake_delays": {"deploy.deploy": STEP_SECONDS}})
        self.api.move(name, "manage", "manageable", "provide", "available")
        self.api.ask_for_state(name, "active")
        poll(lambda: self.api.node(name)["deploy_step"].get("step") == "deploy", "the step runs")

    def refused(self, answer, word):
        self.assertEqual(answer.status, 503, answer)
        self.assertTrue(int(answer.headers["Retry-After"]) > 0)
        self.assertRegex(answer.reason.lower(), word)

    def finished_well(self, name):
        node = self.api.until(name, "active", 60)
        self.assertIsNone(node["last_error"])
        steps = self.api.get(f"/v1/nodes/{name}/history").json["history"]
        self.assertEqual([x for x in steps if x.get("severity") == "ERROR"], [])

    def goes_on(self, name):
        """A gateway may be ready before each conductor is; what it refuses until then, it does not do later."""
        def created():
            answer = self.api.call("POST", "/v1/nodes", {"driver": "fake-hardware", "name": name})
            self.assertIn(answer.status, (201, 503), answer)
            return answer.status == 201
        poll(created, f"{name} is created")
        self.api.move(name, "manage", "manageable", "provide", "available")

    def test_broker_outage(self):
        self.be_working("under-way")
        told = self.lose("broker")
        self.assertTrue(told.json["store"]["ready"])
        self.assertEqual(self.api.get("/healthz").status, 200)

        self.assertEqual(self.api.node("under-way")["provision_state"], "deploying")
        self.assertEqual(self.api.get("/v1/nodes/detail").status, 200)
        self.assertEqual(self.api.get("/v1/nodes/under-way/why").status, 200)

        began = time.monotonic()
        self.refused(self.api.call("POST", "/v1/nodes", {"driver": "fake-hardware"}), "bus")
        self.refused(self.api.call("PUT", "/v1/nodes/under-way/states/power",
                                   {"target": "power on"}), "bus")
        self.refused(self.api.call("PATCH", "/v1/nodes/under-way", [
            {"op": "add", "path": "/extra/x", "value": 1}]), "bus")
        self.assertLess(time.monotonic() - began, 20, "refusals come at once")

        self.bring_back("broker")
        self.finished_well("under-way")
        self.assertNotIn("x", self.api.node("under-way")["extra"])
        self.goes_on("after-broker")

    def test_store_outage(self):
        self.be_working("in-redis")
        uuid = self.api.create("resting")["uuid"]
        told = self.lose("store")
        self.assertTrue(told.json["bus"]["ready"])
        self.assertTrue(told.json["store"]["reason"])
        self.assertEqual(self.api.get("/healthz").status, 200)

        for path in ("/v1/nodes", "/v1/nodes/in-redis", "/v1/ports", "/v1/conductors"):
            self.refused(self.api.get(path), "store|redis")
        self.refused(self.api.call("PUT", "/v1/nodes/in-redis/states/power",
                                   {"target": "power on"}), "store|redis")
        self.refuses_writes(uuid)

        self.bring_back("store")
        self.finished_well("in-redis")
        self.goes_on("after-store")

    def refuses_writes(self, uuid):
        """Also by UUID, where a gateway need not read first, and long before api.reply_timeout."""
        for call in (("POST", "/v1/nodes", {"driver": "fake-hardware"}),
                     ("PATCH", f"/v1/nodes/{uuid}", [{"op": "add", "path": "/extra/x", "value": 1}]),
                     ("PUT", f"/v1/nodes/{uuid}/maintenance", {"reason": "x"}),
                     ("DELETE", f"/v1/nodes/{uuid}")):
            began = time.monotonic()
            self.refused(self.api.call(*call), "store|redis")
            took = time.monotonic() - began
            print(f"{call[0]} {call[1].replace(uuid, 'UUID')}: 503 after {took:.1f} s")
            self.assertLess(took, REFUSED_WITHIN)

    def test_store_that_hangs(self):
        uuid = self.api.create("hangs")["uuid"]
        self.cluster.command("pause", "store")
        self.addCleanup(self.cluster.command, "resume", "store")
        self.refuses_writes(uuid)
        self.refused(self.api.get(f"/v1/nodes/{uuid}"), "redis")
        self.cluster.command("resume", "store")
        poll(lambda: self.ready().status == 200, "ready again", 60)
        self.goes_on("after-hanging")

    def test_clean_restart_of_both_while_work_is_in_progress(self):
        self.be_working("twice")
        self.cluster.command("restart-store")
        self.cluster.command("restart-broker")
        poll(lambda: self.ready().status == 200, "ready again", 60)
        self.finished_well("twice")

    def test_role_killed_in_the_middle_of_a_step(self):
        self.be_working("orphan")
        for role in ("driver-1", "conductor-1", "gateway-1"):
            self.cluster.command("kill", role)
        for role in ("conductor-1", "driver-1", "gateway-1"):
            self.cluster.command("start-one", role)
        self.cluster.wait_until_all_ready(2)
        self.finished_well("orphan")


if __name__ == "__main__":
    main()
