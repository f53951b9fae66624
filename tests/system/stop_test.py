#!/usr/bin/python3
"""The stop of a daemon: its duration, what it waits for, and that it loses nothing."""

import http.client
import signal
import socket
import time
from urllib.parse import urlparse

from embedded_fixture import WithFolder
from harness import main, poll


class Stop(WithFolder):
    def ended(self, one, expected):
        """Returns the seconds from SIGTERM to the end."""
        began = time.monotonic()
        one.process.terminate()
        self.assertEqual(one.process.wait(30), expected, one.log()[-2000:])
        return time.monotonic() - began

    def started(self, **settings):
        lines = "".join(f"{key}: {value}\n" for key, value in settings.items())
        one = self.daemon(settings=lines)
        return one, one.start().api

    @staticmethod
    def begin_step(api, seconds):
        """Creates a node in a step of that duration."""
        api.create("a", driver_info={"fake_delays": {"deploy.deploy": seconds}})
        api.move("a", "manage", "manageable", "provide", "available")
        api.ask_for_state("a", "active")
        poll(lambda: api.node("a")["deploy_step"].get("step") == "deploy", "a is in its step")
        time.sleep(0.5)  # Waits until the driver runs the step.

    def said(self, one, text):
        poll(lambda: text in one.log(), text)

    def test_an_idle_daemon_stops_at_once(self):
        one, api = self.started()
        where = urlparse(api.url)
        follower = http.client.HTTPConnection(where.hostname, where.port)
        self.addCleanup(follower.close)
        follower.request("GET", "/v1/events/stream")
        self.assertEqual(follower.getresponse().status, 200)
        self.assertLess(self.ended(one, 0), 3)

    def test_unfinished_requests_do_not_delay_the_stop(self):
        one, api = self.started()
        where = urlparse(api.url)
        for part in (b"GET /v1/nodes HTTP/1.1\r\nHost: localhost\r\n",
                     b"POST /v1/nodes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     b"Content-Length: 1000\r\n\r\n{"):
            half = socket.create_connection((where.hostname, where.port))
            self.addCleanup(half.close)
            half.sendall(part)
        time.sleep(0.2)
        self.assertLess(self.ended(one, 0), 5)

    def test_the_stop_waits_for_the_end_of_a_step(self):
        one, api = self.started(drain_timeout="25s")
        self.begin_step(api, 3.0)
        self.ended(one, 0)
        self.assertIn('msg="waiting for running steps before exit"', one.log())
        node = one.start().api.until("a", "active")
        self.assertIsNone(node["last_error"])

    def test_a_longer_step_is_abandoned_and_repeated(self):
        one, api = self.started(drain_timeout="4s")
        self.begin_step(api, 12.0)
        self.assertLess(self.ended(one, 4), 8)
        self.assertIn('msg="stopped waiting, steps are still running"', one.log())
        api = one.start().api
        self.assertEqual(api.node("a")["provision_state"], "deploying")
        self.assertIsNone(api.until("a", "active", 60)["last_error"])

    def test_a_second_signal_stops_at_once_and_loses_nothing(self):
        one, api = self.started(drain_timeout="25s")
        self.begin_step(api, 12.0)
        one.process.terminate()
        self.said(one, "waiting for running steps before exit")
        began = time.monotonic()
        one.process.send_signal(signal.SIGTERM)
        self.assertEqual(one.process.wait(10), 128 + signal.SIGTERM)
        self.assertLess(time.monotonic() - began, 3)
        self.assertIsNone(one.start().api.until("a", "active", 60)["last_error"])


if __name__ == "__main__":
    main()
