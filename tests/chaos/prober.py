"""Asks for what depends on a state right after that state was promised, while processes die.

A node of its own is told to change its power; at once its volume connector is changed, which is
possible only while the machine is off. An answer that fits the power before the promise is a
violation. The same with an allocation that was said to be deleted, and with fields just written.
"""

import itertools
import uuid

from background import Background

# The power could not be changed as long as the request could wait for it.
NOT_YET = "Retry afterwards"


class Prober(Background):
    """`start`, later `stop`; then `wrong` has the violations, and `rounds` how often it asked."""

    def __init__(self, client, node_class="probe"):
        super().__init__("prober")
        self.client = client
        self.node_class = node_class  # It is the only node of it.
        self.uuid = str(uuid.uuid4())
        self.path = f"/v1/nodes/{self.uuid}"
        self.connector = str(uuid.uuid4())
        self.rounds = 0

    def stop(self, patience=120):
        super().stop(patience)
        if not self.rounds and not self.wrong:
            self.wrong.append("the prober never came to ask")

    def work(self):
        self._prepare()
        for number in itertools.count():
            if self.ended.is_set():
                return
            self._probe_power("power off" if number % 2 else "power on", number)
            self._probe_allocation()
            self._probe_field(number)
            self.rounds += 1

    def _ask(self, method, path, body=None, taken=(200, 201, 202, 204), repeated=()):
        """The answer's document; `repeated`: what also counts if an answer was lost before."""
        status, document, attempts = self.client.call(method, path, body)
        if status not in taken and not (attempts > 1 and status in repeated):
            self.wrong.append(f"prober: {method} {path} {body}: {status} {document}")
        return document or {}

    def _prepare(self):
        self._ask("POST", "/v1/nodes", {"driver": "fake-hardware", "uuid": self.uuid,
                                        "resource_class": self.node_class}, repeated=(409,))
        self._ask("POST", "/v1/volume/connectors",
                  {"uuid": self.connector, "node_uuid": self.uuid, "type": "iqn",
                   "connector_id": f"iqn.2026-01.test:{self.uuid}"}, repeated=(409,))
        for target, reached in (("manage", "manageable"), ("provide", "available")):
            self._ask("PUT", self.path + "/states/provision", {"target": target}, repeated=(400,))
            while self.client.get(self.path)["provision_state"] != reached:
                if self.ended.wait(0.1):
                    return

    def _probe_power(self, target, number):
        self._ask("PUT", self.path + "/states/power", {"target": target})
        change = [{"op": "add", "path": "/extra/number", "value": number}]
        while True:
            status, document, _ = self.client.call(
                "PATCH", f"/v1/volume/connectors/{self.connector}", change)
            if status != 409 or NOT_YET not in str(document) or self.ended.wait(1):
                break
        if (status == 200) != (target == "power off"):
            self.wrong.append(f"prober: '{target}' was promised, and then a volume connector "
                              f"changed: {status} {str(document)[:300]}")

    def _probe_allocation(self):
        """The one node of its class is free again as soon as that was said."""
        name = str(uuid.uuid4())
        path = f"/v1/allocations/{name}"
        self._ask("POST", "/v1/allocations", {"uuid": name, "resource_class": self.node_class},
                  repeated=(409,))
        while (one := self.client.get(path))["state"] == "allocating":
            if self.ended.wait(0.05):
                break
        if one["state"] == "error":
            self.wrong.append(f"prober: no node for allocation {name}: {one['last_error']}")
        self._ask("DELETE", path, repeated=(404,))

    def _probe_field(self, number):
        self._ask("PATCH", self.path, [{"op": "add", "path": "/extra/number", "value": number}])
        shown = self.client.get(self.path)["extra"].get("number")
        if shown != number:
            self.wrong.append(f"prober: extra/number was set to {number}, shown is {shown}")
