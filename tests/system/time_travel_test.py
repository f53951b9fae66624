#!/usr/bin/python3
"""A node's earlier states: at any time, and the changes since."""

import datetime
import time
import unittest

from embedded_fixture import WithFolder
from event_client import all_events, gaps_of
from harness import main


def now():
    """Returns a time between commits: earlier ones are finished, and later ones have not begun."""
    time.sleep(0.01)
    moment = datetime.datetime.now(datetime.timezone.utc)
    time.sleep(0.01)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class TimeTravel(WithFolder):
    def start(self, logs="true"):
        settings = f"conductor: {{decision_log: {logs}}}\n"
        self.one = self.daemon(settings=settings).start()
        self.api = self.one.api

    def at(self, moment, node="a", more=""):
        return self.api.get(f"/v1/nodes/{node}?at={moment}{more}")

    def diff(self, begin, end=None):
        to = f"&to={end}" if end else ""
        answer = self.api.get(f"/v1/nodes/a/diff?from={begin}{to}")
        self.assertEqual(answer.status, 200, answer)
        return {x["field"]: (x["from"], x["to"]) for x in answer.json["changes"]}

    def test_the_state_at_every_time_is_shown(self):
        self.start()
        begin = now()
        uuid = self.api.create("a", driver_info={"fake_password": "first"})["uuid"]
        seen = [(now(), self.api.node("a"))]
        for verb, state in (("manage", "manageable"), ("provide", "available"),
                            ("active", "active"), ("deleted", "available")):
            self.api.move("a", verb, state)
            seen.append((now(), self.api.node("a")))
        for i in range(140):  # This makes more than two whole snapshots.
            self.api.call("PATCH", "/v1/nodes/a",
                          [{"op": "add", "path": "/extra/count", "value": i}])
            if i % 20 == 0:
                seen.append((now(), self.api.node("a")))
        self.one.kill()
        self.one.start()
        self.api = self.one.api
        for moment, node in seen:
            with self.subTest(moment):
                then = self.at(moment).json
                for one in (then, node):
                    one.pop("links"), one.pop("ports"), one.pop("portgroups")
                    one.pop("states"), one.pop("volume")
                self.assertEqual(then, node)
        self.assertEqual(self.at(seen[1][0], more="&fields=provision_state").json["provision_state"],
                         "manageable")
        early = self.at(begin)
        self.assertEqual((early.status, "did not exist" in early.reason), (404, True), early)
        self.assertEqual(self.at("2099-01-01T00:00:00Z").status, 400)
        self.assertEqual(self.at("yesterday").status, 400)
        self.assertEqual(self.at(begin, node="nobody").status, 404)
        self.assertEqual(self.api.call("DELETE", "/v1/nodes/a").status, 204)
        self.assertEqual(self.at(seen[1][0], node=uuid).json["provision_state"], "manageable")
        self.assertEqual(self.at(now(), node=uuid).status, 404)

    def test_a_diff_shows_changes_and_hides_secrets(self):
        self.start()
        self.api.create("a", driver_info={"fake_password": "first"})
        begin = now()
        self.api.call("PATCH", "/v1/nodes/a",
                      [{"op": "replace", "path": "/driver_info/fake_password", "value": "second"},
                       {"op": "add", "path": "/extra/rack", "value": "r7"}])
        middle = now()
        self.api.call("PUT", "/v1/nodes/a/maintenance", {"reason": "fan"})
        self.api.call("PUT", "/v1/nodes/a/traits/CUSTOM_GPU")
        changes = self.diff(begin, middle)
        self.assertEqual(changes["driver_info/fake_password"], ("******", "******"))
        self.assertEqual(changes["extra/rack"], (None, "r7"))
        self.assertNotIn("maintenance", changes)
        changes = self.diff(begin)
        self.assertEqual(changes["maintenance"], (False, True))
        self.assertEqual(changes["maintenance_reason"], (None, "fan"))
        self.assertEqual(changes["traits"], ([], ["CUSTOM_GPU"]))
        self.assertEqual(self.diff(middle, middle), {})

    def test_followers_receive_events_only(self):
        self.start()
        self.api.create("a")
        self.api.move("a", "manage", "manageable")
        events = all_events(self.api)
        self.assertEqual(gaps_of(events), {})
        self.assertTrue(all(event["type"].startswith("ironbus.") for event in events))
        self.assertEqual(all_events(self.api, type="decision"), [])

    def test_states_that_were_not_kept_are_reported(self):
        self.start("false")
        self.api.create("a")
        moment = now()
        self.assertEqual(self.at(moment).status, 410)
        self.api.move("a", "manage", "manageable")
        self.assertEqual(self.at(moment).status, 410)
        self.assertIn("decision_log", self.at(moment).reason)


if __name__ == "__main__":
    main()
