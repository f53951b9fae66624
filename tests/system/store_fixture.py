"""Shared code of the tests of `ironbusd store`."""

import json
import os
import subprocess

from embedded_fixture import WithFolder
from harness import Daemon, daemon_path
from redis_server import RedisServer


def run_store(*arguments, data=None, store=None):
    """Runs `ironbusd store …`. Returns the finished process."""
    argv = [daemon_path(), "store", *arguments]
    if data:
        argv += ["--data", data]
    return subprocess.run(
        argv, capture_output=True, text=True, check=False, timeout=120, stdin=subprocess.DEVNULL,
        env={**os.environ, **({"IRONBUS_STORE": store} if store else {})})


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def aggregates_in(path):
    """Returns the aggregates of a backup by id."""
    return {x["aggregate"]["id"]: x["aggregate"] for x in lines_of(path) if "aggregate" in x}


class WithStores(WithFolder):
    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def start_redis(self, part="redis"):
        made = RedisServer(self.path(part))
        self.addCleanup(made.stop)
        return made.start()

    def daemon_on(self, redis, part="one"):
        """Starts all roles in one process with Redis as the store."""
        made = Daemon(self.path(part), settings=f"store: {redis.url}\n")
        self.addCleanup(lambda: made.process and made.process.poll() is None and made.stop())
        return made

    def done(self, *arguments, code=0, **where):
        """Runs `ironbusd store …`. Returns its output. Fails unless the exit code is `code`."""
        ended = run_store(*arguments, **where)
        self.assertEqual(ended.returncode, code, ended)
        return ended.stdout if code < 2 else ended.stderr

    def findings(self, command="check", code=1, **where):
        return json.loads(self.done(command, "--json", code=code, **where))["findings"]
