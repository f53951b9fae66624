#!/usr/bin/python3
"""Secrets never leave the service. The test stores one in every possible place, then reads all output."""

import http.client
import itertools
import json
import os
import shutil
import sqlite3
import threading
import unittest
import urllib.parse

from harness import VERSION, Daemon, main, poll, scratch

CANARY = "canary-"
SETTINGS = "log_level: debug\nsecret_keys: [badge]\n"
DISK = {"size_gb": 10, "raid_level": "1", "controller_password": None}


class Canaries:
    """Distinct secrets, each with its place."""

    def __init__(self):
        self.numbers = itertools.count(1)
        self.places = {}

    def put(self, place):
        made = f"{CANARY}{next(self.numbers)}-{os.urandom(4).hex()}"
        self.places[made] = place
        return made

    def found_in(self, text):
        return sorted(place for secret, place in self.places.items() if secret in text)


class Listener(threading.Thread):
    """Keeps the whole event stream."""

    def __init__(self, url):
        super().__init__(daemon=True)
        at = urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPConnection(at.hostname, at.port, timeout=60)
        self.connection.request("GET", "/v1/events/stream",
                                headers={"X-OpenStack-Ironic-API-Version": VERSION})
        self.answer = self.connection.getresponse()
        self.text = ""
        self.start()

    def run(self):
        try:
            while data := self.answer.read1(65536):
                self.text += data.decode()
        except OSError:
            pass


class Secrets(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.daemon = Daemon(os.path.join(self.folder, "one"), settings=SETTINGS)
        self.daemon.start()
        self.addCleanup(lambda: self.daemon.process.poll() is None and self.daemon.stop())
        self.api = self.daemon.api
        self.canaries = Canaries()
        self.events = Listener(self.api.url)
        self.heard = []

    def ask(self, method, path, body=None, status=None):
        answer = self.api.call(method, path, body)
        self.heard.append((f"{method} {path}", answer.body.decode()))
        if status:
            self.assertEqual(answer.status, status, answer)
        return answer

    def provision(self, target, state, **more):
        self.ask("PUT", "/v1/nodes/n/states/provision", {"target": target, **more}, 202)
        poll(lambda: self.api.node("n")["provision_state"] == state, f"{target}: {state}")
        self.read_everything()

    def read_everything(self):
        node = self.api.node("n")["uuid"]
        for path in ("", "/states", "/validate", "/why", "/history?detail=true", "/operations",
                     "/traits", "/ports", "/portgroups", "/volume/connectors", "/volume/targets",
                     "/bios", "/firmware", "/cleaning/steps", "/states/console"):
            self.ask("GET", f"/v1/nodes/{node}{path}")
        for path in ("nodes/detail", "nodes?fields=driver_info,instance_info,driver_internal_info",
                     "ports/detail", "portgroups/detail", "volume/targets?detail=true",
                     "volume/connectors?detail=true", "deploy_templates?detail=true",
                     "runbooks?detail=true", "inspection_rules?detail=true",
                     "allocations", "chassis/detail", "conductors", "drivers?detail=true"):
            self.ask("GET", "/v1/" + path)
        self.ask("GET", "/metrics")

    def enrol(self):
        put = self.canaries.put
        self.ask("POST", "/v1/nodes", {
            "name": "n", "driver": "fake-hardware",
            "driver_info": {"ipmi_password": put("driver_info"),
                            "nested": [{"api_token": put("driver_info, nested")}],
                            "snmp_auth_key": put("driver_info, SNMP"),
                            "snmp_community": put("an SNMP community"),
                            "ipmi_hex_kg_key": put("a K_g key"), "api_key": put("an API key"),
                            "accessKey": put("an access key"), "our_badge": put("operator's word"),
                            "key_passphrase": put("a passphrase"),
                            "redfish_address": f"https://root:{put('a URL')}@bmc",
                            "kernel_append_params": f"quiet ipa-token={put('a parameter')}",
                            "fake_delays": {"deploy.erase_devices": 0.1}},
            "instance_info": {"image_password": put("instance_info"),
                              "image_source": f"http://u:{put('an image')}@images/a"},
            "extra": {"notes": [{"api_key": put("extra")}]},
            "properties": {"secret": put("properties")}}, 201)
        node = self.api.node("n")["uuid"]
        self.ask("POST", "/v1/ports", {"node_uuid": node, "address": "52:54:00:00:00:01"}, 201)
        self.ask("POST", "/v1/volume/targets", {
            "node_uuid": node, "volume_type": "iscsi", "volume_id": "v", "boot_index": 0,
            "properties": {"auth_password": put("volume target")}}, 201)

        self.ask("POST", "/v1/chassis", {"extra": {"token": put("a chassis")}}, 201)
        step = {"interface": "bios", "step": "apply_configuration", "priority": 10}
        settings = [{"name": "AdminPassword", "value": put("a template's settings")},
                    {"name": "BootMode", "value": "uefi"}]
        self.ask("POST", "/v1/deploy_templates", {"name": "CUSTOM_T", "steps": [
            {**step, "args": {"settings": settings}}]}, 201)
        self.ask("POST", "/v1/runbooks", {"name": "CUSTOM_R", "steps": [
            {"interface": "bios", "step": "apply_configuration", "order": 1,
             "args": {"settings": [{"name": "AdminPassword", "value": put("a runbook's")}]}}]})
        self.ask("POST", "/v1/inspection_rules", {"sensitive": True, "actions": [
            {"op": "set-attribute", "args": {"path": "/driver_info/ipmi_password",
                                             "value": put("a rule")}}]})

    def change(self):
        put = self.canaries.put
        self.ask("PATCH", "/v1/nodes/n", [
            {"op": "add", "path": "/driver_info/redfish_password", "value": put("a patch")}], 200)
        for bad in ([{"op": "add", "path": "/driver_info/password", "value": put("a bad patch")},
                     {"op": "remove", "path": "/nope"}],
                    [{"op": "test", "path": "/driver_info/password", "value": put("a test")}],
                    [{"op": "add", "path": "/driver_info", "value": put("a wrong type")}]):
            self.assertGreaterEqual(self.ask("PATCH", "/v1/nodes/n", bad).status, 400)
        self.ask("POST", "/v1/nodes", {"driver": "nope", "driver_info": {
            "password": put("a refused node")}}, 400)
        self.ask("PUT", "/v1/nodes/n/states/raid", {"logical_disks": [
            {**DISK, "controller_password": put("the RAID")}]})
        self.ask("POST", "/v1/nodes/n/vendor_passthru/first_method",
                 {"bar": "x", "password": put("a vendor call")})
        self.ask("POST", "/v1/nodes/n/vendor_passthru/nope", {"password": put("a bad call")})

    def live(self):
        put = self.canaries.put
        self.provision("manage", "manageable")
        self.provision("clean", "manageable", clean_steps=[
            {"interface": "deploy", "step": "erase_devices", "args": {}},
            {"interface": "bios", "step": "apply_configuration", "args": {"settings": [
                {"name": "AdminPassword", "value": put("a clean step's settings")}]}}])
        self.ask("PUT", "/v1/nodes/n/states/provision", {"target": "clean", "clean_steps": [
            {"interface": "deploy", "step": "nope", "args": {"password": put("a step's")}}]})
        poll(lambda: self.api.node("n")["provision_state"] in ("clean failed", "manageable"), "end")
        self.read_everything()
        self.ask("PUT", "/v1/nodes/n/states/provision", {"target": "manage"})
        self.ask("DELETE", "/v1/nodes/n/maintenance", status=202)
        self.provision("provide", "available")
        self.provision("active", "active", configdrive={
            "user_data": put("a config drive"), "meta_data": {"key": put("its metadata")}})
        self.provision("rescue", "rescue", rescue_password=put("rescuing"))
        self.provision("unrescue", "active")
        self.provision("deleted", "available")

    def test_no_secret_is_shown(self):
        self.enrol()
        self.change()
        self.live()
        self.ask("DELETE", "/v1/nodes/n")
        poll(lambda: "node_deleted" in self.events.text, "the last event")
        self.daemon.stop()  # This writes the last lines of the log.
        self.heard += [("the event stream", self.events.text), ("the log", self.daemon.log())]
        leaks = {f"{place} in {where}" for where, text in self.heard
                 for place in self.canaries.found_in(text)}
        self.assertEqual(leaks, set())
        self.assertGreater(len(self.canaries.places), 12)

    def test_writing_the_mask_back_changes_nothing(self):
        self.enrol()
        secret = next(iter(self.canaries.places))
        shown = self.api.node("n")["driver_info"]
        self.assertEqual(shown["ipmi_password"], "******")
        self.ask("PATCH", "/v1/nodes/n", [
            {"op": "replace", "path": "/driver_info", "value": {**shown, "address": "bmc"}}], 200)
        self.ask("PATCH", "/v1/nodes/n", [
            {"op": "replace", "path": "/driver_info/ipmi_password", "value": "******"}], 200)
        self.assertEqual(self.api.node("n")["driver_info"]["address"], "bmc")
        self.assertEqual(self.stored("n")["about"]["driver_info"]["ipmi_password"], secret)

    def test_a_mask_in_a_list_keeps_its_value_or_is_refused(self):
        put = self.canaries.put
        first, second = put("the first"), put("the second")
        users = [{"name": "a", "password": first}, {"name": "b", "password": second}]
        self.ask("POST", "/v1/nodes", {"name": "n", "driver": "fake-hardware",
                                       "driver_info": {"users": users}}, 201)
        shown = self.api.node("n")["driver_info"]["users"]

        def write(value):
            return self.ask("PATCH", "/v1/nodes/n", [
                {"op": "replace", "path": "/driver_info/users", "value": value}])

        for doubtful in ([{"name": "c", "password": "******"}], [{"password": "******"}],
                         [{**shown[1], "role": "x"}], ["******"]):
            refused = write(doubtful)
            self.assertEqual(refused.status, 400, refused)
            self.assertIn("/driver_info/users/0", refused.reason)
            self.assertIn("send the value itself", refused.reason)
        self.assertEqual(write([shown[1]]).status, 200)
        self.assertEqual(self.stored("n")["about"]["driver_info"]["users"], [users[1]])
        refused = self.ask("PATCH", "/v1/nodes/n", [
            {"op": "add", "path": "/driver_info/new_password", "value": "******"}])
        self.assertEqual(refused.status, 400, refused)

    def stored(self, name):
        data = os.path.join(self.daemon.folder, "data")
        files = [os.path.join(data, one) for one in os.listdir(data) if one.endswith(".db")]
        with sqlite3.connect(f"file:{files[0]}?mode=ro", uri=True) as file:
            for (text,) in file.execute("SELECT snapshot FROM record WHERE aggregate = 'node'"):
                if (node := json.loads(text))["about"]["name"] == name:
                    return node
        return None


if __name__ == "__main__":
    main()
