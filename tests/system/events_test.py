#!/usr/bin/python3
"""Events that simulated machines send to their subscribers."""

import http.server
import json
import threading
import unittest

import harness
from simulated_fleet import SHORT, Fleet, ask


class Subscriber(http.server.BaseHTTPRequestHandler):
    """Answers the first event with 500 and accepts all others."""

    heard = []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.heard.append((self.path, self.headers["X-Key"], body))
        self.send_response(500 if len(self.heard) == 1 else 204)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class EventTest(unittest.TestCase):
    def test_events_are_repeated_until_they_are_accepted(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Subscriber)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        fleet = Fleet(1, "--profile", "hpe", "--http",
                      scenario=SHORT.replace("{", "{event_retry: 0.2, ", 1))
        self.addCleanup(fleet.stop)
        machine = fleet.machines()[0]
        ask(machine, "POST", "/redfish/v1/EventService/Subscriptions",
            {"Destination": f"http://127.0.0.1:{server.server_port}/e?who=me", "Context": "mine",
             "Protocol": "Redfish", "HttpHeaders": [{"X-Key": "k"}], "EventTypes": ["Alert"]})
        ask(machine, "POST", machine["system_id"] + "/Actions/ComputerSystem.Reset",
            {"ResetType": "On"})
        harness.poll(lambda: len(Subscriber.heard) > 1, "the event comes again")
        for path, key, body in Subscriber.heard:
            self.assertEqual((path, key, body["Context"]), ("/e?who=me", "k", "mine"))
            self.assertEqual(body["Events"][0]["MessageId"],
                             "ResourceEvent.1.3.ResourcePoweredOn")


if __name__ == "__main__":
    harness.main()
