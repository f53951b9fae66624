"""Fake agents beside a daemon: controls the program agent_fleet with scripts."""

import itertools
import json
import os
import subprocess
import urllib.parse

from harness import Api, daemon_path

IMAGE = {"image_source": "http://192.0.2.80/images/disk.img",
         "image_checksum": "d41d8cd98f00b204e9800998ecf8427e"}
SETTINGS = """
agent:
  require_tls: false
  callback_networks: [127.0.0.0/8]
  command_wait_interval: 50ms
  command_retry_pause: 50ms
  command_timeout: 5s
"""


def settings(journal, more=""):
    # The fake agents see a power change a moment later. The delay must be longer.
    return f"fake:\n  journal: {journal}\n  power_delay: \"0.1\"\n" + SETTINGS + more


def step(name, priority=0, **how):
    return {"step": name, "priority": priority, **how}


class Fleet:
    """The fake agents. Their power state comes from the daemon's journal of simulated machines."""

    def __init__(self, service, journal, *arguments):
        program = os.path.join(os.path.dirname(daemon_path()), "agent_fleet")
        at = urllib.parse.urlsplit(service)
        self.numbers = itertools.count(1)
        self.process = subprocess.Popen(
            [program, "--service", at.netloc, "--journal", journal, *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        ready = self.process.stdout.readline().split()
        assert ready[:1] == ["ready"], ready
        self.control = Api(f"http://127.0.0.1:{ready[1]}")

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()

    def add(self, **script):
        answer = self.control.call("POST", "/fleet/agents", script)
        assert answer.status == 201, answer
        return answer.json["number"]

    def add_all(self, scripts):
        """Adds agents with consecutive numbers. Returns the first number."""
        answer = self.control.call("POST", "/fleet/agents", scripts)
        assert answer.status == 201, answer
        return answer.json["number"]

    def report(self, number):
        return self.control.get(f"/fleet/agents/{number}").json

    def orders(self, number, name=None):
        """Returns the commands that the agent received, as EXTENSION.COMMAND[:STEP], in order."""
        told = [one["name"] + (":" + one["step"] if "step" in one else "")
                for one in self.report(number)["orders"]]
        return [one for one in told if name is None or name in one]

    def machine(self, api, name, driver_info=None, deploy_interface="direct", instance_info=None,
                **script):
        """Creates a manageable node with an agent. Returns the agent's number in the fleet."""
        mac = f"52:54:00:aa:00:{next(self.numbers):02x}"
        node = api.create(name, deploy_interface=deploy_interface, raid_interface="agent",
                          instance_info=IMAGE if instance_info is None else instance_info,
                          driver_info=driver_info or {})
        made = api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": mac})
        assert made.status == 201, made
        api.move(name, "manage", "manageable")
        how = {"heartbeat_pause_ms": 200, "lookup_pause_ms": 50, **script}
        return self.add(node=node["uuid"], addresses=[mac], **how)


def dump(thing):
    return json.dumps(thing, indent=1)
