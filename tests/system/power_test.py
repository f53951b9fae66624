#!/usr/bin/python3
"""Power changes: dependent requests wait for an accepted change, and workflows change it as on real machines."""

import shutil
import threading
import unittest

from harness import Daemon, main, poll, scratch

SETTINGS = "conductor:\n  sync_power_state_interval: 1\n  power_state_sync_max_retries: 1\n"
LATEST = "1.115"
TRIES = 20


class Power(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, settings=SETTINGS).start()

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    @property
    def api(self):
        return self.daemon.api

    def ask(self, method, path, body=None, status=None):
        answer = self.api.call(method, path, body, version=LATEST)
        if status:
            self.assertEqual(answer.status, status, answer)
        return answer

    def power(self, name, target):
        self.ask("PUT", f"/v1/nodes/{name}/states/power", {"target": target}, 202)

    def connector(self, name, **fields):
        """Returns the path of a volume connector of a new node."""
        node = self.api.create(name, **fields)["uuid"]
        self.api.move(name, "manage", "manageable")
        made = self.ask("POST", "/v1/volume/connectors",
                        {"node_uuid": node, "type": "iqn", "connector_id": "iqn.2026:" + name}, 201)
        return "/v1/volume/connectors/" + made.json["uuid"]

    def change(self, path, value, status=None):
        patch = [{"op": "replace", "path": "/connector_id", "value": value}]
        return self.ask("PATCH", path, patch, status)

    def operations(self, name, kind):
        found = self.ask("GET", f"/v1/nodes/{name}/operations", status=200).json["operations"]
        return [one for one in found if one["kind"] == kind]

    def test_a_volume_change_right_after_a_power_request_sees_its_result(self):
        path = self.connector("heels")
        for one in range(TRIES):
            self.power("heels", "power off")
            self.change(path, f"iqn.2026:off-{one}", 200)
            self.power("heels", "power on")
            refused = self.change(path, f"iqn.2026:on-{one}", 400)
            self.assertIn('while it is in state "power on"', refused.reason)

    def test_an_allocation_right_after_a_power_request_finds_its_node(self):
        for one in range(TRIES):
            name = f"wanted-{one}"
            self.api.create(name, resource_class=name, automated_clean=False)
            self.api.move(name, "manage", "manageable", "provide", "available")
            self.assertIsNone(self.api.node(name)["power_state"])
            self.power(name, "power on")
            made = self.ask("POST", "/v1/allocations", {"resource_class": name, "name": name}, 201)
            self.assertNotEqual(made.json["state"], "error", made)
        for one in range(TRIES):
            path = f"/v1/allocations/wanted-{one}"
            state = poll(lambda at=path: self.ask("GET", at).json["state"].replace("allocating", ""),
                         path)
            self.assertEqual(state, "active", path)

    def test_requests_that_wait_for_the_power_change_survive_a_kill(self):
        delays = {"fake_delays": {"power.set_power_state": 1.5}}
        path = self.connector("killed", driver_info=delays)
        self.power("killed", "power off")

        def ask_and_lose():
            try:
                self.change(path, "iqn.2026:later")
            except OSError:
                pass  # The daemon is killed during the call.
        asking = threading.Thread(target=ask_and_lose)
        asking.start()
        poll(lambda: self.ask("GET", "/v1/nodes/killed/why").json["deferred"], "the change waits")
        self.daemon.kill()
        asking.join()
        self.daemon.start()
        poll(lambda: self.ask("GET", path).json["connector_id"] == "iqn.2026:later", "it is done")
        self.assertEqual(self.api.node("killed")["power_state"], "power off")

    def test_workflows_set_power_and_boot_device_as_on_real_machines(self):
        self.api.create("life")
        self.api.move("life", "manage", "manageable", "provide", "available")
        self.assertEqual(self.api.node("life")["power_state"], "power off")
        self.api.move("life", "active", "active")
        self.assertEqual(self.api.node("life")["power_state"], "power on")
        device = self.ask("GET", "/v1/nodes/life/management/boot_device", status=200).json
        self.assertEqual(device, {"boot_device": "disk", "persistent": True})
        self.api.move("life", "deleted", "available")
        self.assertEqual(self.api.node("life")["power_state"], "power off")
        for kind, device in ("automated_clean", "pxe"), ("deploy", "disk"):
            for one in self.operations("life", kind):
                seen = [x["evidence"] for x in one["ledger"]]
                self.assertIn(f"simulated: rebooting, booted from {device}", seen)

    def test_an_unreadable_bmc_is_noticed(self):
        self.api.create("unread")
        self.api.move("unread", "manage", "manageable", "provide", "available")
        broken = {"power.get_power_state": "the BMC is away"}
        self.ask("PATCH", "/v1/nodes/unread", [
            {"op": "add", "path": "/driver_info/fake_failures", "value": broken}], 200)
        node = poll(lambda: self.api.node("unread")["fault"] and self.api.node("unread"), "a fault")
        self.assertEqual(node["fault"], "power failure")
        self.assertIn("the BMC is away", node["last_error"])


if __name__ == "__main__":
    main()
