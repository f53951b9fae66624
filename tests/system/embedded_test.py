#!/usr/bin/python3
"""The embedded default: one process, no configuration, nothing else installed."""

import contextlib
import http.client
import json
import os
import re
import shutil
import subprocess
import time
import unittest

from harness import Daemon, daemon_path, main, poll, scratch

SLOW_CLEANING = {"fake_delays": {"deploy.prepare_cleaning": 0.2, "deploy.erase_devices": 3.0}}


class WithFolder(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def daemon(self, *arguments, settings="", part="one"):
        made = Daemon(os.path.join(self.folder, part), *arguments, settings=settings)
        self.addCleanup(lambda: made.process and made.process.poll() is None and made.stop())
        return made


class Start(WithFolder):
    def test_is_ready_soon_and_ends_in_order(self):
        one = self.daemon().start()
        print(f"ready after {one.took * 1000:.0f} ms: {one.ready_line}")
        self.assertEqual(one.stop(), 0)

    def test_says_that_it_is_alive_and_ready(self):
        api = self.daemon().start().api
        self.assertEqual(api.get("/healthz").status, 200)
        ready = api.get("/readyz")
        self.assertEqual(ready.status, 200)
        self.assertTrue(ready.json["ready"])
        self.assertTrue(ready.json["bus"]["ready"])
        self.assertIn("survives", ready.json["store"]["durability"])
        self.assertIn("ironbus_http_", api.get("/metrics").body.decode())

    def test_data_folder_is_for_its_owner_only(self):
        one = self.daemon().start()
        data = os.path.join(one.folder, "data")
        self.assertEqual(os.stat(data).st_mode & 0o777, 0o700)

    def test_second_process_on_the_data_is_refused(self):
        one = self.daemon().start()
        two = self.daemon(part="one").start(ready=False)
        self.assertEqual(two.process.wait(20), 3, two.log())
        self.assertRegex(two.log(), "another process|in use|locked")
        self.assertEqual(one.api.get("/readyz").status, 200)

    def test_taken_address_is_refused(self):
        one = self.daemon().start()
        address = one.api.url.removeprefix("http://")
        two = self.daemon("--listen", address, part="two")
        two.arguments = []
        argv = [daemon_path(), "--data", os.path.join(self.folder, "other"), "--listen", address]
        done = subprocess.run(argv, capture_output=True, text=True, timeout=30, check=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(address, done.stderr)


class Configuration(WithFolder):
    def refused(self, *arguments, settings="", **environment):
        """What the daemon says about a configuration that it must refuse."""
        path = os.path.join(self.folder, "ironbus.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(settings)
        done = subprocess.run(
            [daemon_path(), "--config", path, "--data", self.folder, *arguments], timeout=30,
            capture_output=True, text=True, check=False, env={**os.environ, **environment})
        self.assertNotEqual(done.returncode, 0)
        return done.returncode, done.stderr

    def test_unknown_option_is_named_with_its_line_and_the_likely_one(self):
        code, text = self.refused(settings="log_level: info\nlisen: 127.0.0.1:1\n")
        self.assertEqual(code, 1)
        self.assertRegex(text, r"ironbus\.yaml:2: lisen: .*listen")

    def test_every_wrong_value_is_named(self):
        code, text = self.refused(settings="shards: 0\nlog_level: loud\nbus: tcp://there\n")
        self.assertEqual(code, 1)
        for key in ("shards", "log_level", "bus"):
            self.assertIn(key, text)

    def test_roles_apart_need_a_broker_and_redis(self):
        code, text = self.refused("--roles", "gateway")
        self.assertEqual(code, 1)
        self.assertIn("amqp://", text)
        self.assertIn("redis://", text)

    def test_unknown_argument_is_a_usage_error(self):
        self.assertEqual(self.refused("--no-such-thing")[0], 2)

    def test_password_in_an_address_is_not_shown(self):
        text = self.refused(settings="bus: amqp://me:geheim@host:none/\n")[1]
        self.assertNotIn("geheim", text)


class NoWorker(unittest.TestCase):
    """A node of a conductor group that no driver worker serves."""

    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, settings="drivers:\n  conductor_groups: [\"\", rack-1]\n")
        cls.api = cls.daemon.start().api

    @classmethod
    def tearDownClass(cls):
        code = cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)
        assert code == 0, code

    def refusal(self, name):
        """Until the service has looked who serves what, a request may be taken; then it fails."""
        answer = self.api.call("PUT", f"/v1/nodes/{name}/states/provision", {"target": "manage"})
        if answer.status == 503:
            return answer
        self.assertEqual(answer.status, 202, answer)
        why = self.api.get(f"/v1/nodes/{name}/why").json
        if why["waiting"]:
            self.assertIn("no driver worker serves the conductor group 'rack-9'",
                          why["waiting"]["who"])
            self.assertIn("'rack-1'", why["waiting"]["who"])
        failed = poll(lambda: (x := self.api.node(name))["provision_state"] == "enroll" and x,
                      "the verification ends")
        self.assertIn("no driver worker serves the conductor group 'rack-9'", failed["last_error"])
        return None

    def test_what_needs_a_driver_is_refused_with_the_groups_that_are_served(self):
        self.api.create("lost", conductor_group="rack-9")
        answer = poll(lambda: self.refusal("lost"), "manage is refused")
        for part in ("'rack-9'", "'', 'rack-1'", "conductor_group"):
            self.assertIn(part, answer.reason)
        self.assertTrue(answer.headers["Retry-After"])
        for method, path, body in (("PUT", "states/power", {"target": "power on"}),
                                   ("GET", "management/boot_device", None)):
            self.assertEqual(self.api.call(method, "/v1/nodes/lost/" + path, body).status, 503)
        self.assertEqual(self.api.get("/v1/nodes/lost/why").json["drivers"],
                         {"conductor_group": "rack-9", "workers": [],
                          "served_groups": ["", "rack-1"]})

    def test_a_node_of_any_served_group_is_worked_on_by_a_worker_that_has_a_name(self):
        slow = {"fake_delays": {"power.get_power_state": 3.0}}
        self.api.create("found", conductor_group="rack-1", driver_info=slow)
        self.api.told("found", "manage")
        why = poll(lambda: (x := self.api.get("/v1/nodes/found/why").json)["waiting"] and
                   x["waiting"]["who"].startswith("driver worker ") and x, "a worker has begun")
        self.assertEqual([why["waiting"]["who"].removeprefix("driver worker ")],
                         why["drivers"]["workers"])
        self.assertEqual(why["unblocked_by"][0]["who"], why["waiting"]["who"])
        self.api.until("found", "manageable")


class Rest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder).start()
        cls.api = cls.daemon.api

    @classmethod
    def tearDownClass(cls):
        code = cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)
        assert code == 0, code

    def test_life_of_a_node(self):
        self.api.create("life")
        self.api.move("life", "manage", "manageable", "inspect", "manageable",
                      "provide", "available", "active", "active", "deleted", "available")
        self.assertEqual(self.api.call("DELETE", "/v1/nodes/life").status, 204)
        self.assertEqual(self.api.get("/v1/nodes/life").status, 404)

    def test_why_names_the_wait_and_the_way_out(self):
        self.api.create("why", driver_info={"fake_waits": {"inspect.inspect_hardware": "agent"}})
        self.api.move("why", "manage", "manageable", "inspect", "inspect wait")
        why = self.api.get("/v1/nodes/why/why").json
        self.assertEqual(why["waiting"]["for"], "agent")
        for key in ("since", "until"):
            self.assertTrue(why["waiting"][key], why)
        calls = [row["call"] for row in why["unblocked_by"] if "call" in row]
        self.assertTrue(any(call.startswith("POST /v1/heartbeat/") for call in calls), calls)
        self.api.told("why", "abort")
        node = poll(lambda: (x := self.api.node("why"))["provision_state"] == "inspect failed" and x,
                    "the inspection is aborted")
        self.assertIn("abort", node["last_error"].lower())

    def test_what_is_no_json_is_refused(self):
        for body in (b"{", b"", b"nonsense", b'{"a":1}{"b":2}', b"\xff\xfe", b"[1,"):
            answer = self.api.call("POST", "/v1/nodes", body)
            self.assertEqual(answer.status, 400, (body, answer))
            self.assertTrue(answer.reason)

    def test_too_deep_json_is_refused(self):
        for depth in (100, 100_000):
            body = b'{"driver":"fake-hardware","extra":' + b'{"a":' * depth + b"1" + b"}" * depth + b"}"
            answer = self.api.call("POST", "/v1/nodes", body)
            self.assertEqual(answer.status, 400, answer)

    def test_too_large_a_body_is_refused(self):
        body = json.dumps({"driver": "fake-hardware", "extra": {"a": "x" * 2_000_000}}).encode()
        try:
            answer = self.api.call("POST", "/v1/nodes", body)
            self.assertEqual(answer.status, 413, answer)
        except (BrokenPipeError, ConnectionResetError):
            self.fail("the connection was cut before the 413 could be read")
        self.assertEqual(self.api.get("/healthz").status, 200)

    def test_unknown_paths_and_methods(self):
        self.assertEqual(self.api.get("/v1/nothing").status, 404)
        refused = self.api.call("DELETE", "/v1/nodes")
        self.assertEqual(refused.status, 405)
        self.assertIn("POST", refused.headers["Allow"])

    def test_newer_version_than_known_is_refused_with_the_range(self):
        answer = self.api.get("/v1/nodes", version="1.999")
        self.assertEqual(answer.status, 406)
        self.assertTrue(answer.headers["X-OpenStack-Ironic-API-Maximum-Version"])

    def test_secrets_are_masked(self):
        self.api.create("secret", driver_info={"redfish_password": "geheim"})
        for path in ("/v1/nodes/secret", "/v1/nodes/detail"):
            self.assertNotIn(b"geheim", self.api.get(path).body)


TRANSITION = re.compile(r'msg="the provision state has changed" node=(\S+) name=(\S+) '
                        r'from="?([^"]+?)"? verb=(\S+) to="?([^"]+?)"? (.*)$', re.MULTILINE)


class Log(WithFolder):
    """The log shows each transition once."""

    def assert_told_once(self, one, node):
        """The transitions in the log are those of the events, in their order.

        A commit can be read a moment before its record is written."""
        def transitions():
            return [row for row in TRANSITION.findall(one.log()) if row[0] == node["uuid"]]
        poll(lambda: [row[4] for row in transitions()][-1:] == [node["provision_state"]],
             "the last transition is in the log")
        told = transitions()
        revisions = [int(re.search(r"revision=(\d+)", row[5]).group(1)) for row in told]
        self.assertEqual(revisions, sorted(revisions))
        for before, after in zip(told, told[1:]):
            self.assertEqual(before[4], after[2], told)
        self.assertEqual(told[0][2], "enroll")
        return [(row[2], row[3], row[4]) for row in told]

    def test_life_of_a_node(self):
        one = self.daemon().start()
        one.api.create("life")
        one.api.move("life", "manage", "manageable", "provide", "available")
        self.assertEqual(self.assert_told_once(one, one.api.node("life")), [
            ("enroll", "manage", "verifying"), ("verifying", "done", "manageable"),
            ("manageable", "provide", "cleaning"), ("cleaning", "done", "available")])
        for row in TRANSITION.findall(one.log()):
            self.assertRegex(row[5], r"request_id=req-[0-9a-f-]{36}\b")
        self.assertEqual(one.stop(), 0)

    def test_a_failed_step(self):
        one = self.daemon().start()
        node = one.api.create("bad", driver_info={
            "fake_failures": {"inspect.inspect_hardware": "no BMC"}})
        one.api.move("bad", "manage", "manageable")
        one.api.told("bad", "inspect")
        poll(lambda: one.api.node("bad")["provision_state"] == "inspect failed", "it fails")
        def failures():
            return re.findall(r'level=warn msg="a step has failed" .*', one.log())
        poll(failures, "the failure is in the log")
        rows = failures()
        self.assertEqual(len(rows), 1, rows)
        for part in (f"node={node['uuid']}", "step=inspect.inspect_hardware", "no BMC", "claim="):
            self.assertIn(part, rows[0])
        self.assertEqual(one.stop(), 0)

    def test_a_kill_in_the_middle_loses_and_repeats_none(self):
        one = self.daemon()
        api = one.start().api
        api.create("a", driver_info={"fake_delays": {"deploy.prepare_cleaning": 2.0}})
        api.move("a", "manage", "manageable")
        api.told("a", "provide")
        poll(lambda: len(TRANSITION.findall(one.log())) == 3, "the cleaning has begun")
        one.kill()
        node = one.start().api.until("a", "available")
        self.assertEqual(len(self.assert_told_once(one, node)), 4)
        self.assertEqual(one.stop(), 0)

    def test_a_kill_before_the_message_is_acknowledged_repeats_none(self):
        """What was committed and told comes again, to the next process."""
        for number in (2, 3, 4):
            one = self.daemon(part=f"pass-{number}")
            one.start().api.create("a")
            one.api.move("a", "manage", "manageable")
            poll(lambda: len(TRANSITION.findall(one.log())) == 2, "both moves are in the log")
            one.kill()
            one.start(IRONBUS_FAILPOINT=f"after_publish:{number}")
            with contextlib.suppress(OSError, http.client.HTTPException):
                one.api.told("a", "provide")
            one.process.wait(30)
            api = one.start().api
            if api.node("a")["provision_state"] == "manageable":  # it was killed before it began
                api.told("a", "provide")
            self.assertEqual(len(self.assert_told_once(one, api.until("a", "available"))), 4)
            self.assertEqual(one.stop(), 0)


class Restart(WithFolder):
    def test_kill_in_the_middle_of_cleaning_loses_nothing(self):
        one = self.daemon(
            settings="conductor:\n  clean_step_priority_override: {deploy.erase_devices: 10}\n")
        api = one.start().api
        for name in ("a", "b", "c"):
            api.create(name, driver_info=SLOW_CLEANING, extra={"kept": name})
            api.move(name, "manage", "manageable")
            api.told(name, "provide")
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

    def test_a_killed_process_has_lost_no_answered_request(self):
        one = self.daemon()
        api = one.start().api
        made = [api.create(f"n{number}")["uuid"] for number in range(30)]
        one.kill()
        api = one.start().api
        kept = {row["uuid"] for row in api.get("/v1/nodes").json["nodes"]}
        self.assertEqual(kept, set(made))

    def test_term_in_the_middle_of_a_step_ends_in_order_and_goes_on(self):
        one = self.daemon(settings="drain_timeout: 20s\n")
        api = one.start().api
        api.create("a", driver_info={"fake_delays": {"deploy.deploy": 2.0}})
        api.move("a", "manage", "manageable", "provide", "available")
        api.told("a", "active")
        poll(lambda: api.node("a")["deploy_step"].get("step") == "deploy", "a is in its step")
        self.assertEqual(one.stop(), 0, one.log()[-2000:])
        node = one.start().api.until("a", "active")
        self.assertIsNone(node["last_error"])

    def test_log_is_one_record_a_line(self):
        one = self.daemon().start()
        one.stop()
        for line in one.log().splitlines():
            self.assertRegex(line, r"^time=\S+Z level=(info|warn) ")


if __name__ == "__main__":
    main()
