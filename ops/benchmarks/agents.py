"""Measures heartbeats of many agents whose nodes wait for them: with and without a finished step.

The agents run in the test program agent_fleet. Its CPU time and the load generator's are not counted."""

import json
import os
import subprocess
import time
import urllib.request

from benchmarks import scenarios
from benchmarks.load import closed_loop, request
from benchmarks.system import OPS, SETTINGS as SETTINGS_AT_REST, NotReady, daemon

SETTINGS = SETTINGS_AT_REST + """\
agent:
  require_tls: false
  callback_networks: [127.0.0.0/8]
"""

HOUR_MS = 3_600_000
INTO_WAIT = [("manage", "manageable", None), ("provide", "clean wait", "available")]
STEPS = [{"step": "quick", "priority": 90, "takes_ms": 0},
         {"step": "longer_than_the_bench", "priority": 10, "takes_ms": HOUR_MS}]


class Fleet:
    """Use as a context manager: runs the program agent_fleet."""

    def __init__(self, service):
        self.service = service

    def __enter__(self):
        self.process = subprocess.Popen(
            [program(), "--service", "%s:%d" % self.service], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, text=True)
        self.url = "http://127.0.0.1:" + self.process.stdout.readline().split()[1]
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()

    def add(self, nodes):
        """Adds agents that send only their first heartbeat by themselves."""
        scripts = [{"node": node, "steps": {"clean": STEPS}, "calls_kept": 0,
                    "heartbeat_pause_ms": HOUR_MS, "heartbeat_late_ms": HOUR_MS} for node in nodes]
        question = urllib.request.Request(self.url + "/fleet/agents", json.dumps(scripts).encode())
        urllib.request.urlopen(question, timeout=60).close()

    def agents(self):
        with urllib.request.urlopen(self.url + "/fleet/agents", timeout=60) as answer:
            return json.load(answer)["agents"]

    def wait_until_stepping(self, limit=300):
        """Waits until every agent has finished its first step. Returns the agents."""
        ends = time.monotonic() + limit
        while time.monotonic() < ends:
            agents = self.agents()
            if all(x["steps_run"] and x["runs"][-1]["end"] == "SUCCEEDED" for x in agents):
                return agents
            time.sleep(1)
        raise NotReady(f"{sum(not x['steps_run'] for x in agents)} agents received no step within {limit} s")


def program():
    """Returns the path of agent_fleet: next to the daemon, else in the dev build. Releases have no test programs."""
    for folder in (os.path.dirname(daemon()), os.path.join(os.path.dirname(OPS), "build/dev/bin")):
        path = os.path.join(folder, "agent_fleet")
        if os.access(path, os.X_OK):
            return path
    raise NotReady("Found no agent_fleet. Build the target agent_fleet in build/dev.")


def heartbeats_of(agents):
    return [request("POST", f"/v1/heartbeat/{x['node']}", {
        "callback_url": x["url"], "agent_token": x["token"], "agent_version": "11.3.0"})
        for x in agents]


def settle(system, patience=120):
    """Waits until the service has processed the load: its processes are idle for a second."""
    ends = time.monotonic() + patience
    before = sum(system.cpu().values())
    while time.monotonic() < ends:
        time.sleep(1)
        now = sum(system.cpu().values())
        if now - before < 0.1:
            return
        before = now
    raise NotReady(f"the service was still busy after {patience} s")


def moving(system, heartbeats):
    """Sends one heartbeat per agent. It reports a finished step, and the service sends the next one."""
    ended = []
    events = scenarios.Events(system.address, ended.append, "step_finished")
    before = system.cpu()
    began = time.perf_counter()
    load, _ = closed_loop(system.address, 64, iter(heartbeats).__next__, count=len(heartbeats))
    while len(ended) < len(heartbeats):
        events.read()
    seconds = time.perf_counter() - began
    events.socket.close()
    settle(system)
    return scenarios.row("heartbeat that moves a step", system, before, len(heartbeats), seconds,
                         load.seconds, load)


def idle(system, heartbeats):
    """Sends two heartbeats per agent while its step runs. The service polls the agent; nothing changes."""
    before = system.cpu()
    began = time.perf_counter()
    load, _ = closed_loop(system.address, 64, iter(heartbeats * 2).__next__, count=len(heartbeats) * 2)
    seconds = time.perf_counter() - began
    settle(system)
    return scenarios.row("heartbeat that changes nothing", system, before, len(load.seconds),
                         seconds, load.seconds, load)


def measure(system, count, say, did):
    nodes = []
    scenarios.create(system, count, nodes, deploy_interface="direct")
    scenarios.drive(system, nodes, INTO_WAIT)
    say(f"{count} nodes wait for their agents")
    with Fleet(system.address) as fleet:
        fleet.add(nodes)
        heartbeats = heartbeats_of(fleet.wait_until_stepping())
        settle(system)
        say("all agents have a running step")
        did(moving(system, heartbeats))
        memory = {"agents": system.memory()}
        did(idle(system, heartbeats))
    return memory
