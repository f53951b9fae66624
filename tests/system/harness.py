"""Shared code of the system tests: a daemon, a cluster, HTTP, and waiting with a limit."""

import contextlib
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))

import service_invariants  # noqa: E402

VERSION = "1.109"


def daemon_path():
    path = os.environ.get("IRONBUSD", "")
    if not os.access(path, os.X_OK):
        sys.exit("set IRONBUSD to the daemon; ops/test does")
    return path


def cpu_seconds(pid):
    """Processor time of a process, which is nearly independent of other work on the machine."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def scratch():
    return tempfile.mkdtemp(prefix="ironbus-system.")


BUSY = 4  # times slower than a machine without other work


def poll(question, what, limit=30, pause=0.05):
    """Returns the first true result. Fails after `limit` seconds, or BUSY times as many: other processes may take
    most of the machine's time."""
    limit *= BUSY
    ends = time.monotonic() + limit
    while True:
        answer = question()
        if answer:
            return answer
        if time.monotonic() > ends:
            raise AssertionError(f"timeout after {limit} s: {what}")
        time.sleep(pause)


def free_port():
    """Returns a port that no process listens on. It is below the kernel's range of ports for connections: such
    a connection could otherwise take it first."""
    while True:
        port = random.randint(20000, 32000)
        with socket.socket() as one:
            with contextlib.suppress(OSError):
                one.bind(("127.0.0.1", port))
                return port


def free_address():
    """Returns an address with a free port, for a daemon that restarts with the same address."""
    return f"127.0.0.1:{free_port()}"


# The environment of a daemon that serves a test network without a login.
OPEN_NETWORK = {"IRONBUS_API_NOAUTH_ON_NETWORK": "true"}


def make_certificate(folder, name, common_name):
    """Creates a self-signed certificate for localhost and its key. Returns their paths."""
    cert, key = (os.path.join(folder, name + end) for end in (".crt", ".key"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=" + common_name, "-addext",
         "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", cert],
        check=True, capture_output=True)
    return cert, key


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def reason(self):
        """The message of an error response."""
        inner = json.loads(self.json["error_message"])
        return inner.get("faultstring") or inner.get("description")

    def __repr__(self):
        return f"{self.status} {self.body[:500]!r}"


class Api:
    """The API over plain HTTP, with one connection per call. No response may be older than an earlier one."""

    known = {}  # URL → the newest data that this service returned to any client.

    def __init__(self, url):
        self.url = url
        self.freshness = self.known.setdefault(url, service_invariants.Freshness())

    def call(self, method, path, body=None, version=VERSION, limit=60):
        began = time.monotonic()
        answer = self._ask(method, path, body, version, limit)
        try:
            document = json.loads(answer.body)
        except ValueError:
            document = None
        wrong = self.freshness.saw(method, path, answer.status, document, began)
        assert not wrong, wrong
        return answer

    def _ask(self, method, path, body, version, limit):
        at = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(at.hostname, at.port, timeout=limit)
        try:
            data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            connection.request(method, path, data, {
                "X-OpenStack-Ironic-API-Version": version, "Content-Type": "application/json"})
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get(self, path, **how):
        return self.call("GET", path, **how)

    def create(self, name, **fields):
        made = self.call("POST", "/v1/nodes", {"driver": "fake-hardware", "name": name, **fields})
        assert made.status == 201, made
        return made.json

    def node(self, name):
        answer = self.get("/v1/nodes/" + name)
        assert answer.status == 200, answer
        return answer.json

    def ask_for_state(self, name, target, **more):
        answer = self.call("PUT", f"/v1/nodes/{name}/states/provision", {"target": target, **more})
        assert answer.status == 202, answer

    def until(self, name, state, limit=30):
        """Waits for a state of a node. A failure on the way ends the wait."""
        def reached():
            node = self.node(name)
            now = node["provision_state"]
            assert now == state or not now.endswith(("failed", "error")), node["last_error"]
            return now == state and node
        return poll(reached, f"{name} in state {state}", limit)

    def move(self, name, *verbs_and_states):
        for verb, state in zip(verbs_and_states[::2], verbs_and_states[1::2]):
            self.ask_for_state(name, verb)
            self.until(name, state)

    def check_invariants(self):
        """Checks what must hold at the end of every test, unless the service does not answer."""
        def get(path):
            answer = self.get(path, version="latest")
            return answer.json if answer.status == 200 else None

        try:
            wrong = service_invariants.lasting(get)
        except (OSError, http.client.HTTPException):
            return
        assert not wrong, "\n".join(wrong)

    def history(self, name):
        return self.get(f"/v1/nodes/{name}/history?detail=true").json["history"]


class Daemon:
    """One ironbusd with the embedded default. `program`: another one than IRONBUSD."""

    def __init__(self, folder, *arguments, settings="", listen="127.0.0.1:0", program=None):
        self.folder = folder
        self.listen = listen
        self.program = program or daemon_path()
        self.settings = settings
        self.arguments = list(arguments)
        self.process = None
        self.lines = []
        self.ready_line = None
        self.began = None
        self.took = None

    def start(self, ready=True, **environment):
        os.makedirs(self.folder, exist_ok=True)
        argv = [self.program, "--data", os.path.join(self.folder, "data"),
                "--listen", self.listen, *self.arguments]
        if self.settings:
            path = os.path.join(self.folder, "ironbus.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.settings)
            argv += ["--config", path]
        self.ready_line = None
        self.began = time.monotonic()
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True,
                env={**os.environ, **environment})
        threading.Thread(target=self._read, args=(self.process,), daemon=True).start()
        if ready:
            poll(lambda: self.ready_line or self.process.poll() is not None, "the ready line",
                 30, 0.005)
            assert self.ready_line, self.log()
        return self

    def _read(self, process):
        with process.stdout as out:
            for line in out:
                if line.startswith("ironbusd ready") and process is self.process:
                    self.took = time.monotonic() - self.began
                    self.ready_line = line.strip()

    @property
    def api(self):
        fields = dict(word.split("=", 1) for word in self.ready_line.split() if "=" in word)
        return Api("http://" + fields["listen"])

    def log(self):
        return read(os.path.join(self.folder, "log"))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self, limit=30):
        """Stops the service with SIGTERM, after a check of what it shows. Returns the exit code."""
        try:
            if self.process.poll() is None and self.ready_line and "listen=" in self.ready_line:
                self.api.check_invariants()
        finally:
            code = self._terminate(limit)
        if self.ready_line:
            wrong = service_invariants.check_log(self.log(), service_invariants.log_keys())
            assert not wrong, "\n".join(wrong[:20])
        return code

    def _terminate(self, limit):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(limit)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
            raise AssertionError(f"still there {limit} s after SIGTERM:\n{self.log()[-3000:]}") from None


class TimedResult(unittest.TextTestResult):
    """Prints how long each test took."""

    def startTest(self, test):
        self.began = time.monotonic()
        super().startTest(test)

    def addSuccess(self, test):
        self.stream.write(f"{time.monotonic() - self.began:.1f} s ")
        super().addSuccess(test)


def main():
    """Runs the tests of the script that calls it."""
    unittest.main(module="__main__", testRunner=unittest.TextTestRunner(
        verbosity=2, resultclass=TimedResult))
