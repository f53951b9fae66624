"""The objects that the access vectors are about, and the users that send their requests."""

import base64
import crypt
import http.client
import itertools
import json
import os
import time
import urllib.parse
import uuid

PASSWORD = "secret"
ADMIN = "the-administrator"
PROJECTS = {name: str(uuid.uuid5(uuid.NAMESPACE_DNS, name)) for name in
            ("owner_project", "lessee_project", "third_project", "service_project", "legacy_project", "other_project")}
numbers = itertools.count(1)


def mac():
    number = next(numbers)
    return "52:54:00:" + ":".join(f"{number >> shift & 255:02x}" for shift in (16, 8, 0))


class Client:
    """One user's connection."""

    def __init__(self, url, user):
        at = urllib.parse.urlsplit(url)
        self.place = at.hostname, at.port
        self.connection = None
        self.headers = {"X-OpenStack-Ironic-API-Version": "latest", "Content-Type": "application/json"}
        if user:
            self.headers["Authorization"] = "Basic " + base64.b64encode(f"{user}:{PASSWORD}".encode()).decode()

    def call(self, method, path, body=None, headers=()):
        data = None if body is None else json.dumps(body).encode()
        for last in (False, True):
            self.connection = self.connection or http.client.HTTPConnection(*self.place, timeout=60)
            try:
                self.connection.request(method, path, data, {**self.headers, **dict(headers)})
                answer = self.connection.getresponse()
                return answer.status, answer.read()
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                self.connection = None  # An idle connection that the server has closed.
                if last:
                    raise
        return None

    def need(self, method, path, body=None):
        status, text = self.call(method, path, body)
        assert status < 300, (method, path, status, text)
        return json.loads(text) if text else None


class Users:
    """The files of users and roles for the personas of the vectors."""

    def __init__(self, folder, personas):
        hashed = crypt.crypt(PASSWORD, "$2b$04$" + "a" * 22)
        self.names = {key: f"user{number}" for number, key in enumerate(sorted({self.key(x) for x in personas}))}
        by_name = {self.names[self.key(x)]: x for x in personas}
        self.passwords = os.path.join(folder, "htpasswd")
        self.roles = os.path.join(folder, "roles.yaml")
        with open(self.passwords, "w", encoding="ascii") as file:
            for name in [ADMIN, *by_name]:
                file.write(f"{name}:{hashed}\n")
        with open(self.roles, "w", encoding="ascii") as file:
            json.dump({ADMIN: {"roles": ["admin"], "system": True},
                       **{name: self.entry(x) for name, x in by_name.items() if x["roles"]}}, file)

    @staticmethod
    def key(persona):
        return json.dumps({**persona, "name": ""}, sort_keys=True)

    def name_of(self, persona):
        return self.names[self.key(persona)] if persona["roles"] else None

    @staticmethod
    def entry(persona):
        out = {"roles": persona["roles"]}
        if persona["system_scope"]:
            return {**out, "system": True}
        out["project"] = PROJECTS[persona["project_id"].strip("{}")]
        if persona["project_name"]:
            out["project_name"] = persona["project_name"]
        return out


class Fixture:
    """Creates the objects of a set-up (A, B or C); `names` maps the placeholders of the vectors."""

    def __init__(self, admin, setup):
        self.admin = admin
        self.mark = next(numbers)
        self.names = {**PROJECTS, "driver": "no-such-driver", "vif": str(uuid.uuid4())}
        getattr(self, "set_up_" + setup.lower())()

    def fill(self, value):
        """Replaces the placeholders of a text or a document."""
        if isinstance(value, str):
            for name, real in self.names.items():
                value = value.replace("{" + name + "}", real)
            return value
        if isinstance(value, list):
            return [self.fill(x) for x in value]
        if isinstance(value, dict):
            return {key: self.fill(x) for key, x in value.items()}
        return value

    def create(self, key, path, **fields):
        made = self.admin.need("POST", "/v1/" + path, fields)
        self.names[key] = made["uuid"]
        return made

    def node(self, key, **fields):
        self.create(key, "nodes", driver="fake-hardware", name=f"{key.replace('_', '-')}-{self.mark}",
                    driver_info={"foo": "bar", "fake_password": "x"}, **fields)
        for target, state in (("manage", "manageable"), ("provide", "available")):
            self.admin.need("PUT", f"/v1/nodes/{self.names[key]}/states/provision", {"target": target})
            self.wait(key, state)

    def wait(self, key, state):
        ends = time.monotonic() + 120
        while self.admin.need("GET", "/v1/nodes/" + self.names[key])["provision_state"] != state:
            assert time.monotonic() < ends, (key, state)
            time.sleep(0.005)

    def parts_of(self, node, prefix, *kinds):
        uuid_of = self.names[node]
        if "port" in kinds:
            self.create(prefix + "port", "ports", node_uuid=uuid_of, address=mac())
        if "port2" in kinds:
            self.create(prefix + "port2", "ports", node_uuid=uuid_of, address=mac())
        if "portgroup" in kinds:
            self.create(prefix + "portgroup", "portgroups", node_uuid=uuid_of, address=mac())
        if "volume" in kinds:
            self.admin.need("PUT", f"/v1/nodes/{uuid_of}/states/power", {"target": "power off"})
            self.wait_for_power(uuid_of)
            self.create(prefix + "volume_target", "volume/targets", node_uuid=uuid_of, volume_type="iscsi",
                        boot_index=0, volume_id="12345678", properties={"target_iqn": "iqn.foo"})
            self.create(prefix + "volume_connector", "volume/connectors", node_uuid=uuid_of, type="ip",
                        connector_id=f"192.0.2.{self.mark}.{next(numbers)}")

    def wait_for_power(self, node):
        ends = time.monotonic() + 120
        while self.admin.need("GET", "/v1/nodes/" + node)["power_state"] != "power off":
            assert time.monotonic() < ends, node
            time.sleep(0.005)

    def history_of(self, node, key):
        """Makes one entry of the history, a power change that fails."""
        path = "/v1/nodes/" + self.names[node]
        failing = "/driver_info/fake_failures"
        self.admin.need("PATCH", path, [{"op": "add", "path": failing, "value": {"power.set_power_state": "meow"}}])
        self.admin.need("PUT", path + "/states/power", {"target": "power on"})
        ends = time.monotonic() + 120
        while self.admin.need("GET", path)["last_error"] is None:
            assert time.monotonic() < ends, node
            time.sleep(0.005)
        self.admin.need("PATCH", path, [{"op": "remove", "path": failing}])
        entries = self.admin.need("GET", f"/v1/nodes/{self.names[node]}/history")["history"]
        self.names[key] = entries[0]["uuid"] if entries else str(uuid.uuid4())

    def allocate(self, key, node, owner, resource_class):
        self.admin.need("PATCH", "/v1/nodes/" + self.names[node],
                        [{"op": "add", "path": "/resource_class", "value": resource_class}])
        self.create(key, "allocations", owner=owner, resource_class=resource_class,
                    candidate_nodes=[self.names[node]])
        ends = time.monotonic() + 120
        while self.admin.need("GET", "/v1/allocations/" + self.names[key])["state"] != "active":
            assert time.monotonic() < ends, key
            time.sleep(0.005)

    def set_up_a(self):
        owner, lessee = PROJECTS["owner_project"], PROJECTS["lessee_project"]
        self.node("unowned_node")
        self.node("owner_node", owner=owner)
        self.node("hidden_child_node", parent_node=self.names["owner_node"], owner=owner)
        self.admin.need("PATCH", "/v1/nodes/" + self.names["hidden_child_node"],
                        [{"op": "remove", "path": "/owner"}])  # A parent must have the same owner.
        self.node("child_node", parent_node=self.names["owner_node"], owner=owner)
        self.node("leased_node", owner=owner, lessee=lessee)
        self.node("other_node")
        self.parts_of("owner_node", "owner_", "port", "port2", "portgroup", "volume")
        self.parts_of("leased_node", "leased_", "port", "portgroup", "volume")
        self.parts_of("other_node", "other_", "port", "portgroup")
        self.history_of("owner_node", "owner_history")
        self.history_of("leased_node", "leased_history")
        self.allocate("owner_allocation", "owner_node", owner, "CUSTOM_TEST")
        self.allocate("leased_allocation", "leased_node", lessee, "CUSTOM_LEASED")
        self.create("owner_runbook", "runbooks", name=f"CUSTOM_DT{self.mark}", owner=owner, public=False,
                    steps=[{"interface": "raid", "step": "create_configuration", "args": {}, "order": 1}])

    def set_up_b(self):
        self.node("node", owner="z")
        self.parts_of("node", "", "port", "portgroup", "volume")
        self.history_of("node", "history")
        self.admin.need("PUT", f"/v1/nodes/{self.names['node']}/traits", {"traits": ["CUSTOM_TRAIT1"]})
        self.node("allocated_node", owner="z")
        self.allocate("allocation", "allocated_node", None, "CUSTOM_TEST")
        self.node("spare_node")
        self.create("chassis", "chassis")
        step = {"interface": "raid", "step": "create_configuration", "args": {}}
        self.create("deploy_template", "deploy_templates", name=f"CUSTOM_DT{self.mark}",
                    steps=[{**step, "priority": 10}])
        self.create("runbook", "runbooks", name=f"CUSTOM_RB{self.mark}", steps=[{**step, "order": 1}])
        self.names["conductor"] = self.admin.need("GET", "/v1/conductors")["conductors"][0]["hostname"]

    def set_up_c(self):
        self.node("unowned_node")
