"""Simulates the API for the actions of the fleet page: sign-in, rights, and changes that it refuses as the service does."""

import base64
import datetime
import hashlib
import json
import os
import re
import urllib.parse

from ui_fleet import Fleet, error, has_cause, why_of

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
PASSWORDS = {"ann": "secret", "bob": "secret", "eve": "secret"}
TOKENS = {"ibt_1_good": "ann", "a.signed.token": "bob"}  # the last one comes from the provider
PUBLIC = ("/v1/sign_in", "/provider/auth", "/provider/token")
WHO = {"ann": {"roles": ["admin", "manager", "member", "reader"], "system": True, "project": None},
       "bob": {"roles": ["member", "reader"], "system": False, "project": {"id": "web", "name": "Web"}},
       "eve": {"roles": ["reader"], "system": True, "project": None}}
# What a member of the node's owner may do, of the rules that the page asks for.
OF_MEMBERS = ["get", "get_states", "set_power_state", "set_maintenance", "clear_maintenance", "set_provision_state",
              "set_provision_state:clean_steps", "set_provision_state:service_steps", "update_instance_info",
              "update:properties", "get_console", "set_console_state", "history:get"]
READS = re.compile(r":(get|list|list_all)$")
POWER = ("power on", "power off", "rebooting", "soft power off", "soft rebooting")
VERBS = {"active": "deploy", "deleted": "delete"}  # targets whose verb in the table of states has another name
MEMBERS = {"active": {"configdrive", "deploy_steps"}, "rebuild": {"configdrive", "deploy_steps"},
           "clean": {"clean_steps", "runbook", "disable_ramdisk"}, "rescue": {"rescue_password"},
           "service": {"service_steps", "runbook", "disable_ramdisk"}}
NEEDED = {"clean": ("clean_steps", "runbook"), "service": ("service_steps", "runbook"), "rescue": ("rescue_password",)}
TRAIT = re.compile(r"CUSTOM_[A-Z0-9_]{1,248}|HW_[A-Z0-9_]+")
CSRF = "X-Ironbus-CSRF-Token"


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def all_rules():
    return re.findall(r'rule_row\{"(baremetal:[^"]+)"', read("messages/rights/rule_table.cpp"))


def transitions():
    """{(state, verb): next state}, from the drawing in the reference."""
    text = read("docs/reference/states.md")
    names = {short: long for long, short in re.findall(r'state "([^"]+)" as (\w+)', text)}
    return {(names.get(a, a), verb): names.get(b, b) for a, b, verb in re.findall(r"(\w+) --> (\w+): (\w+)", text)}


class Service(Fleet):
    """`refuses`: names of nodes whose power changes fail. `pause`: an event that power changes wait for."""

    def __init__(self, count, ways=("http_basic", "token"), url=None):
        self.ways = ways
        self.changes = []  # (method, path, body) of accepted requests
        self.sessions = {}  # cookie → user
        self.challenges = 0  # requests whose refusal would open the browser's password dialog
        self.refuses = set()
        self.pause = None
        self.running = self.most_running = 0
        self.rules = all_rules()
        self.moves = transitions()
        super().__init__(url, count)
        for node in self.nodes:
            node.update(instance_info={}, properties={"cpus": 4}, traits=[], console_enabled=False, secure_boot=None,
                        created_at="2026-01-01T00:00:00+00:00", maintenance_reason=None)

    # -- who --

    def _user(self, handler):
        cookie = handler.headers.get("Cookie") or ""
        login = handler.headers.get("Authorization") or ""
        if login.startswith("Basic "):
            name, _, password = base64.b64decode(login[6:]).decode().partition(":")
            return name if PASSWORDS.get(name) == password else None
        if login.startswith("Bearer "):
            return TOKENS.get(login[7:])
        found = re.search(r"\bironbus=(\w+)", cookie)
        return self.sessions.get(found.group(1)) if found else None

    def _refused(self, handler):
        if urllib.parse.urlsplit(handler.path).path in PUBLIC or not self.ways:
            return None
        if not self._user(handler):
            self.challenges += handler.headers.get("X-Requested-With") != "ironbus-page"
            return 401, error("Incorrect username or password.")
        by_cookie = not handler.headers.get("Authorization")
        if by_cookie and handler.command != "GET" and handler.headers.get(CSRF) != "token-of-" + self._user(handler):
            return 403, error("The request lacks the session's token against forgery.")
        return None

    # -- an OpenID Connect provider, at the same origin --

    def _provider(self):
        return {"issuer": self.url, "authorization_endpoint": self.url + "/provider/auth", "client_id": "ironbus-page",
                "token_endpoint": self.url + "/provider/token", "scopes": "openid profile",
                "token": "access_token"}

    def _authorize(self, query):
        assert (query["response_type"], query["code_challenge_method"], query["client_id"], query["scope"]) == (
            "code", "S256", "ironbus-page", "openid profile"), query
        self.asked = query
        answer = urllib.parse.urlencode({"code": "one-code", "state": query["state"]})
        return 302, None, [("Location", f"{query['redirect_uri']}?{answer}")]

    def _exchange(self, body):
        sent = dict(urllib.parse.parse_qsl(body))
        challenge = base64url(hashlib.sha256(sent["code_verifier"].encode()).digest())
        if (sent["grant_type"], sent["code"], sent["redirect_uri"], challenge) != (
                "authorization_code", "one-code", self.asked["redirect_uri"], self.asked["code_challenge"]):
            return 400, {"error": "invalid_grant"}
        claims = base64url(json.dumps({"nonce": self.asked["nonce"]}).encode())
        return 200, {"access_token": "a.signed.token", "id_token": f"head.{claims}.signature"}

    def _session(self, user, has_session=True):
        until = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=8)
        return {"user": user, "method": "http_basic", **WHO[user], "expires_at": until.isoformat() if has_session else None,
                "csrf_token": "token-of-" + user if has_session else None}

    def _may(self, user, rule, node):
        if user == "ann":
            return True
        if user == "eve":
            return bool(READS.search(rule))
        return (node.get("owner") == "web" and rule in ["baremetal:node:" + one for one in OF_MEMBERS]) or \
            rule in ("baremetal:node:list", "baremetal:port:list")

    # -- reads --

    def _read(self, handler, path, query):
        user = self._user(handler) if self.ways else None
        if path == "/v1/sign_in":
            return 200, {"ways": list(self.ways) or ["noauth"], "oidc": self._provider() if "oidc" in self.ways else None}
        if path == "/provider/auth":
            return self._authorize(query)
        if path == "/v1/session" and user:
            return 200, self._session(user, not handler.headers.get("Authorization"))
        if path == "/v1/access" and user:
            granted = [rule for rule in self.rules if self._may(user, rule, query)]
            return 200, {"user": user, "read_only": user == "eve", "auth_strategy": "http_basic", "granted": granted}
        parts = path.split("/")
        if path.startswith("/v1/nodes/"):
            return self._read_node(self._node(parts[3]), "/".join(parts[4:]))
        if path in ("/v1/inspection_rules", "/v1/conductors", "/v1/drivers"):
            return 200, {path.rpartition("/")[2]: []}
        return super()._read(handler, path, query)

    def _read_node(self, node, rest):
        if not node:
            return 404, error("The node could not be found.")
        if rest == "states/console":
            info = {"type": "shellinabox", "url": "http://127.0.0.1:9/console"} if node["console_enabled"] else None
            return 200, {"console_enabled": node["console_enabled"], "console_info": info}
        documents = {"": node, "operations": {"operations": []}, "history/detail": {"history": []},
                     "ports/detail": {"ports": []}, "firmware": {"firmware": []}}
        if rest == "why":
            why = why_of(node)
            return 200, why if has_cause(node) else {**why, "cause": None, "working": None, "waiting": None}
        return (200, documents[rest]) if rest in documents else (404, error("No resource at this path."))

    def _node(self, ident):
        return next((one for one in self.nodes if ident in (one["uuid"], one["name"])), None)

    # -- changes --

    def _change(self, handler, method, path, body):
        if path == "/provider/token":
            return self._exchange(body)
        if path == "/v1/session":
            return self._change_session(handler, method)
        node = self._node(path.split("/")[3]) if path.startswith("/v1/nodes/") else None
        if not node:
            return 404, error("The node could not be found.")
        rest = "/".join(path.split("/")[4:])
        change = next((work for verb, pattern, work in self._table() if verb == method and re.fullmatch(pattern, rest)), None)
        if not change:
            return 405, error(f"The method {method} is not allowed for this path.")
        rule, wrong, status = change(node, rest, body)
        user = self._user(handler) if self.ways else "ann"
        if not self._may(user, "baremetal:node:" + rule, node):
            return 403, error(f"Access was denied to the following resource: baremetal:node:{rule}")
        if wrong:
            return 400, error(wrong)
        self.changes.append((method, path, body))
        return status, None

    def _change_session(self, handler, method):
        user = self._user(handler)
        if method == "POST":
            cookie = f"c{len(self.sessions)}"
            self.sessions[cookie] = user
            return 201, self._session(user), [("Set-Cookie", f"ironbus={cookie}; Path=/; HttpOnly; SameSite=Strict")]
        self.sessions = {cookie: name for cookie, name in self.sessions.items() if name != user}
        return 204, None, [("Set-Cookie", "ironbus=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")]

    def _table(self):
        return (("PUT", "states/power", self._power), ("PUT", "states/provision", self._provision),
                ("PUT", "maintenance", self._maintenance), ("DELETE", "maintenance", self._maintenance),
                ("PUT", "states/console", self._console), ("PATCH", "", self._patch),
                ("PUT", "traits/.+", self._trait), ("DELETE", "traits/.+", self._trait))

    def _power(self, node, _, body):
        with self.lock:
            self.running += 1
            self.most_running = max(self.most_running, self.running)
        if self.pause:
            self.pause.wait(30)
        self.running -= 1
        wrong = None
        if set(body) - {"target", "timeout"} or body.get("target") not in POWER:
            wrong = f"Invalid power target {body}"
        elif node["name"] in self.refuses:
            wrong = "The BMC at 192.0.2.7 is silent."
        return "set_power_state", wrong, 202

    def _provision(self, node, _, body):
        target, rest = body.get("target"), set(body) - {"target"}
        wrong = None
        if (node["provision_state"], VERBS.get(target, target)) not in self.moves:
            wrong = f"The requested action \"{target}\" can not be performed in state \"{node['provision_state']}\"."
        elif rest - MEMBERS.get(target, set()):
            wrong = f"{target} takes no {rest - MEMBERS.get(target, set())}"
        elif target in NEEDED and not rest & set(NEEDED[target]):
            wrong = f"{target} needs {NEEDED[target]}"
        elif "configdrive" in body and not isinstance(body["configdrive"], (str, dict)):
            wrong = "'configdrive' must be a text or an object"
        for name in rest & {"clean_steps", "service_steps"}:
            if any(set(one) - {"interface", "step", "args", "execute_on_child_nodes"} for one in body[name]):
                wrong = f"'{name}' has unknown members"
        return "set_provision_state", wrong, 202

    def _maintenance(self, node, _, body):
        wrong = None if body is None or (set(body) <= {"reason"} and isinstance(body.get("reason", ""), str)) \
            else f"Invalid maintenance {body}"
        if not wrong:
            node.update(maintenance=body is not None, maintenance_reason=(body or {}).get("reason"))
        return ("clear_maintenance" if body is None else "set_maintenance"), wrong, 202

    def _console(self, node, _, body):
        wrong = None if set(body) == {"enabled"} and isinstance(body["enabled"], bool) else f"Invalid console {body}"
        if not wrong:
            node["console_enabled"] = body["enabled"]
        return "set_console_state", wrong, 202

    def _trait(self, node, rest, body):
        name = rest.split("/")[1]
        wrong = None if body is None and TRAIT.fullmatch(name) else f"Invalid trait '{name}'"
        return "traits:set", wrong, 204

    def _patch(self, node, _, body):
        rule = "update"
        for one in body:
            _, field, name = one["path"].split("/")
            rule = "update_instance_info" if field == "instance_info" else "update:" + field
            if one["op"] not in ("add", "replace", "remove") or field not in ("instance_info", "properties"):
                return rule, f"Invalid operation {one}", 200
            if one["op"] == "remove" and name not in node[field]:
                return rule, f"can't remove a non-existent object '{name}'", 200
            node[field].pop(name, None) if one["op"] == "remove" else node[field].update({name: one["value"]})
        return rule, None, 200
