#!/usr/bin/python3
"""An allocation and its node agree, in both stores, and after a kill of the service."""

import contextlib
import shutil
import threading
import unittest

from cluster import Cluster
from harness import Daemon, main, poll, scratch

LATEST = "1.115"
CLASS = "recorded"


class Agreement:
    """Tests for any store."""

    def ask(self, method, path, body=None, status=None):
        answer = self.api.call(method, path, body, version=LATEST)
        if status:
            self.assertEqual(answer.status, status, answer)
        return answer

    def node(self, name):
        return self.ask("GET", "/v1/nodes/" + name, status=200).json

    def be_active(self, name, **fields):
        self.api.create(name, resource_class=CLASS, **fields)
        self.api.move(name, "manage", "manageable", "provide", "available", "active", "active")

    def at_rest(self, allocation, name):
        """Returns both, read at one time, since one may change while the other is read."""
        def unchanged():
            before = self.ask("GET", "/v1/allocations/" + allocation)
            node = self.node(name)
            after = self.ask("GET", "/v1/allocations/" + allocation)
            under_way = after.status == 200 and after.json["state"] == "allocating"
            return before.body == after.body and not under_way and (after, node)
        return poll(unchanged, f"{allocation} and {name} are at rest")

    def agree(self, allocation, name):
        """Returns whether they belong to each other. Fails if only one of them says so."""
        shown, node = self.at_rest(allocation, name)
        has = shown.status == 200 and shown.json["node_uuid"] == node["uuid"]
        self.assertEqual(node["allocation_uuid"] == allocation, has, (shown, node))
        if has:
            self.assertEqual((shown.json["state"], shown.json["resource_class"]), ("active", CLASS))
            self.assertEqual(node["instance_uuid"], allocation)
        return has

    def end(self, allocation, name):
        """Ends the allocation. A node in use keeps its allocation, unless it is in maintenance."""
        self.ask("DELETE", "/v1/allocations/" + allocation, status=409)
        self.assertTrue(self.agree(allocation, name))
        self.ask("PUT", f"/v1/nodes/{name}/maintenance", status=202)
        self.ask("DELETE", "/v1/allocations/" + allocation, status=204)
        self.assertFalse(self.agree(allocation, name))
        self.assertIsNone(self.node(name)["instance_uuid"])
        self.ask("DELETE", f"/v1/nodes/{name}/maintenance", status=202)

    def test_node_in_use_is_recorded_with_and_without_its_class(self):
        self.be_active("used")
        for more in ({"resource_class": CLASS}, {}):
            made = self.ask("POST", "/v1/allocations", {"node": "used", **more}, 201).json
            self.assertEqual(made["state"], "active")
            self.assertEqual(self.ask("GET", "/v1/allocations/" + made["uuid"]).json, made)
            self.assertTrue(self.agree(made["uuid"], "used"))
            self.end(made["uuid"], "used")

    def test_node_that_does_not_match_is_left_unchanged(self):
        self.be_active("other")
        uuid = "7c0b5f7a-3a0e-4a8e-9a51-000000000001"
        refused = self.ask("POST", "/v1/allocations",
                           {"node": "other", "uuid": uuid, "resource_class": "gold"}, 409)
        self.assertIn("its resource class is recorded", refused.reason)
        self.assertEqual(self.ask("GET", "/v1/allocations/" + uuid).json["state"], "error")
        self.assertFalse(self.agree(uuid, "other"))
        self.ask("DELETE", "/v1/allocations/" + uuid, status=204)

    def test_torn_down_node_has_no_allocation(self):
        self.be_active("torn")
        uuid = self.ask("POST", "/v1/allocations", {"node": "torn"}, 201).json["uuid"]
        self.api.move("torn", "deleted", "available")
        poll(lambda: self.ask("GET", "/v1/allocations/" + uuid).status == 404, "it has ended")
        self.assertFalse(self.agree(uuid, "torn"))

    def test_unknown_node_is_an_error_of_the_request(self):
        for method, path, body in (("POST", "/v1/allocations", {"node": "nobody"}),
                                   ("GET", "/v1/allocations?node=nobody", None),
                                   ("GET", "/v1/nodes/None/allocation", None)):
            self.assertIn("could not be found", self.ask(method, path, body, 400).reason)
        self.ask("DELETE", "/v1/nodes/None/allocation", status=404)


class Alone(Agreement, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder).start()

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    @property
    def api(self):
        return self.daemon.api

    def ask_and_kill(self, delay, *call):
        def ask():
            try:
                self.api.call(*call, version=LATEST)
            except OSError:
                pass  # The daemon was killed before its response.
        asking = threading.Thread(target=ask)
        asking.start()
        asking.join(delay)
        self.daemon.kill()
        asking.join()
        self.daemon.start()

    def settled(self, allocation, name):
        """Returns the result when no work is left."""
        def known():
            shown = self.ask("GET", "/v1/allocations/" + allocation)
            return shown.status == 404 or shown.json["state"] != "allocating"
        poll(known, "the allocation is settled")
        return self.agree(allocation, name)

    def test_they_agree_after_a_kill(self):
        self.be_active("killed")
        for i, delay in enumerate((0.001, 0.002, 0.004, 0.006, 0.01)):
            uuid = f"7c0b5f7a-3a0e-4a8e-9a51-{100 + i:012}"
            body = {"node": "killed", "uuid": uuid, "resource_class": CLASS}
            self.ask_and_kill(delay, "POST", "/v1/allocations", body)
            if not self.settled(uuid, "killed"):
                continue
            self.ask("PUT", "/v1/nodes/killed/maintenance", status=202)
            self.ask_and_kill(delay, "DELETE", "/v1/allocations/" + uuid)
            poll(lambda u=uuid: self.ask("DELETE", "/v1/allocations/" + u).status in (204, 404), "allocation deleted")
            self.assertFalse(self.agree(uuid, "killed"))
            self.ask("DELETE", "/v1/nodes/killed/maintenance", status=202)


    def test_a_reply_lost_by_a_kill_is_sent_again(self):
        """The node has released the allocation and replied. The process ends before the reply is handled."""
        self.be_active("unheard")
        uuid = self.ask("POST", "/v1/allocations", {"node": "unheard"}, 201).json["uuid"]
        self.ask("PUT", "/v1/nodes/unheard/maintenance", status=202)
        self.daemon.kill()
        self.daemon.start(IRONBUS_FAILPOINT="before_commit:3")
        with contextlib.suppress(OSError):
            self.api.call("DELETE", "/v1/allocations/" + uuid, version=LATEST)
        self.daemon.process.wait(20)
        self.daemon.start()
        poll(lambda: self.ask("GET", "/v1/allocations/" + uuid).status == 404, "it has ended")
        self.assertFalse(self.agree(uuid, "unheard"))

    def test_a_message_from_node_to_allocation_survives_a_kill(self):
        """The node is torn down and its message is on the bus, but not handled yet."""
        for number in (4, 5, 6):  # Numbers of commits after a start. One of them is the allocation's.
            name = f"torn-{number}"
            self.be_active(name)
            uuid = self.ask("POST", "/v1/allocations", {"node": name}, 201).json["uuid"]
            self.daemon.kill()
            self.daemon.start(IRONBUS_FAILPOINT=f"before_commit:{number}")
            with contextlib.suppress(OSError):
                self.api.ask_for_state(name, "deleted")
            self.daemon.process.wait(20)
            self.daemon.start()
            self.api.until(name, "available")
            poll(lambda u=uuid: self.ask("GET", "/v1/allocations/" + u).status == 404, "it has ended")
            self.assertFalse(self.agree(uuid, name))


class Apart(Agreement, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster().start()
        cls.api = cls.cluster.api

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()


if __name__ == "__main__":
    main()
