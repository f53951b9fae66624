#!/usr/bin/python3
"""/metrics as Prometheus reads it: counters match the actions, and docs/reference/metrics.md lists them all."""

import os
import re
import shutil
import unittest

import harness
from cluster import Cluster
from harness import Api, Daemon, main, poll, scratch
from prometheus_client.parser import text_string_to_metric_families

HEALTH = "health_listen: 127.0.0.1:0\n"
# Metrics that the embedded default does not have.
OF_A_CLUSTER = ("ironbus_amqp_", "ironbus_store_entries_astray_total")
OFF = ("baremetal_", "ironbus_trace_")  # Metrics that are off by default.
ROW = re.compile(r"^\| `((?:ironbus|baremetal)_\w+)` \| (\w+) \| (.*?) \| (.*?) \|$", re.MULTILINE)
HEAD = re.compile(r"^# (HELP|TYPE) (\S+) (.*)$", re.MULTILINE)
NODE = "/v1/nodes/{ident}"
STAYS = "ironbus_node_state_seconds_count"
WORK = ("ironbus_conductor_messages_in_work", "ironbus_driver_steps_in_work")


class Scrape:
    """One response of /metrics, parsed by Prometheus' own client."""

    def __init__(self, url):
        answer = Api(url).get("/metrics")
        assert answer.status == 200, answer
        assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        text = answer.body.decode()
        self.heads = HEAD.findall(text)
        self.types = {name: value for what, name, value in self.heads if what == "TYPE"}
        self.help = {name: value for what, name, value in self.heads if what == "HELP"}
        self.samples = [x for family in text_string_to_metric_families(text) for x in family.samples]

    def value(self, name, **labels):
        """The value of one series; 0 if there is none."""
        found = [x.value for x in self.samples if x.name == name and x.labels == labels]
        assert len(found) <= 1, (name, labels, found)
        return found[0] if found else 0

    def sum(self, name, **labels):
        """The sum of all series with these labels."""
        return sum(x.value for x in self.samples
                   if x.name == name and labels.items() <= x.labels.items())

    def nodes(self):
        """The number of nodes in each state that has any."""
        return {x.labels["state"]: x.value for x in self.samples
                if x.name == "ironbus_nodes" and x.value}

    def labels_of(self, name):
        """Label names of the samples of a family."""
        ends = ("_bucket", "_sum", "_count") if self.types[name] == "histogram" else ("",)
        return {frozenset(x.labels.keys() - {"le"}) for x in self.samples
                if x.name in [name + end for end in ends]}


def health_url(ready_line):
    return "http://" + re.search(r"health_listen=(\S+)", ready_line).group(1)


def until_nodes(url, expected):
    """The scrape with these nodes and no work left; waits some seconds for it."""
    def scrape():
        x = Scrape(url)
        return x.nodes() == expected and not any(map(x.sum, WORK)) and x
    return poll(scrape, f"nodes {expected} and no work", 20, 0.5)


class OneProcess(unittest.TestCase):
    def setUp(self):
        folder = scratch()
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        self.one = Daemon(os.path.join(folder, "one"), settings=HEALTH)
        self.addCleanup(lambda: self.one.process.poll() is None and self.one.stop())
        self.one.start()
        self.api = self.one.api

    @property
    def health(self):
        return health_url(self.one.ready_line)

    def test_counters_match_the_actions(self):
        made = [self.api.create(name) for name in ("a", "b", "c")]
        self.api.ask_for_state("a", "manage")
        self.api.until("a", "manageable")
        self.api.get("/v1/nodes/nobody")
        self.api.get("/v1/nodes/" + made[1]["uuid"])
        x = until_nodes(self.health, {"enroll": 2, "manageable": 1})

        requests = "ironbus_http_requests_total"
        self.assertEqual(x.value(requests, method="POST", route="/v1/nodes", status="201"), 3)
        self.assertEqual(x.value(requests, method="GET", route=NODE, status="404"), 1)
        self.assertEqual(x.value(requests, method="PUT", route=NODE + "/states/provision",
                                 status="202"), 1)
        for route in ("/v1/nodes", NODE):
            self.assertEqual(x.sum("ironbus_http_request_seconds_count", route=route),
                             x.sum(requests, route=route))
        self.assertEqual(x.sum("ironbus_node_state_seconds_count"), 2)
        for state in ("enroll", "verifying"):
            self.assertEqual(x.value("ironbus_node_state_seconds_count", state=state), 1)
        commits = x.value("ironbus_conductor_commits_total")
        self.assertGreaterEqual(commits, 5)
        self.assertEqual(x.value("ironbus_conductor_commit_seconds_count"), commits)
        self.assertGreater(x.value("ironbus_conductor_publish_seconds_count"), 0)
        self.assertGreater(x.value("ironbus_driver_step_seconds_count", interface="power"), 0)
        self.assertEqual(x.sum("ironbus_driver_step_seconds_count"),
                         x.value("ironbus_driver_steps_executed_total"))
        self.assertEqual(x.value("ironbus_conductor_nodes_in_memory"), 3)
        self.assertEqual(x.value("ironbus_conductor_shards_owned"), 64)
        for name in ("ironbus_conductor_dead_lettered_total", "ironbus_http_event_followers"):
            self.assertEqual(x.value(name), 0, name)
        self.assertEqual(x.value("ironbus_local_queue_messages", queue="dead"), 0)
        self.assertEqual(x.types, Scrape(self.api.url).types, "both listeners show all roles")

    def test_calls_of_ramdisks_and_rules_are_counted_by_result(self):
        for name, conditions in (("passed over", [{"op": "is-true", "args": ["no"]}]), ("refuses", [])):
            made = self.api.call("POST", "/v1/inspection_rules", {
                "description": name, "phase": "early", "conditions": conditions,
                "actions": [{"op": "fail", "args": ["no"]}]})
            self.assertEqual(made.status, 201, made)
        trial = {"inventory": {}, "phases": ["early"]}  # trials are not counted
        poll(lambda: made.json["uuid"] in self.api.call(
            "POST", "/v1/inspection_rules/test", trial).body.decode(), "the rules are in force")
        self.api.get("/v1/lookup?addresses=52:54:00:00:00:01")
        self.api.call("POST", "/v1/heartbeat/nobody", {"callback_url": "http://192.0.2.1:9999"})
        self.api.call("POST", "/v1/continue_inspection", b"{")
        self.api.call("POST", "/v1/continue_inspection", {"inventory": {
            "interfaces": [{"name": "eth0", "mac_address": "52:54:00:00:00:01"}]}}, version="1.1")
        x = Scrape(self.api.url)
        counted = {(s.labels["call"], s.labels["result"]): s.value for s in x.samples
                   if s.name == "ironbus_agent_calls_total" and s.value}
        self.assertEqual(counted, {("lookup", "not_found"): 1, ("heartbeat", "not_found"): 1,
                                   ("continue_inspection", "invalid"): 2})
        rules = {s.labels["result"]: s.value for s in x.samples if s.name == "ironbus_inspection_rules_total"}
        self.assertEqual(rules, {"applied": 0, "passed_over": 1, "failed": 1})

    def test_series_do_not_grow_with_nodes_and_callers(self):
        def life(name):
            uuid = self.api.create(name)["uuid"]
            self.api.move(name, "manage", "manageable")
            for path in (uuid, "nobody-" + name, name + "/no/" + name, uuid + "/history/7"):
                self.api.get("/v1/nodes/" + path)
            self.api.call("BREW" + name.upper(), "/v1/nodes/" + name)
            return {(x.name, *sorted(x.labels.items())) for x in Scrape(self.api.url).samples}

        life("a")
        self.assertEqual(life("b"), life("c"))

    def test_node_counts_are_right_after_each_restart(self):
        for name in ("a", "b"):
            self.api.create(name)
        self.api.move("a", "manage", "manageable")
        self.one.kill()
        self.one.start()
        until_nodes(self.health, {"enroll": 1, "manageable": 1})
        self.assertEqual(self.one.api.call("DELETE", "/v1/nodes/b").status, 204)
        self.assertEqual(self.one.stop(), 0)
        self.one.start()
        x = until_nodes(self.health, {"manageable": 1})
        self.assertEqual(x.sum("ironbus_node_state_seconds_count"), 0)

    def test_the_page_lists_all_metrics(self):
        self.api.create("a")
        self.api.move("a", "manage", "manageable")
        check_page(self, Scrape(self.api.url), lambda name: not name.startswith((*OF_A_CLUSTER, *OFF)))


def check_page(test, shown, expected_here):
    """The rows of the page's tables match the metrics of the process: name, type, labels and help."""
    page = harness.read(os.path.join(harness.ROOT, "docs", "reference", "metrics.md"))
    rows = {name: (kind, text) for name, kind, _, text in ROW.findall(page) if expected_here(name)}
    test.assertEqual({name: (shown.types[name], shown.help[name]) for name in shown.types}, rows)
    test.assertEqual(len(shown.heads), 2 * len(rows), "one HELP and one TYPE a metric")
    for name, kind, labels, _ in ROW.findall(page):
        test.assertEqual(name.endswith("_total"), kind == "counter", name)
        test.assertTrue(kind != "histogram" or name.endswith("_seconds"), name)
        if expected_here(name):
            test.assertLessEqual(shown.labels_of(name), {frozenset(re.findall(r"`(\w+)`", labels))},
                                 name)


class Processes(unittest.TestCase):
    """One process per role, and a second conductor."""

    def setUp(self):
        self.cluster = Cluster(HEALTH, "--conductors", "2").start()
        self.addCleanup(self.cluster.stop)
        self.api = self.cluster.api

    def health(self, name):
        log = harness.read(os.path.join(self.cluster.folder, "log", name + ".log"))
        return health_url([x for x in log.splitlines() if x.startswith("ironbusd ready")][-1])

    def test_all_processes_show_the_same_number_of_nodes(self):
        names = [f"n{i}" for i in range(6)]
        for name in names:
            self.api.create(name)
        self.api.move(names[0], "manage", "manageable")
        roles = ("gateway-1", "conductor-1", "conductor-2", "driver-1")
        before = {name: until_nodes(self.health(name), {"enroll": 5, "manageable": 1}) for name in roles}
        self.assertEqual(sum(x.value(STAYS, state="verifying") for x in before.values()), 1)

        owner, successor = sorted(("conductor-1", "conductor-2"), reverse=True,
                             key=lambda name: before[name].value("ironbus_conductor_commits_total"))
        self.cluster.command("kill", owner)
        self.api.move(names[1], "manage", "manageable")
        expected = {"enroll": 4, "manageable": 2}
        x = until_nodes(self.health(successor), expected)
        self.assertEqual(x.value(STAYS, state="verifying")
                         - before[successor].value(STAYS, state="verifying"), 1)
        self.cluster.command("start-one", owner)
        log = os.path.join(self.cluster.folder, "log", owner + ".log")
        poll(lambda: harness.read(log).count("ironbusd ready") == 2, f"{owner} is back", 60)
        for name in roles:
            until_nodes(self.health(name), expected)

    def test_the_page_lists_the_metrics_of_the_broker_connection(self):
        self.api.create("a")
        x = Scrape(self.health("gateway-1"))
        check_page(self, x, lambda name: name in x.types or name.startswith(OF_A_CLUSTER))
        self.assertGreater(x.value("ironbus_amqp_published_total"), 0)


if __name__ == "__main__":
    main()
