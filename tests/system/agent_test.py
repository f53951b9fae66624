#!/usr/bin/python3
"""Nodes that are worked on through an agent: an embedded daemon and a fleet of fake agents."""

import os
import shutil
import unittest

from fleet import Fleet, settings, step
from harness import Daemon, free_address, main, make_certificate, poll, scratch

THREE_STEPS = {"clean": [step("erase_devices_metadata", 99, takes_ms=100),
                         step("update_firmware", 50, takes_ms=100, reboot_requested=True),
                         step("erase_devices", 10, takes_ms=300)]}


class WithFleet(unittest.TestCase):
    MORE = ""

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.journal = os.path.join(cls.folder, "journal.jsonl")
        cls.daemon = Daemon(cls.folder, settings=settings(cls.journal, cls.MORE)).start()
        cls.api = cls.daemon.api
        cls.fleet = Fleet(cls.api.url, cls.journal)

    @classmethod
    def tearDownClass(cls):
        cls.fleet.stop()
        code = cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)
        assert code == 0, code

    def machine(self, name, **script):
        return self.fleet.machine(self.api, name, **script)

    def failed(self, name, state="clean failed"):
        return poll(lambda: (x := self.api.node(name))["provision_state"] == state and x,
                    f"{name} in state {state}: {self.api.node(name)['provision_state']}")

    def event_types(self, name):
        return [row["event_type"] for row in self.api.history(name)]


class Lives(WithFleet):
    def test_a_node_is_cleaned_deployed_and_torn_down(self):
        agent = self.machine("life", steps=THREE_STEPS)
        self.api.move("life", "provide", "available")
        self.assertEqual(self.fleet.orders(agent), [
            "clean.get_clean_steps", "clean.execute_clean_step:erase_devices_metadata",
            "clean.execute_clean_step:update_firmware", "clean.execute_clean_step:erase_devices"])
        self.assertEqual(self.fleet.report(agent)["boots"], 2)
        listed = self.api.get("/v1/nodes/life/cleaning/steps").json
        self.assertEqual([one["step"] for one in listed],
                         ["erase_devices_metadata", "update_firmware", "erase_devices"])

        self.api.move("life", "active", "active")
        node = self.api.node("life")
        self.assertEqual(node["power_state"], "power on")
        self.assertEqual(node["driver_internal_info"]["is_whole_disk_image"], True)
        self.assertNotIn("agent_url", node["driver_internal_info"])
        self.assertEqual(self.fleet.orders(agent)[4:], [
            "deploy.get_deploy_steps", "deploy.execute_deploy_step:write_image",
            "standby.get_partition_uuids", "image.install_bootloader", "standby.sync",
            "standby.power_off"])

        self.api.move("life", "deleted", "available")
        self.assertEqual(len(self.fleet.orders(agent, "execute_clean_step")), 6)
        self.assertEqual(self.api.node("life")["power_state"], "power off")
        report = self.fleet.report(agent)
        self.assertEqual(report["refused"], [])
        asked = [one["call"] for one in report["calls"] if one["from"] == "service"]
        self.assertEqual([one for one in asked if "agent_token=***" not in one], [])

    def test_an_agent_from_before_2026_is_worked_with(self):
        agent = self.machine("older", steps=THREE_STEPS, token_on_get=False)
        self.api.move("older", "provide", "available")
        self.assertEqual(self.fleet.report(agent)["refused"], [])

    def test_the_fake_agent_refuses_what_agents_refuse(self):
        number = self.machine("picky", steps={"clean": [step("erase_devices", 10, takes_ms=60_000)]})
        self.api.told("picky", "provide")
        poll(lambda: self.fleet.report(number)["runs"], "it works")
        token = self.fleet.report(number)["token"]
        good = {"name": "standby.sync", "params": {}}
        for method, below, body, status, why in [
                ("GET", "/", None, 200, ""), ("GET", "/v1/nope", None, 404, "Not Found"),
                ("DELETE", "/v1/commands/?T", None, 405, "Method"),
                ("GET", "/v1/commands", None, 308, ""),
                ("GET", "/v1/commands/", None, 401, "Token invalid."),
                ("GET", "/v1/commands/x", None, 401, "Token invalid."),
                ("GET", "/v1/commands/?agent_token=wrong", None, 401, "Token invalid."),
                ("POST", "/v1/commands/", good, 401, "Token invalid."),
                ("GET", "/v1/commands/x?T", None, 404, "id x not found"),
                ("POST", "/v1/commands/?T", b"no JSON", 400, "Bad Request"),
                ("POST", "/v1/commands/?T", {"name": "standby.sync"}, 400, "params"),
                ("POST", "/v1/commands/?T", {"name": "nodot", "params": {}}, 400, "<extension>"),
                ("POST", "/v1/commands/?T", good, 409, "Agent is busy"),
                ("POST", "/v1/commands/?T", {"name": "no.such", "params": {}}, 409, "busy")]:
            got = self.of_agent(number, method, below.replace("?T", f"?agent_token={token}"), body)
            self.assertEqual(got.status, status, (method, below, got))
            self.assertIn(why, got.json.get("faultstring", ""))
        self.assertEqual(self.of_agent(number, "GET", f"/v1/commands/?agent_token={token}").status, 200)

    def of_agent(self, number, method, below, body=None):
        return self.fleet.control.call(method, f"/agents/{number}{below}", body)

    def test_the_fake_agent_refuses_orders_as_agents_do(self):
        number = self.machine("choosy", steps={"clean": [
            step("erase_devices", 10, takes_ms=1), step("hold", 5, takes_ms=60_000)]})
        self.api.call("PUT", "/v1/nodes/choosy/maintenance", {})  # nobody else orders anything
        self.api.told("choosy", "provide")
        poll(lambda: self.fleet.report(number)["beats"] > 1, "its agent is up")
        node = {"node": {"uuid": "u"}, "ports": []}
        erase = {"step": {"step": "erase_devices", "interface": "deploy"}, **node}
        for name, params, status, why in [
                ("no.such", {}, 404, "Extension with id no not found"),
                ("clean.no_such", {}, 400, "Unknown command"),
                ("standby.cache_image", {}, 400, "Unknown command"),
                ("poll.set_node_info", {}, 400, "standalone"),
                ("standby.prepare_image", {"image_info": {"id": "1"}}, 400, "'urls'"),
                ("clean.get_clean_steps", {"node": {}, "ports": []}, 404, "clean not found"),
                ("clean.execute_clean_step", {**erase, "node": {}}, "FAILED", "uuid"),
                ("clean.execute_clean_step", node, "FAILED", "'step'"),
                ("clean.execute_clean_step", {**erase, "step": {"step": "x"}}, "FAILED", "method: x"),
                ("clean.execute_clean_step", {**erase, "more": 1}, "FAILED", "argument 'more'"),
                ("clean.execute_clean_step", {**erase, "clean_version": {}},
                 "CLEAN_VERSION_MISMATCH", "Current versions"),
                ("image.install_bootloader", {}, "FAILED", "'root_uuid'"),
                ("clean.execute_clean_step", erase, "SUCCEEDED", ""),
                ("standby.sync", {"x": 1}, 500, "TypeError")]:
            with self.subTest(f"{name} {params}"):
                got, ended = self.ordered(number, name, params)
                self.assertEqual(ended["command_status"] if got.status == 200 else got.status, status)
                said = got.json if got.status != 200 else ended["command_error"] or {}
                self.assertIn(why, said.get("faultstring") or said.get("details", ""))
        token = self.fleet.report(number)["token"]
        self.assertEqual(self.of_agent(number, "GET", f"/v1/commands/?agent_token={token}").status, 500)

    def ordered(self, number, name, params):
        """The agent's answer to an order, and how it ended."""
        query = "?agent_token=" + self.fleet.report(number)["token"]
        got = self.of_agent(number, "POST", "/v1/commands/" + query, {"name": name, "params": params})
        if got.status != 200:
            return got, None
        self.assertNotIn("command_params", got.json)
        path = f"/v1/commands/{got.json['id']}{query}"
        return got, poll(lambda: (x := self.of_agent(number, "GET", path).json)
                         ["command_status"] != "RUNNING" and x, name)

    def test_the_token_is_told_once_and_shown_to_nobody(self):
        self.machine("secret", steps=THREE_STEPS)
        self.api.told("secret", "provide")
        seen = poll(lambda: (x := self.api.node("secret")["driver_internal_info"])
                    .get("agent_secret_token") and x, "the token is there")
        self.assertEqual(seen["agent_secret_token"], "******")
        self.api.until("secret", "available")

    def test_manual_cleaning_takes_steps_of_agent_and_interfaces(self):
        agent = self.machine("manual", steps={"clean": [
            step("create_configuration", interface="raid", result={"logical_disks": [{"size_gb": 7}]})]})
        self.api.told("manual", "clean", clean_steps=[
            {"interface": "raid", "step": "create_configuration"},
            {"interface": "bios", "step": "factory_reset"}])
        self.api.until("manual", "manageable")
        self.assertEqual(self.api.node("manual")["raid_config"], {"logical_disks": [{"size_gb": 7}]})
        self.assertEqual(len(self.fleet.orders(agent, "create_configuration")), 1)

    def test_manual_cleaning_without_the_agent_boots_nothing(self):
        agent = self.machine("outside")
        self.api.told("outside", "clean", clean_steps=[{"interface": "bios", "step": "factory_reset"}])
        self.api.until("outside", "manageable")
        self.assertEqual(self.fleet.report(agent)["boots"], 0)

    def test_an_image_that_cannot_be_checked_is_refused_before_anything_begins(self):
        self.machine("image", steps={})
        self.api.move("image", "provide", "available")
        self.api.call("PATCH", "/v1/nodes/image",
                      [{"op": "remove", "path": "/instance_info/image_checksum"}])
        refused = self.api.call("PUT", "/v1/nodes/image/states/provision", {"target": "active"})
        self.assertEqual(refused.status, 400)
        self.assertIn("image_checksum", refused.reason)

    def test_rescue_and_back(self):
        agent = self.machine("rescue", steps={})
        self.api.call("PATCH", "/v1/nodes/rescue",
                      [{"op": "replace", "path": "/rescue_interface", "value": "agent"}])
        self.api.move("rescue", "provide", "available", "active", "active")
        self.api.told("rescue", "rescue", rescue_password="geheim")
        self.api.until("rescue", "rescue")
        told = self.fleet.report(agent)["orders"][-1]
        self.assertEqual(told["name"], "rescue.finalize_rescue")
        self.assertEqual(told["args"]["hashed"], True)
        self.assertTrue(told["args"]["rescue_password"].startswith("$5$"), told)
        self.assertNotIn("hashed_rescue_password", self.api.node("rescue")["instance_info"])
        self.assertNotIn("geheim", self.daemon.log())
        self.api.move("rescue", "unrescue", "active")


class Faults(WithFleet):
    def test_a_failed_step_ends_in_clean_failed_and_maintenance(self):
        self.machine("bad", steps={"clean": [
            step("erase_devices", 10, course="fail", error="disk sda is frozen")]})
        self.api.told("bad", "provide")
        node = self.failed("bad")
        self.assertIn("disk sda is frozen", node["last_error"])
        self.assertIn("deploy.erase_devices", node["last_error"])
        self.assertTrue(node["maintenance"])
        self.assertEqual(node["fault"], "clean failure")

    def test_an_agent_that_begins_anew_is_rebooted_and_does_its_step_again(self):
        agent = self.machine("anew", steps={"clean": [
            step("erase_devices", 10, takes_ms=100, course="restart", times=1)]})
        self.api.told("anew", "provide")
        self.api.until("anew", "available")
        report = self.fleet.report(agent)
        self.assertGreater(report["masked"], 0)
        self.assertEqual(report["steps_run"], 2)

    def test_duplicate_and_late_beats_run_no_step_twice(self):
        agent = self.machine("echo", steps=THREE_STEPS, beats_each=4, beat_late_ms=150)
        self.api.move("echo", "provide", "available")
        self.assertEqual(len(self.fleet.orders(agent, "execute_clean_step")), 3)

    def test_a_wrong_token_moves_nothing(self):
        agent = self.machine("wrong", steps=THREE_STEPS, wrong_token_beats=5)
        self.api.move("wrong", "provide", "available")
        self.assertGreaterEqual(self.fleet.report(agent)["beats_refused"], 5)

    def test_other_hardware_managers_begin_automated_cleaning_again(self):
        agent = self.machine("managers", steps=THREE_STEPS, next_version="2", next_version_after=1)
        self.api.move("managers", "provide", "available")
        self.assertEqual(self.fleet.orders(agent), [
            "clean.get_clean_steps", "clean.execute_clean_step:erase_devices_metadata",
            "clean.execute_clean_step:update_firmware", "clean.get_clean_steps",
            "clean.execute_clean_step:erase_devices_metadata",
            "clean.execute_clean_step:update_firmware", "clean.execute_clean_step:erase_devices"])

    def test_a_failed_image_ends_in_deploy_failed_and_can_be_torn_down(self):
        self.machine("write", steps={"deploy": [
            step("write_image", course="fail", error="checksum differs", times=1)]})
        self.api.move("write", "provide", "available")
        self.api.told("write", "active")
        node = self.failed("write", "deploy failed")
        self.assertIn("checksum differs", node["last_error"])
        self.api.move("write", "deleted", "available")

    def test_a_killed_daemon_goes_on_where_it_was(self):
        folder = scratch()
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        journal = os.path.join(folder, "journal.jsonl")
        one = Daemon(folder, settings=settings(journal), listen=free_address()).start()
        fleet = Fleet(one.api.url, journal)
        try:
            agent = fleet.machine(one.api, "kill", steps={"clean": [
                step("erase_devices", 10, takes_ms=2000), step("verify", 5)]})
            one.api.told("kill", "provide")
            poll(lambda: one.api.node("kill")["clean_step"].get("step") == "erase_devices", "in its step")
            one.kill()
            one.start()
            one.api.until("kill", "available")
            self.assertEqual(len(fleet.orders(agent, "execute_clean_step")), 2)
        finally:
            fleet.stop()
            one.stop()


class Silence(WithFleet):
    MORE = "conductor:\n  clean_callback_timeout: 3s\n  deploy_callback_timeout: 3s\n"

    def test_a_silent_agent_fails_the_cleaning_with_its_last_sign(self):
        self.machine("mute", steps={"clean": [step("erase_devices", 10, course="silence")]})
        self.api.told("mute", "provide")
        node = self.failed("mute")
        self.assertIn("Timeout", node["last_error"])
        self.assertIn("last heard at", node["last_error"])
        self.assertTrue(node["maintenance"])

    def test_an_agent_that_never_comes_fails_without_maintenance(self):
        self.machine("never", steps={}, boots_ms=60_000)
        self.api.told("never", "provide")
        node = self.failed("never")
        self.assertIn("No agent has looked the node up", node["last_error"])
        self.assertFalse(node["maintenance"])


class RebootTheSilent(WithFleet):
    MORE = "  lost_agent_action: reboot\nconductor:\n  clean_callback_timeout: 2s\n"

    def test_a_silent_agent_is_rebooted_and_goes_on(self):
        agent = self.machine("mute", steps={"clean": [
            step("erase_devices", 10, course="silence", times=1)]})
        self.api.told("mute", "provide")
        self.api.until("mute", "available")
        self.assertEqual(self.fleet.report(agent)["boots"], 2)


class ByTls(WithFleet):
    """Agents as they come: each with a certificate that it has made itself."""

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.journal = os.path.join(cls.folder, "journal.jsonl")
        secure = settings(cls.journal).replace("require_tls: false", "require_tls: true")
        cls.daemon = Daemon(cls.folder, settings=secure).start()
        cls.api = cls.daemon.api
        certificate, key = make_certificate(cls.folder, "agent", "agent")
        cls.fleet = Fleet(cls.api.url, cls.journal, "--certificate", certificate, "--key", key)

    def test_a_node_is_cleaned_and_deployed(self):
        agent = self.machine("tls", steps=THREE_STEPS, tls=True)
        self.api.move("tls", "provide", "available", "active", "active")
        self.assertEqual(len(self.fleet.orders(agent, "execute_clean_step")), 3)
        self.assertTrue(self.fleet.report(agent)["url"].startswith("https://"))

    def test_an_agent_in_the_clear_is_not_taken(self):
        agent = self.machine("clear", steps=THREE_STEPS)
        self.api.told("clear", "provide")
        poll(lambda: self.fleet.report(agent)["beats_refused"] > 2, "its beats are refused")
        self.assertEqual(self.api.node("clear")["provision_state"], "clean wait")
        self.assertEqual(self.fleet.orders(agent), [])


class Crowd(WithFleet):
    """Many at once, with every kind of fault among them."""

    MORE = "conductor:\n  clean_callback_timeout: 6s\n  deploy_callback_timeout: 10s\n"
    FAULTS = {"fail": ({"course": "fail"}, {}, "clean failed"),
              "silence": ({"course": "silence"}, {}, "clean failed"),
              "restart": ({"course": "restart", "times": 1}, {}, "available"),
              "duplicates": ({}, {"beats_each": 3, "beat_late_ms": 100}, "available"),
              "wrong token": ({}, {"wrong_token_beats": 3}, "available"),
              "none": ({}, {}, "available")}

    def test_each_ends_as_its_fault_says(self):
        expected, agents = {}, {}
        for number in range(36):
            last, how, ends = list(self.FAULTS.values())[number % len(self.FAULTS)]
            steps = {"clean": [*THREE_STEPS["clean"][:2], step("erase_devices", 10, takes_ms=200, **last)]}
            agents[f"n{number}"] = self.machine(f"n{number}", steps=steps, **how)
            expected[f"n{number}"] = ends
        for name in expected:
            self.api.told(name, "provide")
        self.assertEqual(self.ended({"available", "clean failed"}, expected), expected)
        good = {name: "active" for name, ends in expected.items() if ends == "available"}
        for name in good:
            self.api.told(name, "active")
        self.assertEqual(self.ended({"active", "deploy failed"}, good), good)
        for number, name in enumerate(expected):
            if list(self.FAULTS)[number % len(self.FAULTS)] in ("duplicates", "wrong token", "none"):
                self.assertEqual(len(self.fleet.orders(agents[name], "execute_clean_step")), 3, name)

    def ended(self, states, names):
        def all_ended():
            now = {row["name"]: row["provision_state"] for row in self.api.get("/v1/nodes").json["nodes"]}
            return all(now[name] in states for name in names) and {name: now[name] for name in names}
        return poll(all_ended, f"all in one of {states}", 60, 0.3)


class Strangers(unittest.TestCase):
    """A daemon as it comes: agents by TLS only, and nowhere near the service itself."""

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder).start()
        cls.api = cls.daemon.api

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def test_callback_addresses_where_no_agent_is_are_refused(self):
        node = self.api.create("stranger", deploy_interface="direct")
        self.api.move("stranger", "manage", "manageable")
        self.api.told("stranger", "provide")
        self.api_waits("stranger")
        token = self.api.get(f"/v1/lookup?node_uuid={node['uuid']}").json["config"]["agent_token"]
        for url, why in (("https://127.0.0.1:9999", "loopback"),
                         ("https://169.254.169.254", "link-local"),
                         ("https://[::1]:9999", "loopback"), ("http://192.0.2.1:9999", "https"),
                         ("https://u:p@192.0.2.1", "credentials"), ("file:///etc/passwd", "scheme")):
            refused = self.api.call("POST", f"/v1/heartbeat/{node['uuid']}", {
                "callback_url": url, "agent_version": "11", "agent_token": token})
            self.assertEqual(refused.status, 400, url)
            self.assertIn(why, refused.reason)
        self.assertEqual(self.api.node("stranger")["provision_state"], "clean wait")

    def api_waits(self, name):
        poll(lambda: self.api.node(name)["provision_state"] == "clean wait", "it waits")


if __name__ == "__main__":
    main()
