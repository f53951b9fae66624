"""The life of one machine with an odd BMC, for quirky_fleet.py: what its operator requests, and what must hold."""

import datetime
import http.client
import re
import time
import uuid

LIMIT = 600  # Seconds for each request of an operator.
TRIES = 4    # Of an operation that may fail because of the BMC or a kill.

# The power orders that a request may cause.
ON, OFF = {"On", "ForceOn"}, {"ForceOff", "GracefulShutdown"}
ANY = ON | OFF | {"ForceRestart", "GracefulRestart", "PowerCycle"}

VERSION = "9.9.9"
IMAGE = f"http://192.0.2.80/bios-{VERSION}.bin"

# Failures of operations that may occur. Each names the BMC's own words, its silence, or its unchanged version.
# Kind, words in the error, the quirk that may cause it (none: a fault of the run, such as a restart of the BMC).
FAILURES = (
    ("a medium's task", re.compile("could not be mounted"), "insert-task-fails"),
    ("an update without effect", re.compile(r"no visible effect: .* still has version .+, and the BMC shows"),
     "update-lost"),
    ("an unknown end", re.compile("It is unknown whether the machine carries out the order"), None),
    ("a kill of the service", re.compile("its worker stopped during the step"), None),
    ("a silent BMC", re.compile("No answer from|connection to the BMC was lost|cannot be reached|limit of a request"),
     None),
    ("an error of the BMC", re.compile("HTTP [45].* It says: "), None),
)


class Problem(Exception):
    """A node is stuck, or an unexpected failure ended its life."""


class Life:
    """One machine and its operator."""

    def __init__(self, api, machine, quirks):
        self.api, self.machine, self.quirks = api, machine, quirks
        self.name = machine["name"]
        self.uuid = str(uuid.uuid4())
        self.requests = []    # (time, allowed orders, what)
        self.failures = []    # (kind, last_error) of failed operations
        self.updates = 0      # Requests that may start an update.
        self.updated = False  # An update was reported as done.

    def title(self):
        return f"{self.name} ({self.machine['profile']}; {', '.join(self.quirks) or 'no quirk'})"

    def begin(self, allowed, what):
        self.requests.append((datetime.datetime.now(datetime.timezone.utc), allowed, what))

    # -- requests, which a killed service may lose ----------------------------------------------------

    def call(self, method, path, body=None):
        """Repeats the request until the service answers. Returns its answer, and whether an earlier one was lost."""
        end, lost = time.monotonic() + LIMIT, False
        while time.monotonic() < end:
            try:
                answer = self.api.call(method, path, body)
                if answer.status != 503:
                    return answer, lost
            except (OSError, http.client.HTTPException):
                lost = True
            time.sleep(0.5)
        raise Problem(f"{self.title()}: {method} {path} has had no answer for {LIMIT} s")

    def node(self):
        answer, _ = self.call("GET", "/v1/nodes/" + self.uuid)
        if answer.status != 200:
            raise Problem(f"{self.title()}: {answer}")
        return answer.json

    def order(self, method, path, body, accepted):
        """Sends a request that changes something, again while the node is locked."""
        end = time.monotonic() + LIMIT
        while True:
            answer, lost = self.call(method, path, body)
            # The lost one was accepted: the node is in the state already, or exists.
            if answer.status == accepted or (lost and answer.status in (400, 409)):
                return
            if answer.status != 409 or time.monotonic() > end:
                raise Problem(f"{self.title()}: {method} {path} {body}: {answer}")
            time.sleep(0.5)

    def wait(self, reached, what):
        end = time.monotonic() + LIMIT
        while time.monotonic() < end:
            node = self.node()
            if reached(node):
                return node
            time.sleep(0.5)
        raise Problem(f"{self.title()}: stuck {LIMIT} s in '{node['provision_state']}', "
                      f"'{node['power_state']}' → {node['target_power_state']}, waiting for {what}; "
                      f"last error: {node['last_error']}")

    def kinds_of(self, error):
        return [kind for kind, words, quirk in FAILURES
                if words.search(error) and (quirk is None or quirk in self.quirks)]

    def history(self):
        """What the node's history says since the last request."""
        entries = self.call("GET", f"/v1/nodes/{self.uuid}/history?detail=true")[0].json["history"]
        since = self.requests[-1][0]
        return [x["event"] for x in entries if datetime.datetime.fromisoformat(x["created_at"]) >= since]

    def failed(self, node, what):
        """Records a failure. Raises if the operator must not try again."""
        error = node["last_error"] or ""
        kinds = self.kinds_of(error) or [
            f"{kind}, named in the history" for text in self.history() for kind in self.kinds_of(text)]
        self.failures.append((kinds[0] if kinds else "unexplained", error))
        if not kinds:
            raise Problem(f"{self.title()}: {what} failed without words of its BMC: {error}")
        if sum(error == other for _, other in self.failures) > TRIES or len(self.failures) > 3 * TRIES:
            raise Problem(f"{self.title()}: {what} fails again and again: {self.failures}")

    # -- the life ---------------------------------------------------------------------------------------

    def enrol(self):
        machine = self.machine
        self.begin(set(), "enroll")
        self.order("POST", "/v1/nodes", {
            "driver": "redfish", "uuid": self.uuid, "name": self.name, "inspect_interface": "redfish",
            "boot_interface": "redfish-virtual-media", "firmware_interface": "redfish", "driver_info": {
                "redfish_address": machine["redfish_address"], "redfish_verify_ca": False,
                "redfish_username": machine["user"], "redfish_password": machine["password"],
                "deploy_iso": "http://192.0.2.80/ramdisk.iso", "ramdisk_image_download_source": "http"}}, 201)
        for mac in machine["macs"]:
            self.order("POST", "/v1/ports", {"node_uuid": self.uuid, "address": mac}, 201)

    def power(self, target, allowed, state):
        while True:
            self.begin(allowed, target)
            self.order("PUT", f"/v1/nodes/{self.uuid}/states/power", {"target": target}, 202)
            node = self.wait(lambda x: x["target_power_state"] is None and (x["power_state"] == state
                                                                            or x["last_error"]), target)
            if not node["last_error"] and node["power_state"] == state:
                return
            self.failed(node, target)
            self.wait(lambda x: x["power_state"], "a power state after an unknown end")

    def move(self, verb, state, failure, allowed, **more):
        """Returns whether the node reached the state."""
        self.begin(allowed, verb)
        self.order("PUT", f"/v1/nodes/{self.uuid}/states/provision", {"target": verb, **more}, 202)
        node = self.wait(lambda x: x["provision_state"] in (state, failure), state)
        if node["provision_state"] == state:
            return True
        self.failed(node, verb)
        return False

    def configure(self):
        """An update of the firmware, a BIOS setting and the clock, as one manual cleaning."""
        attribute = "Proc/Turbo/Mode" if "slash-in-attribute" in self.quirks else "ProcTurboMode"
        steps = [{"interface": "management", "step": "set_bmc_clock"},
                 {"interface": "bios", "step": "apply_configuration",
                  "args": {"settings": [{"name": attribute, "value": "Disabled"}]}},
                 {"interface": "firmware", "step": "update",
                  "args": {"settings": [{"component": "bios", "url": IMAGE}]}}]
        for _ in range(3):
            self.updates += 1
            if self.move("clean", "manageable", "clean failed", ANY, clean_steps=steps):
                self.updated = True
                return
            self.repair()
            if "update-lost" in self.quirks:
                return

    def repair(self):
        """A failed cleaning has put the node into maintenance."""
        self.order("DELETE", f"/v1/nodes/{self.uuid}/maintenance", None, 202)
        while not self.move("manage", "manageable", "enroll", ANY):
            pass

    def live(self):
        self.enrol()
        while not self.move("manage", "manageable", "enroll", set()):
            pass
        while not self.move("inspect", "manageable", "inspect failed", set()):
            self.repair()
        self.power("power on", ON, "power on")
        self.power("rebooting", ANY, "power on")
        self.power("power off", OFF, "power off")
        self.configure()
        while not self.move("provide", "available", "clean failed", ANY):
            self.repair()
        self.begin(set(), "available")

    # -- what the simulator recorded, against what the operator requested ------------------------------

    def check(self, report):
        return [*self.check_orders(report), *self.check_boots(report), *self.check_end(report),
                *self.check_update(report)]

    def check_orders(self, report):
        for order in report["power_orders"]:
            when = datetime.datetime.fromisoformat(order["when"])
            since = [row for row in self.requests if row[0] <= when]
            allowed, what = since[-1][1:] if since else (set(), "nothing")
            if order["from"] == "bmc" and order["type"] not in allowed:
                yield f"wrong power order: {self.title()}: {order['type']} at {order['when']} after '{what}'"

    def check_boots(self, report):
        for boot in report["boots"]:
            if boot["stale"] or boot["missed"]:
                yield f"{'stale' if boot['stale'] else 'missed'} boot: {self.title()}: {boot}"

    def check_end(self, report):
        """The record and the machine have the same power state; after a whole life it is off."""
        shown = self.node()["power_state"]
        is_on = bool(report["power_changes"]) and report["power_changes"][-1]["on"]
        real = "power on" if is_on else "power off"
        through = self.requests[-1][2] == "available"
        if shown != real or (through and is_on):
            yield f"wrong power state: {self.title()} has '{real}', recorded is '{shown}'"

    def check_update(self, report):
        version = report["firmware"]["bios"]
        if self.updated and version != VERSION:
            yield f"wrong update: {self.title()}: reported as done, but the BIOS has version {version}"
        if report["update_count"] > self.updates:
            yield f"wrong update: {self.title()}: {report['update_count']} orders for {self.updates} requests"
