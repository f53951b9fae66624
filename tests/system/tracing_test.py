#!/usr/bin/python3
"""One trace from a client's request to the last BMC call, for an OpenTelemetry collector."""

import os
import shutil
import time
import unittest

from fleet import IMAGE
from harness import Daemon, free_address, main, poll, scratch
from otlp_collector import Collector, tree
from simulated_agents_test import LIMIT, SETTINGS, TIMES
from simulated_fleet import Fleet
from tracing_fixture import Caller, ancestors, tracing


class Deploy(unittest.TestCase):
    """A machine with a simulated Redfish BMC and a simulated agent."""

    def setUp(self):
        self.folder = scratch()
        self.collector = Collector()
        self.daemon = Daemon(
            self.folder, listen=free_address(),
            settings=SETTINGS.format(folder=self.folder) + tracing(self.collector.url)).start()
        self.fleet = Fleet(1, "--profile", "dell", "--api", self.daemon.api.url, scenario=TIMES)
        self.make_available()

    def tearDown(self):
        try:
            codes = self.daemon.stop(), self.fleet.stop()
        finally:
            self.collector.stop()
            shutil.rmtree(self.folder, ignore_errors=True)
        self.assertEqual(codes, (0, 0))
        self.assertEqual(self.collector.wrong, [])

    def make_available(self):
        machine = self.fleet.machines()[0]
        api = self.daemon.api
        node = api.create("web", driver="redfish", boot_interface="ipxe", deploy_interface="direct",
                          instance_info=IMAGE, driver_info={
                              "redfish_address": machine["redfish_address"],
                              "redfish_verify_ca": False, "redfish_username": machine["user"],
                              "redfish_password": machine["password"]})
        self.uuid, self.password = node["uuid"], machine["password"]
        for mac in machine["macs"]:
            api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": mac})
        for verb, state in (("manage", "manageable"), ("provide", "available")):
            api.ask_for_state("web", verb)
            api.until("web", state, LIMIT)

    def deployed(self, caller):
        """Returns the spans of the trace after the end of the workflow."""
        self.daemon.api.until("web", "active", LIMIT)
        poll(lambda: self.collector.named(caller.trace, "deploy"), "the span of the workflow")
        spans = self.collector.of(caller.trace)
        if os.environ.get("IRONBUS_SHOW_TRACE"):
            print("\n" + "\n".join(tree(spans, caller.span)))
        return spans

    def test_a_deployment_is_one_trace(self):
        caller = Caller(self.daemon.api)
        caller.ask_for_state("web", "active")
        spans = self.deployed(caller)
        shown = "\n".join(tree(spans, caller.span))
        self.assertEqual(len({one.id for one in spans}), len(spans), shown)
        for one in spans:  # Every span has its parent.
            self.assertEqual(list(ancestors(spans, one))[-1], caller.span, shown)
            self.assertEqual(one.state, "congo=t61rcWkgMzE", one)

        request, = [one for one in spans if one.kind == "SERVER"]
        self.assertEqual(request.name, "PUT /v1/nodes/{ident}/states/provision")
        self.assertEqual(request.attributes["http.response.status_code"], "202")
        command, = [one for one in spans if one.name == "node set_provision_state"]
        self.assertEqual((command.parent, command.kind), (request.id, "CONSUMER"))
        self.assertEqual(command.attributes["ironbus.request.id"],
                         request.attributes["ironbus.request.id"])
        self.assertIn("commit", [one.name for one in spans if one.parent == command.id])
        workflow, = [one for one in spans if one.name == "deploy"]
        self.assertEqual(workflow.parent, command.id)

        steps = [one for one in spans if one.parent == workflow.id]
        names = [one.name for one in steps]
        self.assertIn("deploy.write_image", names, shown)
        self.check_steps(workflow, steps)
        self.check_calls(spans, steps)
        self.check_outcomes(spans, steps)
        self.assertNotIn(self.password, repr(spans))

    def check_steps(self, workflow, steps):
        self.assertGreater(len(steps), 3)
        for step in steps:
            self.assertEqual(step.attributes["ironbus.node.uuid"], self.uuid)
            self.assertIsNone(step.error, step)
            self.assertGreaterEqual(step.begin, workflow.begin)
            self.assertLessEqual(step.end, workflow.end)

    def check_calls(self, spans, steps):
        calls = [one for one in spans if one.kind == "CLIENT"]
        path = {one.id: one.attributes.get("url.path", "") for one in calls}
        bmc = [one for one in calls if path[one.id].startswith("/redfish/")]
        agent = [one for one in calls if "/v1/commands" in path[one.id]]
        self.assertTrue(bmc)
        self.assertTrue(agent)
        ids = {one.id: one for one in steps}
        for one in calls:
            self.assertIn(one.parent, ids, one)
            self.assertEqual(one.attributes["ironbus.node.uuid"], self.uuid)
            self.assertEqual(one.attributes["server.address"], "127.0.0.1")
            self.assertIn(one.attributes["http.request.method"], ("GET", "POST", "PATCH", "DELETE"))
            self.assertTrue({"http.response.status_code", "error.type"} & set(one.attributes), one)
            self.assertNotIn("?", path[one.id])
        changes = {one.name for one in bmc}
        self.assertIn("POST", changes)

    def check_outcomes(self, spans, steps):
        outcomes = [one for one in spans if one.name == "node step.outcome"]
        self.assertTrue(outcomes)
        for one in outcomes:
            self.assertIn(one.parent, {step.id for step in steps})

    def test_a_heartbeat_is_linked_to_its_step(self):
        caller = Caller(self.daemon.api)
        caller.ask_for_state("web", "active")
        spans = self.deployed(caller)
        ids = {(one.trace, one.id) for one in spans}
        beats = [one for one in self.collector.spans if one.name == "node agent_heartbeat"]
        self.assertTrue(any(link in ids for one in beats for link in one.links), beats)
        self.assertNotIn(caller.trace, {one.trace for one in beats})

    def test_the_log_and_the_operation_name_the_trace(self):
        caller = Caller(self.daemon.api)
        caller.ask_for_state("web", "active")
        self.deployed(caller)
        lines = [line for line in self.daemon.log().splitlines() if caller.trace in line]
        self.assertTrue(any("verb=deploy" in line and "request_id=req-" in line and
                            "span_id=" in line for line in lines), self.daemon.log()[-3000:])

    def test_a_kill_in_the_middle_keeps_the_trace(self):
        caller = Caller(self.daemon.api)
        caller.ask_for_state("web", "active")
        poll(lambda: self.collector.named(caller.trace, "POST"), "the BMC is told to power on")
        self.daemon.kill()
        died = time.time()
        self.daemon.start()
        spans = self.deployed(caller)
        shown = "\n".join(tree(spans, caller.span))
        workflow, = [one for one in spans if one.name == "deploy"]
        self.assertLess(workflow.begin, died)
        self.assertGreater(workflow.end, died)
        over = [one for one in spans if one.parent == workflow.id and one.begin < died < one.end]
        self.assertTrue(over, shown)  # The step in progress.
        for one in spans:
            self.assertEqual(list(ancestors(spans, one))[-1], caller.span, shown)
        later = [one for one in spans if one.kind == "CLIENT" and one.begin > died]
        self.assertTrue(later, shown)


if __name__ == "__main__":
    main()
