#!/usr/bin/python3
"""Sends the access vectors of the real service's own tests, and compares who may do what.

    access_test.py [--only TEXT]

A vector is a request of a persona with the statuses that are right. First come the reads, which share their objects.
A write that succeeds is followed by new objects.
"""

import argparse
import json
import os
import re
import shutil
import sys
import time

import shared  # noqa: F401
from access_exceptions import EXCEPTIONS, LEGACY_RULES
from access_fixture import ADMIN, Client, Fixture, Users
from harness import Daemon, scratch

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "access_golden.jsonl")
REFUSALS = (401, 403, 405, 406, 501)
OPTIONS = ("project_admin_can_manage_own_nodes", "rbac_service_role_elevated_access", "rbac_service_project_name")


def vectors():
    with open(DATA, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def complaint(vector, fixture, status, text):
    """What is wrong with an answer; empty: nothing."""
    if vector["accept"]:
        if status not in vector["accept"]:
            return f"{status} instead of {vector['accept']}"
    elif status in REFUSALS:
        return f"{status}, and it is allowed"
    elif status == 404 and re.search(rb"(Node|Port|Port group|Volume \w+|Allocation) \S+ could not be found", text):
        return "404, and the object is visible"
    if status >= 300:
        return ""
    body = json.loads(text) if text else {}
    for key, value in (vector["expect_body_subset"] or {}).items():
        if body.get(key) != fixture.fill(value):
            return f"{key} is {body.get(key)!r} instead of {fixture.fill(value)!r}"
    for key, length in (vector["expect_list_length"] or {}).items():
        if len(body[key]) != length:
            return f"{len(body[key])} {key} instead of {length}"
    return ""


class Judge:
    """A daemon with the options of some vectors, and their objects."""

    def __init__(self, config, setup, group):
        self.folder = scratch()
        self.users = Users(self.folder, [x["persona"] for x in group])
        options = "".join(f", {name}: {json.dumps(value)}" for name, value in config.items() if name in OPTIONS)
        self.daemon = Daemon(self.folder, settings=(
            f"api: {{auth_strategy: http_basic, http_basic_auth_user_file: {self.users.passwords}, "
            f"user_roles_file: {self.users.roles}{options}}}\n")).start()
        self.setup = setup
        self.clients = {None: Client(self.daemon.api.url, None)}
        self.admin = self.client(ADMIN)
        self.fixture = Fixture(self.admin, setup)

    def client(self, user):
        if user not in self.clients:
            self.clients[user] = Client(self.daemon.api.url, user)
        return self.clients[user]

    def stop(self):
        self.daemon.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def judge(self, vector):
        fixture = self.fixture
        client = self.client(self.users.name_of(vector["persona"]))
        headers = {key: value for key, value in (vector["headers"] or {}).items() if key.startswith("X-")}
        status, text = client.call(vector["method"], fixture.fill(vector["path"]), fixture.fill(vector["body"]),
                                   headers.items())
        if vector["method"] != "GET" and status < 300:
            self.tidy(vector, text)
            self.fixture = Fixture(self.admin, self.setup)
        return complaint(vector, fixture, status, text)


    def tidy(self, vector, text):
        """Deletes what a vector has created or changed, because other vectors use the same names."""
        path = self.fixture.fill(vector["path"]).partition("?")[0]
        if vector["method"] == "POST" and text:
            self.admin.call("DELETE", path + "/" + json.loads(text)["uuid"])
        elif vector["method"] == "PATCH":
            self.admin.call("DELETE", path)


def groups(chosen):
    """The vectors by what they need: options and objects; reads first."""
    out = {}
    for one in sorted(chosen, key=lambda x: x["method"] != "GET"):
        key = json.dumps(one.get("config") or {}, sort_keys=True), one["setup"]
        out.setdefault(key, []).append(one)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", metavar="TEXT", help="send the vectors with this text in their id")
    only = parser.parse_args().only
    began = time.monotonic()
    chosen = [x for x in vectors() if x["scenario"] != LEGACY_RULES and (only or "") in x["id"]]
    wrong, needless, passed = [], [], 0
    for (config, setup), group in groups(chosen).items():
        judge = Judge(json.loads(config), setup, group)
        try:
            for vector in group:
                problem = judge.judge(vector)
                excused = vector["id"] in EXCEPTIONS
                if problem and not excused:
                    wrong.append(f"{vector['id']}: {problem}")
                elif excused and not problem:
                    needless.append(vector["id"])
                passed += not problem
        finally:
            judge.stop()
    print(f"{passed} of {len(chosen)} vectors passed, {len(EXCEPTIONS)} exceptions, "
          f"{len(vectors()) - len(chosen)} not sent, in {time.monotonic() - began:.0f} s")
    for line in wrong:
        print("WRONG", line)
    for name in needless:
        print("NEEDLESS exception", name)
    sys.exit(1 if wrong or (needless and not only) else 0)


if __name__ == "__main__":
    main()
