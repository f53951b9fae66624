#!/usr/bin/python3
"""The embedded default: one process, no configuration, no other software."""

import json
import os
import shutil
import subprocess
import unittest

from embedded_fixture import WithFolder
from harness import Daemon, daemon_path, main, poll, scratch

class Start(WithFolder):
    def test_is_ready_soon_and_stops_cleanly(self):
        one = self.daemon().start()
        print(f"ready after {one.took * 1000:.0f} ms: {one.ready_line}")
        self.assertEqual(one.stop(), 0)

    def test_liveness_and_readiness_are_shown(self):
        api = self.daemon().start().api
        self.assertEqual(api.get("/healthz").status, 200)
        ready = api.get("/readyz")
        self.assertEqual(ready.status, 200)
        self.assertTrue(ready.json["ready"])
        self.assertTrue(ready.json["bus"]["ready"])
        self.assertIn("survives", ready.json["store"]["durability"])
        self.assertIn("ironbus_http_", api.get("/metrics").body.decode())

    def test_data_folder_is_readable_by_its_owner_only(self):
        one = self.daemon().start()
        data = os.path.join(one.folder, "data")
        self.assertEqual(os.stat(data).st_mode & 0o777, 0o700)

    def test_second_process_with_the_same_data_is_refused(self):
        one = self.daemon().start()
        two = self.daemon(part="one").start(ready=False)
        self.assertEqual(two.process.wait(20), 3, two.log())
        self.assertRegex(two.log(), "another process|in use|locked")
        self.assertEqual(one.api.get("/readyz").status, 200)

    def test_address_that_is_in_use_is_refused(self):
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
        """Returns the error of the daemon for a configuration that it must refuse."""
        path = os.path.join(self.folder, "ironbus.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(settings)
        done = subprocess.run(
            [daemon_path(), "--config", path, "--data", self.folder, *arguments], timeout=30,
            capture_output=True, text=True, check=False, env={**os.environ, **environment})
        self.assertNotEqual(done.returncode, 0)
        return done.returncode, done.stderr

    def test_unknown_option_is_reported_with_its_line_and_a_similar_name(self):
        code, text = self.refused(settings="log_level: info\nlisen: 127.0.0.1:1\n")
        self.assertEqual(code, 1)
        self.assertRegex(text, r"ironbus\.yaml:2: lisen: .*listen")

    def test_every_wrong_value_is_reported(self):
        code, text = self.refused(settings="shards: 0\nlog_level: loud\nbus: tcp://there\n")
        self.assertEqual(code, 1)
        for key in ("shards", "log_level", "bus"):
            self.assertIn(key, text)

    def test_separate_roles_need_a_broker_and_redis(self):
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
    """A node of a conductor group without a driver worker."""

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
        """The service accepts requests until it knows which groups have workers. Such a request fails later."""
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

    def test_requests_that_need_a_driver_are_refused_and_the_served_groups_are_named(self):
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

    def test_a_node_of_any_served_group_has_a_worker_with_a_name(self):
        slow = {"fake_delays": {"power.get_power_state": 3.0}}
        self.api.create("found", conductor_group="rack-1", driver_info=slow)
        self.api.ask_for_state("found", "manage")
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

    def test_why_names_what_is_awaited_and_how_to_end_the_wait(self):
        self.api.create("why", driver_info={"fake_waits": {"inspect.inspect_hardware": "agent"}})
        self.api.move("why", "manage", "manageable", "inspect", "inspect wait")
        why = self.api.get("/v1/nodes/why/why").json
        self.assertEqual(why["waiting"]["for"], "agent")
        for key in ("since", "until"):
            self.assertTrue(why["waiting"][key], why)
        calls = [row["call"] for row in why["unblocked_by"] if "call" in row]
        self.assertTrue(any(call.startswith("POST /v1/heartbeat/") for call in calls), calls)
        self.api.ask_for_state("why", "abort")
        node = poll(lambda: (x := self.api.node("why"))["provision_state"] == "inspect failed" and x,
                    "the inspection is aborted")
        self.assertIn("abort", node["last_error"].lower())

    def test_invalid_json_is_refused(self):
        for body in (b"{", b"", b"nonsense", b'{"a":1}{"b":2}', b"\xff\xfe", b"[1,"):
            answer = self.api.call("POST", "/v1/nodes", body)
            self.assertEqual(answer.status, 400, (body, answer))
            self.assertTrue(answer.reason)

    def test_json_that_nests_too_deeply_is_refused(self):
        for depth in (100, 100_000):
            body = b'{"driver":"fake-hardware","extra":' + b'{"a":' * depth + b"1" + b"}" * depth + b"}"
            answer = self.api.call("POST", "/v1/nodes", body)
            self.assertEqual(answer.status, 400, answer)

    def test_a_body_that_is_too_large_is_refused(self):
        body = json.dumps({"driver": "fake-hardware", "extra": {"a": "x" * 2_000_000}}).encode()
        try:
            answer = self.api.call("POST", "/v1/nodes", body)
            self.assertEqual(answer.status, 413, answer)
        except (BrokenPipeError, ConnectionResetError):
            self.fail("the connection was cut before the 413 could be read")
        self.assertEqual(self.api.get("/healthz").status, 200)

    def test_unknown_paths_and_methods_are_refused(self):
        self.assertEqual(self.api.get("/v1/nothing").status, 404)
        refused = self.api.call("DELETE", "/v1/nodes")
        self.assertEqual(refused.status, 405)
        self.assertIn("POST", refused.headers["Allow"])

    def test_a_newer_api_version_is_refused_with_the_range(self):
        answer = self.api.get("/v1/nodes", version="1.999")
        self.assertEqual(answer.status, 406)
        self.assertTrue(answer.headers["X-OpenStack-Ironic-API-Maximum-Version"])

    def test_secrets_are_masked(self):
        self.api.create("secret", driver_info={"redfish_password": "geheim"})
        for path in ("/v1/nodes/secret", "/v1/nodes/detail"):
            self.assertNotIn(b"geheim", self.api.get(path).body)


if __name__ == "__main__":
    main()
