#!/usr/bin/python3
"""Machines that are inspected by an agent: data arrives, rules apply, nodes continue."""

import http.server
import json
import os
import re
import shutil
import threading
import unittest

from harness import Daemon, main, poll, scratch
from inspection_fixture import Inspection, data, inventory


class Call(http.server.BaseHTTPRequestHandler):
    seen = []

    def do_GET(self):
        Call.seen.append((self.path, self.headers.get("X-Key")))
        self.send_response(403 if "refuse" in self.path else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Known(Inspection):
    SETTINGS = """
inspection_rules:
  api_call_hosts: [127.0.0.1]
"""

    def test_a_whole_inspection_of_a_node(self):
        mac = "52:54:00:e1:00:01"
        uuid = self.waiting("whole", mac)
        why = self.api.get("/v1/nodes/whole/why").json
        self.assertIn("agent", json.dumps(why))
        self.rule({"op": "set-capability", "args": ["rack", "r1"]},
                  {"op": "set-port-attribute", "args": [mac, "/extra/seen", "{inventory[cpu][count]}"]},
                  {"op": "log", "args": ["seen a {inventory[system_vendor][product_name]}", "warning"]})
        answer = self.post(data(mac, plugin={"logs": "QQ==", "numa_topology": {"cpus": []}}))
        self.assertEqual((answer.status, answer.json), (202, {"uuid": uuid}))
        node = self.ended("whole", "manageable")
        self.assertEqual(node["properties"], {"cpu_arch": "x86_64", "capabilities": "rack:r1"})
        self.assertEqual((node["power_state"], node["last_error"]), ("power off", None))
        self.assertIsNotNone(node["inspection_finished_at"])
        self.assertIsNone(node["inspection_started_at"])
        self.assertEqual(self.ports("whole")[mac]["extra"], {"seen": 8})
        kept = self.api.get("/v1/nodes/whole/inventory").json
        self.assertEqual(kept["inventory"]["memory"], {"physical_mb": 4096})
        self.assertNotIn("logs", kept["plugin_data"])
        self.assertIn("numa_topology", kept["plugin_data"])
        poll(lambda: "seen a X1" in self.daemon.log(), "the rule's line is in the log")
        self.assertEqual(self.post(data(mac)).status, 404)

    def test_a_machine_cannot_forge_a_record_of_the_log(self):
        mac = "52:54:00:e1:00:2a"
        uuid = self.waiting("forger", mac)
        self.rule({"op": "log", "args": ["forged {inventory[system_vendor][product_name]}", "warning"]})
        words = ("X\ntime=2020-01-01T00:00:00Z level=critical node=victim msg=owned\r"
                 "level=critical node=victim \x1b[2J \x9b31m \u2028 error=\"x")
        self.assertEqual(self.post(data(mac, system_vendor={"product_name": words})).status, 202)
        self.ended("forger", "manageable")
        line = poll(lambda: next((x for x in self.daemon.log().splitlines() if "forged" in x), None),
                    "the rule's line is in the log")
        self.assertRegex(line, rf'^time=\S+ level=warn msg="[^"]*forged X[ -~]*" node={uuid}$')
        self.assertNotIn("level=critical", re.sub(r'msg="(\\.|[^"\\])*"', "", self.daemon.log()))

    def test_a_newer_agent_receives_the_data_of_a_lookup(self):
        uuid = self.waiting("newer", "52:54:00:e1:00:02")
        answer = self.post(data("52:54:00:e1:00:02"), version="1.84")
        self.assertEqual(answer.status, 202, answer)
        self.assertEqual(answer.json["node"]["uuid"], uuid)
        self.assertEqual(len(answer.json["config"]["agent_token"]), 43)
        self.ended("newer", "manageable")

    def test_with_fast_track_the_machine_stays_on_and_its_agent_keeps_its_token(self):
        mac = "52:54:00:e1:00:1f"
        uuid = self.waiting("fast", mac, deploy_interface="direct", driver_info={"fast_track": True})
        answer = self.post(data(mac), version="1.84")
        self.assertEqual(answer.status, 202, answer)
        self.assertEqual(self.ended("fast", "manageable")["power_state"], "power on")
        beaten = self.api.call("POST", f"/v1/heartbeat/{uuid}", {
            "callback_url": "https://192.0.2.5:9999", "agent_version": "11",
            "agent_token": answer.json["config"]["agent_token"]})
        self.assertEqual(beaten.status, 202, beaten)
        poll(lambda: self.api.node("fast")["driver_internal_info"].get("agent_url"),
             "its address is known")
        self.api.ask_for_state("fast", "inspect")  # The machine is running: its agent sent its data before.
        self.ended("fast", "inspect wait")
        self.assertNotIn("agent_url", self.api.node("fast")["driver_internal_info"])

    def test_a_node_without_ports_is_found_by_its_bmc(self):
        self.waiting("bmc", driver_info={"ipmi_address": "192.0.2.77"})
        self.assertEqual(self.post(data("52:54:00:e1:00:03", bmc="192.0.2.77")).status, 202)
        self.ended("bmc", "manageable")
        self.assertTrue(self.ports("bmc")["52:54:00:e1:00:03"]["pxe_enabled"])

    def test_ports_are_created_from_the_bmcs_list_unless_others_are_given(self):
        self.waiting("first", "52:54:00:e1:00:04")
        self.waiting("listed", driver_info={"fake_mac_addresses": [
            "52:54:00:E1:00:05", "52:54:00:e1:00:04", "nonsense"]})
        self.assertEqual(list(self.ports("listed")), ["52:54:00:e1:00:05"])

    def test_data_of_unknown_and_ambiguous_machines_is_refused_with_the_same_text(self):
        one = self.waiting("one", "52:54:00:e1:00:06", driver_info={"ipmi_address": "192.0.2.61"})
        self.waiting("two", "52:54:00:e1:00:07", driver_info={"ipmi_address": "192.0.2.62"})
        self.api.create("idle")
        self.api.call("POST", "/v1/ports", {"node_uuid": self.api.node("idle")["uuid"],
                                            "address": "52:54:00:e1:00:08"})
        both = data("52:54:00:e1:00:06")
        both["inventory"]["interfaces"].append({"name": "b", "mac_address": "52:54:00:e1:00:07"})
        refused = [self.post(data("52:54:00:e1:00:aa")), self.post(both),
                   self.post(data("52:54:00:e1:00:06", bmc="192.0.2.62")),
                   self.post(data("52:54:00:e1:00:08")),
                   self.post(data("52:54:00:e1:00:07"), node=one),
                   self.post(data("52:54:00:e1:00:ab"), node="11111111-2222-4333-8444-555555555555"),
                   self.post(data("52:54:00:e1:00:06"), version="1.50")]
        self.assertEqual({answer.status for answer in refused}, {404})
        self.assertEqual(len({answer.reason for answer in refused}), 1)
        self.assertEqual(self.api.node("one")["provision_state"], "inspect wait")

    def test_refused_data_of_a_known_machine_fails_its_inspection_at_once(self):
        mac = "52:54:00:e1:00:7b"
        self.waiting("malformed", mac)
        refused = self.post(data(mac, bmc=5))
        self.assertEqual(refused.status, 400)
        node = self.ended("malformed", "inspect failed")
        self.assertIn("bmc_address", refused.reason)
        self.assertIn("bmc_address", node["last_error"])

    def test_hostile_data_changes_nothing(self):
        mac = "52:54:00:e1:00:09"
        self.waiting("hostile", mac)
        deep = b'{"inventory": {"interfaces": [{"name": "a", "mac_address": "%s"}], "x": %s}}' % (
            mac.encode(), b"[" * 200 + b"]" * 200)
        for body, status in ((deep, 400), (b"{", 400), (b"[]", 400), (b'{"inventory": []}', 400),
                             (b'{"inventory": {"interfaces": [7]}}', 400),
                             (b'{"inventory": {"interfaces": [{"mac_address": 1}]}}', 400),
                             (b" " * (17 << 20), 413)):
            self.assertEqual(self.post(body).status, status, body[:80])
        self.assertEqual(self.api.node("hostile")["provision_state"], "inspect wait")
        before = self.api.node("hostile")
        odd = data(mac, cpu="fast", memory=[], disks={"a": 1}, boot=7, system_vendor=None)
        self.assertEqual(self.post(odd).status, 202)
        node = self.ended("hostile", "inspect failed")
        self.assertIn("architecture", node["last_error"])
        self.assertEqual((node["properties"], list(self.ports("hostile"))), ({}, [mac]))
        self.assertEqual(node["extra"], before["extra"])
        self.assertEqual(self.api.get("/v1/nodes/hostile/inventory").status, 404)

    def test_rules_with_forbidden_actions_are_refused_on_creation(self):
        for actions in ([{"op": "set-attribute", "args": ["/provision_state", "active"]}],
                        [{"op": "set-attribute", "args": ["/driver_internal_info/x", "1"]}],
                        [{"op": "set-attribute", "args": ["/" + "a/" * 60, "1"]}],
                        [{"op": "set-attribute", "args": ["/uuid", "1"]}]):
            self.assertEqual(self.api.call("POST", "/v1/inspection_rules",
                                           {"actions": actions}).status, 400, actions)
        refused = self.api.call("POST", "/v1/inspection_rules", {
            "actions": [{"op": "log", "args": ["x"]}],
            "conditions": [{"op": "matches", "args": ["a", "(?=x)"]}]})
        self.assertEqual(refused.status, 400)

    def test_a_failure_of_the_ramdisk_fails_the_inspection(self):
        self.waiting("broken", "52:54:00:e1:00:0a")
        self.assertEqual(self.post(data("52:54:00:e1:00:0a", error="no disks")).status, 202)
        node = self.ended("broken", "inspect failed")
        self.assertIn("Ramdisk reported error: no disks", node["last_error"])
        self.assertEqual(self.ports("broken")["52:54:00:e1:00:0a"]["extra"], {})
        poll(lambda: self.api.node("broken")["power_state"] == "power off", "it is powered off")

    def test_the_error_of_a_sensitive_rule_contains_no_data(self):
        uuid = self.rule({"op": "fail", "args": ["the secret is {inventory[memory]}"]},
                         sensitive=True, conditions=[
                             {"op": "eq", "args": ["{inventory[system_vendor][manufacturer]}", "S"]}])
        self.waiting("terse", "52:54:00:e1:00:0b")
        self.post(data("52:54:00:e1:00:0b", vendor="S"))
        text = self.ended("terse", "inspect failed")["last_error"]
        self.assertIn(uuid, text)
        self.assertNotIn("secret", text)

    def test_abort(self):
        self.waiting("abort", "52:54:00:e1:00:0c")
        self.api.ask_for_state("abort", "abort")
        node = self.ended("abort", "inspect failed")
        self.assertIn("aborted", node["last_error"])
        self.assertEqual(self.post(data("52:54:00:e1:00:0c")).status, 404)

    def test_a_rule_calls_another_service(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Call)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        url = f"http://127.0.0.1:{server.server_port}"
        self.rule({"op": "api-call", "args": {
            "url": url + "/{inventory[system_vendor][product_name]}?q=1", "headers": {"X-Key": "hush"}}},
            {"op": "set-attribute", "args": ["/extra/called", "yes"]},
            conditions=[{"op": "eq", "args": ["{inventory[system_vendor][manufacturer]}", "Caller"]}])
        self.waiting("caller", "52:54:00:e1:00:0d")
        self.assertEqual(self.post(data("52:54:00:e1:00:0d", vendor="Caller")).status, 202)
        self.assertEqual(self.ended("caller", "manageable")["extra"], {"called": "yes"})
        self.assertEqual(Call.seen, [("/X1?q=1", "hush")])
        self.assertNotIn("hush", self.api.get("/v1/nodes/caller/operations").body.decode())
        self.rule({"op": "api-call", "args": {"url": url + "/refuse"}}, conditions=[
            {"op": "eq", "args": ["{inventory[system_vendor][manufacturer]}", "Refused"]}])
        self.waiting("refused", "52:54:00:e1:00:0e")
        self.post(data("52:54:00:e1:00:0e", vendor="Refused"))
        self.assertIn("403", self.ended("refused", "inspect failed")["last_error"])

    def test_a_trial_shows_the_result_and_changes_nothing(self):
        self.waiting("trial", "52:54:00:e1:00:0f")
        self.post(data("52:54:00:e1:00:0f"))
        before = self.ended("trial", "manageable")
        report = self.trial(node="trial", phases=["main"], rules=[
            {"conditions": [{"op": "eq", "args": ["{inventory[memory][physical_mb]}", 4096]}],
             "actions": [{"op": "set-attribute", "args": ["/extra/size", "big"]}]},
            {"conditions": [{"op": "eq", "args": ["{node.extra[size]}", "small"]}],
             "actions": [{"op": "fail", "args": ["never"]}]}])
        first, second = report["phases"][0]["rules"]
        self.assertTrue(first["applied"])
        self.assertEqual(first["actions"][0]["changes"], [
            {"where": "node/extra/size", "before": None, "after": "big"}])
        self.assertFalse(second["applied"])
        self.assertFalse(second["conditions"][0]["held"])
        self.assertIsNone(report["error"])
        self.assertEqual(self.api.node("trial"), before)
        for wrong in ({}, {"inventory": 3}, {"inventory": {}, "rules": [{"actions": []}]},
                      {"inventory": {}, "phases": ["late"]}, {"inventory": {}, "bogus": 1}):
            self.assertEqual(self.api.call("POST", "/v1/inspection_rules/test", wrong).status, 400, wrong)

    def test_machines_are_discovered_only_if_enabled(self):
        before = len(self.api.get("/v1/nodes").json["nodes"])
        self.assertEqual(self.post(data("52:54:00:e1:00:ff")).status, 404)
        self.assertEqual(len(self.api.get("/v1/nodes").json["nodes"]), before)

    def test_accepted_data_survives_a_restart(self):
        mac = "52:54:00:e1:00:10"
        self.waiting("killed", mac)
        self.assertEqual(self.post(data(mac)).status, 202)
        self.daemon.kill()
        self.daemon.start()
        type(self).api = self.daemon.api
        self.assertEqual(self.ended("killed", "manageable")["properties"]["cpu_arch"], "x86_64")
        self.assertEqual(self.api.get("/v1/nodes/killed/inventory").json["inventory"]["boot"],
                         {"current_boot_mode": "uefi", "pxe_interface": mac})
        self.wait_for_rules(self.api)


class Silence(Inspection):
    SETTINGS = "conductor:\n  inspect_wait_timeout: 1s\n"

    def test_a_machine_that_never_calls_fails_its_inspection(self):
        self.waiting("mute", "52:54:00:f1:00:01")
        node = self.ended("mute", "inspect failed")
        self.assertIn("Timeout", node["last_error"])
        self.assertIn("inspect wait", node["last_error"])
        poll(lambda: self.api.node("mute")["power_state"] == "power off", "it is powered off")


class OutOfBand(Inspection):
    SETTINGS = "inspection_rules:\n  supported_interfaces: '.*'\n"

    def test_rules_see_the_results_of_the_driver(self):
        self.rule({"op": "set-attribute", "args": ["/extra/{plugin_data[key]}", "{inventory[memory][physical_mb]}"]})
        self.rule({"op": "set-plugin-data", "args": ["key", "size"]}, phase="early")
        found = inventory("52:54:00:00:0b:01")
        node = self.api.create("oob", inspect_interface="fake", driver_info={"fake_inventory": found})
        self.api.move("oob", "manage", "manageable", "inspect", "manageable")
        about = self.ended("oob", "manageable")
        self.assertEqual(about["extra"], {"size": 4096})
        self.assertEqual(about["properties"]["cpu_arch"], "x86_64")
        kept = self.api.call("GET", f"/v1/nodes/{node['uuid']}/inventory").json
        self.assertEqual((kept["inventory"], kept["plugin_data"]["key"]), (found, "size"))


class Settings(unittest.TestCase):
    def test_an_invalid_rules_file_or_option_is_reported_at_start(self):
        for settings, says in (
                ("inspection_rules:\n  built_in: {folder}/rules.yaml\n", "Built-in rule 1"),
                ("inspection_rules:\n  built_in: /nowhere.yaml\n", "/nowhere.yaml"),
                ("inspector:\n  hooks: [ports]\n", "validate-interfaces"),
                ("inspector:\n  hooks: [nonsense]\n", "nonsense"),
                ("inspector:\n  extra_kernel_params: a=1 a=2\n", "twice"),
                ("inspection_rules:\n  supported_interfaces: (\n", "supported_interfaces"),
                ("auto_discovery:\n  enabled: true\n", "auto_discovery.driver")):
            folder = scratch()
            self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
            with open(os.path.join(folder, "rules.yaml"), "w", encoding="utf-8") as file:
                file.write("- actions: [{op: explode, args: []}]\n")
            one = Daemon(folder, settings=settings.format(folder=folder)).start(ready=False)
            self.assertNotEqual(one.process.wait(20), 0)
            self.assertIn(says, one.log())


if __name__ == "__main__":
    main()
