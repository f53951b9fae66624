"""Leads one virtual machine through enrolment, inspection, cleaning and deployment, until its system
calls back. The demonstration and the system tests use it."""

import contextlib
import queue
import re
import threading
import time

import vm_planted
from daemon import Failed
from vm_fleet import as_text
from vm_timeline import Timeline
from vm_ways import driver_info

LOOK_EVERY = 0.1
AGENT_WAIT = 20
LINES_SHOWN = 25
RAMDISK = re.compile(rb"Linux version|ironbus_agent|ironbus agent|agent: ")
STEPS = (("manage", "manageable"), ("inspect", "manageable"), ("provide", "available"),
         ("active", "active"))


class Life:
    """`api`: client of the service; `site`: serves images and receives the call-back; `machine`: a
    VirtualMachine; `auditor`: checks the cleaning certificate; `limit`: seconds for the whole life;
    `say`: receives each progress line."""

    def __init__(self, api, site, machine, way, auditor, limit=90, say=lambda line: None):
        self.api = api
        self.site = site
        self.machine = machine
        self.way = way
        self.auditor = auditor
        self.limit = limit
        self.say = say
        self.timeline = Timeline(lambda name, seconds: say(f"{seconds:6.1f} s  {name}"))
        self.node = ""
        self.shown = {}
        self.state = "enroll"
        self.target = None
        self.problem = None
        self.ended = threading.Event()
        self.changed = threading.Condition()

    # -- observation

    def take(self, event):
        """Handles an event of the service."""
        if event is None or event.get("subject") != self.node:
            return
        kind, data = event["type"].removeprefix("ironbus."), event["data"]
        if kind == "step_started":
            self._step_started(data)
        if kind == "step_finished" and data["step"] == "write_image" and data.get("status") != "failed":
            self.timeline.note("image written")
        if kind == "provision_state_changed":
            self._moved(data)

    def _step_started(self, data):
        self.say(f"{self._seconds():6.1f} s  . {data['workflow']}: {data['interface']}.{data['step']}")
        if "lookup" in self.timeline.seconds:
            self.timeline.note("first step")

    def _moved(self, data):
        with self.changed:
            self.state, self.target = data["to"], data.get("target")
            if data.get("status") == "error" or self.state.endswith("failed"):
                self.problem = f"the node is in state '{self.state}': {data.get('last_error')}"
            self.changed.notify_all()
        self.say(f"{self._seconds():6.1f} s  [{self.state}]")

    def _seconds(self):
        return time.monotonic() - self.timeline.origin

    def _look(self):
        """Watches the console and the node until the life ends."""
        while not self.ended.wait(LOOK_EVERY):
            if "power on" not in self.timeline.seconds and self._is_on():
                self.timeline.note("power on")
            output = self.machine.console(self.shown["vm"]["console"])
            if output:
                self.timeline.note("firmware")
            if RAMDISK.search(output):
                self.timeline.note("ramdisk")
            if "lookup" not in self.timeline.seconds and self._agent_called():
                self.timeline.note("lookup")

    def _is_on(self):
        with contextlib.suppress(OSError):  # the simulator is busy
            return self.machine.shown()["vm"]["starts"] > 0
        return False

    def _agent_called(self):
        try:
            node = self.api.call("GET", f"/v1/nodes/{self.node}?fields=driver_internal_info")
        except Failed:
            return False
        return bool(node["driver_internal_info"].get("agent_url"))

    # -- the life

    def lead(self):
        """Runs the whole life. Raises Failed with the last console lines if it does not finish."""
        self.timeline.begin()
        self.shown = self.machine.shown()
        disk = self.shown["vm"]["disks"][0]
        vm_planted.plant(disk)
        self.say(f"{self._seconds():6.1f} s  wrote marker data of a former tenant to {len(vm_planted.found(disk))} places of {disk}")
        watcher = threading.Thread(target=self._look, daemon=True)
        try:
            self._enrol()
            watcher.start()
            for verb, wanted in STEPS:
                if verb == "provide":
                    self._await_agent()
                self._request(verb, wanted)
                if verb == "provide":
                    self._check_clean(disk)
            self._await_call_back()
            self.timeline.note("end")
        except Failed as failure:
            raise Failed(f"{self.way.title}: {failure}{self._why()}") from None
        finally:
            self.ended.set()
            if watcher.is_alive():
                watcher.join()

    def _enrol(self):
        way = self.way
        made = self.api.call("POST", "/v1/nodes", {
            "driver": way.driver, "name": f"machine-{way.name}", "resource_class": "demo",
            "boot_interface": way.boot_interface, "deploy_interface": "direct",
            "inspect_interface": "agent", "properties": {"cpu_arch": "x86_64", **way.properties},
            "driver_info": driver_info(way, self.shown),
            "instance_info": {"image_source": self.site.url + "/image",
                              "image_checksum": self.site.sum, "image_disk_format": "raw"}})
        self.node = made["uuid"]
        for mac in self.shown["macs"]:
            self.api.call("POST", "/v1/ports", {"node_uuid": self.node, "address": mac})

    def _request(self, verb, wanted):
        request = {"target": verb}
        if verb == "active":
            request["configdrive"] = {"meta_data": {"uuid": self.node, "hostname": self.way.name,
                                                  "hello": self.site.url + "/hello"}}
        with self.changed:
            self.state = ""
        self.api.call("PUT", f"/v1/nodes/{self.node}/states/provision", request)
        self._await_state(wanted)

    def _await_agent(self):
        """Waits for the inspection's agent: after its lookup, cleaning reuses it. Otherwise cleaning reboots."""
        until = time.monotonic() + AGENT_WAIT
        while "lookup" not in self.timeline.seconds and time.monotonic() < until:
            time.sleep(LOOK_EVERY)

    def _await_state(self, wanted):
        with self.changed:
            while self.state != wanted or self.target:
                if self.problem:
                    raise Failed(self.problem)
                left = self.limit - self._seconds()
                if left <= 0:
                    raise Failed(f"The node did not reach state '{wanted}' within {self.limit} s. It is in state '{self.state}'.")
                self.changed.wait(min(left, 1))

    def _check_clean(self, disk):
        still = vm_planted.found(disk)
        if still:
            raise Failed(f"cleaning left the former tenant's data at offsets {still} of {disk}")
        self.say(f"{self._seconds():6.1f} s  cleaning erased the former tenant's data from {disk}")
        for line in self.auditor.check(self.api.url, self.node).splitlines():
            self.say(f"{'':8}  | {line}")

    def _await_call_back(self):
        wanted = {"uuid": self.node, "fw": self.way.reported}
        while True:
            try:
                call = self.site.calls.get(timeout=max(0.1, self.limit - self._seconds()))
            except queue.Empty:
                raise Failed(f"The deployed system did not call back within {self.limit} s.") from None
            if call.get("uuid") != self.node:
                continue
            self.timeline.note("system up")
            if any(call.get(key) != value for key, value in wanted.items()):
                raise Failed(f"The deployed system reported {call}, expected {wanted}.")
            self.say(f"{self._seconds():6.1f} s  the deployed system called back: {call}")
            return

    def _why(self):
        """Returns details for diagnosis: the node's last_error and the last console lines."""
        out = []
        try:
            node = self.api.call("GET", f"/v1/nodes/{self.node}") if self.node else {}
            out.append(f"last_error: {node.get('last_error')}")
            problem = self.machine.shown()["vm"]["problem"]
            if problem:
                out.append(f"virtual machine: {problem}")
        except (Failed, OSError) as error:
            out.append(str(error))
        path = self.shown.get("vm", {}).get("console", "")
        lines = as_text(self.machine.console(path)).split("\n")[-LINES_SHOWN:]
        return "\n".join(["", *out, "last lines of the console:", *("  | " + line for line in lines)])
