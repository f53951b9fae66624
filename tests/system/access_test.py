#!/usr/bin/python3
"""Access to the API: passwords, checked with real clients."""

import base64
import json
import os
import shutil
import subprocess
import unittest

from harness import Daemon, cpu_seconds, main, poll, scratch

# The hash of the password below, with cost 10.
HASH = "$2b$10$ji.jui6f2JfwflUdLgr3UOlvY3ZKOX/o83qRU1yYeP3I9QHjD8kda"
PASSWORD = "s3cret word"
ENCODED = base64.b64encode(f"ann:{PASSWORD}".encode()).decode()


class WithFolder(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def daemon(self, settings, ready=True):
        made = Daemon(os.path.join(self.folder, "one"), settings=settings)
        self.addCleanup(lambda: made.process and made.process.poll() is None and made.stop())
        return made.start(ready=ready)

    def curl(self, *arguments):
        """Returns the HTTP status and the body that curl received."""
        done = subprocess.run(["curl", "-sS", "-w", "\n%{http_code}", *arguments], timeout=30,
                              capture_output=True, text=True, check=False)
        if done.returncode:
            return 0, done.stderr
        text, _, status = done.stdout.rpartition("\n")
        return int(status), text


class Passwords(WithFolder):
    def start(self):
        users = self.path("htpasswd", f"# users\nann:{HASH}\n")
        return self.daemon("log_level: trace\napi: {auth_strategy: http_basic, "
                           f"http_basic_auth_user_file: {users}}}\n")

    def test_curl_needs_the_password(self):
        one = self.start()
        nodes = one.api.url + "/v1/nodes"
        self.assertEqual(self.curl("-u", f"ann:{PASSWORD}", nodes)[0], 200)
        self.assertEqual(self.curl("-u", "ann:other", nodes)[0], 401)
        self.assertEqual(self.curl(nodes)[0], 401)
        self.assertEqual(self.curl(one.api.url + "/v1")[0], 200)
        self.assertEqual(self.curl(one.api.url + "/readyz")[0], 200)
        self.assertEqual(self.curl(one.api.url + "/metrics")[0], 401)
        self.assertEqual(self.curl("-I", nodes)[0], 401)
        why = one.api.url + "/v1/why"
        self.assertEqual(self.curl(why)[0], 401)
        self.assertEqual(self.curl("-u", f"ann:{PASSWORD}", why), (200, '{"nodes":[]}'))

    def test_the_stock_client_is_accepted(self):
        one = self.start()
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("OS_")}
        environment.update(OS_AUTH_TYPE="http_basic", OS_ENDPOINT=one.api.url, OS_USERNAME="ann",
                           OS_PASSWORD=PASSWORD)
        command = ["/usr/bin/baremetal", "node", "create", "--driver", "fake-hardware",
                   "--name", "first"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        environment["OS_PASSWORD"] = "other"
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60,
                              check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("Incorrect username or password", done.stderr + done.stdout)

    def test_the_history_names_the_user(self):
        one = self.start()
        newest = ("-u", f"ann:{PASSWORD}", "-H", "X-OpenStack-Ironic-API-Version: latest")
        node = one.api.url + "/v1/nodes/first"

        def ask(method, path, body):
            status, text = self.curl(*newest, "-X", method, one.api.url + path, "-d",
                                     json.dumps(body))
            self.assertLess(status, 300, text)

        def until(state):
            poll(lambda: f'"{state}"' in self.curl(*newest, node + "?fields=provision_state")[1],
                 state)

        ask("POST", "/v1/nodes", {"driver": "fake-hardware", "name": "first"})
        ask("PUT", "/v1/nodes/first/states/provision", {"target": "manage"})
        until("manageable")
        ask("PUT", "/v1/nodes/first/states/provision",
            {"target": "clean", "clean_steps": [{"interface": "bios", "step": "factory_reset"}]})
        poll(lambda: json.loads(self.curl(*newest, node + "/history")[1])["history"][1:],
             "the cleaning is in the history")
        entries = json.loads(self.curl(*newest, node + "/history?detail=true")[1])["history"]
        self.assertEqual([entry["user"] for entry in entries], ["ann"] * len(entries))

    def test_the_hash_is_computed_for_the_first_request_only(self):
        one = self.start()
        headers = ["-H", f"Authorization: Basic {ENCODED}"]
        first = cpu_seconds(one.process.pid)
        self.assertEqual(self.curl(*headers, one.api.url + "/v1/nodes")[0], 200)
        first = cpu_seconds(one.process.pid) - first
        each = cpu_seconds(one.process.pid)
        urls = [one.api.url + "/v1/nodes"] * 50
        self.curl(*headers, *urls)
        each = (cpu_seconds(one.process.pid) - each) / 50
        print(f"CPU: first {first * 1000:.0f} ms, then {each * 1000:.1f} ms a request")
        self.assertGreater(first, 0.02)
        self.assertLess(each, 0.02)

    def test_a_changed_file_takes_effect_without_a_restart(self):
        one = self.start()
        nodes = one.api.url + "/v1/nodes"
        self.assertEqual(self.curl("-u", f"bob:{PASSWORD}", nodes)[0], 401)
        self.path("htpasswd", f"bob:{HASH}\n")
        poll(lambda: self.curl("-u", f"bob:{PASSWORD}", nodes)[0] == 200, "bob can log in", 10)
        self.assertEqual(self.curl("-u", f"ann:{PASSWORD}", nodes)[0], 401)

    def test_the_log_contains_no_secret(self):
        one = self.start()
        self.curl("-u", f"ann:{PASSWORD}", one.api.url + "/v1/nodes")
        self.curl("-u", "ann:mistyped-word", one.api.url + "/v1/nodes")
        one.stop()
        for secret in (PASSWORD, ENCODED, "mistyped-word", HASH):
            self.assertNotIn(secret, one.log())

    def test_an_invalid_file_is_refused_with_its_option(self):
        path = self.path("htpasswd", "ann:plain\n")
        one = self.daemon("api:\n  auth_strategy: http_basic\n"
                          f"  http_basic_auth_user_file: {path}\n", ready=False)
        self.assertEqual(one.process.wait(20), 1)
        self.assertIn(f"ironbus.yaml:3: api.http_basic_auth_user_file: '{path}' contains no user",
                      one.log())


class RequestIds(WithFolder):
    def test_the_callers_request_id_is_logged_beside_ours(self):
        one = self.daemon("")
        known = "req-0a5ffe6c-3dbe-4b0b-8a0b-2a7d6e3f1c11"
        for sent in (known, "req-1; DROP TABLE", "x" * 500):
            self.curl("-X", "POST", "-d", "{}", "-H", "X-Openstack-Request-Id: " + sent,
                      one.api.url + "/v1/nodes")
        one.stop()
        lines = [line for line in one.log().splitlines() if "global_request_id" in line]
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines[0], r"method=POST path=/v1/nodes request_id=req-[0-9a-f-]{36} "
                                   f"global_request_id={known}")


class TwoAddresses(WithFolder):
    def test_ramdisks_and_users_have_separate_apis(self):
        one = self.daemon("ramdisk_listen: 127.0.0.1:0\n")
        fields = dict(word.split("=", 1) for word in one.ready_line.split() if "=" in word)
        users, ramdisks = ("http://" + fields[name] for name in ("listen", "ramdisk_listen"))
        newest = ["-H", "X-OpenStack-Ironic-API-Version: latest"]
        lookup = "/v1/lookup?addresses=52:54:00:00:00:01"
        status, text = self.curl(*newest, ramdisks + lookup)
        self.assertEqual(status, 404)
        self.assertNotIn("No resource at this path", text)
        self.assertIn("No resource at this path", self.curl(*newest, users + lookup)[1])
        self.assertEqual(self.curl(ramdisks + "/v1/nodes")[0], 404)
        self.assertEqual(self.curl(users + "/v1/nodes")[0], 200)
        self.assertEqual(self.curl(ramdisks + "/")[0], 200)


if __name__ == "__main__":
    main()
