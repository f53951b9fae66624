"""Our ramdisk's agent as a separate program, and a small service that it calls.

The agent gets an empty folder for /sys, so that it sees no disk."""

import http.client
import http.server
import json
import os
import ssl
import subprocess
import threading

from harness import daemon_path, free_port

NODE = "6d9f2d6e-0d0a-4d7e-9f0e-5a3c6c1b7a01"
TOKEN = "t" * 43


class Service(http.server.ThreadingHTTPServer):
    """The service that the agent calls. It keeps the requests."""

    daemon_threads = True

    def __init__(self, config=None, lookups=()):
        super().__init__(("127.0.0.1", 0), Handler)
        self.config = {"heartbeat_timeout": 300, "agent_token": TOKEN, "agent_token_required": True, **(config or {})}
        self.lookups = list(lookups)  # The statuses before the final response.
        self.calls = []
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def of(self, path):
        return [call for call in self.calls if call["path"].startswith(path)]

    def answer(self, method, path, body):
        if path == "/":
            return 200, {"default_version": {"version": "1.109"}}
        if path.startswith("/v1/lookup"):
            status = self.lookups.pop(0) if self.lookups else 200
            return status, {"node": {"uuid": NODE, "properties": {}, "instance_info": {}}, "config": self.config}
        return 202, {"uuid": NODE}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.server.calls.append({"method": self.command, "path": self.path, "headers": dict(self.headers),
                                  "body": json.loads(body) if body else None})
        status, document = self.server.answer(self.command, self.path, body)
        text = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_POST = do_GET

    def log_message(self, *_):
        pass


class Agent:
    def __init__(self, folder, service, **parameters):
        self.port = free_port()
        os.makedirs(os.path.join(folder, "sys"), exist_ok=True)
        values = {"ipa-api-url": f"http://127.0.0.1:{service.server_port}", "ipa-listen-port": self.port,
                  "BOOTIF": "01-52-54-00-aa-00-01", **parameters}
        path = os.path.join(folder, "cmdline")
        with open(path, "w", encoding="utf-8") as file:
            file.write(" ".join(f"{name}={value}" for name, value in values.items()))
        program = os.path.join(os.path.dirname(daemon_path()), "ironbus_agent")
        with open(os.path.join(folder, "agent.log"), "ab") as log:
            self.process = subprocess.Popen([program, "run", path, os.path.join(folder, "sys")],
                                            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.trusted = None

    def stop(self):
        self.process.kill()
        self.process.wait()

    def ask(self, method, path, body=None, limit=20):
        """Returns (status, document or None, headers)."""
        context = ssl.create_default_context(cadata=self.trusted)
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=limit, context=context)
        try:
            data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            connection.request(method, path, data)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, json.loads(text) if text else None, answer.headers
        finally:
            connection.close()

    def order(self, name, params=None, wait="true"):
        status, document, _ = self.ask("POST", f"/v1/commands/?wait={wait}&agent_token={TOKEN}",
                                       {"name": name, "params": params or {}})
        return status, document
