"""Nodes that are worked on by an agent: an embedded daemon and fake or small agents."""

import itertools
import os
import shutil
import unittest

from fleet import SETTINGS, Fleet, settings, step
from harness import Daemon, poll, read, scratch
from small_agent import SmallAgent

THREE_STEPS = {"clean": [step("erase_devices_metadata", 99, takes_ms=100),
                         step("update_firmware", 50, takes_ms=100, reboot_requested=True),
                         step("erase_devices", 10, takes_ms=300)]}
ERASE = [{"step": "erase_devices", "interface": "deploy", "priority": 10}]


class WithFleet(unittest.TestCase):
    MORE = ""

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.journal = os.path.join(cls.folder, "journal.jsonl")
        cls.daemon = Daemon(cls.folder, settings=settings(cls.journal, cls.MORE)).start()
        cls.api = cls.daemon.api
        cls.fleet = Fleet(cls.api.url, cls.journal)

    @classmethod
    def tearDownClass(cls):
        cls.fleet.stop()
        code = cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)
        assert code == 0, code

    def machine(self, name, **script):
        return self.fleet.machine(self.api, name, **script)

    def failed(self, name, state="clean failed"):
        return poll(lambda: (x := self.api.node(name))["provision_state"] == state and x,
                    f"{name} in state {state}: {self.api.node(name)['provision_state']}")

    def event_types(self, name):
        return [row["event_type"] for row in self.api.history(name)]


class WithSmallAgents(unittest.TestCase):
    MORE = ""

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.numbers = itertools.count(1)
        cls.daemon = Daemon(cls.folder, settings=cls.more_settings()).start()
        cls.api = cls.daemon.api

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    @classmethod
    def more_settings(cls):
        return SETTINGS.replace("require_tls: false", "require_tls: true") + cls.MORE

    def agent(self, **how):
        out = SmallAgent(ERASE, **how)
        self.addCleanup(out.stop)
        return out

    def waiting_node(self, name, **fields):
        """Returns the MAC of a node that is being cleaned and waits for its agent."""
        mac = f"52:54:00:bb:00:{next(self.numbers):02x}"
        node = self.api.create(name, deploy_interface="direct", **fields)
        self.api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": mac})
        self.api.move(name, "manage", "manageable")
        self.api.ask_for_state(name, "provide")
        poll(lambda: self.api.node(name)["provision_state"] == "clean wait", "it waits")
        return mac

    def comes(self, name, agent, certificate=None):
        uuid, token = agent.look_up(self.api, self.waiting_node(name))
        more = {"agent_verify_ca": read(certificate)} if certificate else {}
        return uuid, token, agent.heartbeat(self.api, uuid, token, **more)

    def refused(self, name):
        node = poll(lambda: (x := self.api.node(name))["provision_state"] == "clean failed" and x,
                    f"{name} is refused")
        self.assertIn("failed the TLS handshake", node["last_error"])
