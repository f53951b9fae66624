"""The recorded requests, sent to a server one after another."""

import http.client
import itertools
import json
import os
import urllib.parse

from compare import CHOSEN, UUID, Plain, compare, error_text
from harness import Api, poll

RECORDING = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data/api_golden.jsonl")
RECORDED_AT = "http://127.0.0.1:6386"
# Before this time another node had the same id; its history must not appear here.
BEGAN = "2026-11-21T09:05:44"
# The node that was locked while the requests locked-* were recorded.
LOCKED = "11111111-aaaa-4aaa-8aaa-000000000002"
# Changes of that node before a request that were not recorded.
UNRECORDED = {"rb-clean": ("traits", {"traits": ["CUSTOM_RB"]}),
              "node-delete": ("states/provision", {"target": "deleted"})}


def recording():
    with open(RECORDING, encoding="utf-8") as file:
        requests = [json.loads(line) for line in file]
    for one in requests:
        body = one["response"]["body"]
        if one["name"] == "history":
            body["history"] = [row for row in body["history"] if row["created_at"] > BEGAN]
    return requests


class Connection:
    """One persistent connection without other version headers than the recorded one."""

    def __init__(self, url):
        self.url = url
        at = urllib.parse.urlsplit(url)
        self.http = http.client.HTTPConnection(at.hostname, at.port, timeout=60)

    def send(self, method, path, headers, body):
        """Returns the response in the form of the recording: {status, headers, body}."""
        data = body if body is None or isinstance(body, str) else json.dumps(body)
        self.http.request(method, path, data, headers)
        answer = self.http.getresponse()
        text = answer.read().decode()
        return {"status": answer.status, "headers": answer.headers, "body": _parsed(text)}

    def get(self, path):
        return self.send("GET", path, {"X-OpenStack-Ironic-API-Version": "latest"}, None)["body"]


def _parsed(text):
    try:
        return error_text(json.loads(text)) if text else None
    except ValueError:
        return text


class Replay:
    def __init__(self, url):
        self.requests = recording()
        self.connection = Connection(url)
        # Ids in requests are the same on both sides; servers choose all others.
        self.known = {uuid for one in self.requests
                      for uuid in UUID.findall(json.dumps(one["request"]))}
        self.chosen = {}
        self.twins = itertools.count(1)
        self.surplus = []

    def run(self, until=None):
        """Yields (name, recorded response, response of ironbus, differences)."""
        for one in self.requests:
            if one["name"] in UNRECORDED:
                self._prepare(*UNRECORDED[one["name"]])
            request, theirs = self._request(one), one["response"]
            ours = self.connection.send(**request)
            self._learn(theirs["body"], ours["body"])
            yield one["name"], theirs, ours, compare(
                self._plain(theirs, RECORDED_AT), self._plain(ours, self.connection.url))
            if one["name"] == until:
                return
            self._wait_for_rest(request["path"], ours)
            self._take_away_surplus(theirs, ours)

    def _prepare(self, part, body):
        # The status does not matter: the next request shows the result.
        Api(self.connection.url).call("PUT", f"/v1/nodes/{LOCKED}/{part}", body)
        poll(lambda: self._node_rests(LOCKED), f"node {LOCKED} at rest", pause=0.005)

    def _request(self, one):
        text = json.dumps(one["request"])
        for theirs, ours in self.chosen.items():
            text = text.replace(theirs, ours)
        if one["name"].startswith("locked-") and one["request"]["method"] != "GET":
            text = text.replace(LOCKED, self._twin())
        return json.loads(text)

    def _twin(self):
        """The recorded node was locked and rejected everything. ironbus has no locks and would carry out the requests, so
        another node in the same state gets them."""
        api = Api(self.connection.url)
        twin = api.create(f"twin-{next(self.twins)}")["name"]
        api.move(twin, "manage", "manageable", "provide", "available")
        self.surplus.append("/v1/nodes/" + twin)
        return twin

    def _take_away_surplus(self, theirs, ours):
        """Deletes resources that exist only here, which would otherwise appear in every list."""
        if ours["status"] == 201 and theirs["status"] >= 400:
            self.surplus.append(ours["headers"]["Location"].removeprefix(self.connection.url))
        while self.surplus:
            Api(self.connection.url).call("DELETE", self.surplus.pop())

    def _learn(self, theirs, ours):
        """Replaces a recorded token by ironbus's own in later requests."""
        if not (isinstance(theirs, dict) and isinstance(ours, dict)):
            return
        for key, value in theirs.items():
            if key not in CHOSEN:
                self._learn(value, ours.get(key))
            elif isinstance(value, str) and isinstance(ours.get(key), str) and "*" not in value:
                self.chosen[value] = ours[key]

    def _plain(self, answer, base):
        plain = Plain(base, self.known)
        return {"status": answer["status"], "body": plain.of(answer["body"]),
                "headers": {key: plain.of(value) for key, value in answer["headers"].items()}}

    def _wait_for_rest(self, path, answer):
        """Waits, because the recorded service had time to finish between two requests."""
        path = path.partition("?")[0].split("/")
        if answer["status"] == 202 and path[2] == "nodes":
            poll(lambda: self._node_rests(path[3]), f"node {path[3]} at rest", pause=0.005)
        elif answer["status"] == 202 and path[2] == "heartbeat":
            poll(lambda: "agent_url" in self.connection.get("/v1/nodes/" + path[3])[
                "driver_internal_info"], f"node {path[3]} has heard its agent", pause=0.005)
        elif answer["status"] == 201 and path[2] == "allocations":
            made = "/v1/allocations/" + answer["body"]["uuid"]
            poll(lambda: self.connection.get(made)["state"] != "allocating", made, pause=0.005)

    def _node_rests(self, node):
        now = self.connection.get("/v1/nodes/" + node)
        return (not now["provision_state"].endswith(("ing", "wait"))
                and now["target_power_state"] is None)
