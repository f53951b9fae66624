#!/usr/bin/python3
"""Clients that use all resources that they can get: memory stays within its limit, and other clients are served."""

import os
import re
import resource
import select
import shutil
import socket
import subprocess
import time
import unittest
import urllib.parse

from harness import Daemon, daemon_path, main, poll, scratch

MIB = 2**20
BASE_MIB = 100  # Memory of an idle service, and what the allocator keeps.
BODIES_MIB = 256  # The option's default.
SHARE_MIB = 64
LONG = 120  # Seconds. A slow machine does not need them all to read a body.


def settings(body_timeout):
    return f"""
ramdisk_listen: 127.0.0.1:0
api:
  body_timeout: {body_timeout}s
"""


# The hash of the password "secret", at the lowest cost.
USER = "ann:$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe\n"


class Client:
    """A connection from an address of the loopback network."""

    def __init__(self, at, source):
        self.socket = socket.create_connection(at, 10, (source, 0))

    def send(self, data):
        """Sends until all is sent, answered or refused. Returns the number of sent bytes."""
        sent = 0
        view = memoryview(data)
        while sent < len(data):
            readable, writable, _ = select.select([self.socket], [self.socket], [], 10)
            if readable or not writable:
                break
            try:
                sent += self.socket.send(view[sent:sent + 256 * 1024])
            except OSError:
                break
        return sent

    def begin(self, path, size, sent, headers="", method="POST"):
        head = (f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n{headers}\r\n").encode()
        return self.send(head + b" " * sent)

    def answer(self, wait=5):
        """Returns status and head of the response, 0 for a closed connection, or None without a response."""
        self.socket.settimeout(wait)
        data = b""
        try:
            while b"\r\n\r\n" not in data:
                more = self.socket.recv(65536)
                if not more:
                    return 0, ""
                data += more
        except TimeoutError:
            return None, ""
        except OSError:
            return 0, ""
        return int(data[9:12]), data.decode(errors="replace")

    def close(self):
        self.socket.close()


class Overuse(unittest.TestCase):
    def setUp(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def start(self, configuration):
        self.daemon = Daemon(self.folder, settings=configuration).start()
        self.addCleanup(self.daemon.stop)
        self.api = self.daemon.api
        fields = dict(word.split("=", 1) for word in self.daemon.ready_line.split() if "=" in word)
        self.users = self.place(fields["listen"])
        self.ramdisks = self.place(fields.get("ramdisk_listen", fields["listen"]))

    @staticmethod
    def place(text):
        at = urllib.parse.urlsplit("//" + text)
        return at.hostname, at.port

    def memory_mib(self):
        with open(f"/proc/{self.daemon.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024

    def peak_mib(self):
        with open(f"/proc/{self.daemon.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024

    def metric(self, name):
        text = self.api.get("/metrics").body.decode()
        return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (\S+)$", text, re.MULTILINE))

    def client(self, at, source):
        one = Client(at, source)
        self.addCleanup(one.close)
        return one

    def test_60_unfinished_bodies_of_16_mib(self):
        self.start(settings(body_timeout=LONG))
        before = self.memory_mib()
        clients, answers = [], []
        for i in range(60):
            one = self.client(self.ramdisks, f"127.0.1.{i // 6 + 1}")
            one.begin("/v1/continue_inspection", 16 * MIB, 16 * MIB - 1)
            clients.append(one)
            answers.append(one.answer(0.5)[0])
        held = answers.count(None)
        print(f"60 bodies of 16 MiB: {held} held, {answers.count(503)} × 503, {answers.count(429)} × 429; "
              f"RSS {before:.0f} → {self.memory_mib():.0f} MiB, peak {self.peak_mib():.0f} MiB")
        self.assertLessEqual(held * 16, BODIES_MIB)
        self.assertGreaterEqual(held * 16, BODIES_MIB - 16)
        self.assertLess(self.peak_mib(), BODIES_MIB + BASE_MIB)
        # Requests of other clients at the same time.
        began = time.monotonic()
        self.api.create("beside")
        self.api.move("beside", "manage", "manageable")
        print(f"another client was served in {time.monotonic() - began:.1f} s")
        self.assertGreater(self.metric("ironbus_http_overuse_total"), 0)
        refused = self.api.call("POST", "/v1/nodes", b"{" + b" " * 900_000 + b"}")
        self.assertEqual(refused.status, 503, refused)
        self.assertIn("memory", refused.reason)
        self.assertTrue(int(refused.headers["Retry-After"]) > 0)
        self.assertEqual(refused.headers["Connection"], "close")
        for one in clients:
            one.close()
        poll(lambda: self.metric("ironbus_http_body_bytes") == 0, "all is given back")
        self.assertEqual(self.api.call("POST", "/v1/nodes", b"{" + b" " * 900_000 + b"}").status, 400)

    def test_one_address_gets_its_share(self):
        self.start(settings(body_timeout=LONG))
        clients = [self.client(self.ramdisks, "127.0.2.1") for _ in range(8)]
        for one in clients:
            one.begin("/v1/continue_inspection", 16 * MIB, 16 * MIB - 1)
        answers = [one.answer(0.3) for one in clients]
        statuses = [status for status, _ in answers]
        print(f"8 bodies of 16 MiB from one address: {statuses}")
        self.assertEqual(statuses.count(None), SHARE_MIB // 16)
        self.assertEqual(statuses.count(429), 8 - SHARE_MIB // 16)
        self.assertIn("Retry-After", next(head for status, head in answers if status == 429))
        other = self.client(self.ramdisks, "127.0.2.2")
        other.begin("/v1/continue_inspection", MIB, MIB)
        self.assertEqual(other.answer()[0], 400)  # The body was read: spaces are no JSON.

    def test_stalled_bodies_are_given_up(self):
        self.start(settings(body_timeout=2))
        one = self.client(self.ramdisks, "127.0.2.3")
        one.begin("/v1/continue_inspection", 16 * MIB, MIB)
        began = time.monotonic()
        self.assertEqual(one.answer(60)[0], 0)
        print(f"a body that stood still was given up after {time.monotonic() - began:.1f} s")
        poll(lambda: self.metric("ironbus_http_body_bytes") == 0, "its memory is given back")

    def test_bodies_without_valid_credentials_are_not_read(self):
        users = os.path.join(self.folder, "users")
        with open(users, "w", encoding="utf-8") as file:
            file.write(USER)
        self.start(f"api:\n  auth_strategy: http_basic\n  http_basic_auth_user_file: {users}\n")
        statuses = []
        for i in range(24):
            one = self.client(self.users, f"127.0.3.{i + 1}")
            # User "ann" with a wrong password, and no user.
            login = "Authorization: Basic YW5uOndyb25n\r\n" if i % 2 else ""
            one.begin("/v1/nodes/x/states/provision", 60 * MIB, 60 * MIB - 1, login, "PUT")
            statuses.append(one.answer()[0])
        print(f"24 bodies of 60 MiB without a login: {set(statuses)}; peak {self.peak_mib():.0f} MiB")
        self.assertLess(self.peak_mib(), BASE_MIB)
        self.assertLessEqual(set(statuses), {401, 429})  # 429: too many failures of one user

    def test_1500_idle_connections_do_not_exclude_other_clients(self):
        self.start(settings(body_timeout=LONG))
        idle = [self.client(self.users, "127.0.4.1") for _ in range(1500)]
        began = time.monotonic()
        self.assertEqual(self.api.get("/v1/nodes").status, 200)
        self.assertEqual(self.api.get("/v1/nodes").status, 200)
        print(f"another address was served in {time.monotonic() - began:.2f} s")
        self.assertEqual(self.metric("ironbus_http_overuse_total"), 500)
        one = self.client(self.users, "127.0.4.1")
        status, head = one.answer()
        self.assertIn(status, (429, 0))  # Many are refused at once, some without a response.
        self.assertTrue(status == 0 or "Retry-After" in head)
        for each in idle:
            each.close()
        poll(lambda: self.one_request("127.0.4.1") == 200, "the address may come again")

    def test_a_low_limit_of_open_files_is_reported(self):
        asked = subprocess.run(
            ["bash", "-c", 'ulimit -n 16; exec "$0" --data "$1" --listen 127.0.0.1:0',
             daemon_path(), self.folder], capture_output=True, text=True, timeout=30, check=False)
        print(asked.stderr.strip())
        self.assertEqual(asked.returncode, 3, asked)
        self.assertIn("the limit of open files is 16", asked.stderr)

    def one_request(self, source):
        one = Client(self.users, source)
        one.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        status = one.answer()[0]
        one.close()
        return status


if __name__ == "__main__":
    main()
