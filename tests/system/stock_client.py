"""The unmodified command-line client, as a process, or inside the test to avoid the start time."""

import contextlib
import io
import json
import os
import subprocess
import sys

from harness import Api

COMMAND = "/usr/bin/baremetal"


class Refused(Exception):
    """The client ended with an error. The text is the client's message."""


class StockClient:
    def __init__(self, url):
        self.api = Api(url)
        self.environment = {"OS_AUTH_TYPE": "none", "OS_ENDPOINT": url}
        for name in [name for name in os.environ if name.startswith("OS_")]:
            del os.environ[name]
        os.environ.update(self.environment)

    def run(self, *words):
        """Runs `baremetal WORDS` in a process."""
        return self.end(self.begin(*words))

    def begin(self, *words):
        return subprocess.Popen([COMMAND, *words], stdin=subprocess.DEVNULL, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def end(self, process, limit=90):
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise
        return self._answer(process.returncode, out, err)

    def quick(self, *words):
        """Runs the same code without the second of start-up. Refused calls are not repeated."""
        from ironicclient import shell  # Slow to load, so only when needed.
        argv, sys.argv = sys.argv, [COMMAND, *words]
        out, err = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = shell.App().run(["--max-retries", "0", *words])
        except SystemExit as ended:  # Raised by argparse.
            code = ended.code
        finally:
            sys.argv = argv
        return self._answer(code, out.getvalue(), err.getvalue())

    def json(self, *words):
        return json.loads(self.quick(*words, "-f", "json"))

    def show(self, name):
        return self.json("node", "show", name)

    def names(self, *words):
        """Returns the names of the listed nodes."""
        return {row["Name"] for row in self.json("node", "list", *words)}

    def create(self, name, *more):
        self.quick("node", "create", "--driver", "fake-hardware", "--name", name, *more)
        return name

    def create_in(self, state, name, *more):
        """Creates a node in this state over plain HTTP, since this is not under test."""
        self.create(name, *more)
        path = ["manage", "manageable", "provide", "available", "active", "active"]
        if state == "rescue":
            self.api.move(name, *path)
            self.api.ask_for_state(name, "rescue", rescue_password="x")
            self.api.until(name, "rescue")
        elif state != "enroll":
            self.api.move(name, *path[:2 * path[1::2].index(state) + 2])
        return name

    def refusal(self, *words):
        """Returns the client's message for a refused request."""
        try:
            said = self.quick(*words)
        except Refused as refused:
            return str(refused)
        raise AssertionError(f"baremetal {' '.join(words)} was not refused: {said}")

    @staticmethod
    def _answer(code, out, err):
        if code:
            raise Refused(err.strip() or out.strip())
        return out
