#!/usr/bin/python3
"""A trace through one process for each role, over RabbitMQ. Each process sends its own spans."""

import unittest

from cluster import Cluster
from harness import main, poll
from otlp_collector import Collector, tree
from simulated_fleet import Fleet
from tracing_fixture import Caller, ancestors, tracing

SETTINGS = "drivers: {enabled_hardware_types: [redfish]}\n"


class Roles(unittest.TestCase):
    def setUp(self):
        self.collector = Collector()
        self.addCleanup(self.collector.stop)
        self.fleet = Fleet(1)
        self.addCleanup(self.fleet.stop)
        self.cluster = Cluster(SETTINGS + tracing(self.collector.url)).start()
        self.addCleanup(self.cluster.stop)

    def spans_of_all_roles(self, trace):
        """Waits for all roles, since each process sends its spans at its own interval."""
        def all_came():
            spans = self.collector.of(trace)
            seen = {one.kind for one in spans} | {one.name for one in spans}
            return {"SERVER", "verify", "CLIENT"} <= seen and spans

        return poll(all_came, "spans of each role")

    def test_each_role_has_spans_in_one_trace(self):
        machine = self.fleet.machines()[0]
        self.cluster.api.create("web", driver="redfish", driver_info={
            "redfish_address": machine["redfish_address"], "redfish_verify_ca": False,
            "redfish_username": machine["user"], "redfish_password": machine["password"]})
        caller = Caller(self.cluster.api)
        caller.ask_for_state("web", "manage")
        self.cluster.api.until("web", "manageable")
        spans = self.spans_of_all_roles(caller.trace)
        shown = "\n".join(tree(spans, caller.span))
        for one in spans:
            self.assertEqual(list(ancestors(spans, one))[-1], caller.span, shown)
        by_kind = {}
        for one in spans:
            by_kind.setdefault(one.kind, set()).add(one.process["ironbus.roles"])
        self.assertEqual(by_kind, {"SERVER": {"gateway"}, "CONSUMER": {"conductor"},
                                   "INTERNAL": {"conductor"}, "CLIENT": {"driver"}}, shown)
        self.assertEqual({one.process["service.name"] for one in spans}, {"ironbus"})
        self.assertEqual(len({one.process["service.instance.id"] for one in spans}), 3)
        self.assertEqual(self.collector.wrong, [])


if __name__ == "__main__":
    main()
