"""A fleet that Prometheus scrapes, and the contents of the files in ops/monitoring."""

import json
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import harness
import yaml
from cluster import Cluster
from harness import Daemon, free_port, poll, scratch
from otlp_collector import Collector
from simulated_fleet import Fleet

FOLDER = os.path.join(harness.ROOT, "ops", "monitoring")
METRIC = re.compile(r"\b(?:ironbus|baremetal)_\w+")
OF_HISTOGRAMS = ("_bucket", "_sum", "_count")
HEALTH = "health_listen: 127.0.0.1:0\n"
SETTINGS = HEALTH + """\
drivers: {enabled_hardware_types: [fake-hardware, redfish]}
conductor: {sync_power_state_interval: 1, sensors_interval: 1, sensor_metrics_nodes: 1}
"""


def path_of(name):
    return os.path.join(FOLDER, name)


def rules(name):
    """The rules of a file, in order."""
    groups = yaml.safe_load(harness.read(path_of(name)))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def panels():
    return [x for x in json.loads(harness.read(path_of("dashboard.json")))["panels"] if x["type"] != "row"]


def asked_by_dashboard():
    """Title and expression of each target, with the dashboard's variables replaced."""
    for panel in panels():
        for target in panel["targets"]:
            yield panel["title"], (target["expr"].replace("$job", "ironbus")
                                   .replace("$__rate_interval", "1m"))


def all_expressions():
    yield from ((rule["alert"], rule["expr"]) for rule in rules("alerts.yml"))
    yield from ((rule["record"], rule["expr"]) for rule in rules("recording.yml"))
    yield from asked_by_dashboard()


def family_of(name, types):
    """The metric of a series, or None."""
    for end in OF_HISTOGRAMS:
        if name.endswith(end) and types.get(name[:-len(end)]) == "histogram":
            return name[:-len(end)]
    return name if name in types else None


class Prometheus:
    """A Prometheus process with the rules of ops/monitoring, on a free port; scrapes every second."""

    def __init__(self, targets):
        self.folder = scratch()
        settings = yaml.safe_load(harness.read(path_of("prometheus.yml")))
        settings["global"] = {"scrape_interval": "1s", "evaluation_interval": "1s"}
        settings["rule_files"] = [path_of(name) for name in settings["rule_files"]]
        settings["scrape_configs"][0]["static_configs"] = [{"targets": targets}]
        config = os.path.join(self.folder, "prometheus.yml")
        with open(config, "w", encoding="utf-8") as file:
            yaml.safe_dump(settings, file)
        address = f"127.0.0.1:{free_port()}"
        self.url = "http://" + address
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                ["prometheus", "--config.file", config, "--web.listen-address", address,
                 "--storage.tsdb.path", os.path.join(self.folder, "data")],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        poll(lambda: {x["health"] for x in self.targets()} == {"up"}, "all targets are up", 60, 0.5)

    def targets(self):
        try:
            return self.ask("targets")["activeTargets"]
        except OSError:
            return []

    def ask(self, path, **arguments):
        """The data of a response; raises ValueError with Prometheus' message if it rejects the request."""
        query = "?" + urllib.parse.urlencode(arguments) if arguments else ""
        try:
            with urllib.request.urlopen(f"{self.url}/api/v1/{path}{query}", timeout=30) as answer:
                document = json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise ValueError(refusal.read().decode(errors="replace")[:500]) from None
        assert document["status"] == "success", document
        return document["data"]

    def query(self, expression):
        return self.ask("query", query=expression)["result"]

    def stop(self):
        self.process.terminate()
        self.process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)


class WatchedFleet:
    """One process with fake machines and simulated BMCs, and a cluster with one process per role."""

    def __init__(self):
        self.folder = scratch()
        self.machines = Fleet(2)
        self.traces = Collector()
        traced = f"tracing: {{endpoint: '{self.traces.url}'}}\n"
        self.one = Daemon(self.folder, settings=SETTINGS + traced).start()
        self.cluster = Cluster(HEALTH).start()
        self.addresses = [self.address(self.one.ready_line)] + [
            self.address(self.last_ready_line(role)) for role in ("gateway-1", "conductor-1", "driver-1")]

    @staticmethod
    def address(ready_line):
        return re.search(r"health_listen=(\S+)", ready_line).group(1)

    def last_ready_line(self, role):
        log = harness.read(os.path.join(self.cluster.folder, "log", role + ".log"))
        return [x for x in log.splitlines() if x.startswith("ironbusd ready")][-1]

    def live(self):
        """Runs nodes through their states: one fails, one is lost later, two have simulated BMCs."""
        api = self.one.api
        for name in ("a", "b", "c"):
            api.create(name)
            api.move(name, "manage", "manageable", "provide", "available")
        api.move("a", "active", "active")
        failing = {"power.get_power_state": "no answer"}
        api.create("d", driver_info={"fake_failures": failing})
        api.call("PUT", "/v1/nodes/d/states/provision", {"target": "manage"})
        for machine in self.machines.machines():
            made = api.call("POST", "/v1/nodes", {
                "driver": "redfish", "name": machine["name"], "driver_info": {
                    "redfish_address": machine["redfish_address"], "redfish_username": machine["user"],
                    "redfish_password": machine["password"], "redfish_verify_ca": False}})
            assert made.status == 201, made
            api.move(machine["name"], "manage", "manageable")
        answer = api.call("PATCH", "/v1/nodes/c", [
            {"op": "add", "path": "/driver_info/fake_failures", "value": failing}])
        assert answer.status == 200, answer
        self.cluster.api.create("e")
        self.cluster.api.move("e", "manage", "manageable")

    def stop(self):
        self.cluster.stop()
        self.one.stop()
        self.traces.stop()
        self.machines.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
