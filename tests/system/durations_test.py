#!/usr/bin/python3
"""How long steps take: learned from the log of events, shown in `why` and by a list of its own."""

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

    def test_runs_are_learned_and_the_next_is_expected_to_be_like_them(self):
        one = self.daemon().start()
        self.api = one.api
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
        known = self.known("erase_devices")
        self.assertEqual((known["driver"], known["vendor"], known["model"], known["interface"]),
                         ("fake-hardware", "acme", "box", "deploy"))
        self.assertGreater(known["median_seconds"], 0.9)
        one.kill()
        one.start()
        self.api = one.api
        self.erase("n0")
        usual = poll(lambda: (self.api.get("/v1/nodes/n0/why").json["working"] or {}).get("usual"),
                     "the next run is expected to be like them")
        self.assertEqual(usual["runs"], 6)
        self.assertGreater(usual["expected_end"], usual["began"])
        self.api.until("n0", "manageable")
        poll(lambda: self.known("erase_devices")["runs"] == 7, "the last run is learned, once", 60)


if __name__ == "__main__":
    main()
