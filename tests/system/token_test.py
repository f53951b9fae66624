#!/usr/bin/python3
"""API tokens with real clients: through kill -9, a revocation in use, and the command ironbus."""

import datetime
import json
import os
import subprocess

from access_test import HASH, PASSWORD, WithFolder
from harness import daemon_path, free_address, main


def in_hours(hours):
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=hours)
    return moment.isoformat(timespec="seconds")


class Tokens(WithFolder):
    def start(self):
        users = self.path("htpasswd", f"ann:{HASH}\nbob:{HASH}\n")
        roles = self.path("roles", "ann: {roles: [admin], system: true}\n"
                                   "bob: {roles: [member], project: p1}\n")
        return self.daemon("log_level: trace\n"
                           "api:\n  auth_strategy: [token, http_basic]\n"
                           f"  http_basic_auth_user_file: {users}\n  user_roles_file: {roles}\n")

    def create(self, one, user, **body):
        body = {"name": "ci", "expires_at": in_hours(1), **body}
        status, text = self.curl("-u", f"{user}:{PASSWORD}", "-d", json.dumps(body),
                                 one.api.url + "/v1/tokens")
        self.assertEqual(status, 201, text)
        return json.loads(text)

    def status(self, one, token, path="/v1/nodes"):
        return self.curl("-H", f"Authorization: Bearer {token}", one.api.url + path)[0]

    def test_tokens_and_revocations_survive_a_kill(self):
        one = self.start()
        one.stop()
        one.listen = free_address()
        one.start()
        kept = self.create(one, "ann")
        one.kill()
        one.start()
        self.assertEqual(self.status(one, kept["token"]), 200)
        item = one.api.url + "/v1/tokens/" + kept["uuid"]
        self.assertEqual(self.curl("-u", f"ann:{PASSWORD}", "-X", "DELETE", item)[0], 204)
        one.kill()
        one.start()
        self.assertEqual(self.status(one, kept["token"]), 401)
        shown = json.loads(self.curl("-u", f"ann:{PASSWORD}", item)[1])
        self.assertIsNotNone(shown["revoked_at"])
        self.assertNotIn("token", shown)

    def test_a_revocation_takes_effect_at_once_while_the_token_is_in_use(self):
        one = self.start()
        made = self.create(one, "ann")
        for _ in range(3):
            self.assertEqual(self.status(one, made["token"]), 200)
        self.curl("-u", f"ann:{PASSWORD}", "-X", "DELETE",
                  one.api.url + "/v1/tokens/" + made["uuid"])
        self.assertEqual(self.status(one, made["token"]), 401)

    def test_a_token_has_its_own_roles(self):
        one = self.start()
        made = self.create(one, "ann", roles=["reader"])
        header = ["-H", f"X-Auth-Token: {made['token']}"]
        self.assertEqual(self.curl(*header, one.api.url + "/v1/nodes")[0], 200)
        body = ["-d", json.dumps({"driver": "fake-hardware", "name": "first"})]
        self.assertEqual(self.curl(*header, *body, one.api.url + "/v1/nodes")[0], 403)

    def test_the_stock_client_uses_a_token(self):
        one = self.start()
        made = self.create(one, "ann")
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("OS_")}
        environment.update(OS_AUTH_TYPE="admin_token", OS_ENDPOINT=one.api.url,
                           OS_TOKEN=made["token"])
        done = subprocess.run(["/usr/bin/baremetal", "node", "list"], env=environment,
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_no_secret_is_in_the_log_or_the_store(self):
        one = self.start()
        made = self.create(one, "ann")
        self.status(one, made["token"])
        one.stop()
        secret = made["token"][-43:].encode()
        self.assertNotIn(secret.decode(), one.log())
        for folder, _, files in os.walk(os.path.join(self.folder, "one", "data")):
            for name in files:
                with open(os.path.join(folder, name), "rb") as file:
                    self.assertNotIn(secret, file.read(), name)

    def ironbus(self, one, *words, token=""):
        program = os.path.join(os.path.dirname(daemon_path()), "ironbus")
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith("OS_")}
        environment.update(OS_ENDPOINT=one.api.url)
        if token:
            environment.update(IRONBUS_TOKEN=token)
        else:
            environment.update(OS_USERNAME="ann", OS_PASSWORD=PASSWORD)
        return subprocess.run([program, *words], env=environment, capture_output=True, text=True,
                              timeout=60, check=False)

    def test_a_token_is_created_used_listed_and_revoked(self):
        one = self.start()
        done = self.ironbus(one, "token", "create", "--name", "backup", "--days", "1", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        made = json.loads(done.stdout)
        used = self.ironbus(one, "token", "list", token=made["token"])
        self.assertEqual(used.returncode, 0, used.stderr)
        self.assertIn("backup", used.stdout)
        self.assertNotIn(made["token"], used.stdout)
        shown = self.ironbus(one, "token", "show", made["uuid"])
        self.assertIn("State:      active", shown.stdout)
        self.assertEqual(self.ironbus(one, "token", "revoke", made["uuid"]).returncode, 0)
        refused = self.ironbus(one, "status", token=made["token"])
        self.assertEqual(refused.returncode, 5, refused.stderr)
        self.assertIn("was revoked at", refused.stderr)


if __name__ == "__main__":
    main()
