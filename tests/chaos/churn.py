"""Enrols nodes, leads them through their lives and deletes them, repeatedly, whatever fails."""

import time
import uuid

from background import Background

PATIENCE = 240  # seconds from one state to the next, including faults
# Target, final state.
LIFE = [("manage", "manageable"), ("inspect", "manageable"), ("provide", "available"),
        ("active", "active"), ("deleted", "available")]


class Churn(Background):
    """`start`, later `stop`: then `wrong` has the violations, and `rounds` the number of complete lives."""

    def __init__(self, client, name):
        super().__init__(name)
        self.client = client
        self.rounds = 0

    def stop(self, patience=len(LIFE) * PATIENCE):
        """Stops after the current life."""
        super().stop(patience)

    def work(self):
        while not self.ended.is_set() and not self.wrong:
            self._lead(str(uuid.uuid4()))
            self.rounds += 1

    def _lead(self, node):
        path = f"/v1/nodes/{node}"
        self._ask("POST", "/v1/nodes", {"driver": "fake-hardware", "uuid": node}, repeated=(409,))
        for target, reached in LIFE:
            self._move(path, target, reached)
            self._maintain(path, target)
        self._ask("DELETE", path, repeated=(404,))
        status, document, _ = self.client.call("GET", path)
        if status != 404:
            self._complain(f"GET {path} after its DELETE: {status} {document}")

    def _maintain(self, path, reason):
        """Checks that acknowledged changes are shown."""
        self._ask("PUT", path + "/maintenance", {"reason": reason})
        node = self.client.get(path)
        if not node["maintenance"] or node["maintenance_reason"] != reason:
            self._complain(f"{path} was put into maintenance for '{reason}', shown is "
                           f"{node['maintenance']} '{node['maintenance_reason']}'")
        self._ask("DELETE", path + "/maintenance")
        if self.client.get(path)["maintenance"]:
            self._complain(f"{path} was taken out of maintenance and is in it")

    def _ask(self, method, path, body=None, repeated=()):
        """`repeated`: statuses that also count as success after a lost response."""
        status, document, attempts = self.client.call(method, path, body)
        if status >= 300 and not (attempts > 1 and status in repeated):
            self._complain(f"{method} {path} {body}: {status} {document}")

    def _move(self, path, target, reached):
        ends = time.monotonic() + PATIENCE
        before = self.client.get(path)["provision_state"]
        taken = False
        while not self.wrong and time.monotonic() < ends:
            if not taken:
                taken = self._request(path, target, before, reached)
            node = self.client.get(path)
            if taken and node["provision_state"] == reached and not node["target_provision_state"]:
                return
            if node["provision_state"].endswith(("failed", "error")):
                return self._complain(f"{path} is {node['provision_state']}: {node['last_error']}")
            time.sleep(0.3)
        self._complain(f"{path} does not come from {before} to {reached} in {PATIENCE} s")

    def _request(self, path, target, before, reached):
        """Returns whether the request is running or done."""
        status, document, attempts = self.client.call("PUT", path + "/states/provision",
                                                      {"target": target})
        if status == 202:
            return True
        if attempts == 1:
            self._complain(f"{path} {target} in {before}: {status} {document}")
            return False
        # An earlier request may have been applied although its response was lost.
        node = self.client.get(path)
        return node["provision_state"] != before or bool(node["target_provision_state"])

    def _complain(self, text):
        self.wrong.append(f"{self.name}: {text}")
