"""The agent of one machine. It answers the command API, with TLS if it has a certificate, and calls
the service when a test says so.

It refuses the same requests as ironic-python-agent and as the agents of tests/support/agent_fleet: every
request below /v1/commands/ without its token (401), other paths (404) and methods (405), an invalid
command (400), a command while another runs (409), unknown extensions (404) and commands (400), unknown
params (500). Its steps begin and end a moment later, with a heartbeat. A step that it has not published
fails, also one with another version. An agent from before tokens (`wants_token=False`) accepts requests
without one."""

import http.server
import json
import os
import re
import ssl
import subprocess
import threading
import urllib.parse

VERSION = {"small": "1"}
# Its commands: the required params, and whether the command takes time.
COMMANDS = {f"{kind}.{name.format(kind)}": row for kind in ("clean", "deploy", "service")
            for name, row in {"get_{}_steps": ({"node", "ports"}, False),
                              "execute_{}_step": ({"node", "ports", "step"}, True)}.items()}
COMMANDS.update({"standby.sync": (set(), False), "standby.power_off": (set(), True),
                 "log.collect_system_logs": (set(), False)})


def make_certificate(folder, name):
    """Creates a self-signed certificate for 127.0.0.1 and its key. Returns their paths."""
    cert, key = (os.path.join(folder, name + end) for end in (".crt", ".key"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=" + name, "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
        check=True, capture_output=True)
    return cert, key


class Refusal(Exception):
    def __init__(self, status, why):
        super().__init__(why)
        self.status = status


def check_order(order):
    """Returns the command's name, its params, and whether it takes time."""
    if not isinstance(order, dict) or not isinstance(order.get("params"), dict) or "name" not in order:
        raise Refusal(400, "400 Bad Request: Missing or invalid name or params")
    name, params = order["name"], order["params"]
    extension = name.partition(".")[0]
    if extension not in {known.partition(".")[0] for known in COMMANDS}:
        raise Refusal(404, f"Not found: Extension with id {extension} not found.")
    if name not in COMMANDS:
        raise Refusal(400, f"Invalid command: Unknown command: {name}")
    needed, takes_time = COMMANDS[name]
    if not takes_time and set(params) != needed:
        raise Refusal(500, "Object of type TypeError is not JSON serializable")
    return name, params, takes_time


class SmallAgent:
    def __init__(self, steps=(), certificate=None, wants_token=True):
        self.steps = list(steps)
        self.wants_token = wants_token
        self.orders = []
        self.commands = []
        self.token = None
        self.tokens = set()
        self.refused = []
        self.call_again = lambda: None
        agent = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                length = int(self.headers["Content-Length"] or 0)
                status, document = agent.answer(self.command, self.path, self.rfile.read(length))
                text = json.dumps(document).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"http{'s' if certificate else ''}://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, method, target, body):
        try:
            return 200, self.obey(method, urllib.parse.urlsplit(target), body)
        except Refusal as why:
            self.refused.append(f"{method} {target.partition('?')[0]}: {why.status} {why}")
            return why.status, {"faultcode": "Client", "faultstring": str(why)}

    def obey(self, method, target, body):
        found = re.fullmatch(r"/v1/commands/([^/]*)", target.path)
        if not found:
            raise Refusal(404, "404 Not Found: The requested URL was not found.")
        if method not in ("GET", "POST") or (method == "POST" and found[1]):
            raise Refusal(405, "405 Method Not Allowed: The method is not allowed.")
        token = dict(urllib.parse.parse_qsl(target.query)).get("agent_token", "")
        self.tokens.add(token)
        if self.wants_token and (not self.token or token != self.token):
            raise Refusal(401, "401 Unauthorized: Token invalid.")
        if method == "POST":
            return self.take_order(body)
        if not found[1]:
            return {"commands": self.commands}
        for one in self.commands:
            if one["id"] == found[1]:
                return one
        raise Refusal(404, f"Not found: Command Result with id {found[1]} not found.")

    def take_order(self, body):
        try:
            order = json.loads(body)
        except ValueError:
            raise Refusal(400, "400 Bad Request: The browser sent a bad request.") from None
        if self.commands and self.commands[-1]["command_status"] == "RUNNING":
            raise Refusal(409, "Agent is busy: executing command "
                          + self.commands[-1]["command_name"])
        name, params, takes_time = check_order(order)
        self.orders.append(name)
        now = {"id": f"command-{len(self.commands)}", "command_name": name.partition(".")[2],
               "command_status": "RUNNING" if takes_time else "SUCCEEDED", "command_error": None,
               "command_result": None if takes_time else self.result(name)}
        self.commands.append(now)
        if takes_time:
            threading.Timer(0.05, self.end, (now, name.partition(".")[0], params)).start()
        return dict(now)

    def result(self, name):
        kind = name.partition(".")[0]
        if name != f"{kind}.get_{kind}_steps":
            return None
        return {f"{kind}_steps": {"SmallManager": self.steps}, "hardware_manager_version": VERSION}

    def end(self, command, kind, params):
        step = params.get("step", {})
        known = [one["step"] for one in self.steps]
        if params.get(f"{kind}_version", VERSION) != VERSION:
            command["command_status"] = "CLEAN_VERSION_MISMATCH"
        elif "step" in params and ("uuid" not in params["node"] or step.get("step") not in known):
            command.update(command_status="FAILED", command_error={
                "type": "HardwareManagerMethodNotFound", "code": 500, "message": "",
                "details": f"Could not find method: {step.get('step')}"})
        else:
            command.update(command_status="SUCCEEDED", command_result={
                f"{kind}_result": None, f"{kind}_step": step} if step else None)
        self.call_again()

    def look_up(self, api, mac):
        """Returns the node's UUID and the token."""
        found = api.get("/v1/lookup?addresses=" + mac)
        assert found.status == 200, found
        self.token = found.json["config"]["agent_token"]
        return found.json["node"]["uuid"], self.token

    def heartbeat(self, api, uuid, token, **more):
        return self.call(api, "/v1/heartbeat/" + uuid, {
            "callback_url": self.url, "agent_version": "11.3.0", "agent_token": token, **more})

    def call(self, api, path, body, **how):
        """Calls the service, and repeats the call whenever a step has ended."""
        self.call_again = lambda: api.call("POST", path, body, **how)
        return self.call_again()
