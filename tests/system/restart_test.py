#!/usr/bin/python3
"""A daemon that is killed or stopped in the middle of its work continues with it."""

import time

from embedded_fixture import WithFolder
from harness import main, poll

SLOW_CLEANING = {"fake_delays": {"deploy.prepare_cleaning": 0.2, "deploy.erase_devices": 3.0}}


class Restart(WithFolder):
    def test_a_kill_in_the_middle_of_cleaning_loses_nothing(self):
        one = self.daemon(
            settings="conductor:\n  clean_step_priority_override: {deploy.erase_devices: 10}\n")
        api = one.start().api
        for name in ("a", "b", "c"):
            api.create(name, driver_info=SLOW_CLEANING, extra={"kept": name})
            api.move(name, "manage", "manageable")
            api.ask_for_state(name, "provide")
        poll(lambda: api.node("a")["clean_step"].get("step") == "erase_devices", "a is in its step")
        one.kill()
        began = time.monotonic()
        api = one.start().api
        self.assertEqual(api.node("a")["provision_state"], "cleaning")
        for name in ("a", "b", "c"):
            node = api.until(name, "available", 60)
            self.assertEqual(node["extra"], {"kept": name})
            self.assertIsNone(node["last_error"])
        print(f"all cleaned {time.monotonic() - began:.1f} s after the restart")
        self.assertEqual(one.stop(), 0)

    def test_a_kill_loses_no_answered_request(self):
        one = self.daemon()
        api = one.start().api
        made = [api.create(f"n{number}")["uuid"] for number in range(30)]
        one.kill()
        api = one.start().api
        kept = {row["uuid"] for row in api.get("/v1/nodes").json["nodes"]}
        self.assertEqual(kept, set(made))

    def test_a_stop_in_the_middle_of_a_step_is_clean_and_the_step_continues(self):
        one = self.daemon(settings="drain_timeout: 20s\n")
        api = one.start().api
        api.create("a", driver_info={"fake_delays": {"deploy.deploy": 2.0}})
        api.move("a", "manage", "manageable", "provide", "available")
        api.ask_for_state("a", "active")
        poll(lambda: api.node("a")["deploy_step"].get("step") == "deploy", "a is in its step")
        self.assertEqual(one.stop(), 0, one.log()[-2000:])
        node = one.start().api.until("a", "active")
        self.assertIsNone(node["last_error"])

    def test_each_log_record_is_one_line(self):
        one = self.daemon().start()
        one.stop()
        for line in one.log().splitlines():
            self.assertRegex(line, r"^time=\S+Z level=(info|warn) ")


if __name__ == "__main__":
    main()
