#!/usr/bin/python3
"""The event log: its contents, and that clients that reconnect miss no event."""

import random
import threading
import unittest

from embedded_fixture import WithFolder
from event_client import EventSource, WebSocketSource, all_events, gaps_of
from harness import free_address, main, poll


class EventLog(WithFolder):
    def setUp(self):
        super().setUp()
        self.daemon_one = self.daemon().start()
        self.api = self.daemon_one.api

    def positions(self, events):
        return [event["position"] for event in events]

    def test_events_are_listed_in_their_order(self):
        self.api.create("a")
        self.api.move("a", "manage", "manageable")
        events = all_events(self.api)
        self.assertEqual(events[0]["type"], "ironbus.node_created")
        self.assertEqual(self.positions(events), sorted(set(self.positions(events))))
        self.assertEqual(gaps_of(events), {})
        last = [x for x in events if x["type"].endswith("provision_state_changed")][-1]
        self.assertEqual(last["data"]["to"], "manageable")

    def test_filters(self):
        for name in ("a", "b"):
            self.api.create(name, owner=f"of-{name}", conductor_group="")
        self.api.move("a", "manage", "manageable")
        uuid = self.api.node("a")["uuid"]
        only = lambda **x: all_events(self.api, **x)
        self.assertEqual({x["subject"] for x in only(node="a")}, {uuid})
        self.assertEqual(len(only(type="ironbus.node_created")), 2)
        self.assertEqual(len(only(type="node_created", owner="of-b")), 1)
        self.assertEqual({x["subject"] for x in only(state="manageable")}, {uuid})
        self.assertEqual(only(group="nowhere"), [])
        self.assertEqual(only(node="ffffffff-ffff-4fff-8fff-ffffffffffff"), [])

    def test_events_of_a_deleted_node_are_found_by_its_uuid(self):
        uuid = self.api.create("gone")["uuid"]
        self.assertEqual(self.api.call("DELETE", "/v1/nodes/gone").status, 204)
        self.assertEqual(self.api.get("/v1/events?node=gone").status, 404)
        self.assertEqual([x["type"] for x in all_events(self.api, node=uuid)],
                         ["ironbus.node_created", "ironbus.node_deleted"])

    def test_errors_of_requests_are_reported(self):
        log = self.api.get("/v1/events").json["log"]
        for query, status, said in (
                ("since=x", 400, "since: 'x'"), ("since=-1", 400, "since: '-1'"),
                ("since=99999999", 400, "after its end"),
                (f"since={log}:99999999", 400, "after its end"),
                ("since=0badbad0:1", 410, "another store"),
                ("limit=0", 400, "limit: '0'"), ("limit=1001", 400, "limit: '1001'"),
                ("state=happy", 400, "state: 'happy'"), ("compacted=yes", 400, "compacted: 'yes'"),
                ("colour=red", 400, "Unexpected arguments: colour"),
                ("node=nobody", 404, "nobody")):
            with self.subTest(query):
                answer = self.api.get(f"/v1/events?{query}")
                self.assertEqual(answer.status, status)
                self.assertIn(said, answer.reason)
        refused = self.api.get("/v1/events?since=0badbad0:1").json
        self.assertEqual((refused["log"], refused["oldest"]), (log, 0))
        self.assertEqual(self.api.get("/v1/events/stream?limit=3").status, 400)
        self.assertEqual(self.api.get("/v1/events/stream?since=0badbad0:1").status, 410)

    def test_a_page_contains_the_position_of_the_next_page(self):
        for i in range(7):
            self.api.create(f"n{i}")
        first = self.api.get("/v1/events?limit=3").json
        self.assertEqual(len(first["events"]), 3)
        rest = self.api.get(first["next"].removeprefix(self.api.url)).json
        self.assertGreater(self.positions(rest["events"])[0], self.positions(first["events"])[-1])
        self.assertEqual(len(rest["events"]), 3)
        self.assertEqual(len(all_events(self.api)), 7)


class Follower(WithFolder):
    """Broken connections and a killed service, while ten nodes are at work."""

    def work(self, api, ending):
        count = 0
        while not ending.is_set():
            count += 1
            name = f"n{random.randrange(10)}"
            try:
                api.call("PATCH", f"/v1/nodes/{name}",
                         [{"op": "add", "path": "/extra/count", "value": count}])
            except OSError:
                ending.wait(0.1)

    def test_a_client_that_reconnects_misses_no_event(self):
        self.cut_again_and_again(EventSource)

    def test_a_client_that_reconnects_by_web_socket_misses_no_event(self):
        self.cut_again_and_again(WebSocketSource)

    def cut_again_and_again(self, kind):
        settings = "sqlite: {check_period: 1h}\n"
        one = self.daemon(settings=settings)
        one.listen = free_address()
        one.start()
        for i in range(10):
            one.api.create(f"n{i}")
        ending = threading.Event()
        worker = threading.Thread(target=self.work, args=(one.api, ending), daemon=True)
        worker.start()
        source = kind(one.api.url, since=one.api.get("/v1/events").json["log"] + ":0")
        source.start()
        for turn in range(20):
            poll(lambda: source.connections > turn or source.refused, "the follower is there")
            self.assertIsNone(source.refused)
            ending.wait(random.uniform(0.05, 0.3))
            if turn % 5 == 4:
                one.kill()
                one.start()
            source.cut()
        ending.set()
        worker.join(30)
        wanted = all_events(one.api)
        poll(lambda: source.events and
             source.events[-1]["position"] == wanted[-1]["position"], "the follower has all")
        source.stop()
        known = {event["id"] for event in source.events}
        missed = [event for event in wanted if event["id"] not in known]
        self.assertEqual(missed, [])
        self.assertEqual(gaps_of(wanted), {})
        print(f"{kind.__name__}: events {len(wanted)}, received {len(source.events)}, missed {len(missed)}, "
              f"twice {len(source.events) - len(known)}, connections {source.connections}")


if __name__ == "__main__":
    main()
