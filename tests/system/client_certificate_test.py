#!/usr/bin/python3
"""Client certificates, and certificates and users that are read again at a signal; with Python's ssl and openssl."""

import json
import os
import signal
import subprocess

from harness import main, make_certificate, poll
from listener_fixture import Authority, Listeners

USERS = """
ann: {certificates: ["subject:CN=ann"], roles: [admin], system: true}
bob: {certificates: ["san:DNS:bob.example.org"], roles: [reader], system: true}
"""


class ClientCertificates(Listeners):
    def setUp(self):
        super().setUp()
        self.authority = Authority(self.folder)
        self.ann = self.authority.issue("ann")
        self.bob = self.authority.issue("bob", "DNS:bob.example.org")
        self.eve = self.authority.issue("eve")
        self.authority.revoke()
        self.users = os.path.join(self.folder, "users.yaml")
        with open(self.users, "w", encoding="utf-8") as file:
            file.write(USERS)

    def start(self, mode):
        self.begin(f"health_listen: 127.0.0.1:0\nramdisk_listen: 127.0.0.1:0\napi:\n"
                   f"  ssl_cert_file: {self.cert}\n  ssl_key_file: {self.key}\n"
                   f"  client_certificates: {mode}\n"
                   f"  client_ca_file: {self.authority.path('ca.crt')}\n"
                   f"  client_crl_file: {self.authority.path('clients.crl')}\n"
                   f"  auth_strategy: [client_certificate]\n"
                   f"  client_certificates_file: {self.users}\n")

    def failures(self, reason):
        return self.metric("ironbus_tls_handshake_failures_total", reason=reason)

    def test_a_certificate_proves_its_user_with_roles(self):
        self.start("require")
        node = {"driver": "fake-hardware", "name": "n1"}
        self.assertEqual(self.status(self.ann, method="POST", body=node), 201)
        self.assertEqual(self.status(self.bob), 200)
        self.assertEqual(self.status(self.bob, method="POST", body={**node, "name": "n2"}), 403)
        status, _, answer = self.ask(self.connection(self.eve))
        self.assertEqual(status, 401)
        self.assertIn("No user has the client certificate 'CN=eve'", json.dumps(answer))

    def test_require_refuses_connections_without_a_valid_certificate(self):
        self.start("require")
        stranger = Authority(self.folder, "stranger").issue("ann")
        expired = self.authority.issue("expired", days="-1")
        for pair in (None, stranger, expired):
            self.assertTrue(self.refused(pair), pair)
        for reason in ("no_certificate", "unknown_authority", "expired"):
            poll(lambda wanted=reason: self.failures(wanted) == 1, reason, 20)
        self.assertEqual(self.status(self.ann), 200)

    def test_agents_and_health_need_no_certificate(self):
        self.start("require")
        host, _, port = self.fields["ramdisk_listen"].rpartition(":")
        self.place = (host, int(port))
        self.assertEqual(self.status(path="/v1"), 200)
        self.assertGreater(self.metric("ironbus_tls_expiry_seconds", listener="api", file="client_ca"), 0)

    def test_request_lets_clients_without_a_certificate_connect(self):
        self.start("request")
        self.assertEqual(self.status(path="/v1"), 200)
        status, _, answer = self.ask(self.connection())
        self.assertEqual(status, 401)
        self.assertIn("Send a client certificate by TLS.", json.dumps(answer))
        self.assertEqual(self.status(self.ann), 200)
        self.assertTrue(self.refused(Authority(self.folder, "stranger").issue("ann")))

    def test_a_revocation_counts_for_new_connections_after_a_signal(self):
        self.start("require")
        old = self.connection(self.ann)
        self.assertEqual(self.ask(old)[0], 200)
        self.authority.revoke("ann")
        self.one.process.send_signal(signal.SIGHUP)
        poll(lambda: self.refused(self.ann), "the revocation", 20)
        poll(lambda: self.failures("revoked") > 0, "the reason", 20)
        self.assertEqual(self.ask(old)[0], 200, "the old connection lives on")
        self.assertEqual(self.status(self.bob), 200)

    def test_users_are_read_again_at_a_signal(self):
        self.start("require")
        self.assertEqual(self.status(self.eve), 401)
        with open(self.users, "a", encoding="utf-8") as file:
            file.write('eve: {certificates: ["subject:CN=eve"], roles: [reader], system: true}\n')
        self.one.process.send_signal(signal.SIGHUP)
        poll(lambda: self.status(self.eve) == 200, "the new user", 20)

    def test_openssl_shows_the_authorities_that_the_server_accepts(self):
        self.start("request")
        done = subprocess.run(["openssl", "s_client", "-connect", "%s:%d" % self.place, "-CAfile", self.cert],
                              input="", capture_output=True, text=True, timeout=20, check=False)
        self.assertIn("Acceptable client certificate CA names", done.stdout)
        self.assertIn("CN = clients", done.stdout)


class Reload(Listeners):
    def test_a_signal_reads_the_certificate_and_the_log_level(self):
        self.begin(f"log_level: info\napi: {{ssl_cert_file: {self.cert}, ssl_key_file: {self.key}}}\n")
        old = self.connection()
        status, headers, _ = self.ask(old)
        self.assertEqual((status, headers["Strict-Transport-Security"]), (200, "max-age=31536000"))
        make_certificate(self.folder, "server", "second")
        path = os.path.join(self.one.folder, "ironbus.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("log_level: info", "log_level: debug"))
        self.one.process.send_signal(signal.SIGHUP)
        poll(lambda: "read the certificate again" in self.one.log(), "the new certificate", 20)
        with self.connection() as fresh:
            self.assertEqual(dict(x[0] for x in fresh.getpeercert()["subject"])["commonName"], "second")
        self.assertEqual(self.ask(old)[0], 200)

        def is_verbose():
            self.status(**{"X-Openstack-Request-Id": "req-11111111-2222-3333-4444-555555555555"})
            return "level=debug" in self.one.log()
        poll(is_verbose, "debug records", 20)

    def test_a_key_that_others_can_read_is_a_warning(self):
        os.chmod(self.key, 0o644)
        self.begin(f"api: {{ssl_cert_file: {self.cert}, ssl_key_file: {self.key}}}\n")
        self.assertIn("every user of this host may use the private key", self.one.log())


if __name__ == "__main__":
    main()
