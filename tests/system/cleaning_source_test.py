#!/usr/bin/python3
"""The source of the steps of automated cleaning, and the limit of nodes in work."""

import shutil
import unittest

from harness import Daemon, main, poll, scratch

STEPS = [{"interface": "bios", "step": "factory_reset", "args": {}, "order": 1}]


class WithDaemon(unittest.TestCase):
    SETTINGS = ""

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, settings=cls.SETTINGS).start()
        cls.api = cls.daemon.api

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def manageable(self, name, **fields):
        self.api.create(name, **fields)
        self.api.move(name, "manage", "manageable")

    def runbook(self, name):
        made = self.api.call("POST", "/v1/runbooks", {"name": name, "steps": STEPS})
        self.assertEqual(made.status, 201, made)

    def steps_of_last_operation(self, name):
        ended = self.api.get(f"/v1/nodes/{name}/operations").json["operations"][-1]
        return [one["interface"] + "." + one["step"] for one in ended["steps"] if one["role"] == "work"]


class Runbook(WithDaemon):
    SETTINGS = ("conductor:\n  automated_cleaning_step_source: runbook\n"
                "  automated_cleaning_runbook: CUSTOM_ALL\n"
                "  automated_cleaning_runbook_from_node: true\n"
                "  clean_step_priority_override: {deploy.erase_devices: 10}\n")

    def test_cleaning_runs_the_runbook_only(self):
        self.runbook("CUSTOM_ALL")
        self.manageable("fits")
        self.api.call("PUT", "/v1/nodes/fits/traits/CUSTOM_ALL", {})
        self.runbook_has_trait("CUSTOM_ALL")
        self.api.move("fits", "provide", "available")
        self.assertEqual(self.steps_of_last_operation("fits"), ["bios.factory_reset"])
        self.api.move("fits", "active", "active", "deleted", "available")
        self.assertEqual(self.steps_of_last_operation("fits"), ["bios.factory_reset"])

        self.manageable("lacks")
        self.fails("lacks", "the node lacks its trait")

    def test_a_missing_runbook_fails_the_cleaning(self):
        self.manageable("own", driver_info={"cleaning_runbook": "CUSTOM_NONE"})
        self.fails("own", "CUSTOM_NONE")

    def runbook_has_trait(self, name):
        answer = self.api.call("PUT", f"/v1/runbooks/{name}/traits", {"traits": [name]},
                               version="1.112")
        self.assertEqual(answer.status, 204, answer)

    def fails(self, name, word):
        self.api.ask_for_state(name, "provide")
        node = poll(lambda: (x := self.api.node(name))["provision_state"] == "clean failed" and x,
                    "its cleaning fails")
        self.assertIn(word, node["last_error"])
        self.assertFalse(node["maintenance"])


class Hybrid(WithDaemon):
    SETTINGS = ("conductor:\n  automated_cleaning_step_source: hybrid\n"
                "  automated_cleaning_runbook_from_node: true\n"
                "  automated_cleaning_runbook_validate_traits: false\n"
                "  clean_step_priority_override: {deploy.erase_devices: 10}\n")

    def test_a_node_without_a_runbook_is_cleaned_by_priority(self):
        self.manageable("plain")
        self.api.move("plain", "provide", "available")
        self.assertEqual(self.steps_of_last_operation("plain"), ["deploy.erase_devices"])
        self.runbook("CUSTOM_OWN")
        self.manageable("own", driver_info={"cleaning_runbook": "CUSTOM_OWN"})
        self.api.move("own", "provide", "available")
        self.assertEqual(self.steps_of_last_operation("own"), ["bios.factory_reset"])


class Limits(WithDaemon):
    SETTINGS = ("conductor:\n  max_concurrent_clean: 2\n  max_concurrent_deploy: 1\n"
                "fake: {deploy_delay: \"1\"}\n")

    def test_a_request_beyond_the_limit_is_refused_until_later(self):
        names = ["a", "b", "c"]
        for name in names:
            self.manageable(name)
        self.api.ask_for_state("a", "provide")
        self.api.ask_for_state("b", "provide")
        refused = self.api.call("PUT", "/v1/nodes/c/states/provision", {"target": "provide"})
        self.assertEqual(refused.status, 503)
        self.assertIn("max_concurrent_clean", refused.reason)
        self.assertEqual(self.api.node("c")["provision_state"], "manageable")
        for name in names[:2]:
            self.api.until(name, "available")
        self.api.ask_for_state("a", "active")
        refused = self.api.call("PUT", "/v1/nodes/b/states/provision", {"target": "active"})
        self.assertEqual(refused.status, 503)
        self.api.until("a", "active")
        self.api.move("b", "active", "active", "deleted", "available")


if __name__ == "__main__":
    main()
