"""The service under test: in one process, or as a cluster; started, looked at, killed, removed."""

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
    """pid → (session, CPU ticks, resident pages)."""
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
    """What embedded and cluster have in common. Each process leads a session of its own. In the
    settings `{directory}` is where all of the service lies, and `{address}` where it is reached."""

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
        """Name → pid."""
        run = os.path.join(self.directory, "run")
        names = [name[:-5] for name in sorted(os.listdir(run)) if name.endswith(".json")]
        found = {name: Process(self.directory, name).pid() for name in names}
        return {name: pid for name, pid in found.items() if pid}

    def cpu(self):
        """Process → CPU seconds so far, its children's included."""
        table = process_table()
        return {name: sum(row[1] for row in table.values() if row[0] == pid) / TICK
                for name, pid in self.processes().items()}

    def memory(self):
        """Process → resident MiB."""
        table = process_table()
        return {name: sum(row[2] for row in table.values() if row[0] == pid) * PAGE / 2**20
                for name, pid in self.processes().items()}

    def sessions(self):
        """Process → the pids of its session."""
        table = process_table()
        return {name: [x for x, row in table.items() if row[0] == pid]
                for name, pid in self.processes().items()}

    def begin_peak(self):
        """What `peak` says counts from now on."""
        for pids in self.sessions().values():
            for pid in pids:
                with open(f"/proc/{pid}/clear_refs", "w", encoding="ascii") as file:
                    file.write("5")

    def peak(self):
        """Process → MiB that were resident at most."""
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
        """The text of /metrics of each process, one after the other."""
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
        """Seconds until the process has said it, counted from `since`."""
        log = Process(self.directory, name).log_path
        ends = time.monotonic() + patience
        while time.monotonic() < ends:
            with open(log, encoding="utf-8", errors="replace") as file:
                found = re.findall(pattern, file.read())
            if len(found) > self.ready_lines.get(name, 0):
                self.ready_lines[name] = len(found)
                return time.monotonic() - since
            time.sleep(0.002)
        raise NotReady(f"{name} is not ready after {patience} s:\n{tail(log)}")

    ready_lines = {}


class Embedded(System):
    """All roles in one process, SQLite, nothing else."""

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
    """RabbitMQ, Redis, and one process for each role."""

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
        # Once more, the backends being there: what a deployment sees when it restarts a role.
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
    """$IRONBUSD, else the release build: other builds are not worth measuring."""
    path = os.environ.get("IRONBUSD") or os.path.join(os.path.dirname(OPS), "build/release/bin/ironbusd")
    if not os.access(path, os.X_OK):
        raise NotReady(f"there is no {path}: run ops/build release, or set IRONBUSD")
    return os.path.abspath(path)
