"""Measures what it costs to know who asks: the same reads without users, with passwords and with API tokens."""

import base64
import contextlib
import itertools
import json
import os
import statistics
import time
import urllib.request

from benchmarks import scenarios
from benchmarks.load import closed_loop, request
from benchmarks.system import SETTINGS, Embedded

NODES = 200
ROUNDS = 3
PASSWORD = "secret"
# A bcrypt hash of it, of the lowest cost. The service remembers a right password, so the cost counts once.
HASH = "$2b$04$mcqpn7xDo4HAtYP.ZwcMUO0zg6aOFzVhjgGM.o3z2JWc6TJIE6WDe"
PROJECT = "8f1c3c0e5d8b4f0b9a53c1d7e1f2a3b4"
USERS = ("root", "bob")
ROLES = f"""\
root: {{roles: [admin], system: true}}
bob: {{roles: [reader], project: {PROJECT}}}
"""
FILES = "http_basic_auth_user_file: {directory}/users, user_roles_file: {directory}/roles.yaml"


def by_password(user):
    return "Authorization: Basic " + base64.b64encode(f"{user}:{PASSWORD}".encode()).decode() + "\r\n"


class Kind:
    """A service with one kind of identity. `header` proves the sender, once the service runs."""

    def __init__(self, name, api="", header=lambda service: "", owner=by_password("root")):
        self.name, self.header, self.owner = name, header, owner
        self.settings = SETTINGS + (f"api: {{{api}}}\n" if api else "")

    @contextlib.contextmanager
    def service(self):
        out = Embedded(self.settings)
        with open(os.path.join(out.directory, "users"), "w", encoding="utf-8") as file:
            file.write("".join(f"{user}:{HASH}\n" for user in USERS))
        with open(os.path.join(out.directory, "roles.yaml"), "w", encoding="utf-8") as file:
            file.write(ROLES)
        with out:
            yield out


def token(service):
    question = urllib.request.Request(
        "http://%s:%d/v1/tokens" % service.address,
        json.dumps({"name": "bench", "roles": ["reader"], "system": True,
                    "expires_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))}).encode(),
        {"Content-Type": "application/json", "X-OpenStack-Ironic-API-Version": "latest",
         **dict([by_password("root").strip().split(": ")])})
    with urllib.request.urlopen(question, timeout=30) as answer:
        return "X-Auth-Token: " + json.load(answer)["token"] + "\r\n"


KINDS = (
    Kind("noauth", owner=""),
    Kind("http_basic, no roles", "auth_strategy: http_basic, http_basic_auth_user_file: {directory}/users",
         lambda _: by_password("root")),
    Kind("http_basic, administrator of the system", "auth_strategy: http_basic, " + FILES,
         lambda _: by_password("root")),
    Kind("http_basic, reader of the owner's project", "auth_strategy: http_basic, " + FILES,
         lambda _: by_password("bob")),
    Kind("token of the system", "auth_strategy: [token, http_basic], " + FILES, token),
)


def enrol(service, kind):
    made = []
    for _ in range(NODES):
        body = scenarios.new_node(owner=PROJECT)
        made.append(body["uuid"])
        question = urllib.request.Request(
            "http://%s:%d/v1/nodes" % service.address, json.dumps(body).encode(),
            {"Content-Type": "application/json", "X-OpenStack-Ironic-API-Version": "latest",
             **(dict([kind.owner.strip().split(": ")]) if kind.owner else {})})
        with urllib.request.urlopen(question, timeout=30) as answer:
            answer.read()
    return made


def read(service, header, name, paths, seconds):
    turn = itertools.cycle(request("GET", path, headers=header) for path in paths)
    before = service.cpu()
    load, took = closed_loop(service.address, 32, lambda: next(turn), seconds=seconds)
    return scenarios.row(name, service, before, len(load.seconds), took, load.seconds, load)


def median_row(rows):
    out = dict(rows[0])
    for key in ("rate", "p50_ms", "p99_ms", "cpu_ms"):
        out[key] = statistics.median(row[key] for row in rows)
    return out


def measure(chosen, did):
    """All services run at the same time; the rounds take turns, so that all meet the same machine."""
    with contextlib.ExitStack() as running:
        services = [(kind, running.enter_context(kind.service())) for kind in KINDS]
        fleets = [enrol(service, kind) for kind, service in services]
        headers = [kind.header(service) for kind, service in services]
        what = (("get a node", lambda fleet: [f"/v1/nodes/{x}" for x in fleet]),
                (f"list {NODES} nodes", lambda _: ["/v1/nodes"]))
        for name, paths in what:
            rounds = [[] for _ in services]
            for _ in range(ROUNDS):
                for number, (_, service) in enumerate(services):
                    rounds[number].append(read(service, headers[number], name, paths(fleets[number]), chosen.seconds))
            for (kind, _), rows in zip(services, rounds):
                row = median_row(rows)
                row["name"] = f"{name}: {kind.name}"
                row["beside_noauth"] = row["cpu_ms"] / median_row(rounds[0])["cpu_ms"]
                did(row)


def table(rows):
    out = ["| | per second | p50 ms | p99 ms | CPU ms each | beside noauth |", "|---|---|---|---|---|---|"]
    for row in rows:
        out.append(f"| {row['name']} | {row['rate']:,.0f} | {row['p50_ms']:.2f} | {row['p99_ms']:.2f} | "
                   f"{row['cpu_ms']:.3f} | {row['beside_noauth']:.2f} |")
    return "\n".join(out)
