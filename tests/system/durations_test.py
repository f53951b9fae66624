#!/usr/bin/python3
"""Durations of steps: learned from the event log, shown in `why` and in a list."""

import unittest

from embedded_fixture import WithFolder
from harness import main, poll

CLEAN = {"target": "clean", "clean_steps": [{"interface": "deploy", "step": "erase_devices"}]}


class Durations(WithFolder):
    def erase(self, name):
        answer = self.api.call("PUT", f"/v1/nodes/{name}/states/provision", CLEAN)
        self.assertEqual(answer.status, 202, answer)

    def known(self, step):
        found = self.api.get("/v1/durations").json["durations"]
        return next((x for x in found if x["step"] == step), None)

    def learn(self):
        """Runs the step six times, one second each."""
        self.one = self.daemon().start()
        self.api = self.one.api
        delays = {"fake_delays": {"deploy.erase_devices": 1}}
        for i in range(6):
            self.api.create(f"n{i}", driver_info=delays,
                            properties={"vendor": "acme", "model": "box"})
            self.api.move(f"n{i}", "manage", "manageable")
            self.erase(f"n{i}")
        for i in range(6):
            self.api.until(f"n{i}", "manageable")
        poll(lambda: (self.known("erase_devices") or {"runs": 0})["runs"] == 6,
             "all runs are learned", 60)
        self.restart()

    def restart(self):
        self.one.kill()
        self.one.start()
        self.api = self.one.api

    def usual(self):
        return (self.api.get("/v1/nodes/n0/why").json["working"] or {}).get("usual")

    def told(self, kind):
        events = self.api.get("/v1/events?node=n0&since=0").json["events"]
        return [x["data"] for x in events if x["type"] == "ironbus." + kind]

    def test_durations_are_learned_and_the_next_run_has_an_estimate(self):
        self.learn()
        known = self.known("erase_devices")
        self.assertEqual((known["driver"], known["vendor"], known["model"], known["interface"]),
                         ("fake-hardware", "acme", "box", "deploy"))
        self.assertGreater(known["median_seconds"], 0.9)
        self.erase("n0")
        usual = poll(self.usual, "the next run is expected to be like them")
        self.assertEqual(usual["runs"], 6)
        self.assertGreater(usual["expected_end"], usual["began"])
        self.api.until("n0", "manageable")
        poll(lambda: self.known("erase_devices")["runs"] == 7, "the last run is learned, once", 60)
        started = self.told("step_started")
        self.assertNotIn("expected_end", started[0])
        self.assertEqual(started[-1]["expected_end"], usual["expected_end"])
        self.assertEqual(self.told("step_overdue"), [])

    def test_a_run_that_takes_longer_is_reported_once_and_survives_kill_9(self):
        self.learn()
        self.api.call("PATCH", "/v1/nodes/n0", [
            {"op": "add", "path": "/driver_info/fake_delays", "value": {"deploy.erase_devices": 25}}])
        self.erase("n0")
        poll(self.usual, "the run has begun")
        self.restart()  # The step is not overdue yet.
        first = poll(lambda: self.told("step_overdue"), "event step_overdue", 30)[0]
        self.assertEqual((first["interface"], first["step"], first["vendor"]),
                         ("deploy", "erase_devices", "acme"))
        self.assertGreater(first["seconds"], 5)  # The minimum that is added to the usual time.
        self.assertGreater(first["overdue_at"], first["expected_end"])
        self.assertTrue(self.usual()["overdue"])
        self.assertEqual(self.api.node("n0")["provision_state"], "cleaning")
        scraped = self.api.get("/metrics").body.decode()
        self.assertIn('ironbus_node_steps_overdue_total{step="deploy.erase_devices"} 1', scraped)
        self.restart()  # The event was sent.
        self.api.until("n0", "manageable", 90)
        runs = [(x["operation_id"], x["index"], x["attempt"]) for x in self.told("step_overdue")]
        self.assertEqual(len(runs), len(set(runs)), "no run is told twice")
        self.assertEqual(runs[0], (first["operation_id"], first["index"], first["attempt"]))
        ended = {(x["operation_id"], x["index"], x["attempt"]) for x in self.told("step_finished")
                 if x["seconds"] > 8}
        self.assertLessEqual(ended, set(runs), "none that was late is left out")


if __name__ == "__main__":
    main()
