#!/usr/bin/python3
"""The API over TLS, with curl and with Python's ssl."""

import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import unittest
import urllib.parse

from harness import Daemon, daemon_path, main, make_certificate, poll, scratch

HASH_OF_SECRET = "$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe"

HEADERS = "Host: localhost\r\nX-OpenStack-Ironic-API-Version: 1.109\r\n"


class Tls(unittest.TestCase):
    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.cert, self.key = make_certificate(self.folder, "one", "first")

    def start(self, more="", ready=True):
        settings = f"api:\n  ssl_cert_file: {self.cert}\n  ssl_key_file: {self.key}\n{more}"
        self.one = Daemon(os.path.join(self.folder, "one"), settings=settings)
        self.addCleanup(
            lambda: self.one.process and self.one.process.poll() is None and self.one.stop())
        self.one.start(ready=ready)
        if ready:
            self.assertIn(" tls=on", self.one.ready_line)
            at = urllib.parse.urlsplit(self.one.api.url)
            self.place = (at.hostname, at.port)
        return self.one

    def context(self, version=None, ciphers=None):
        out = ssl.create_default_context(cafile=self.cert)
        if version:
            out.minimum_version = out.maximum_version = version
        if ciphers:
            out.set_ciphers(ciphers)
        return out

    def connect(self, **how):
        """Connects. A connection that ends without close_notify is an error."""
        plain = socket.create_connection(self.place, timeout=10)
        self.addCleanup(plain.close)
        out = self.context(**how).wrap_socket(plain, server_hostname="localhost",
                                              suppress_ragged_eofs=False)
        self.addCleanup(out.close)
        return out

    def curl(self, *arguments):
        done = subprocess.run(["curl", "-sS", "--cacert", self.cert, *arguments], timeout=30,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def subject(self):
        with self.connect() as one:
            return dict(part[0] for part in one.getpeercert()["subject"])["commonName"]

    @staticmethod
    def status(connection):
        """Returns the status of a response that is read to its end."""
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        answer.read()
        return answer.status

    def test_curl_works_and_links_lead_to_the_same_url(self):
        self.start()
        url = f"https://localhost:{self.place[1]}"
        self.assertEqual(json.loads(self.curl(url + "/v1"))["nodes"][0]["href"], url + "/v1/nodes/")
        body = os.path.join(self.folder, "body")
        with open(body, "w", encoding="utf-8") as file:
            json.dump({"driver": "fake-hardware", "name": "first", "extra": {"long": "x" * 200_000}},
                      file)
        self.curl("-H", "X-OpenStack-Ironic-API-Version: 1.109", url + "/v1/nodes", "-d", "@" + body)
        self.assertEqual(len(json.loads(self.curl(url + "/v1/nodes/first", "-H",
                         "X-OpenStack-Ironic-API-Version: 1.109"))["extra"]["long"]), 200_000)

    def test_old_protocols_are_refused(self):
        self.start()
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            self.assertTrue(self.connect(version=version).version().startswith("TLSv1."))
        for flag in ("-tls1", "-tls1_1"):
            done = subprocess.run(
                ["openssl", "s_client", "-connect", "%s:%d" % self.place, flag, "-cipher",
                 "DEFAULT:@SECLEVEL=0"], input="", capture_output=True, text=True, timeout=20,
                check=False)
            self.assertNotEqual(done.returncode, 0, done.stdout)

    def test_the_minimum_version_and_the_ciphers_can_be_chosen(self):
        older, chosen, other = ssl.TLSVersion.TLSv1_2, "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-AES128-GCM-SHA256"
        self.start(more="  tls_minimum_version: \"1.3\"\n")
        self.assertEqual(self.connect().version(), "TLSv1.3")
        with self.assertRaises(ssl.SSLError):
            self.connect(version=older)
        self.one.stop()
        self.start(more=f"  tls_ciphers: {chosen}\n")
        self.assertEqual(self.connect(version=older).cipher()[0], chosen)
        with self.assertRaises(ssl.SSLError):
            self.connect(version=older, ciphers=other)
        self.one.stop()
        self.start(more="  tls_ciphers: NONE-OF-THEM\n", ready=False)
        self.assertEqual(self.one.process.wait(20), 1)
        self.assertIn("allowed: a list such as ECDHE+AESGCM:!aNULL", self.one.log())

    def test_a_connection_serves_many_requests_and_ends_with_close_notify(self):
        self.start()
        with self.connect() as one:
            for _ in range(3):
                one.sendall(f"GET /v1 HTTP/1.1\r\n{HEADERS}\r\n".encode())
                self.assertEqual(self.status(one), 200)
            one.sendall(f"GET /v1 HTTP/1.1\r\n{HEADERS}Connection: close\r\n\r\n".encode())
            while one.recv(65536):
                pass  # An end without close_notify raises an error.

    def test_events_can_be_followed(self):
        self.start()
        with self.connect() as one:
            one.sendall(f"GET /v1/events/stream HTTP/1.1\r\n{HEADERS}\r\n".encode())
            got = b""
            while b"text/event-stream" not in got:
                more = one.recv(65536)
                self.assertTrue(more, got)
                got += more
            poll(lambda: "followers 1" in self.curl(f"https://localhost:{self.place[1]}/metrics"),
                 "the follower counts")
            self.curl("-X", "POST", f"https://localhost:{self.place[1]}/v1/nodes", "-d",
                      json.dumps({"driver": "fake-hardware"}))
            while b"ironbus.node_created" not in got:
                more = one.recv(65536)
                self.assertTrue(more)
                got += more

    def follow(self, *arguments, **variables):
        """`ironbus events`, with its output in pipes."""
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(("OS_", "IRONBUS_"))}
        one = subprocess.Popen([os.path.join(os.path.dirname(daemon_path()), "ironbus"), "events", "--url",
                                f"https://localhost:{self.place[1]}",
                                "--json", *arguments], env={**environment, **variables},
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(one.communicate)
        self.addCleanup(one.kill)
        return one

    def test_ironbus_follows_events_with_a_password(self):
        users = os.path.join(self.folder, "users")
        with open(users, "w", encoding="utf-8") as file:
            file.write(f"ann:{HASH_OF_SECRET}\n")
        secret = os.path.join(self.folder, "password")
        with open(secret, "w", encoding="utf-8") as file:
            file.write("secret\n")
        self.start(f"  auth_strategy: http_basic\n  http_basic_auth_user_file: {users}\n")
        url = f"https://localhost:{self.place[1]}"
        trusted = ("--ca-file", self.cert, "--user", "ann")
        followers = [self.follow(*trusted, "--password-file", secret),
                     self.follow(*trusted, OS_PASSWORD="secret"),
                     self.follow(OS_USERNAME="ann", OS_PASSWORD="secret", OS_CACERT=self.cert)]
        poll(lambda: "followers 3" in self.curl(url + "/metrics", "-u", "ann:secret"),
             "the followers count")
        self.curl(url + "/v1/nodes", "-u", "ann:secret", "-d",
                  json.dumps({"driver": "fake-hardware"}))
        for one in followers:
            self.assertEqual(json.loads(one.stdout.readline())["type"], "ironbus.node_created")

        other, _ = make_certificate(self.folder, "other", "other")
        for arguments, variables, text in (
                ((*trusted, ), {"OS_PASSWORD": "wrong"}, "401"),
                (("--ca-file", self.cert), {"OS_TOKEN": "a-token"}, "401"),
                (("--ca-file", self.cert), {}, "401"),
                (("--ca-file", other), {}, "certificate is not trusted"),
                ((), {}, "certificate is not trusted"),
                (("--ca-file", "/nonexistent"), {}, "/nonexistent"),
                ((*trusted, ), {}, "OS_PASSWORD"),
                ((*trusted, "--password-file", "/nonexistent"), {}, "/nonexistent")):
            with self.subTest(arguments=arguments, variables=variables):
                one = self.follow(*arguments, **variables)
                said = one.communicate(timeout=20)[1]
                self.assertEqual(one.returncode, 5, said)
                self.assertIn(text, said)
                self.assertNotIn("wrong", said)

    def test_a_request_that_is_too_large_is_refused(self):
        self.start()
        with self.connect() as one:
            one.sendall(f"POST /v1/nodes HTTP/1.1\r\n{HEADERS}Content-Length: 9000000\r\n\r\n"
                        .encode())
            self.assertEqual(self.status(one), 413)

    def test_clients_without_tls_and_slow_clients_are_disconnected(self):
        self.start("  header_timeout: 500ms\n")
        for first in (b"GET / HTTP/1.1\r\n\r\n", b"", b"\x16\x03\x01"):
            with socket.create_connection(self.place, timeout=10) as plain:
                plain.sendall(first)
                try:
                    while plain.recv(4096):
                        pass
                except ConnectionResetError:
                    pass
        self.assertEqual(self.subject(), "first")

    def test_a_new_certificate_is_used_without_a_restart(self):
        self.start()
        self.assertEqual(self.subject(), "first")
        with self.connect() as old:
            with open(self.cert, "w", encoding="utf-8") as file:
                file.write("half written")
            poll(lambda: "the previous one stays in force" in self.one.log(), "the defect is logged")
            cert, key = make_certificate(self.folder, "two", "second")
            os.replace(key, self.key)
            os.replace(cert, self.cert)
            poll(lambda: "read the certificate again" in self.one.log(), "the new one is read")
            self.assertEqual(self.subject(), "second")
            old.sendall(f"GET /v1 HTTP/1.1\r\n{HEADERS}\r\n".encode())
            self.assertEqual(self.status(old), 200)

    def test_invalid_files_are_refused_with_their_option(self):
        _, other = make_certificate(self.folder, "other", "other")
        locked = os.path.join(self.folder, "locked.key")
        subprocess.run(["openssl", "ec", "-in", self.key, "-aes128", "-passout", "pass:x", "-out",
                        locked], check=True, capture_output=True)
        empty = os.path.join(self.folder, "empty")
        open(empty, "w", encoding="utf-8").close()
        good = self.cert, self.key
        for cert, key, option in (
                ("/nonexistent", good[1], "ssl_cert_file"), (good[0], "/nonexistent", "ssl_key_file"),
                (empty, good[1], "ssl_cert_file"), (good[1], good[1], "ssl_cert_file"),
                (good[0], other, "ssl_key_file"), (good[0], locked, "ssl_key_file"),
                (good[0], '""', "ssl_key_file"), ('""', good[1], "ssl_cert_file")):
            with self.subTest(cert=cert, key=key):
                self.cert, self.key = cert, key
                shutil.rmtree(os.path.join(self.folder, "one"), ignore_errors=True)
                self.start(ready=False)
                self.assertEqual(self.one.process.wait(20), 1)
                line = self.one.log().splitlines()[0]
                print(line)
                self.assertIn(f"api.{option}: ", line)
                self.assertIn("allowed: ", line)


if __name__ == "__main__":
    main()
