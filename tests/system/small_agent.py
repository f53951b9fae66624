"""An agent of one machine: it answers the command API, over TLS if it has a certificate, and calls
the service when told."""

import http.server
import json
import os
import ssl
import subprocess
import threading


def make_certificate(folder, name):
    """Paths of a self-signed certificate for 127.0.0.1 and its key."""
    cert, key = (os.path.join(folder, name + end) for end in (".crt", ".key"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=" + name, "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert],
        check=True, capture_output=True)
    return cert, key


class SmallAgent:
    def __init__(self, steps=(), certificate=None):
        self.steps = list(steps)
        self.orders = []
        self.commands = []
        self.tokens = set()
        agent = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.say({"commands": agent.commands})

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                agent.tokens.add(self.path.partition("agent_token=")[2])
                self.say(agent.obey(body["name"], body["params"]))

            def say(self, answer):
                text = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

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

    def obey(self, name, params):
        self.orders.append(name)
        extension, _, command = name.partition(".")
        result = {"result": "ok"}
        if command == f"get_{extension}_steps":
            result = {f"{extension}_steps": {"SmallManager": self.steps},
                      "hardware_manager_version": {"small": "1"}}
        self.commands.append({
            "id": f"command-{len(self.commands)}", "command_name": command,
            "command_params": params, "command_status": "SUCCEEDED", "command_error": None,
            "command_result": result})
        return self.commands[-1]

    def look_up(self, api, mac):
        """UUID of the node and the token."""
        found = api.get("/v1/lookup?addresses=" + mac)
        assert found.status == 200, found
        return found.json["node"]["uuid"], found.json["config"]["agent_token"]

    def beat(self, api, uuid, token, **more):
        return api.call("POST", "/v1/heartbeat/" + uuid, {
            "callback_url": self.url, "agent_version": "11.3.0", "agent_token": token, **more})
