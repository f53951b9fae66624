"""The unmodified command-line client: as a process, and in this one where start-up would cost."""

import contextlib
import io
import json
import os
import subprocess
import sys

from harness import Api

COMMAND = "/usr/bin/baremetal"


class Refused(Exception):
    """The client has ended with an error; the text is what it says."""


class StockClient:
    def __init__(self, url):
        self.api = Api(url)
        self.environment = {"OS_AUTH_TYPE": "none", "OS_ENDPOINT": url}
        for name in [name for name in os.environ if name.startswith("OS_")]:
            del os.environ[name]
        os.environ.update(self.environment)

    def run(self, *words):
        """`baremetal WORDS` in a process of its own."""
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
        """The same code without the second of start-up. Refusals are not tried again."""
        from ironicclient import shell  # slow to load: only when it is used
        argv, sys.argv = sys.argv, [COMMAND, *words]
        out, err = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = shell.App().run(["--max-retries", "0", *words])
        except SystemExit as ended:  # of argparse
            code = ended.code
        finally:
            sys.argv = argv
        return self._answer(code, out.getvalue(), err.getvalue())

    def json(self, *words):
        return json.loads(self.quick(*words, "-f", "json"))

    def show(self, name):
        return self.json("node", "show", name)

    def names(self, *words):
        """Of the nodes that a list has."""
        return {row["Name"] for row in self.json("node", "list", *words)}

    def create(self, name, *more):
        self.quick("node", "create", "--driver", "fake-hardware", "--name", name, *more)
        return name

    def create_in(self, state, name, *more):
        """A node that has come so far, by plain HTTP: it is not what is tested."""
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
        """What the client says when it is refused."""
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
