#!/usr/bin/python3
"""Our ramdisk's agent, with the HTTP and TLS requests that ironic-python-agent of August 2026 answers.

It runs here as a program, with an empty folder for /sys, so that it sees no disk. A small service takes
the place of ironbusd. No test sends a command that would turn this machine off."""

import os
import shutil
import socket
import unittest
import urllib.parse

from harness import main, poll, scratch
from ramdisk_agent import NODE, TOKEN, Agent, Service

VERSION = {"ironbus_hardware_manager": "0.1.0"}
STEPS = {
    "clean": {"erase_devices": 10, "erase_devices_metadata": 99, "erase_devices_express": 0, "erase_pstore": 0,
              "clean_uefi_nvram": 0, "burnin_cpu": 0, "burnin_disk": 0, "burnin_memory": 0},
    "deploy": {"erase_devices_metadata": 0, "clean_uefi_nvram": 0, "write_image": 0},
    "service": {"burnin_cpu": 0, "burnin_memory": 0, "write_image": 0}}
IMAGE = {"id": "image", "urls": ["http://127.0.0.1:9/image"], "os_hash_algo": "sha256", "os_hash_value": "0" * 64}


class WithAgent(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def start(self, service, **parameters):
        self.addCleanup(service.server_close)
        self.addCleanup(service.shutdown)
        agent = Agent(self.folder, service, **parameters)
        self.addCleanup(agent.stop)
        return agent

    def ready(self, service=None, **parameters):
        service = service or Service()
        agent = self.start(service, **parameters)
        beat = poll(lambda: service.of("/v1/heartbeat/"), "a heartbeat")[0]
        agent.trusted = beat["body"]["agent_verify_ca"]
        return agent, service


class Calls(WithAgent):
    """Its requests to the service, and their order."""

    def test_lookup_and_heartbeat_follow_the_protocol(self):
        agent, service = self.ready()
        self.assertEqual([urllib.parse.urlsplit(call["path"]).path for call in service.calls[:3]],
                         ["/", "/v1/lookup", "/v1/heartbeat/" + NODE])
        self.assertEqual(service.calls[1]["headers"]["X-OpenStack-Ironic-API-Version"], "1.62")
        beat = service.calls[2]
        self.assertEqual(beat["headers"]["X-OpenStack-Ironic-API-Version"], "1.68")
        self.assertEqual(beat["headers"]["Content-Type"], "application/json")
        self.assertEqual(beat["body"]["callback_url"], f"https://127.0.0.1:{agent.port}")
        self.assertEqual(beat["body"]["agent_token"], TOKEN)
        self.assertEqual(beat["body"]["agent_version"], "0.1.0")
        self.assertEqual(agent.ask("GET", "/")[0], 200)  # Verifies the certificate that the agent has sent.

    def test_it_repeats_the_lookup_until_the_service_knows_the_node(self):
        _, service = self.ready(Service(lookups=[404, 500]))
        self.assertEqual(len(service.of("/v1/lookup")), 3)

    def test_it_ends_if_another_agent_has_received_the_token(self):
        agent = self.start(Service(config={"agent_token": "******"}))
        self.assertEqual(agent.process.wait(20), 2)

    def test_a_token_of_the_kernel_parameters_is_used(self):
        agent, _ = self.ready(Service(config={"agent_token": "******"}), **{"ipa-agent-token": TOKEN})
        self.assertEqual(agent.ask("GET", "/v1/commands/?agent_token=" + TOKEN)[0], 200)

    def test_the_inventory_is_sent_before_the_lookup_and_names_the_node(self):
        service = Service()
        url = f"http://127.0.0.1:{service.server_port}/v1/continue_inspection"
        self.ready(service, **{"ipa-inspection-callback-url": url, "ipa-disk-wait-attempts": "1"})
        sent = service.of("/v1/continue_inspection")[0]
        self.assertNotIn("X-OpenStack-Ironic-API-Version", sent["headers"])
        self.assertIsNone(sent["body"]["error"])
        inventory = sent["body"]["inventory"]
        self.assertEqual(set(inventory), {"interfaces", "cpu", "disks", "memory", "bmc_address", "bmc_v6address",
                                          "system_vendor", "boot", "hostname"})
        self.assertEqual(inventory["boot"], {"current_boot_mode": "bios", "pxe_interface": "52:54:00:aa:00:01"})
        self.assertGreater(inventory["cpu"]["count"], 0)
        self.assertIn("node_uuid=" + NODE, service.of("/v1/lookup")[0]["path"])

    def test_a_long_command_is_followed_by_a_heartbeat(self):
        agent, service = self.ready()
        agent.order("clean.execute_clean_step", {"node": {"uuid": NODE}, "ports": [], "step": {"step": "erase_pstore"}})
        poll(lambda: len(service.of("/v1/heartbeat/")) > 1, "another heartbeat")


class Answers(WithAgent):
    """Its responses, equal to those of the stock agent."""

    def setUp(self):
        super().setUp()
        self.agent, self.service = self.ready()
        inventory = self.agent.order("poll.get_hardware_info")[1]["command_result"]
        self.assertEqual(inventory["disks"], [], "it must not see the disks of this machine")

    def refused(self, answer, status, text):
        self.assertEqual(answer[0], status, answer)
        self.assertEqual(set(answer[1]), {"faultcode", "faultstring"})
        self.assertEqual(answer[1]["faultcode"], "Client" if status < 500 else "Server")
        self.assertIn(text, answer[1]["faultstring"])

    def test_roots_and_status_need_no_token(self):
        root = self.agent.ask("GET", "/")[1]
        self.assertEqual(set(root), {"name", "description", "versions", "default_version"})
        self.assertEqual(root["default_version"]["id"], "v1")
        self.assertEqual(set(self.agent.ask("GET", "/v1/")[1]), {"id", "links", "commands", "status", "media_types"})
        self.assertEqual(set(self.agent.ask("GET", "/v1/status")[1]), {"started_at", "version"})
        self.assertEqual(self.agent.ask("GET", "/status")[0], 200)

    def test_every_request_below_commands_needs_the_token(self):
        for method, path in (("GET", "/v1/commands/"), ("GET", "/v1/commands/x"), ("POST", "/v1/commands/")):
            for token in ("", "?agent_token=", "?agent_token=" + "u" * 43, "?agent_token=" + TOKEN + "t"):
                with self.subTest(method=method, path=path, token=token):
                    self.refused(self.agent.ask(method, path + token, {"name": "standby.sync", "params": {}}), 401,
                                 "401 Unauthorized: Token invalid.")

    def test_wrong_paths_and_methods(self):
        self.refused(self.agent.ask("GET", "/v2/"), 404, "404 Not Found")
        self.refused(self.agent.ask("GET", "/v1/commands/a/b?agent_token=" + TOKEN), 404, "404 Not Found")
        self.refused(self.agent.ask("DELETE", "/v1/commands/?agent_token=" + TOKEN), 405, "405 Method Not Allowed")
        self.refused(self.agent.ask("POST", "/v1/status"), 405, "405 Method Not Allowed")
        status, _, headers = self.agent.ask("GET", "/v1/commands?agent_token=x")
        self.assertEqual((status, urllib.parse.urlsplit(headers["Location"]).path), (308, "/v1/commands/"))

    def test_invalid_commands_are_refused(self):
        path = "/v1/commands/?agent_token=" + TOKEN
        for body in (b"{", b"", b"[" * 5000, b'"x"', b"7", b"\xff\xfe"):
            self.refused(self.agent.ask("POST", path, body), 400, "400 Bad Request")
        for body in ({}, {"name": "standby.sync"}, {"name": "standby.sync", "params": []}, {"params": {}}):
            self.refused(self.agent.ask("POST", path, body), 400, "400 Bad Request: Missing or invalid name or params")

    def test_unknown_names_are_refused(self):
        def ask(name):
            return self.agent.ask("POST", "/v1/commands/?agent_token=" + TOKEN, {"name": name, "params": {}})
        self.refused(ask("iscsi.start"), 404, "Not found: Extension with id iscsi not found.")
        self.refused(ask("standby.fly"), 400, "Invalid command: Unknown command: fly")
        self.refused(ask("sync"), 400, "Invalid command: Command name must be of the form <extension>.<name>")
        self.refused(self.agent.ask("GET", "/v1/commands/none?agent_token=" + TOKEN), 404,
                     "Not found: Command Result with id none not found.")

    def test_unknown_params_are_refused(self):
        self.assertEqual(self.agent.order("clean.get_clean_steps", {"node": {}})[0], 500)
        self.assertEqual(self.agent.order("standby.sync", {"fast": True})[0], 500)
        status, done = self.agent.order("clean.execute_clean_step", {"node": {}})
        self.assertEqual((status, done["command_status"]), (200, "FAILED"))
        self.assertEqual(done["command_error"]["type"], "CommandExecutionError")

    def test_steps_have_the_stock_priorities(self):
        for kind, steps in STEPS.items():
            status, done = self.agent.order(f"{kind}.get_{kind}_steps", {"node": {"uuid": NODE}, "ports": []})
            self.assertEqual((status, done["command_status"], done["command_name"]),
                             (200, "SUCCEEDED", f"get_{kind}_steps"))
            result = done["command_result"]
            self.assertEqual(result["hardware_manager_version"], VERSION)
            offered = [step for manager in result[f"{kind}_steps"].values() for step in manager]
            self.assertEqual({step["step"]: step["priority"] for step in offered}, steps)
            self.assertEqual({step["interface"] for step in offered}, {"deploy"})
            self.assertEqual({step["reboot_requested"] for step in offered}, {False})

    def test_a_finished_step_shows_its_result_and_the_step(self):
        step = {"step": "erase_devices", "interface": "deploy", "priority": 10}
        status, done = self.agent.order("clean.execute_clean_step", {
            "node": {"uuid": NODE}, "ports": [], "step": step, "clean_version": VERSION})
        self.assertEqual((status, done["command_status"]), (200, "SUCCEEDED"))
        self.assertEqual(set(done), {"id", "command_name", "command_status", "command_error", "command_result"})
        self.assertEqual(done["command_result"], {
            "clean_result": {"devices": [], "agent_version": "0.1.0"}, "clean_step": step})
        listed = self.agent.ask("GET", "/v1/commands/?agent_token=" + TOKEN)[1]["commands"]
        self.assertEqual(listed[-1], done)
        self.assertEqual(self.agent.ask("GET", f"/v1/commands/{done['id']}?wait=true&agent_token={TOKEN}")[1], done)

    def test_an_unknown_step_and_other_versions_are_refused(self):
        def run(step, **more):
            return self.agent.order("clean.execute_clean_step", {"node": {"uuid": NODE}, "ports": [], "step": step, **more})[1]
        done = run({"step": "burnin_network", "interface": "deploy"})
        self.assertEqual(done["command_status"], "FAILED")
        self.assertEqual(done["command_error"], {
            "type": "HardwareManagerMethodNotFound", "code": 500,
            "message": "No HardwareManager found to handle method", "details": "Could not find method: burnin_network"})
        done = run({"step": "erase_devices"}, clean_version={"generic_hardware_manager": "1.2"})
        self.assertEqual(done["command_status"], "CLEAN_VERSION_MISMATCH")
        self.assertEqual(done["command_error"]["type"], "VersionMismatch")

    def test_images_without_a_checksum_or_a_disk_are_refused(self):
        path = "/v1/commands/?wait=true&agent_token=" + TOKEN
        for image, text in (({}, "Image is missing 'id' field."),
                            ({"id": "x", "urls": []}, "must be a list with at least one element"),
                            ({"id": "x", "urls": ["http://x"]}, "Image checksum is not available"),
                            ({"id": "x", "urls": ["http://x"], "checksum": "d" * 32}, "Image checksum is not available")):
            self.refused(self.agent.ask("POST", path, {"name": "standby.prepare_image", "params": {"image_info": image}}),
                         400, text)
        status, done = self.agent.order("standby.prepare_image", {"image_info": IMAGE})
        self.assertEqual((status, done["command_status"]), (200, "FAILED"))
        self.assertEqual(done["command_error"]["type"], "DeviceNotFound")
        self.assertEqual(self.agent.order("standby.get_partition_uuids")[1]["command_result"], {})

    def test_small_commands(self):
        self.assertIsNone(self.agent.order("standby.sync", wait="false")[1]["command_result"])
        logs = self.agent.order("poll.get_hardware_info")[1]["command_result"]
        self.assertIn("disks", logs)
        self.refused(self.agent.ask("POST", "/v1/commands/?agent_token=" + TOKEN,
                                    {"name": "poll.set_node_info", "params": {"node_info": {}}}), 400, "standalone")

    def test_it_survives_invalid_http(self):
        for junk in (b"\0" * 100, b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01" + os.urandom(200)):
            with socket.create_connection(("127.0.0.1", self.agent.port), 10) as one:
                one.sendall(junk)
        self.assertEqual(self.agent.ask("GET", "/v1/status")[0], 200)


if __name__ == "__main__":
    main()
