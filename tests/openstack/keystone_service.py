"""Debian's Keystone on a free port, with its files below one folder."""

import contextlib
import http.client
import json
import os
import signal
import sqlite3
import subprocess
import sys
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "system"))

from harness import Answer, free_port, poll  # noqa: E402

ADMIN_PASSWORD = "admin-secret"
CONFIGURATION = """[DEFAULT]
log_dir = {folder}
[database]
connection = sqlite:///{folder}/keystone.db
[token]
provider = fernet
expiration = {expiration}
[fernet_tokens]
key_repository = {folder}/fernet
[credential]
key_repository = {folder}/credential
"""


def ask(url, method="GET", headers=None, body=None, limit=120):
    """One request, without any client library."""
    where = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(where.hostname, where.port, timeout=limit)
    try:
        data = None if body is None else json.dumps(body)
        path = where.path + ("?" + where.query if where.query else "")
        connection.request(method, path, data, {"Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


class Keystone:
    """It has one process and one thread, and a write-ahead log: Keystone keeps SQLite's locks for reading too
    long, and they would block its own writes."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        for name in ("fernet", "credential"):
            os.makedirs(os.path.join(folder, name), mode=0o700)
        self.configure(3600)
        self.manage("db_sync")
        with contextlib.closing(sqlite3.connect(self.path("keystone.db"))) as database:
            database.execute("PRAGMA journal_mode=WAL")
        for name in ("fernet_setup", "credential_setup"):
            self.manage(name, "--keystone-user", "root", "--keystone-group", "root")
        urls = [word for kind in ("admin", "internal", "public")
                for word in (f"--bootstrap-{kind}-url", self.url + "/v3/")]
        self.manage("bootstrap", "--bootstrap-password", ADMIN_PASSWORD,
                    "--bootstrap-region-id", "RegionOne", *urls)

    def configure(self, expiration):
        """`expiration`: the life of a token in seconds."""
        with open(self.path("keystone.conf"), "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=self.folder, expiration=expiration))

    def path(self, name):
        return os.path.join(self.folder, name)

    def manage(self, *words):
        subprocess.run(["/usr/bin/keystone-manage", "--config-file", self.path("keystone.conf"), *words],
                       check=True, capture_output=True, timeout=600)

    def start(self):
        environment = {**os.environ, "OS_KEYSTONE_CONFIG_DIR": self.folder,
                       "OS_KEYSTONE_CONFIG_FILES": self.path("keystone.conf")}
        with open(self.path("uwsgi.log"), "ab") as log:
            self.process = subprocess.Popen(
                ["/usr/bin/uwsgi", "--http-socket", f"127.0.0.1:{self.port}", "--plugin", "python3",
                 "--wsgi-file", "/usr/bin/keystone-wsgi-public", "--processes", "1", "--master",
                 "--lazy-apps", "--die-on-term", "--buffer-size", "65535",
                 "--add-header", "Connection: close"],  # uWSGI closes each connection, and clients must know it.
                env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True)
        poll(self.answers, "Keystone answers", limit=60)
        return self

    def answers(self):
        try:
            return ask(self.url + "/v3").status == 200
        except OSError:
            return False

    def stop(self):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(timeout=60)

    # -- accounts -----------------------------------------------------------------------------

    def login(self, user, password, project=None):
        """A token of the project; without one, of the system. Returns its text and its document."""
        domain = {"name": "Default"}
        scope = {"project": {"name": project, "domain": domain}} if project else {"system": {"all": True}}
        identity = {"methods": ["password"],
                    "password": {"user": {"name": user, "password": password, "domain": domain}}}
        got = ask(self.url + "/v3/auth/tokens", "POST", body={"auth": {"identity": identity, "scope": scope}})
        assert got.status == 201, got
        return got.headers["X-Subject-Token"], got.json["token"]

    def call(self, method, path, body=None, **headers):
        token = self.login("admin", ADMIN_PASSWORD, "admin")[0]
        got = ask(self.url + "/v3" + path, method, {"X-Auth-Token": token, **headers}, body)
        assert got.status < 300, (method, path, got)
        return got.json if got.body else None

    def create(self, kind, name, **fields):
        return self.call("POST", f"/{kind}s", {kind: {"name": name, **fields}})[kind]["id"]

    def create_user(self, name, password, roles, project=None):
        """`project`: an id; without one, the roles are those of the system."""
        user = self.create("user", name, password=password, domain_id="default")
        known = {role["name"]: role["id"] for role in self.call("GET", "/roles")["roles"]}
        for role in roles:
            place = f"/projects/{project}" if project else "/system"
            self.call("PUT", f"{place}/users/{user}/roles/{known[role]}")
        return user

    def register(self, url):
        """Adds the bare metal service to the catalog."""
        service = self.create("service", "ironbus", type="baremetal")
        for interface in ("public", "internal", "admin"):
            self.call("POST", "/endpoints", {"endpoint": {
                "interface": interface, "region_id": "RegionOne", "service_id": service, "url": url}})

    def revoke(self, token):
        self.call("DELETE", "/auth/tokens", **{"X-Subject-Token": token})
