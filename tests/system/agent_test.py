#!/usr/bin/python3
"""Nodes that are worked on by an agent: an embedded daemon and a fleet of fake agents."""

import os
import shutil
import unittest

from agent_fixture import THREE_STEPS, WithFleet
from fleet import Fleet, settings, step
from harness import Daemon, main, make_certificate, poll, scratch

# Of the stock agent's step.
BOOTC_ARGUMENTS = {name: {"description": name, "required": name == "image_source"}
                   for name in ("image_source", "instance_info", "pull_secret", "configdrive")}


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

    def test_an_agent_with_its_own_steps_deploys_without_an_image(self):
        agent = self.machine("custom", deploy_interface="custom-agent", instance_info={},
                             steps={"deploy": [step("install_system", 80, takes_ms=100)]})
        self.api.move("custom", "provide", "available", "active", "active")
        self.assertEqual(self.api.node("custom")["power_state"], "power on")
        orders = self.fleet.orders(agent)
        self.assertEqual(orders[orders.index("deploy.get_deploy_steps"):], [
            "deploy.get_deploy_steps", "deploy.execute_deploy_step:install_system",
            "standby.sync", "standby.power_off"])
        self.assertEqual(self.fleet.report(agent)["refused"], [])

    def test_an_agent_installs_a_container_image_by_bootc(self):
        agent = self.machine("bootc", deploy_interface="bootc",
                             instance_info={"image_source": "oci://registry.example.org/os:9",
                                            "image_pull_secret": "dXNlcjpwYXNz"},
                             steps={"deploy": [step("execute_bootc_install", 0, takes_ms=100,
                                                    argsinfo=BOOTC_ARGUMENTS)]})
        self.api.move("bootc", "provide", "available", "active", "active")
        orders = self.fleet.orders(agent)
        self.assertEqual(orders[orders.index("deploy.get_deploy_steps"):], [
            "deploy.get_deploy_steps", "deploy.execute_deploy_step:execute_bootc_install",
            "standby.sync", "standby.power_off"])
        self.assertEqual(self.fleet.report(agent)["refused"], [])

    def test_an_agent_from_before_2026_is_supported(self):
        agent = self.machine("older", steps=THREE_STEPS, token_on_get=False)
        self.api.move("older", "provide", "available")
        self.assertEqual(self.fleet.report(agent)["refused"], [])

    def test_the_fake_agent_refuses_the_same_requests_as_real_agents(self):
        number = self.machine("picky", steps={"clean": [step("erase_devices", 10, takes_ms=60_000)]})
        self.api.ask_for_state("picky", "provide")
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

    def test_the_fake_agent_refuses_the_same_commands_as_real_agents(self):
        number = self.machine("choosy", steps={"clean": [
            step("erase_devices", 10, takes_ms=1), step("hold", 5, takes_ms=60_000)]})
        self.api.call("PUT", "/v1/nodes/choosy/maintenance", {})  # Nothing else sends commands.
        self.api.ask_for_state("choosy", "provide")
        poll(lambda: self.fleet.report(number)["heartbeats"] > 1, "its agent is up")
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
        """Returns the agent's response to a command, and the command's final state."""
        query = "?agent_token=" + self.fleet.report(number)["token"]
        got = self.of_agent(number, "POST", "/v1/commands/" + query, {"name": name, "params": params})
        if got.status != 200:
            return got, None
        self.assertNotIn("command_params", got.json)
        path = f"/v1/commands/{got.json['id']}{query}"
        return got, poll(lambda: (x := self.of_agent(number, "GET", path).json)
                         ["command_status"] != "RUNNING" and x, name)

    def test_the_token_is_sent_once_and_never_shown(self):
        self.machine("secret", steps=THREE_STEPS)
        self.api.ask_for_state("secret", "provide")
        seen = poll(lambda: (x := self.api.node("secret")["driver_internal_info"])
                    .get("agent_secret_token") and x, "the token is there")
        self.assertEqual(seen["agent_secret_token"], "******")
        self.api.until("secret", "available")

    def test_manual_cleaning_accepts_steps_of_the_agent_and_of_interfaces(self):
        agent = self.machine("manual", steps={"clean": [
            step("create_configuration", interface="raid", result={"logical_disks": [{"size_gb": 7}]})]})
        self.api.ask_for_state("manual", "clean", clean_steps=[
            {"interface": "raid", "step": "create_configuration"},
            {"interface": "bios", "step": "factory_reset"}])
        self.api.until("manual", "manageable")
        self.assertEqual(self.api.node("manual")["raid_config"], {"logical_disks": [{"size_gb": 7}]})
        self.assertEqual(len(self.fleet.orders(agent, "create_configuration")), 1)

    def test_manual_cleaning_without_the_agent_boots_nothing(self):
        agent = self.machine("outside")
        self.api.ask_for_state("outside", "clean", clean_steps=[{"interface": "bios", "step": "factory_reset"}])
        self.api.until("outside", "manageable")
        self.assertEqual(self.fleet.report(agent)["boots"], 0)

    def test_an_image_that_cannot_be_verified_is_refused_at_once(self):
        self.machine("image", steps={})
        self.api.move("image", "provide", "available")
        self.api.call("PATCH", "/v1/nodes/image",
                      [{"op": "remove", "path": "/instance_info/image_checksum"}])
        refused = self.api.call("PUT", "/v1/nodes/image/states/provision", {"target": "active"})
        self.assertEqual(refused.status, 400)
        self.assertIn("image_checksum", refused.reason)

    def test_rescue_and_unrescue(self):
        agent = self.machine("rescue", steps={})
        self.api.call("PATCH", "/v1/nodes/rescue",
                      [{"op": "replace", "path": "/rescue_interface", "value": "agent"}])
        self.api.move("rescue", "provide", "available", "active", "active")
        self.api.ask_for_state("rescue", "rescue", rescue_password="geheim")
        self.api.until("rescue", "rescue")
        told = self.fleet.report(agent)["orders"][-1]
        self.assertEqual(told["name"], "rescue.finalize_rescue")
        self.assertEqual(told["args"]["hashed"], True)
        self.assertTrue(told["args"]["rescue_password"].startswith("$5$"), told)
        self.assertNotIn("hashed_rescue_password", self.api.node("rescue")["instance_info"])
        self.assertNotIn("geheim", self.daemon.log())
        self.api.move("rescue", "unrescue", "active")


class ByTls(WithFleet):
    """Agents with default settings: each makes its own certificate."""

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

    def test_an_agent_without_tls_is_refused(self):
        agent = self.machine("clear", steps=THREE_STEPS)
        self.api.ask_for_state("clear", "provide")
        poll(lambda: self.fleet.report(agent)["heartbeats_refused"] > 2, "its heartbeats are refused")
        self.assertEqual(self.api.node("clear")["provision_state"], "clean wait")
        self.assertEqual(self.fleet.orders(agent), [])


class Strangers(unittest.TestCase):
    """A daemon with default settings: agents by TLS only, and never at the service's own address."""

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder).start()
        cls.api = cls.daemon.api

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def test_callback_urls_without_an_agent_are_refused(self):
        node = self.api.create("stranger", deploy_interface="direct")
        self.api.move("stranger", "manage", "manageable")
        self.api.ask_for_state("stranger", "provide")
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
