#!/usr/bin/python3
"""ops/monitoring and docs/reference/metrics.md against a running fleet: promtool checks rules and metrics, a
Prometheus scrapes all processes and evaluates the expressions of alerts, recordings and panels."""

import os
import re
import subprocess
import unittest

import harness
import monitoring_fixture as files
from harness import Api, main, poll
from metrics_test import Scrape, check_page
from monitoring_fixture import METRIC, Prometheus, WatchedFleet, family_of

ALERT_HEADING = re.compile(r"^### (Ironbus\w+)$", re.MULTILINE)
# Metrics that a healthy fleet never counts, so they have no series yet.
NEVER_COUNTED = {"ironbus_http_overuse_total", "ironbus_log_records_dropped_total",
                 "ironbus_node_steps_overdue_total", "ironbus_webhook_lag", "ironbus_webhook_dead_letters",
                 "baremetal_current_amperes", "baremetal_voltage_volts"}


def promtool(*arguments, text=None):
    done = subprocess.run(["promtool", *arguments], input=text, capture_output=True, text=True,
                          timeout=400, check=False, cwd=files.FOLDER)
    return done.returncode, done.stdout + done.stderr


class Files(unittest.TestCase):
    """Checks of the files without a fleet."""

    def test_promtool_accepts_the_rules_and_the_configuration(self):
        for what, names in (("rules", ("alerts.yml", "recording.yml")), ("config", ("prometheus.yml",))):
            code, said = promtool("check", what, *names)
            self.assertEqual(code, 0, said)
            self.assertIn("SUCCESS", said)

    def test_each_alert_is_raised_only_by_its_series(self):
        code, said = promtool("test", "rules", "alerts_test.yml")
        self.assertEqual(code, 0, said)
        text = harness.read(files.path_of("alerts_test.yml"))
        for rule in files.rules("alerts.yml"):
            for name in (rule["alert"], rule["alert"] + ", quiet"):
                self.assertIn(f"  - name: {name}\n", text)

    def test_a_broken_rule_is_found(self):
        """Proves that the two tests above can fail."""
        broken = os.path.join(harness.scratch(), "broken.yml")
        with open(broken, "w", encoding="utf-8") as file:
            file.write(harness.read(files.path_of("alerts.yml")).replace("sum by (job)", "sum by job", 1))
        self.assertNotEqual(promtool("check", "rules", broken)[0], 0)

    def test_each_alert_has_a_runbook(self):
        page = harness.read(os.path.join(harness.ROOT, "docs", "reference", "metrics.md"))
        names = [rule["alert"] for rule in files.rules("alerts.yml")]
        self.assertEqual(ALERT_HEADING.findall(page), names)
        for rule in files.rules("alerts.yml"):
            self.assertEqual(rule["annotations"]["runbook"],
                             "docs/reference/metrics.md#" + rule["alert"].lower())
            self.assertIn(rule["labels"]["severity"], ("critical", "warning", "info"))

    def test_panels_do_not_overlap(self):
        taken = {}
        for panel in files.panels():
            at = panel["gridPos"]
            self.assertTrue(panel["title"] and panel["description"], panel)
            self.assertLessEqual(at["x"] + at["w"], 24, panel["title"])
            for x in range(at["x"], at["x"] + at["w"]):
                for y in range(at["y"], at["y"] + at["h"]):
                    self.assertIsNone(taken.get((x, y)), panel["title"])
                    taken[x, y] = panel["title"]


class Watched(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fleet = WatchedFleet()
        cls.addClassCleanup(cls.fleet.stop)
        cls.prometheus = Prometheus(cls.fleet.addresses)
        cls.addClassCleanup(cls.prometheus.stop)
        cls.fleet.live()
        poll(lambda: cls.prometheus.query("baremetal_last_payload_timestamp_seconds"),
             "sensors are read", 60, 0.5)
        poll(lambda: cls.prometheus.query('ironbus_node_transitions_total{to="active"} == 1'),
             "the life is scraped", 60, 0.5)
        poll(lambda: cls.prometheus.query('ironbus_nodes_by_fault{fault="power failure"} == 1'),
             "the lost machine is scraped", 60, 0.5)
        cls.pages = [Scrape("http://" + address) for address in cls.fleet.addresses]
        cls.types = {name: kind for page in cls.pages for name, kind in page.types.items()}

    def test_promtool_accepts_the_metrics(self):
        for address in self.fleet.addresses:
            text = Api("http://" + address).get("/metrics").body.decode()
            code, said = promtool("check", "metrics", text=text)
            self.assertEqual((code, said), (0, ""))

    def test_all_expressions_are_valid_and_use_existing_metrics(self):
        known = set(self.prometheus.ask("label/__name__/values"))
        absent = set()
        for title, expression in files.all_expressions():
            with self.subTest(title, expression=expression):
                self.prometheus.query(expression)  # raises for an invalid one
                for name in METRIC.findall(expression):
                    self.assertIsNotNone(family_of(name, self.types), name)
                    if name not in known:
                        absent.add(family_of(name, self.types))
        self.assertLessEqual(absent, NEVER_COUNTED)

    def test_an_invalid_expression_is_rejected(self):
        """Proves that the test above can fail."""
        with self.assertRaisesRegex(ValueError, "parse error"):
            self.prometheus.query("sum(ironbus_nodes")
        self.assertIsNone(family_of("ironbus_no_such_metric", self.types))

    def test_prometheus_evaluates_the_rules(self):
        def evaluated():
            all_rules = [rule for group in self.prometheus.ask("rules")["groups"] for rule in group["rules"]]
            return all(rule["health"] == "ok" for rule in all_rules) and all_rules
        self.assertEqual(len(poll(evaluated, "all rules are evaluated", 60, 0.5)),
                         len(files.rules("alerts.yml")) + len(files.rules("recording.yml")))
        raised = {alert["labels"]["alertname"] for alert in self.prometheus.ask("alerts")["alerts"]
                  if alert["labels"]["severity"] == "critical"}
        self.assertEqual(raised, set(), "a healthy fleet raises no critical alert")

    def test_the_page_lists_all_metrics(self):
        for page in self.pages:
            check_page(self, page, page.types.__contains__)
        page = harness.read(os.path.join(harness.ROOT, "docs", "reference", "metrics.md"))
        self.assertEqual(set(re.findall(r"^\| `((?:ironbus|baremetal)_\w+)` \|", page, re.MULTILINE)),
                         set(self.types))

    def test_counters_match_the_actions(self):
        x = self.pages[0]
        self.assertEqual(x.value("ironbus_nodes_by_driver", driver="fake-hardware"), 4)
        self.assertEqual(x.value("ironbus_nodes_by_driver", driver="redfish"), 2)
        self.assertEqual(x.value("ironbus_nodes_by_driver", driver="other"), 0)
        self.assertEqual(x.sum("ironbus_nodes_by_power_state"), x.sum("ironbus_nodes"))
        self.assertEqual(x.value("ironbus_node_transitions_total", **{"from": "deploying", "to": "active"}), 1)
        self.assertEqual(x.sum("ironbus_node_transitions_total"), x.sum("ironbus_node_state_seconds_count"))
        self.assertEqual(x.value("ironbus_node_step_seconds_count", step="power.get_power_state",
                                 outcome="failed"), 1)
        self.assertEqual(x.value("ironbus_node_power_syncs_total", result="lost"), 1)
        self.assertGreater(x.value("ironbus_node_power_syncs_total", result="unreadable"), 1)
        self.assertEqual(x.value("ironbus_nodes_in_maintenance"), 1)
        self.assertEqual(x.value("ironbus_node_step_seconds_count", step="deploy.deploy", outcome="done"), 1)
        self.assertGreater(x.sum("ironbus_bmc_call_seconds_count", protocol="redfish", result="done"), 0)
        for name in ("ironbus_conductor_queue_seconds_count", "ironbus_driver_queue_seconds_count"):
            self.assertGreater(x.sum(name), 0, name)

    def test_sensor_metrics_are_limited_to_the_configured_nodes(self):
        x = self.pages[0]
        shown = {s.labels["node_uuid"] for s in x.samples if s.name.startswith("baremetal_")}
        self.assertEqual(len(shown), 1, "sensor_metrics_nodes: 1")
        self.assertGreater(x.value("ironbus_node_sensors_left_out_total"), 0)
        self.assertEqual({s.value for s in x.samples if s.name == "baremetal_fan_status"}, {0})


if __name__ == "__main__":
    main()
