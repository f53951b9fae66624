"""Sends requests that depend on a state right after the service has acknowledged it, while processes die.

It requests a power change for its own node and at once changes a volume connector, which is allowed only while the
machine is off. A response that fits the earlier power state is a violation. It does the same with a deleted
allocation, and with fields that were just written.
"""

import itertools
import uuid

from background import Background

# The power did not change within the time that a request can wait for it.
NOT_YET = "Retry afterwards"


class Prober(Background):
    """`start`, later `stop`; then `wrong` has the violations, and `rounds` the number of probes."""

    def __init__(self, client, node_class="probe"):
        super().__init__("prober")
        self.client = client
        self.node_class = node_class  # no other node has it
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
        """Returns the response's document. `repeated`: statuses that also count as success after a lost response."""
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
        """Checks that the only node of its class is free once the allocation's deletion is acknowledged."""
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
