"""A service, and nodes whose agents send it false data."""

import itertools
import re
import shutil
import unittest

from fleet import IMAGE, SETTINGS
from harness import Daemon, poll, scratch
from byzantine_agent import ByzantineAgent

GOOD_STEP = {"interface": "deploy", "step": "erase", "priority": 10}
MEMORY_MAX_MIB = 300
LIMITS = SETTINGS.replace("command_timeout: 5s", "command_timeout: 3s\n  max_command_attempts: 1")
AGENT = {"agent_version": "11.0", "callback_url": "http://127.0.0.1:9"}


class WithByzantineAgents(unittest.TestCase):
    SETTINGS = LIMITS

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, settings=cls.SETTINGS).start()
        cls.api = cls.daemon.api
        cls.numbers = itertools.count()

    @classmethod
    def tearDownClass(cls):
        code, log = cls.daemon.stop(), cls.daemon.log()
        shutil.rmtree(cls.folder, ignore_errors=True)
        assert code == 0, code
        assert "internal error" not in log and "threw" not in log, log[-3000:]

    def waiting(self, name=None):
        """Returns the name and UUID of a node in clean wait, and its agent token."""
        name = name or f"node-{next(self.numbers)}"
        node = self.api.create(name, deploy_interface="direct", instance_info=IMAGE)
        self.api.move(name, "manage", "manageable")
        self.api.ask_for_state(name, "provide")
        poll(lambda: self.api.node(name)["provision_state"] == "clean wait", f"{name} waits")
        found = self.api.get(f"/v1/lookup?node_uuid={node['uuid']}", version="1.68")
        self.assertEqual(found.status, 200, found)
        return name, node["uuid"], found.json["config"]["agent_token"]

    def heartbeat(self, uuid, token, url="http://127.0.0.1:9", **other):
        return self.api.call("POST", f"/v1/heartbeat/{uuid}", {
            **AGENT, "callback_url": url, "agent_token": token, **other}, version="1.72")

    def lied_to(self, says):
        """Returns the result of a node whose agent sends these responses."""
        agent = ByzantineAgent(says)
        self.addCleanup(agent.stop)
        name, uuid, agent.token = self.waiting()
        self.assertEqual(self.heartbeat(uuid, agent.token, agent.url).status, 202)
        return name, agent

    def ended(self, name, limit=15):
        def failed():
            node = self.api.node(name)
            return node["provision_state"] == "clean failed" and node
        return poll(failed, f"{name} ends: {self.api.node(name)}", limit)

    def memory_mib(self):
        with open(f"/proc/{self.daemon.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024
