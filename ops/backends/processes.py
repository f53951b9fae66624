"""One supervised process: started detached, recorded in DIR/run, stopped by pid and never by name."""

import json
import os
import random
import signal
import socket
import subprocess
import time


class Failed(Exception):
    """A failure that the operator sees as one message, without a traceback."""


class Refused(Failed):
    """Nothing was started, so there is nothing to clean up."""


def free_port():
    """Returns a free port below the kernel's range for outgoing connections."""
    for _ in range(200):
        port = random.randint(20000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise Failed("Found no free TCP port between 20000 and 32000.")


def start_ticks(pid):
    """Returns the start time of a process in clock ticks, or None if it does not exist. It detects a reused pid."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            fields = stat.read().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] in "ZX" else int(fields[19])


def tail(path, lines=15):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return "".join(file.readlines()[-lines:])
    except OSError:
        return ""


def send(signal_number, pid, whole_group=False):
    """Sends a signal. Returns False if the process does not exist."""
    try:
        (os.killpg if whole_group else os.kill)(pid, signal_number)
        return True
    except ProcessLookupError:
        return False


class Process:
    """A process of the cluster in `directory`, known by `name`."""

    def __init__(self, directory, name):
        self.directory = os.path.abspath(directory)
        self.name = name
        self.record_path = os.path.join(self.directory, "run", name + ".json")
        self.log_path = os.path.join(self.directory, "log", name + ".log")

    def record(self):
        try:
            with open(self.record_path, encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def pid(self):
        """Returns the pid while the process runs, otherwise None."""
        record = self.record()
        if record and start_ticks(record["pid"]) == record["ticks"]:
            return record["pid"]
        return None

    def start(self, argv, environment=None):
        if self.pid():
            raise Failed(f"{self.name} is already running (pid {self.pid()}).")
        os.makedirs(os.path.dirname(self.record_path), exist_ok=True)
        os.makedirs(os.path.dirname(self.log_path), exist_ok=True)
        with open(self.log_path, "ab") as log:
            child = subprocess.Popen(
                argv, env={**os.environ, **(environment or {})}, cwd=self.directory,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        record = {"pid": child.pid, "ticks": start_ticks(child.pid), "argv": argv,
                  "environment": environment or {}}
        with open(self.record_path + ".new", "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1)
        os.replace(self.record_path + ".new", self.record_path)

    def start_again(self):
        """Starts the process with the command of its last start."""
        record = self.record()
        if not record:
            raise Failed(f"{self.name} was never started below {self.directory}.")
        self.start(record["argv"], record["environment"])

    def signal(self, number):
        pid = self.pid()
        if not pid or not send(number, pid, whole_group=True):
            raise Failed(f"{self.name} is not running.")

    def kill(self):
        self.signal(signal.SIGKILL)
        self._wait_gone(self.record()["pid"], 10)

    def stop(self, patience=15):
        """Sends SIGTERM, then SIGKILL to the rest of its process group. Does nothing if it is not running."""
        pid = self.pid()
        if not pid:
            return
        send(signal.SIGTERM, pid)
        send(signal.SIGCONT, pid, whole_group=True)
        if not self._wait_gone(pid, patience):
            print(f"{self.name} did not stop within {patience} s; sending SIGKILL")
        send(signal.SIGKILL, pid, whole_group=True)
        self._wait_gone(pid, 5)

    def _wait_gone(self, pid, patience):
        ends = time.monotonic() + patience
        while time.monotonic() < ends:
            try:
                os.waitpid(pid, os.WNOHANG)  # works only for a child of this process
            except ChildProcessError:
                pass
            if not self.pid():
                return True
            time.sleep(0.05)
        return False

    def wait_until(self, ready, patience):
        """Waits until ready() is true. Raises Failed if the process ends or `patience` seconds pass."""
        ends = time.monotonic() + patience
        while time.monotonic() < ends:
            if ready():
                return
            if not self.pid():
                raise Failed(f"{self.name} ended during its start. Last lines of {self.log_path}:\n{tail(self.log_path)}")
            time.sleep(0.1)
        raise Failed(f"{self.name} was not ready within {patience} s. Last lines of {self.log_path}:\n"
                     f"{tail(self.log_path)}")


def all_processes(directory):
    run = os.path.join(directory, "run")
    names = sorted(os.listdir(run)) if os.path.isdir(run) else []
    return [Process(directory, name[:-5]) for name in names if name.endswith(".json")]
