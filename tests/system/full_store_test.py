#!/usr/bin/python3
"""A full disk or a full Redis: clients get an error at once, no loop runs without pause, the log stays readable,
and work continues when there is space again."""

import os
import re
import resource
import shutil
import socket
import time
import unittest
import urllib.parse

from cluster import Cluster
from harness import Daemon, cpu_seconds, main, poll, read, scratch

SECONDS = 10  # Time during which the store stays full.
STEP_SECONDS = 2
LINES_MAX = 100  # Limit for that time. A loop without pauses writes thousands of lines a second.
CPU_SHARE_MAX = 0.25
AT_ONCE = 3  # Seconds. api.reply_timeout is 30.


class FullStore:
    """Tests for both stores. A subclass defines how the store becomes full."""

    def be_working(self, name):
        self.api.create(name, driver_info={"fake_delays": {"deploy.deploy": STEP_SECONDS}})
        self.api.move(name, "manage", "manageable", "provide", "available")
        self.api.ask_for_state(name, "active")
        poll(lambda: self.api.node(name)["deploy_step"].get("step") == "deploy", "the step runs")

    def refusal(self, *call):
        began = time.monotonic()
        answer = self.api.call(*call)
        took = time.monotonic() - began
        self.assertEqual(answer.status, 503, answer)
        self.assertGreater(int(answer.headers["Retry-After"]), 0)
        self.assertLess(took, AT_ONCE, answer)
        return took

    def test_no_client_waits_and_no_loop_runs_without_pause(self):
        for name in ("working", "resting", "other"):
            self.api.create(name)
        self.be_working("under-way")
        lines, cpu = self.lines(), self.cpu()
        self.make_full()
        began = time.monotonic()
        tag = [{"op": "add", "path": "/extra/x", "value": "x" * 100_000}]
        first = self.refusal("PATCH", "/v1/nodes/resting", tag)
        later = [self.refusal("PATCH", "/v1/nodes/" + name, tag) for name in ("resting", "other")]
        later.append(self.refusal("POST", "/v1/nodes", {"driver": "fake-hardware", "extra": {
            "x": "x" * 100_000}}))
        ready = poll(lambda: (x := self.api.get("/readyz")).status == 503 and x, "not ready", 5)
        self.assertFalse(ready.json["store"]["ready"], ready)
        self.assertEqual(self.api.get("/v1/nodes/resting").status, 200)
        while time.monotonic() - began < SECONDS:  # The service retries work without a client.
            self.refusal("PATCH", "/v1/nodes/resting", tag)
            time.sleep(0.5)
        took = time.monotonic() - began
        written, used = self.lines() - lines, self.cpu() - cpu
        print(f"first 503 after {first:.2f} s, then {max(later):.2f} s; {written} lines in {took:.0f} s, "
              f"{used / took:.2f} of a core; {ready.json['store']['reason']}")
        self.assertLess(written, LINES_MAX)
        self.assertLess(used / took, CPU_SHARE_MAX)

        self.make_room()
        began = time.monotonic()
        poll(lambda: self.api.get("/readyz").status == 200, "ready again", 30)
        print(f"ready {time.monotonic() - began:.1f} s after there was room")
        self.api.until("under-way", "active", 60)
        self.assertNotIn("x", self.api.node("resting")["extra"])
        self.assertEqual(poll(lambda: (x := self.api.call("PATCH", "/v1/nodes/resting", tag)).status == 200
                              and x, "changes are taken again", 15).status, 200)
        self.api.create("afterwards")


class FullDisk(FullStore, unittest.TestCase):
    """The kernel lets no file of the process grow, as on a full disk."""

    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.daemon = Daemon(self.folder).start()
        self.addCleanup(self.daemon.stop)
        self.api = self.daemon.api

    def make_full(self):
        wal = os.path.join(self.folder, "data", "ironbus.db-wal")
        self.limit(os.path.getsize(wal))
        self.addCleanup(self.limit, resource.RLIM_INFINITY)

    def limit(self, size):
        if self.daemon.process.poll() is None:
            hard = resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE)[1]
            resource.prlimit(self.daemon.process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def make_room(self):
        self.limit(resource.RLIM_INFINITY)

    def lines(self):
        return self.daemon.log().count("\n")

    def cpu(self):
        return cpu_seconds(self.daemon.process.pid)


class FullRedis(FullStore, unittest.TestCase):
    """Redis has reached maxmemory and evicts no key."""

    def setUp(self):
        self.cluster = Cluster().start()
        self.addCleanup(self.cluster.stop)
        self.api = self.cluster.api
        self.redis = self.address()

    def address(self):
        for folder, _, files in os.walk(self.cluster.folder):
            for name in files:
                if name.endswith((".yaml", ".env", "env")):
                    found = re.search(r"redis://([^\s/\"']+)", read(os.path.join(folder, name)))
                    if found:
                        return urllib.parse.urlsplit("//" + found[1])
        raise AssertionError("where is Redis?")

    def tell_redis(self, *words):
        with socket.create_connection((self.redis.hostname, self.redis.port), 5) as one:
            if self.redis.password:
                one.sendall(f"AUTH {self.redis.password}\r\n".encode())
                self.assertIn(b"OK", one.recv(1000))
            one.sendall((" ".join(words) + "\r\n").encode())
            self.assertIn(b"OK", one.recv(1000))

    def make_full(self):
        self.tell_redis("CONFIG", "SET", "maxmemory", "1mb")
        self.addCleanup(self.tell_redis, "CONFIG", "SET", "maxmemory", "0")

    def make_room(self):
        self.tell_redis("CONFIG", "SET", "maxmemory", "0")

    def lines(self):
        folder = os.path.join(self.cluster.folder, "log")
        return sum(read(os.path.join(folder, name)).count("\n") for name in os.listdir(folder)
                   if name.startswith(("gateway", "conductor", "driver")))

    def cpu(self):
        found = re.findall(r"^(?:gateway|conductor|driver)\S* +pid (\d+)$",
                           self.cluster.command("status"), re.MULTILINE)
        self.assertGreaterEqual(len(found), 3)
        return sum(cpu_seconds(int(pid)) for pid in found)


if __name__ == "__main__":
    main()
