"""A cluster of the service's roles, for system tests."""

import glob
import os
import re
import shutil
import subprocess

from harness import ROOT, Api, poll, read, scratch

NODE_QUEUES = 64  # The default of the option shards.


class Cluster:
    """RabbitMQ, Redis and one process for each role, started by ops/cluster."""

    def __init__(self, settings="", *arguments):
        self.folder = scratch()
        self.settings = settings
        self.arguments = arguments  # such as "--conductors", "2"
        self.api = None

    def command(self, name, *arguments, limit=120):
        done = subprocess.run(
            [os.path.join(ROOT, "ops/cluster"), name, self.folder, *arguments],
            capture_output=True, text=True, timeout=limit, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise AssertionError(f"ops/cluster {name}: {done.stdout}{done.stderr}\n{self.logs()}")
        return done.stdout

    def start(self):
        more = []
        if self.settings:
            path = os.path.join(self.folder, "further.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.settings)
            more = ["--settings", path]
        try:
            ready = self.command("start", *more, *self.arguments)
        except BaseException:
            self.stop()
            raise
        self.api = Api(ready.rpartition("ready: ")[2].strip())
        self.wait_until_all_ready(1)
        return self

    def queues_are_saved(self):
        """RabbitMQ 3.10 saves the name of a new quorum queue up to half a second later. A queue whose name a kill
        -9 loses gets no leader at the next start (docs/reference/failures.md)."""
        saved = set()
        for path in glob.glob(os.path.join(self.folder, "broker/data/*/quorum/*/names.dets")):
            with open(path, "rb") as file:
                saved.update(re.findall(rb"ironbus\.node\.\d+", file.read()))
        return len(saved) == NODE_QUEUES

    def wait_until_all_ready(self, starts):
        """Waits until every role has logged that it is ready, once for each start. A gateway is ready before
        the conductor has its queues. Until then it answers writes with 503."""
        for role in ("gateway-1", "conductor-1", "driver-1"):
            path = os.path.join(self.folder, "log", role + ".log")
            poll(lambda at=path: read(at).count("ironbusd ready") >= starts, f"{role} is ready", 60)
        poll(lambda: self.api.get("/readyz").status == 200, "the cluster is ready", 60)

    def stop(self):
        try:
            if self.api:
                self.api.check_invariants()
        finally:
            self._end()

    def _end(self):
        try:
            self.command("stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def logs(self, characters=2000):
        out = ""
        folder = os.path.join(self.folder, "log")
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            if name.startswith(("gateway", "conductor", "driver")):
                out += f"--- {name}\n{read(os.path.join(folder, name))[-characters:]}\n"
        return out
