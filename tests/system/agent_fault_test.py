#!/usr/bin/python3
"""Agents that fail, go silent, restart or send too many heartbeats, and the effect on their nodes."""

import os
import shutil

from agent_fixture import THREE_STEPS, WithFleet
from fleet import Fleet, settings, step
from harness import Daemon, free_address, main, poll, scratch


class Faults(WithFleet):
    def test_a_failed_step_sets_clean_failed_and_maintenance(self):
        self.machine("bad", steps={"clean": [
            step("erase_devices", 10, course="fail", error="disk sda is frozen")]})
        self.api.ask_for_state("bad", "provide")
        node = self.failed("bad")
        self.assertIn("disk sda is frozen", node["last_error"])
        self.assertIn("deploy.erase_devices", node["last_error"])
        self.assertTrue(node["maintenance"])
        self.assertEqual(node["fault"], "clean failure")

    def test_an_agent_that_restarts_is_rebooted_and_repeats_its_step(self):
        agent = self.machine("anew", steps={"clean": [
            step("erase_devices", 10, takes_ms=100, course="restart", times=1)]})
        self.api.ask_for_state("anew", "provide")
        self.api.until("anew", "available")
        report = self.fleet.report(agent)
        self.assertGreater(report["masked"], 0)
        self.assertEqual(report["steps_run"], 2)

    def test_duplicate_and_late_heartbeats_run_no_step_twice(self):
        agent = self.machine("echo", steps=THREE_STEPS, heartbeats_each=4, heartbeat_late_ms=150)
        self.api.move("echo", "provide", "available")
        self.assertEqual(len(self.fleet.orders(agent, "execute_clean_step")), 3)

    def test_a_wrong_token_changes_nothing(self):
        agent = self.machine("wrong", steps=THREE_STEPS, wrong_token_heartbeats=5)
        self.api.move("wrong", "provide", "available")
        self.assertGreaterEqual(self.fleet.report(agent)["heartbeats_refused"], 5)

    def test_other_hardware_managers_restart_automated_cleaning(self):
        agent = self.machine("managers", steps=THREE_STEPS, next_version="2", next_version_after=1)
        self.api.move("managers", "provide", "available")
        self.assertEqual(self.fleet.orders(agent), [
            "clean.get_clean_steps", "clean.execute_clean_step:erase_devices_metadata",
            "clean.execute_clean_step:update_firmware", "clean.get_clean_steps",
            "clean.execute_clean_step:erase_devices_metadata",
            "clean.execute_clean_step:update_firmware", "clean.execute_clean_step:erase_devices"])

    def test_a_failed_image_sets_deploy_failed_and_the_node_can_be_torn_down(self):
        self.machine("write", steps={"deploy": [
            step("write_image", course="fail", error="checksum differs", times=1)]})
        self.api.move("write", "provide", "available")
        self.api.ask_for_state("write", "active")
        node = self.failed("write", "deploy failed")
        self.assertIn("checksum differs", node["last_error"])
        self.api.move("write", "deleted", "available")

    def test_a_killed_daemon_continues_the_step(self):
        folder = scratch()
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        journal = os.path.join(folder, "journal.jsonl")
        one = Daemon(folder, settings=settings(journal), listen=free_address()).start()
        fleet = Fleet(one.api.url, journal)
        try:
            agent = fleet.machine(one.api, "kill", steps={"clean": [
                step("erase_devices", 10, takes_ms=2000), step("verify", 5)]})
            one.api.ask_for_state("kill", "provide")
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

    def test_a_silent_agent_fails_the_cleaning_and_the_last_contact_is_named(self):
        self.machine("mute", steps={"clean": [step("erase_devices", 10, course="silence")]})
        self.api.ask_for_state("mute", "provide")
        node = self.failed("mute")
        self.assertIn("Timeout", node["last_error"])
        self.assertIn("last heartbeat of the agent was at", node["last_error"])
        self.assertTrue(node["maintenance"])

    def test_an_agent_that_never_calls_fails_the_cleaning_without_maintenance(self):
        self.machine("never", steps={}, boots_ms=60_000)
        self.api.ask_for_state("never", "provide")
        node = self.failed("never")
        self.assertIn("No agent has looked up the node", node["last_error"])
        self.assertFalse(node["maintenance"])


class RebootTheSilent(WithFleet):
    MORE = "  lost_agent_action: reboot\nconductor:\n  clean_callback_timeout: 2s\n"

    def test_a_silent_agent_is_rebooted_and_continues(self):
        agent = self.machine("mute", steps={"clean": [
            step("erase_devices", 10, course="silence", times=1)]})
        self.api.ask_for_state("mute", "provide")
        self.api.until("mute", "available")
        self.assertEqual(self.fleet.report(agent)["boots"], 2)


class Crowd(WithFleet):
    """Many nodes at once, with every kind of fault."""

    MORE = "conductor:\n  clean_callback_timeout: 15s\n  deploy_callback_timeout: 30s\n"
    FAULTS = {"fail": ({"course": "fail"}, {}, "clean failed"),
              "silence": ({"course": "silence"}, {}, "clean failed"),
              "restart": ({"course": "restart", "times": 1}, {}, "available"),
              "duplicates": ({}, {"heartbeats_each": 3, "heartbeat_late_ms": 100}, "available"),
              "wrong token": ({}, {"wrong_token_heartbeats": 3}, "available"),
              "none": ({}, {}, "available")}

    def test_each_node_ends_as_its_fault_requires(self):
        expected, agents = {}, {}
        for number in range(36):
            last, how, ends = list(self.FAULTS.values())[number % len(self.FAULTS)]
            steps = {"clean": [*THREE_STEPS["clean"][:2], step("erase_devices", 10, takes_ms=200, **last)]}
            agents[f"n{number}"] = self.machine(f"n{number}", steps=steps, **how)
            expected[f"n{number}"] = ends
        for name in expected:
            self.api.ask_for_state(name, "provide")
        self.assertEqual(self.ended({"available", "clean failed"}, expected), expected)
        good = {name: "active" for name, ends in expected.items() if ends == "available"}
        for name in good:
            self.api.ask_for_state(name, "active")
        self.assertEqual(self.ended({"active", "deploy failed"}, good), good)
        for number, name in enumerate(expected):
            if list(self.FAULTS)[number % len(self.FAULTS)] in ("duplicates", "wrong token", "none"):
                self.assertEqual(len(self.fleet.orders(agents[name], "execute_clean_step")), 3, name)

    def ended(self, states, names):
        def all_ended():
            now = {row["name"]: row["provision_state"] for row in self.api.get("/v1/nodes").json["nodes"]}
            return all(now[name] in states for name in names) and {name: now[name] for name in names}
        return poll(all_ended, f"all in one of {states}", 60, 0.3)


if __name__ == "__main__":
    main()
