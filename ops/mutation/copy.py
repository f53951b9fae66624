"""The scratch copy: a work tree of the last commit with its own build folder."""

import contextlib
import fcntl
import os
import signal
import subprocess
import time

from mutation.patches import ROOT, Wrong

END_PATIENCE = 60  # Seconds. A chaos test must stop its cluster.


class Broken(Exception):
    """The patch does not apply or does not compile."""


class Copy:
    """A context manager. All started processes have ended when the context ends."""

    def __init__(self, place, jobs):
        self.tree = os.path.abspath(place)
        self.logs = os.path.join(self.tree, "build/mutants")
        self.jobs = jobs
        self.environment = dict(os.environ)
        self.cleanups = contextlib.ExitStack()

    def __enter__(self):
        if not os.path.exists(os.path.join(self.tree, ".git")):
            self._git("worktree", "add", "--force", "--detach", self.tree, "HEAD", where=ROOT)
        os.makedirs(self.logs, exist_ok=True)
        lock = self.cleanups.enter_context(
            open(os.path.join(self.logs, "lock"), "w", encoding="utf-8"))
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Wrong(f"another ops/mutants runs in {self.tree}") from None
        self._git("checkout", "--quiet", "--force", "--detach", self._git("rev-parse", "HEAD", where=ROOT))
        self._git("clean", "-fdq")
        self.environment["IRONBUSD"] = os.path.join(self.tree, "build/dev/bin/ironbusd")
        return self

    def __exit__(self, *_):
        self.revert()
        self.cleanups.close()

    def _git(self, *arguments, where=None):
        done = subprocess.run(["git", *arguments], cwd=where or self.tree, text=True, check=False,
                              capture_output=True)
        if done.returncode:
            raise Wrong(f"git {arguments[0]}: {done.stderr.strip()}")
        return done.stdout.strip()

    def revert(self):
        self._git("checkout", "--quiet", "--force", "--", ".")

    def plant(self, patch):
        self.revert()
        why = patch.apply(self.tree)
        if why:
            raise Broken(f"does not apply: {why.splitlines()[0]}")

    def build(self, targets, log):
        """Writes the compiler output to `log`."""
        if not os.path.exists(os.path.join(self.tree, "build/dev/build.ninja")):
            if self.run(["cmake", "--preset", "dev"], log, 600) != 0:
                raise Broken(f"cmake failed: see {self.log_path(log)}")
        command = ["cmake", "--build", "build/dev", "-j", str(self.jobs), "--target", *targets]
        # g++ sometimes cannot map its precompiled header at the address it was made for. A retry succeeds.
        if self.run(command, log, 7200) != 0 and self.run(command, log, 7200) != 0:
            raise Broken(f"does not compile: see {self.log_path(log)}")

    def start_backends(self):
        """Starts RabbitMQ and Redis for the contract suite. They stop when the context ends."""
        if "IRONBUS_TEST_REDIS_URL" in self.environment:
            return
        folder = os.path.join(self.logs, "backends")
        cluster = os.path.join(self.tree, "ops/cluster")
        self.cleanups.callback(subprocess.run, [cluster, "backends", "stop", folder], check=False)
        if self.run([cluster, "backends", "start", folder], "backends", 120) != 0:
            raise Wrong(f"RabbitMQ or Redis did not start: see {self.log_path('backends')}")
        with open(os.path.join(folder, "env"), encoding="utf-8") as file:
            for line in file:
                name, _, value = line.strip().removeprefix("export ").partition("=")
                self.environment[name] = value.strip("'")

    def log_path(self, log):
        return os.path.join(self.logs, log.replace("/", ".") + ".log")

    def run(self, command, log, limit):
        """Returns the exit status, or None if the command was stopped after `limit` seconds."""
        with open(self.log_path(log), "ab") as out:
            out.write(f"-- {' '.join(command)}\n".encode())
            out.flush()
            child = subprocess.Popen(command, cwd=self.tree, env=self.environment, stdout=out,
                                     stderr=out, stdin=subprocess.DEVNULL, start_new_session=True)
            try:
                return child.wait(timeout=limit)
            except subprocess.TimeoutExpired:
                return None
            finally:
                if child.poll() is None:
                    end(child)


def end(child):
    """Stops the program and its children. SIGTERM comes first, because it may have to stop a cluster."""
    until = time.monotonic() + END_PATIENCE
    os.killpg(child.pid, signal.SIGTERM)
    while child.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
