#!/usr/bin/python3
"""The API with a caller's trace, and with a collector that is unreachable or slow, which has no effect."""

import os
import shutil
import time
import unittest

from harness import Daemon, free_address, main, make_certificate, poll, scratch
from otlp_collector import Collector
from tracing_fixture import Caller, tracing


class Requests(unittest.TestCase):
    """The API with a caller's trace."""

    def setUp(self):
        self.folder = scratch()
        self.collector = Collector()
        self.daemons = []

    def tearDown(self):
        codes = [one.stop() for one in self.daemons]
        self.collector.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.assertLessEqual(set(codes), {0})
        self.assertEqual(self.collector.wrong, [])

    def start(self, settings):
        self.daemons.append(Daemon(os.path.join(self.folder, str(len(self.daemons))),
                                   settings=settings).start())
        return self.daemons[-1].api

    def until_seen(self, api, path):
        """Sends a sampled request and waits for its span, which also shows that earlier spans have arrived."""
        last = Caller(api)
        last.call("GET", path)
        return poll(lambda: self.collector.of(last.trace), "a span of " + path)

    def test_the_caller_decides_about_sampling(self):
        api = self.start(tracing(self.collector.url, more=", sampling_ratio: '0'"))
        other = Caller(api, sampled=False)
        other.call("GET", "/v1/nodes")
        api.get("/v1/nodes")
        span, = self.until_seen(api, "/v1/nodes")
        self.assertEqual(span.name, "GET /v1/nodes")
        self.assertEqual(len({one.trace for one in self.collector.spans}), 1)
        self.assertEqual(self.collector.of(other.trace), [])

    def test_a_new_trace_begins_without_a_valid_one(self):
        api = self.start(tracing(self.collector.url))
        caller = Caller(api)
        for parent in ("", "00-" + "0" * 32 + "-" + caller.span + "-01",
                       caller.parent + "-more", caller.parent.upper(), "ff" + caller.parent[2:]):
            caller.call("GET", "/v1/chassis", traceparent=parent)
        self.until_seen(api, "/v1/nodes")
        roots = [one for one in self.collector.spans if one.name == "GET /v1/chassis"]
        self.assertEqual(len(roots), 5)
        self.assertEqual({one.parent for one in roots}, {""})
        self.assertEqual(len({one.trace for one in roots} - {caller.trace}), 5)

    def test_errors_and_unknown_methods_have_correct_spans(self):
        api = self.start(tracing(self.collector.url))
        caller = Caller(api)
        caller.call("GET", "/v1/nodes/none")
        caller.call("BREW", "/v1/nodes?token=hush")
        caller.call("PUT", "/v1/nodes/none/states/provision", {"target": "active"})
        self.until_seen(api, "/v1/nodes")
        spans = poll(lambda: len(self.collector.of(caller.trace)) >= 3 and
                     self.collector.of(caller.trace), "all spans")
        by_name = {one.name: one for one in spans}
        self.assertEqual(by_name["GET /v1/nodes/{ident}"].attributes["http.response.status_code"],
                         "404")
        self.assertIn("_OTHER", by_name)
        self.assertTrue(all(one.error is None for one in spans), spans)  # They are errors of the client.
        self.assertNotIn("hush", repr(self.collector.spans))

    def test_nothing_is_recorded_when_tracing_is_off(self):
        api = self.start("")
        api.create("one")
        caller = Caller(api)
        caller.ask_for_state("one", "manage")
        api.until("one", "manageable")
        self.assertNotIn(caller.trace, self.daemons[0].log())
        self.assertNotIn("ironbus_trace", api.get("/metrics").body.decode())
        self.assertEqual(self.collector.requests, [])

    def test_a_collector_that_hangs_has_no_effect(self):
        self.collector.hangs = True
        api = self.start(tracing(self.collector.url, queue=512))
        api.create("one")
        caller = Caller(api)
        began = time.monotonic()
        for verb, state in (("manage", "manageable"), ("provide", "available"), ("active", "active")):
            caller.ask_for_state("one", verb)
            api.until("one", state)
        for _ in range(1200):
            api.get("/v1/nodes/one")
        self.assertLess(time.monotonic() - began, 60)
        dropped = next(line for line in api.get("/metrics").body.decode().splitlines()
                       if line.startswith("ironbus_trace_spans_dropped_total") and
                       'reason="queue_full"' in line)
        self.assertGreater(float(dropped.split()[-1]), 0)
        began = time.monotonic()
        self.assertEqual(self.daemons.pop().stop(), 0)
        self.assertLess(time.monotonic() - began, 20)

    def test_a_collector_that_returns_receives_all_spans(self):
        self.collector.status = 503
        api = self.start(tracing(self.collector.url))
        caller = Caller(api)
        caller.call("GET", "/v1/nodes")
        poll(lambda: self.collector.requests, "a request")
        self.collector.status = 200
        poll(lambda: self.collector.of(caller.trace), "the span")
        self.assertIn("cannot send spans to the trace collector", self.daemons[0].log())

    def test_the_service_starts_without_a_collector(self):
        api = self.start(tracing("http://" + free_address()))
        api.create("one")
        Caller(api).ask_for_state("one", "manage")
        api.until("one", "manageable")

    def test_the_collector_and_the_service_verify_each_other(self):
        cert, key = make_certificate(self.folder, "collector", "localhost")
        trusted = Collector((cert, key))
        try:
            secret = "Authorization=Bearer%20hush-hush"
            api = self.start(tracing(trusted.url,
                                     more=f", headers: '{secret}', ssl_ca_file: {cert}"))
            caller = Caller(api)
            caller.call("GET", "/v1/nodes")
            poll(lambda: trusted.of(caller.trace), "the span")
            self.assertEqual(trusted.requests[0]["Authorization"], "Bearer hush-hush")
            self.assertEqual(trusted.wrong, [])
            self.assertNotIn("hush-hush", self.daemons[0].log())
        finally:
            trusted.stop()

    def test_an_untrusted_collector_receives_nothing(self):
        stranger = Collector(make_certificate(self.folder, "stranger", "localhost"))
        try:
            api = self.start(tracing(stranger.url))
            Caller(api).call("GET", "/v1/nodes")
            poll(lambda: "cannot send spans to the trace collector" in self.daemons[0].log(), "word of it")
            self.assertEqual(stranger.requests, [])
            self.assertIn("authority that is not trusted", self.daemons[0].log())
        finally:
            stranger.stop()


if __name__ == "__main__":
    main()
