#!/usr/bin/python3
"""What users of a project cannot reach by names and headers of their own."""

import json
import shutil
import unittest
import uuid

import shared  # noqa: F401
from access_fixture import ADMIN, Client, Fixture, Users
from harness import Daemon, scratch

OWNER = {"name": "owner", "roles": ["admin", "manager", "member", "reader"], "system_scope": None,
         "project_id": "{owner_project}", "project_name": None}


class AccessBounds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = scratch()
        users = Users(cls.folder, [OWNER])
        cls.daemon = Daemon(cls.folder, settings=(
            f"api: {{auth_strategy: http_basic, http_basic_auth_user_file: {users.passwords}, "
            f"user_roles_file: {users.roles}}}\n")).start()
        cls.fixture = Fixture(Client(cls.daemon.api.url, ADMIN), "A")
        cls.owner = Client(cls.daemon.api.url, users.name_of(OWNER))

    @classmethod
    def tearDownClass(cls):
        cls.daemon.stop()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def enrol_below(self, parent):
        status, text = self.owner.call("POST", "/v1/nodes", {"driver": "fake-hardware", "parent_node": parent})
        return status, text.decode().replace(parent, "X")

    def test_a_foreign_parent_is_answered_like_a_missing_one(self):
        foreign = self.enrol_below(self.fixture.names["other_node"])
        self.assertEqual(foreign, self.enrol_below(str(uuid.uuid4())))
        self.assertEqual(foreign[0], 400)
        status, text = self.enrol_below(self.fixture.names["owner_node"])
        self.assertEqual(status, 201, text)

    def test_headers_of_identity_have_no_effect(self):
        headers = {"X-Roles": "admin,member,reader", "OpenStack-System-Scope": "all", "X-Project-Id": "z"}
        path = "/v1/nodes/" + self.fixture.names["other_node"]
        self.assertEqual(self.owner.call("GET", path, None, headers.items())[0], 404)
        listed = json.loads(self.owner.call("GET", "/v1/nodes", None, headers.items())[1])["nodes"]
        self.assertNotIn(self.fixture.names["other_node"], [x["uuid"] for x in listed])


if __name__ == "__main__":
    unittest.main()
