"""The service under test, embedded or as a cluster: starts it, measures its processes, kills and stops it."""

import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from backends.processes import Process, free_port, tail

OPS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")

QUIET = "log_level: warn\n"
SETTINGS = """\
conductor:
  sync_power_state_interval: 120s
"""


class NotReady(Exception):
    pass


def process_table():
    """Returns pid → (session, CPU ticks, resident pages)."""
    out = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as stat:
                fields = stat.read().rpartition(")")[2].split()
        except OSError:
            continue
        out[int(name)] = (int(fields[3]), int(fields[11]) + int(fields[12]), int(fields[21]))
    return out


def resident_peak(pid):
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
        return int(re.search(r"^VmHWM:\s+(\d+)", status.read(), re.MULTILINE)[1]) / 1024


class System:
    """Base class of Embedded and Cluster. Each process leads its own session. In the settings `{directory}`
    stands for the service's folder, and `{address}` for its address."""

    def __init__(self, settings=SETTINGS):
        self.directory = tempfile.mkdtemp(prefix="ironbus-bench.")
        self.address = ("127.0.0.1", free_port())
        self.settings = (QUIET + settings).replace("{directory}", self.directory).replace(
            "{address}", "%s:%d" % self.address)
        self.ended_cpu = 0.0

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.directory, ignore_errors=True)

    def processes(self):
        """Returns name → pid."""
        run = os.path.join(self.directory, "run")
        names = [name[:-5] for name in sorted(os.listdir(run)) if name.endswith(".json")]
        found = {name: Process(self.directory, name).pid() for name in names}
        return {name: pid for name, pid in found.items() if pid}

    def cpu(self):
        """Returns process → CPU seconds since its start, including its children."""
        table = process_table()
        return {name: sum(row[1] for row in table.values() if row[0] == pid) / TICK
                for name, pid in self.processes().items()}

    def memory(self):
        """Returns process → resident MiB."""
        table = process_table()
        return {name: sum(row[2] for row in table.values() if row[0] == pid) * PAGE / 2**20
                for name, pid in self.processes().items()}

    def sessions(self):
        """Returns process → pids of its session."""
        table = process_table()
        return {name: [x for x, row in table.items() if row[0] == pid]
                for name, pid in self.processes().items()}

    def begin_peak(self):
        """Resets the values of `peak`."""
        for pids in self.sessions().values():
            for pid in pids:
                with open(f"/proc/{pid}/clear_refs", "w", encoding="ascii") as file:
                    file.write("5")

    def peak(self):
        """Returns process → maximum of resident MiB."""
        return {name: sum(resident_peak(pid) for pid in pids)
                for name, pids in self.sessions().items()}

    def get(self, path, timeout=2.0):
        try:
            with urllib.request.urlopen(f"http://{self.address[0]}:{self.address[1]}{path}",
                                        timeout=timeout) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return None

    def metrics(self):
        """Returns the text of /metrics of all processes."""
        out = []
        for name in self.processes():
            with open(Process(self.directory, name).log_path, encoding="utf-8", errors="replace") as log:
                listens = re.findall(r"ironbusd ready.* health_listen=(\S+)", log.read())
            if listens:
                with urllib.request.urlopen(f"http://{listens[-1]}/metrics", timeout=10) as answer:
                    out.append(answer.read().decode())
        return "\n".join(out)

    def call(self, method, path, body, timeout=10.0):
        question = urllib.request.Request(
            f"http://{self.address[0]}:{self.address[1]}{path}", body.encode(),
            {"Content-Type": "application/json", "X-OpenStack-Ironic-API-Version": "latest"},
            method=method)
        try:
            with urllib.request.urlopen(question, timeout=timeout) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return None

    def wait_for_line(self, name, pattern, since, patience=60):
        """Waits for a new log line of the process. Returns the seconds since `since`."""
        log = Process(self.directory, name).log_path
        ends = time.monotonic() + patience
        while time.monotonic() < ends:
            with open(log, encoding="utf-8", errors="replace") as file:
                found = re.findall(pattern, file.read())
            if len(found) > self.ready_lines.get(name, 0):
                self.ready_lines[name] = len(found)
                return time.monotonic() - since
            time.sleep(0.002)
        raise NotReady(f"{name} was not ready within {patience} s. Last lines of {log}:\n{tail(log)}")

    ready_lines = {}


class Embedded(System):
    """All roles in one process, with SQLite."""

    label = "embedded"
    to_kill = "ironbusd"

    def start(self):
        self.ready_lines = {}
        path = os.path.join(self.directory, "ironbus.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"listen: {self.address[0]}:{self.address[1]}\ndata: {self.directory}/data\n{self.settings}")
        since = time.monotonic()
        Process(self.directory, "ironbusd").start([daemon(), "--config", path])
        self.start_seconds = self.wait_for_line("ironbusd", r"ironbusd ready", since)

    def stop(self):
        Process(self.directory, "ironbusd").stop()


class Cluster(System):
    """RabbitMQ, Redis, and one process per role."""

    label = "cluster"
    to_kill = "conductor-1"

    def start(self):
        self.ready_lines = {}
        path = os.path.join(self.directory, "settings.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.settings)
        subprocess.run([os.path.join(OPS, "cluster"), "start", self.directory, "--listen",
                        "%s:%d" % self.address, "--settings", path], check=True,
                       env={**os.environ, "IRONBUSD": daemon()}, stdout=subprocess.DEVNULL)
        for name in ("gateway-1", "driver-1", "conductor-1"):
            self.wait_for_line(name, r"ironbusd ready", time.monotonic())
        # Restart each role while the backends run: the start time in a real deployment.
        self.start_seconds = max(self.restart_seconds(name)
                                 for name in ("gateway-1", "driver-1", "conductor-1"))

    def restart_seconds(self, name):
        Process(self.directory, name).stop()
        since = time.monotonic()
        Process(self.directory, name).start_again()
        return self.wait_for_line(name, r"ironbusd ready", since)

    def stop(self):
        subprocess.run([os.path.join(OPS, "cluster"), "stop", self.directory], check=False)


def daemon():
    """Returns $IRONBUSD, else the release build. Other builds give no useful numbers."""
    path = os.environ.get("IRONBUSD") or os.path.join(os.path.dirname(OPS), "build/release/bin/ironbusd")
    if not os.access(path, os.X_OK):
        raise NotReady(f"Found no {path}. Run `ops/build release`, or set IRONBUSD.")
    return os.path.abspath(path)
