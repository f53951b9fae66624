"""Invariants of the service, for system tests and chaos runs.

Each check returns one sentence for each violation. Several requests may see different states, so `lasting`
reports only violations that are still there in later checks.
"""

import datetime
import json
import os
import re
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STABLE = ("enroll", "manageable", "available", "active", "error", "rescue")
FIELD_BYTES = 1024 * 1024
FIELD_DEPTH = 25
OVERDUE_SECONDS = 60  # after a deadline, on a busy machine
CALL = re.compile(r"(GET|PUT|POST|PATCH|DELETE) /v1/\S+")
NODES = ("/v1/nodes?limit=1000&fields=uuid,allocation_uuid,instance_uuid,resource_class,"
         "provision_state,extra,properties,driver_info,driver_internal_info,instance_info,"
         "clean_step,deploy_step,service_step,last_error,maintenance_reason,description")


def moment(text):
    return datetime.datetime.fromisoformat(text)


# -- an allocation and its node agree -----------------------------------------------------------------

def check_allocations(nodes, allocations):
    """Checks nodes and allocations as the API shows them."""
    wrong = []
    by_uuid = {x["uuid"]: x for x in nodes}
    active = {x["uuid"]: x for x in allocations if x["state"] == "active"}
    for uuid, one in active.items():
        node = by_uuid.get(one["node_uuid"])
        if node is None:
            wrong.append(f"allocation {uuid} is active without a node ({one['node_uuid']})")
        elif node["allocation_uuid"] != uuid:
            wrong.append(f"allocation {uuid} is active on node {node['uuid']}, which has "
                         f"allocation {node['allocation_uuid']}")
        elif node["resource_class"] != one["resource_class"]:
            wrong.append(f"allocation {uuid} of class {one['resource_class']} is on node "
                         f"{node['uuid']} of class {node['resource_class']}")
    for node in nodes:
        held = node["allocation_uuid"]
        if held and held not in active:
            states = [x["state"] for x in allocations if x["uuid"] == held]
            wrong.append(f"node {node['uuid']} has allocation {held}, which is "
                         f"{states[0] if states else 'not there'}")
        elif held and node["instance_uuid"] != held:
            wrong.append(f"node {node['uuid']} has allocation {held} and instance "
                         f"{node['instance_uuid']}")
    return wrong


# -- a waiting node explains why ----------------------------------------------------------------------

def check_why(why, now=None):
    """Checks the response to GET /v1/nodes/N/why."""
    name = f"node {why['uuid']} in state {why['provision_state']}"
    waiting = why["waiting"]
    if waiting is None:
        rests = why["provision_state"] in STABLE and why["in_flight"] is None
        return [] if rests else [f"{name} does not say what it waits for"]
    wrong = [f"{name} does not say {key}" for key in ("for", "who", "since", "on_expiry")
             if not waiting.get(key)]
    endless = waiting.get("for") == "operator" or str(waiting.get("on_expiry")).startswith("nothing")
    if not waiting.get("until"):
        wrong += [] if endless else [f"{name} does not say until when it waits"]
    elif not why["maintenance"]:
        now = now or datetime.datetime.now(datetime.timezone.utc)
        late = (now - moment(waiting["until"])).total_seconds()
        if late > OVERDUE_SECONDS:
            wrong.append(f"{name} waits beyond its deadline")
    return wrong + check_unblockers(name, why)


def check_unblockers(name, why):
    rows = why["unblocked_by"]
    wrong = [f"{name}: an entry of unblocked_by has no {key}" for row in rows
             for key in ("who", "does") if not row.get(key)]
    calls = [row["call"] for row in rows if "call" in row]
    wrong += [f"{name}: '{call}' is not an API call" for call in calls
              if not CALL.fullmatch(call)]
    if not rows or (why["provision_state"] not in STABLE and not calls):
        wrong.append(f"{name} names no API call that unblocks it")
    return wrong


def check_listed(nodes, whys):
    """Checks that GET /v1/why lists every waiting node with a cause."""
    listed = {why["uuid"]: why for why in whys}
    held_up = [node for node in nodes if node["provision_state"] not in STABLE]
    wrong = [f"node {node['uuid']} in state {node['provision_state']} is not listed by /v1/why"
             for node in held_up if node["uuid"] not in listed]
    return wrong + [f"node {uuid} is listed by /v1/why without a cause"
                    for uuid, why in listed.items() if not (why["cause"] or {}).get("text")]


# -- no field exceeds its limits ----------------------------------------------------------------------

def depth_of(value):
    """Returns the number of nested levels of objects and lists."""
    deepest, open_values = 0, [(value, 0)]
    while open_values:
        one, depth = open_values.pop()
        if isinstance(one, (dict, list)):
            deepest = max(deepest, depth + 1)
            inner = one.values() if isinstance(one, dict) else one
            open_values += [(x, depth + 1) for x in inner]
    return deepest


def check_extent(where, document):
    """Checks each field of a document."""
    wrong = []
    for field, value in document.items():
        if field == "instance_info" and isinstance(value, dict):
            value = {key: x for key, x in value.items() if key != "configdrive"}
        if depth_of(value) > FIELD_DEPTH:
            wrong.append(f"{where}: {field} is deeper than {FIELD_DEPTH}")
            continue  # it may be too deep to be serialized
        if len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()) > FIELD_BYTES:
            wrong.append(f"{where}: {field} is larger than {FIELD_BYTES} bytes")
    return wrong


# -- no response is older than what the client was sent before ----------------------------------------

class Freshness:
    """Follows the responses of one service: the content of a 2xx response holds for every later request."""

    def __init__(self):
        self.lock = threading.Lock()
        self.told = {}  # UUID → (time of the response, its updated_at)
        self.ended = {}  # Path with a UUID → time of the response to its DELETE

    def saw(self, method, path, status, document, began, ended=None):
        """Checks a response. `began`: time.monotonic() when its request was sent."""
        path = path.partition("?")[0]
        with self.lock:
            if method == "GET":
                return self._read(path, status, document, began)
            if 200 <= status < 300:
                self._written(method, path, document, ended or time.monotonic())
        return []

    def _written(self, method, path, document, ended):
        if method == "DELETE" and re.fullmatch(r"/v1/\w+/[0-9a-f]{8}-[0-9a-f-]{27}", path):
            self.ended[path] = ended
        if not isinstance(document, dict) or not isinstance(document.get("uuid"), str):
            return
        uuid, version = document["uuid"], document.get("updated_at")
        if method == "POST":
            self.ended.pop(f"{path}/{uuid}", None)
            self.told.pop(uuid, None)
        before = self.told.get(uuid)
        if version and (before is None or moment(before[1]) <= moment(version)):
            self.told[uuid] = (ended, version)

    def _read(self, path, status, document, began):
        if status != 200 or not isinstance(document, dict):
            return []
        if self.ended.get(path, began) < began:
            return [f"GET {path} shows a deleted resource"]
        told = self.told.get(document.get("uuid"))
        if told is None or told[0] >= began or "updated_at" not in document:
            return []
        shown = document["updated_at"]
        if shown and moment(shown) >= moment(told[1]):
            return []
        return [f"GET {path} shows the state of {shown}, older than the state of {told[1]} in an earlier response"]


# -- no log record has an undeclared key --------------------------------------------------------------

LOG_KEY = re.compile(r'log::key \w+\{\s*"(\w+)"')
LOG_FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|[^\s"=\\]+)(?: |$)')
LOG_HEAD = ["time", "level"]


def log_keys():
    """Returns the declared keys of log records."""
    with open(os.path.join(ROOT, "messages", "platform", "log.hpp"), encoding="utf-8") as file:
        return {"time", "level", "msg", *LOG_KEY.findall(file.read())}


def keys_of(line):
    """Returns the keys of a record (logfmt or JSON) in order; empty if the line is not a record."""
    if line.startswith("{"):
        try:
            return json.loads(line, object_pairs_hook=lambda pairs: [key for key, _ in pairs])
        except ValueError:
            return None
    found, at = [], 0
    while at < len(line):
        field = LOG_FIELD.match(line, at)
        if field is None:
            return None
        found.append(field[1])
        at = field.end()
    return found


def check_log(text, allowed):
    """Checks the log of a process."""
    wrong = []
    for number, line in enumerate(text.splitlines(), 1):
        keys = keys_of(line)
        where = f"line {number} of the log"
        if keys is None or keys[:2] != LOG_HEAD:
            wrong.append(f"{where} is not a log record: {line[:200]}")
        elif set(keys) - allowed or len(set(keys)) != len(keys):
            strange = sorted(set(keys) - allowed) or "the same key twice"
            wrong.append(f"{where} has {strange}: {line[:200]}")
    return wrong


# -- all checks ---------------------------------------------------------------------------------------

def look(get):
    """Runs all checks of the service's data. `get(path)` returns a document or None."""
    nodes = (get(NODES) or {}).get("nodes", [])
    allocations = (get("/v1/allocations?limit=1000") or {}).get("allocations", [])
    wrong = check_allocations(nodes, allocations)
    whys = get("/v1/why?limit=1000")
    if whys and "next" not in whys:
        wrong += check_listed(nodes, whys["nodes"])
    for node in nodes:
        wrong += check_extent(f"node {node['uuid']}", node)
        if node["provision_state"] not in STABLE:
            why = get(f"/v1/nodes/{node['uuid']}/why")
            wrong += check_why(why) if why else []
    for one in allocations:
        wrong += check_extent(f"allocation {one['uuid']}", one)
    return wrong


def lasting(get, patience=10.0, pause=0.3):
    """Returns the violations that `look` finds repeatedly during `patience` seconds."""
    ends = time.monotonic() + patience
    found = look(get)
    while found and time.monotonic() < ends:
        time.sleep(pause)
        again = set(look(get))
        found = [text for text in found if text in again]
    return found
