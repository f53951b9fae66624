"""Heartbeats of many agents whose nodes wait for them: such as move a step, and such as do not.

The agents are a program of the tests, agent_fleet; neither it nor the load generator is counted."""

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
    """`with Fleet(address) as fleet:` has the program running."""

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
        """Agents that say nothing by themselves but their first heartbeat."""
        scripts = [{"node": node, "steps": {"clean": STEPS}, "calls_kept": 0,
                    "heartbeat_pause_ms": HOUR_MS, "heartbeat_late_ms": HOUR_MS} for node in nodes]
        question = urllib.request.Request(self.url + "/fleet/agents", json.dumps(scripts).encode())
        urllib.request.urlopen(question, timeout=60).close()

    def agents(self):
        with urllib.request.urlopen(self.url + "/fleet/agents", timeout=60) as answer:
            return json.load(answer)["agents"]

    def wait_until_stepping(self, limit=300):
        """All agents, once each has ended its first step."""
        ends = time.monotonic() + limit
        while time.monotonic() < ends:
            agents = self.agents()
            if all(x["steps_run"] and x["runs"][-1]["end"] == "SUCCEEDED" for x in agents):
                return agents
            time.sleep(1)
        raise NotReady(f"{sum(not x['steps_run'] for x in agents)} agents have no step")


def program():
    """Beside the daemon, else in the dev build: releases have no tests."""
    for folder in (os.path.dirname(daemon()), os.path.join(os.path.dirname(OPS), "build/dev/bin")):
        path = os.path.join(folder, "agent_fleet")
        if os.access(path, os.X_OK):
            return path
    raise NotReady("there is no agent_fleet: build the target of that name in build/dev")


def heartbeats_of(agents):
    return [request("POST", f"/v1/heartbeat/{x['node']}", {
        "callback_url": x["url"], "agent_token": x["token"], "agent_version": "11.3.0"})
        for x in agents]


def settle(system, patience=120):
    """Until what the heartbeats have set going is done: the processes are at rest."""
    ends = time.monotonic() + patience
    before = sum(system.cpu().values())
    while time.monotonic() < ends:
        time.sleep(1)
        now = sum(system.cpu().values())
        if now - before < 0.1:
            return
        before = now
    raise NotReady("the processes do not come to rest")


def moving(system, heartbeats):
    """One heartbeat of each agent; it tells of the end of a step, and the next one is handed over."""
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
    """Two heartbeats of each agent, whose step goes on: the agent is asked, nothing changes."""
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
        say("all agents have been given a step")
        did(moving(system, heartbeats))
        memory = {"agents": system.memory()}
        did(idle(system, heartbeats))
    return memory
