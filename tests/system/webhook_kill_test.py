#!/usr/bin/python3
"""Webhooks of a killed service, and of a log that has deleted events that they need."""

import http.client
import random
import threading

from event_client import all_events, gaps_of
from harness import free_address, main, poll
from webhook_fixture import SETTINGS, Webhooks
from webhook_receiver import Receiver


class Killed(Webhooks):
    """A service that is killed while ten nodes are at work, and a receiver that sometimes fails."""

    SETTINGS = SETTINGS.replace("attempts: 3", "attempts: 1000")

    def work(self, ending):
        count = 0
        while not ending.is_set():
            count += 1
            name = f"n{random.randrange(10)}"
            try:
                self.api.call("PATCH", f"/v1/nodes/{name}",
                              [{"op": "add", "path": "/extra/x", "value": count}], limit=5)
            except (OSError, http.client.HTTPException):
                ending.wait(0.02)

    def test_no_event_is_missed_and_repeated_events_are_marked(self):
        self.one.stop()
        self.one = self.daemon(settings=self.SETTINGS, part="kept")
        self.one.listen = free_address()
        self.one.start()
        self.api = self.one.api
        self.make_nodes(10)
        dice = random.Random(7)
        receiver = self.receiver(
            lambda *_: dice.choice((200, 200, 200, 200, 200, 200, 503, None, Receiver.TAKEN)))
        self.register(receiver.url, since="0", max_batch=3)
        ending = threading.Event()
        worker = threading.Thread(target=self.work, args=(ending,), daemon=True)
        worker.start()
        for _ in range(12):
            threading.Event().wait(dice.uniform(0.2, 1.5))
            self.one.kill()
            self.one.start()
        ending.set()
        worker.join(20)
        events = all_events(self.api)
        wanted = {event["id"] for event in events}
        poll(lambda: wanted <= set(receiver.ids()), "all events", 60)
        got = receiver.ids()
        twice = len(got) - len(set(got))
        print(f"{len(events)} events, received {len(got)}, missed {len(wanted - set(got))}, "
              f"twice {twice}, killed 12 times", flush=True)
        self.assertEqual(set(got) - wanted, set())
        self.assertEqual(gaps_of(events), {})
        self.assertEqual(receiver.wrong, [])
        self.check_order(receiver.taken)
        self.assertEqual(self.state()["dead_letters"], 0)

    def check_order(self, taken):
        """The first deliveries of each node's events are in the order of their numbers."""
        seen, numbers = set(), {}
        for event in taken:
            if event["id"] in seen or "sequence" not in event:
                continue
            seen.add(event["id"])
            numbers.setdefault(event["subject"], []).append(int(event["sequence"]))
        for subject, found in numbers.items():
            self.assertEqual(found, sorted(found), subject)

    def test_a_kill_after_a_response_repeats_one_request(self):
        receiver = self.receiver()
        self.make_nodes(3)
        self.register(receiver.url, since="0", enabled=False)
        self.one.kill()
        self.one.start(IRONBUS_FAILPOINT="before_webhook_position:2")
        self.api = self.one.api
        self.api.call("PATCH", "/v1/webhooks/hook",
                      [{"op": "replace", "path": "/enabled", "value": True}])
        poll(lambda: self.one.process.poll() is not None, "its death")
        self.one.start()
        self.api = self.one.api
        last = self.log_ids()[-1]
        poll(lambda: last in receiver.ids(), "all events", 40)
        got = receiver.ids()
        self.assertEqual(len(got) - len(set(got)), 1)
        self.assertEqual(got[1], got[2])


class Overtaken(Webhooks):
    """A short event log, which is trimmed once a minute."""

    SETTINGS = SETTINGS + "conductor:\n  max_event_log_size: 1048576\n"

    def test_deleted_events_are_reported(self):
        receiver = self.receiver()
        self.register(receiver.url, enabled=False)
        self.make_nodes(1)
        for i in range(4000):
            self.api.call("PATCH", "/v1/nodes/n0", [{"op": "add", "path": "/extra/x", "value": i}])
        poll(lambda: self.api.get("/v1/events?since=0").json["oldest"] > 10, "it is trimmed", 90)
        self.api.call("PATCH", "/v1/webhooks/hook",
                      [{"op": "replace", "path": "/enabled", "value": True}])
        poll(lambda: len(receiver.ids()) > 1, "events")
        first = receiver.taken[0]
        self.assertEqual(first["type"], "ironbus.webhook_gap")
        page = self.api.get("/v1/events?since=0").json
        self.assertEqual(first["data"]["oldest"], f"{page['log']}:{page['oldest']}")
        self.assertEqual(poll(lambda: self.state()["gaps"], "it is counted"), 1)
        self.assertEqual(receiver.wrong, [])


if __name__ == "__main__":
    main()
