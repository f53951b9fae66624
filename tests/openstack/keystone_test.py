#!/usr/bin/python3
"""Users of Debian's real Keystone, with the unmodified command `openstack baremetal`."""

import os
import shutil
import subprocess
import unittest

from keystone_service import ADMIN_PASSWORD, Keystone, ask
from harness import Daemon, main, poll, scratch

PASSWORD = "user-secret"
# User, roles, project; no project: the system.
PERSONAS = {
    "system-admin": (["admin"], None),
    "system-reader": (["reader"], None),
    "owner-admin": (["admin"], "owners"),
    "lessee-member": (["member"], "lessees"),
    "stranger": (["member"], "others"),
}
# What each persona gets, in that order: y: done, 403: refused, 404: the node does not exist for them.
OPERATIONS = {
    "node show leased": ("y", "y", "y", "y", "404"),
    "node set --description seen leased": ("y", "403", "y", "y", "404"),
    "node set --driver-info place=here leased": ("y", "403", "y", "403", "404"),
    "node maintenance set leased": ("y", "403", "y", "403", "404"),
    "node history list leased": ("y", "y", "y", "403", "404"),
    "driver list": ("y", "y", "403", "403", "403"),
    "node create --driver fake-hardware": ("y", "403", "y", "403", "403"),
}
VISIBLE = {"system-admin": 2, "system-reader": 2, "owner-admin": 1, "lessee-member": 1, "stranger": 0}


class WithKeystone(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.keystone = Keystone(os.path.join(cls.folder, "keystone"))
        cls.addClassCleanup(lambda: cls.keystone.stop())
        cls.keystone.start()
        cls.projects = {name: cls.keystone.create("project", name, domain_id="default")
                        for name in ("service", "owners", "lessees", "others")}
        cls.keystone.create("role", "service")
        cls.keystone.create_user("ironic", PASSWORD, ["service"], cls.projects["service"])
        for name, (roles, project) in PERSONAS.items():
            cls.keystone.create_user(name, PASSWORD, roles, cls.projects.get(project))

    def daemon(self, name, **options):
        options = {"auth_url": self.keystone.url, "password": PASSWORD, **options}
        text = "".join(f"  {key}: \"{value}\"\n" for key, value in options.items())
        made = Daemon(os.path.join(self.folder, name), settings="api: {auth_strategy: keystone}\n"
                      "keystone_authtoken:\n" + text)
        self.addCleanup(lambda: made.process and made.process.poll() is None and made.stop())
        return made.start()

    def token(self, persona):
        return self.keystone.login(persona, PASSWORD, PERSONAS[persona][1])[0]

    def status(self, daemon, token, **headers):
        return self.nodes(daemon, token, **headers).status

    @staticmethod
    def nodes(daemon, token, **headers):
        return ask(daemon.api.url + "/v1/nodes", headers={"X-Auth-Token": token, **headers})

    def openstack(self, persona, words):
        """The end of `openstack baremetal WORDS`: its status, and all its output."""
        project = PERSONAS[persona][1]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OS_")}
        environment.update(OS_AUTH_URL=self.keystone.url + "/v3", OS_IDENTITY_API_VERSION="3",
                           OS_USERNAME=persona, OS_PASSWORD=PASSWORD, OS_USER_DOMAIN_NAME="Default")
        if project:
            environment.update(OS_PROJECT_NAME=project, OS_PROJECT_DOMAIN_NAME="Default")
        else:
            environment["OS_SYSTEM_SCOPE"] = "all"
        done = subprocess.run(["/usr/bin/openstack", "baremetal", *words], env=environment, timeout=300,
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


class Personas(WithKeystone):
    def setUp(self):
        self.one = self.daemon("personas")
        self.keystone.register(self.one.api.url)
        headers = {"X-Auth-Token": self.token("system-admin"), "X-OpenStack-Ironic-API-Version": "1.81"}
        for name, fields in (("leased", {"owner": self.projects["owners"], "lessee": self.projects["lessees"]}),
                             ("plain", {})):
            made = ask(self.one.api.url + "/v1/nodes", "POST", headers,
                       {"driver": "fake-hardware", "name": name, **fields})
            self.assertEqual(made.status, 201, made)

    def outcome(self, persona, operation):
        code, text = self.openstack(persona, operation.split())
        if code == 0:
            return "y"
        for status, mark in (("403", "Access was denied"), ("404", "could not be found")):
            if mark in text:
                return status
        return text[-300:]

    def test_each_persona_does_what_its_roles_allow(self):
        for persona, count in VISIBLE.items():
            code, text = self.openstack(persona, ["node", "list", "-f", "value", "-c", "Name"])
            self.assertEqual((code, len(text.split())), (0, count), text)
        print(f"{'':44}" + " ".join(f"{name:14}" for name in PERSONAS))
        wrong = []
        for operation, expected in OPERATIONS.items():
            got = tuple(self.outcome(persona, operation) for persona in PERSONAS)
            print(f"{operation:44}" + " ".join(f"{x:14}" for x in got), flush=True)
            if got != expected:
                wrong.append((operation, got, expected))
        self.assertEqual(wrong, [])


class Tokens(WithKeystone):
    def test_a_revoked_token_ends_with_the_cache(self):
        one = self.daemon("revoked", token_cache_time="2s")
        token = self.token("system-reader")
        self.assertEqual(self.status(one, token), 200)
        self.keystone.revoke(token)
        poll(lambda: self.status(one, token) == 401, "the revoked token is refused")
        refused = self.nodes(one, token)
        self.assertEqual(refused.headers["WWW-Authenticate"], f'Keystone uri="{self.keystone.url}"')
        self.assertEqual(refused.json["error"]["title"], "Unauthorized")
        self.assertEqual(self.status(one, "x" * 183), 401)

    def test_an_expired_token_needs_a_service(self):
        one = self.daemon("expired")
        service = self.keystone.login("ironic", PASSWORD, "service")[0]
        self.keystone.stop()
        self.keystone.configure(40)
        self.keystone.start()
        self.addCleanup(self.restart)
        token = self.token("system-reader")
        self.assertEqual(self.status(one, token), 200)
        poll(lambda: self.status(one, token) == 401, "the token expires", 60)
        self.assertEqual(self.status(one, token, **{"X-Service-Token": service}), 200)
        self.assertEqual(self.status(one, token, **{"X-Service-Token": token}), 401)

    def restart(self):
        self.keystone.stop()
        self.keystone.configure(3600)
        self.keystone.start()

    def test_without_keystone_cached_tokens_are_served(self):
        one = self.daemon("away", http_request_max_retries="1")
        known, other = self.token("system-reader"), self.token("stranger")
        self.assertEqual(self.status(one, known), 200)
        self.keystone.stop()
        self.assertEqual(self.status(one, known), 200)
        refused = self.nodes(one, other)
        self.assertEqual((refused.status, refused.headers["Retry-After"]), (503, "5"))
        self.assertIn("temporarily unavailable", refused.reason)
        self.keystone.start()
        poll(lambda: self.status(one, other) == 200, "Keystone's return")

    def test_headers_and_logs_hold_no_identity(self):
        one = self.daemon("forged")
        forged = {"X-Roles": "admin", "OpenStack-System-Scope": "all", "X-Identity-Status": "Confirmed"}
        self.assertEqual(self.status(one, "", **forged), 401)
        token = self.token("stranger")
        got = self.nodes(one, token, **forged)
        self.assertEqual((got.status, got.json["nodes"]), (200, []))
        for name in os.listdir(os.path.join(self.folder, "forged")):
            path = os.path.join(self.folder, "forged", name)
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    text = file.read()
                for secret in (token, PASSWORD, ADMIN_PASSWORD):
                    if not name.endswith(".yaml"):
                        self.assertNotIn(secret.encode(), text, name)


if __name__ == "__main__":
    main()
