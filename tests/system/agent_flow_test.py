#!/usr/bin/python3
"""Contact with agents: fast track, maintenance, TLS, agents of older releases."""

from agent_fixture import THREE_STEPS, WithFleet, WithSmallAgents
from fleet import SETTINGS, step
from harness import main, poll, read
from small_agent import make_certificate

class FastTrack(WithFleet):
    MORE = "deploy:\n  fast_track: true\n  fast_track_timeout: 60s\n"

    def test_a_running_agent_cleans_and_deploys_without_another_boot(self):
        agent = self.machine("stays", steps={"clean": [step("erase_devices", 10, takes_ms=100)]})
        self.api.move("stays", "provide", "available")
        self.assertEqual(self.fleet.report(agent)["boots"], 1)
        node = self.api.node("stays")
        self.assertEqual(node["power_state"], "power on")
        self.assertIn("agent_url", node["driver_internal_info"])
        self.api.move("stays", "manage", "manageable", "provide", "available")
        self.assertEqual(self.fleet.report(agent)["boots"], 1)
        self.assertEqual(len(self.fleet.orders(agent, "execute_clean_step")), 2)
        self.api.move("stays", "active", "active")
        self.assertEqual(self.fleet.orders(agent)[4:6],
                         ["deploy.get_deploy_steps", "deploy.execute_deploy_step:write_image"])
        self.assertNotIn("agent_url", self.api.node("stays")["driver_internal_info"])

    def test_a_node_without_a_running_agent_is_booted(self):
        agent = self.machine("dies", steps=THREE_STEPS)
        self.api.move("dies", "provide", "available")
        self.fleet.control.call("POST", f"/fleet/agents/{agent}/power", {"target": "power off"})
        self.api.move("dies", "manage", "manageable", "provide", "available")
        self.assertGreater(self.fleet.report(agent)["boots"], 2)

    def test_the_setting_of_the_node_has_precedence(self):
        agent = self.fleet.machine(self.api, "alone", driver_info={"fast_track": False},
                                   steps={"clean": [step("erase_devices", 10)]})
        self.api.move("alone", "provide", "available")
        self.assertEqual(self.api.node("alone")["power_state"], "power off")
        self.assertEqual(self.fleet.report(agent)["boots"], 1)


class Erasure(WithFleet):
    MORE = ("deploy:\n  erase_devices_priority: 0\n  erase_devices_metadata_priority: 7\n"
            "  shred_random_overwrite_iterations: 3\n  continue_if_disk_secure_erase_fails: true\n")

    def test_agents_receive_the_configuration(self):
        agent = self.machine("disks", steps={"clean": [
            step("erase_devices", 10), step("erase_devices_metadata", 99), step("burnin_cpu", 8)]})
        self.api.move("disks", "provide", "available")
        self.assertEqual(self.fleet.orders(agent)[1:], [
            "clean.execute_clean_step:burnin_cpu",
            "clean.execute_clean_step:erase_devices_metadata"])
        listed = self.api.get("/v1/nodes/disks/cleaning/steps").json
        self.assertEqual([(one["step"], one["priority"]) for one in listed],
                         [("burnin_cpu", 8), ("erase_devices_metadata", 7)])
        told = self.api.node("disks")["driver_internal_info"]
        self.assertEqual(told["agent_erase_devices_iterations"], 3)
        self.assertEqual(told["agent_continue_if_secure_erase_failed"], True)
        self.assertEqual(told["disk_erasure_concurrency"], 4)


class Maintenance(WithFleet):
    def test_a_node_in_maintenance_waits_and_continues_afterwards(self):
        agent = self.machine("fan", steps={"clean": [step("erase_devices", 10)]})
        self.assertEqual(self.api.call("PUT", "/v1/nodes/fan/maintenance", {}).status, 202)
        self.api.ask_for_state("fan", "provide")
        poll(lambda: self.api.node("fan")["driver_internal_info"].get("agent_url"), "its agent is up")
        heartbeats = self.fleet.report(agent)["heartbeats"]
        poll(lambda: self.fleet.report(agent)["heartbeats"] > heartbeats + 3, "heartbeats continue")
        self.assertEqual(self.api.node("fan")["provision_state"], "clean wait")
        self.assertEqual(self.fleet.orders(agent), [])
        why = self.api.get("/v1/nodes/fan/why").json["unblocked_by"]
        self.assertIn("ends maintenance", [one["does"] for one in why])
        self.assertEqual(self.api.call("DELETE", "/v1/nodes/fan/maintenance").status, 202)
        self.api.until("fan", "available")


class Tls(WithSmallAgents):
    """verify_ca is true, the default. The system's authorities know no agent."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.one, cls.other = (make_certificate(cls.folder, name) for name in ("one", "other"))

    def test_an_agent_is_verified_by_the_certificate_of_its_heartbeat(self):
        agent = self.agent(certificate=self.one)
        _, token, beaten = self.comes("own", agent, self.one[0])
        self.assertEqual(beaten.status, 202)
        self.api.until("own", "available")
        self.assertEqual(agent.orders, ["clean.get_clean_steps", "clean.execute_clean_step"])
        self.assertEqual((agent.tokens, agent.refused), ({token}, []))

    def test_a_heartbeat_may_name_its_node_in_the_body(self):
        agent = self.agent(certificate=self.one)
        uuid, token = agent.look_up(self.api, self.waiting_node("named"))
        beaten = agent.call(self.api, "/v1/heartbeat", {
            "node_ident": uuid, "callback_url": agent.url, "agent_version": "11.3.0",
            "agent_token": token, "agent_verify_ca": read(self.one[0])})
        self.assertEqual((beaten.status, beaten.body), (202, b""))
        self.api.until("named", "available")

    def test_a_changed_certificate_is_refused(self):
        agent = self.agent(certificate=self.one)
        uuid, token = agent.look_up(self.api, self.waiting_node("changed"))
        self.api.call("PUT", "/v1/nodes/changed/maintenance", {})  # Prevents further steps.
        self.assertEqual(agent.heartbeat(self.api, uuid, token, agent_verify_ca=read(self.one[0])).status,
                         202)
        poll(lambda: self.api.node("changed")["driver_internal_info"].get("agent_verify_ca"),
             "its certificate is known")
        refused = agent.heartbeat(self.api, uuid, token, agent_verify_ca=read(self.other[0]))
        self.assertEqual(refused.status, 400)
        self.assertIn("agent_verify_ca", refused.reason)

    def test_a_certificate_of_another_agent_sets_clean_failed(self):
        agent = self.agent(certificate=self.one)
        _, _, beaten = self.comes("wrong", agent, self.other[0])
        self.assertEqual(beaten.status, 202)
        self.refused("wrong")
        self.assertEqual(agent.orders, [])

    def test_an_agent_without_a_certificate_is_verified_by_the_systems_authorities(self):
        self.assertEqual(self.comes("unknown", self.agent(certificate=self.one))[2].status, 202)
        self.refused("unknown")

    def test_the_operators_certificate_verifies_an_agent_that_sends_none(self):
        agent = self.agent(certificate=self.one)
        mac = self.waiting_node("given", driver_info={"agent_verify_ca": read(self.one[0])})
        uuid, token = agent.look_up(self.api, mac)
        self.assertEqual(agent.heartbeat(self.api, uuid, token).status, 202)
        self.api.until("given", "available")

    def test_an_agent_without_tls_is_refused(self):
        _, _, beaten = self.comes("plain", self.agent())
        self.assertEqual(beaten.status, 400)
        self.assertIn("https", beaten.reason)


class TlsUnchecked(WithSmallAgents):
    MORE = "  verify_ca: \"false\"\n"

    def test_any_certificate_is_accepted(self):
        self.comes("any", self.agent(certificate=make_certificate(self.folder, "any")))
        self.api.until("any", "available")


class TlsByFile(WithSmallAgents):
    @classmethod
    def more_settings(cls):
        cls.known = make_certificate(cls.folder, "known")
        return super().more_settings() + f"  verify_ca: {cls.known[0]}\n"

    def test_the_file_lists_the_trusted_authorities(self):
        self.comes("known", self.agent(certificate=self.known))
        self.api.until("known", "available")
        self.comes("stranger", self.agent(certificate=make_certificate(self.folder, "stranger")))
        self.refused("stranger")


class OldAgents(WithSmallAgents):
    MORE = "  allow_tokenless_agents: true\n"

    @classmethod
    def more_settings(cls):
        return SETTINGS + cls.MORE

    def look_up(self, mac, driver="agent_ipmitool", version=2):
        return self.api.call("POST", f"/v1/drivers/{driver}/vendor_passthru/lookup", {
            "version": version, "inventory": {"interfaces": [
                {"name": "eth0", "mac_address": mac.upper()}, {"name": "ib0", "mac_address": "?"}]}},
            version="1.1")

    def heartbeat(self, uuid, **body):
        return self.api.call("POST", f"/v1/nodes/{uuid}/vendor_passthru/heartbeat", body,
                             version="1.1")

    def test_an_agent_of_an_older_release_cleans_its_node(self):
        agent = self.agent(wants_token=False)
        found = self.look_up(self.waiting_node("old"))
        self.assertEqual(found.status, 200)
        self.assertEqual(found.json["heartbeat_timeout"], 300)
        self.assertNotIn("driver_info", found.json["node"])
        beaten = agent.call(
            self.api, f"/v1/nodes/{found.json['node']['uuid']}/vendor_passthru/heartbeat",
            {"event": "heartbeat", "agent_url": agent.url + "/"}, version="1.1")
        self.assertEqual((beaten.status, beaten.body), (202, b""))
        self.api.until("old", "available")
        self.assertEqual(agent.orders, ["clean.get_clean_steps", "clean.execute_clean_step"])
        self.assertEqual(agent.tokens, {""})

    def test_errors_are_reported(self):
        mac = self.waiting_node("strict")
        uuid = self.api.node("strict")["uuid"]
        for answer, status, word in (
                (self.look_up(mac, version=1), 400, "version"),
                (self.look_up(mac, driver="nobody"), 404, "nobody"),
                (self.look_up("52:54:00:ff:ff:ff"), 404, "ramdisk"),
                (self.api.call("POST", "/v1/drivers/fake_agent/vendor_passthru/lookup",
                               {"version": "2"}), 400, "inventory"),
                (self.heartbeat(uuid), 400, "agent_url"),
                (self.heartbeat(uuid, agent_url="ssh://10.0.0.1"), 400, "'agent_url'"),
                (self.heartbeat("6b0b5f7a-3a0e-4a8e-9a51-0d4f0c6f1eff", agent_url="http://127.0.0.1:1"),
                 404, "could not be found")):
            self.assertEqual(answer.status, status, answer)
            self.assertIn(word, answer.reason)

    def test_a_node_with_a_token_refuses_heartbeats_without_it(self):
        mac = self.waiting_node("modern")
        uuid, _ = self.agent().look_up(self.api, mac)
        refused = self.heartbeat(uuid, agent_url="http://127.0.0.1:1")
        self.assertEqual(refused.status, 400)
        self.assertIn("agent_token", refused.reason)

    def test_calls_of_old_agents_are_listed(self):
        self.api.create("listed")
        of_driver = self.api.get("/v1/drivers/fake-hardware/vendor_passthru/methods").json
        of_node = self.api.get("/v1/nodes/listed/vendor_passthru/methods").json
        self.assertEqual((of_driver["lookup"]["http_methods"], of_driver["lookup"]["async"]),
                         (["POST"], False))
        self.assertEqual((of_node["heartbeat"]["http_methods"], of_node["heartbeat"]["async"]),
                         (["POST"], True))

    def test_names_of_old_agent_drivers_become_hardware_types(self):
        made = self.api.call("POST", "/v1/nodes", {"driver": "fake_agent", "name": "named"}).json
        self.assertEqual((made["driver"], made["deploy_interface"]), ("fake-hardware", "direct"))
        refused = self.api.call("POST", "/v1/nodes", {"driver": "agent_ssh"})
        self.assertEqual(refused.status, 400)


class TokensAreAMust(WithSmallAgents):
    """Without the option, neither protocol accepts an agent without a token."""

    @classmethod
    def more_settings(cls):
        return SETTINGS

    def test_heartbeats_without_a_token_are_refused(self):
        self.waiting_node("safe")
        uuid = self.api.node("safe")["uuid"]
        for path, body in ((f"/v1/nodes/{uuid}/vendor_passthru/heartbeat",
                            {"agent_url": "http://127.0.0.1:1"}),
                           (f"/v1/heartbeat/{uuid}", {"callback_url": "http://127.0.0.1:1"})):
            refused = self.api.call("POST", path, body)
            self.assertEqual(refused.status, 400)
            self.assertIn("agent_token", refused.reason)


if __name__ == "__main__":
    main()
