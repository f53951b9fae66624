"""Shared code of the inspection tests: data of ramdisks, and nodes that wait for it."""

import json
import os
import shutil
import unittest

from harness import Daemon, free_address, poll, scratch


def inventory(mac, bmc=None, bmc6=None, vendor="Acme", **more):
    return {"interfaces": [{"name": "eth0", "mac_address": mac, "ipv4_address": "192.0.2.50",
                            "has_carrier": True, "lldp": None}],
            "cpu": {"architecture": "x86_64", "count": 8, "flags": ["vmx", "aes"]},
            "memory": {"physical_mb": 4096}, "disks": [{"name": "/dev/sda", "size": 500 << 30}],
            "bmc_address": bmc or "0.0.0.0", "bmc_v6address": bmc6 or "::/0",
            "system_vendor": {"manufacturer": vendor, "product_name": "X1"},
            "boot": {"current_boot_mode": "uefi", "pxe_interface": mac}, **more}


def data(mac, error=None, plugin=None, **more):
    return {"inventory": inventory(mac, **more), "error": error, **(plugin or {})}


class Inspection(unittest.TestCase):
    SETTINGS = ""
    RULES = ""

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        settings = cls.SETTINGS
        if cls.RULES:
            path = os.path.join(cls.folder, "rules.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(cls.RULES)
            settings += f"\ninspection_rules:\n  built_in: {path}\n"
        cls.daemon = Daemon(cls.folder, settings=settings, listen=free_address()).start()
        cls.api = cls.daemon.api
        cls.wait_for_rules(cls.api)

    @classmethod
    def tearDownClass(cls):
        code = cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)
        assert code == 0, code

    @staticmethod
    def wait_for_rules(api):
        poll(lambda: api.call("POST", "/v1/inspection_rules/test", {"inventory": {}}).status == 200,
             "the rules have been read")

    def post(self, body, node=None, version=None):
        path = "/v1/continue_inspection" + (f"?node_uuid={node}" if node else "")
        return self.api.call("POST", path, body, version=version or ("1.84" if node else "1.1"))

    def rule(self, *actions, conditions=(), **more):
        made = self.api.call("POST", "/v1/inspection_rules", {
            "actions": list(actions), "conditions": list(conditions), **more})
        self.assertEqual(made.status, 201, made)
        uuid = made.json["uuid"]
        self.addCleanup(self.api.call, "DELETE", "/v1/inspection_rules/" + uuid)
        tried = {"inventory": {}, "phases": ["early", "preprocess", "main"]}
        poll(lambda: uuid in json.dumps(self.trial(**tried)), "the rule is in force")
        return uuid

    def trial(self, **request):
        answer = self.api.call("POST", "/v1/inspection_rules/test", request)
        self.assertEqual(answer.status, 200, answer)
        return answer.json

    def waiting(self, name, mac=None, **fields):
        """Creates a node that waits for its agent's data."""
        node = self.api.create(name, inspect_interface="agent", **fields)
        if mac:
            made = self.api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": mac})
            self.assertEqual(made.status, 201, made)
        self.api.move(name, "manage", "manageable", "inspect", "inspect wait")
        return node["uuid"]

    def ended(self, name, state):
        return poll(lambda: (x := self.api.node(name))["provision_state"] == state and x,
                    f"{name} in state {state}: {self.api.node(name)['provision_state']}")

    def ports(self, name):
        return {row["address"]: row for row in
                self.api.get(f"/v1/nodes/{name}/ports?detail=true").json["ports"]}
