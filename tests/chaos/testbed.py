"""A cluster of real processes below a temporary folder, and faults for them."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "ops"), os.path.join(ROOT, "tests", "support")]

import amqp_stream  # noqa: E402
import evidence  # noqa: E402
from backends import rabbitmq, redis  # noqa: E402
from backends.processes import Failed, Process, all_processes, send, tail  # noqa: E402
from store_pair import StorePair  # noqa: E402

READY = re.compile(r"ironbusd ready.* health_listen=(\S+)")
EVENT_KEYS = ("id", "type", "subject", "sequence")
METRIC = re.compile(r"^ironbus_(\w+) (\d+)$", re.MULTILINE)


def scrape_counters(listen):
    """Returns the counters of a process, or nothing if it does not respond."""
    try:
        with urllib.request.urlopen(f"http://{listen}/metrics", timeout=2) as answer:
            return {key: int(value) for key, value in METRIC.findall(answer.read().decode())}
    except (OSError, ValueError):
        return {}


def await_free(port, patience=10):
    """Waits for a port. A killed server may have left a child that still uses it."""
    ends = time.monotonic() + patience
    while True:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                return probe.bind(("127.0.0.1", port))
            except OSError:
                if time.monotonic() > ends:
                    raise
        time.sleep(0.05)


class Testbed:
    """`with Testbed(settings) as bed:` runs it. The folder is kept if `keep` is set."""

    def __init__(self, settings, options=(), **roles):
        """`options`: of ops/cluster start; `roles`: number of processes per role."""
        self.directory = tempfile.mkdtemp(prefix="ironbus-chaos.")
        self.journal = os.path.join(self.directory, "journal.jsonl")
        self.settings = settings
        self.options = options
        self.roles = {"gateways": 1, "conductors": 1, "drivers": 1, **roles}
        self.keep = False
        self.counted = {}  # counters of ended and running lives
        self.last_seen = {}

    def __enter__(self):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        path = os.path.join(self.directory, "settings.yaml")
        with open(path, "w", encoding="utf-8") as file:
            # A process that reaches Redis through a proxy (go_by) is of the same installation.
            file.write("health_listen: 127.0.0.1:0\ninstallation_id: chaos\n" +
                       self.settings.replace("$JOURNAL", self.journal))
        command = ["start", self.directory, "--settings", path, *self.options]
        for role, count in self.roles.items():
            command += [f"--{role}", str(count)]
        try:
            self._cluster(*command)
        except subprocess.CalledProcessError:
            self._show_logs()
            self.__exit__(None, None, None)
            sys.exit("the cluster does not start")
        with open(os.path.join(self.directory, "env"), encoding="utf-8") as file:
            self.env = dict(re.findall(r"export (\w+)='([^']*)'", file.read()))
        return self

    def __exit__(self, *_):
        subprocess.run([os.path.join(ROOT, "ops/cluster"), "stop", self.directory], check=False)
        if self.keep:
            print(f"kept for inspection: {self.directory}")
        else:
            shutil.rmtree(self.directory, ignore_errors=True)

    def _cluster(self, *arguments):
        subprocess.run([os.path.join(ROOT, "ops/cluster"), *arguments], check=True)

    def _show_logs(self):
        folder = os.path.join(self.directory, "log")
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
            if not name.startswith(("broker", "epmd", "store")):
                print(f"-- {name}\n{tail(os.path.join(folder, name))}")

    @property
    def url(self):
        return self.env["IRONBUS_URL"]

    def urls(self):
        """Returns the URLs of all gateways."""
        host, _, port = self.url.rpartition(":")
        return [f"{host}:{int(port) + index}" for index in range(self.roles["gateways"])]

    @property
    def amqp_port(self):
        return int(self.env["IRONBUS_AMQP_PORT"])

    @property
    def stores(self):
        """Returns the servers of a cluster with a Sentinel."""
        return StorePair({redis.STORE: int(self.env["IRONBUS_REDIS_PORT"]),
                          redis.REPLICA: int(self.env["IRONBUS_REPLICA_PORT"])},
                         int(self.env["IRONBUS_SENTINEL_PORT"]))

    @property
    def redis_port(self):
        """Returns the port of the primary if there is a pair."""
        if "IRONBUS_SENTINEL_PORT" in self.env:
            return self.stores.primary_port()
        return int(self.env["IRONBUS_REDIS_PORT"])

    def witness(self, uuids):
        """Returns (node → its ended operations, node → its snapshot, nodes with unpublished messages)."""
        with evidence.Redis(self.redis_port) as store:
            return (evidence.read_operations(store), evidence.read_snapshots(store, uuids),
                    evidence.read_unpublished(store, uuids))

    def epochs(self):
        """Returns shard → number of takeovers."""
        with evidence.Redis(self.redis_port) as store:
            flat = store.call("HGETALL", evidence.PREFIX + "epoch")
        return {shard: int(epoch) for shard, epoch in evidence.pairs(flat).items()}

    def events(self):
        """Returns only the identifying data of each event, because there may be very many."""
        return amqp_stream.read_stream(
            self.amqp_port, "ironbus.events.log",
            pick=lambda event: {key: event.get(key) for key in EVENT_KEYS})

    def process(self, name):
        return Process(self.directory, name)

    def processes(self):
        return all_processes(self.directory)

    def daemons(self):
        return [f"{role[:-1]}-{i + 1}" for role, n in self.roles.items() for i in range(n)]

    def kill(self, name):
        """Sends SIGKILL. Returns False if the process had ended already: then something else went wrong."""
        self.note_counters(name)
        self.last_seen.pop(name, None)
        try:
            self.process(name).kill()
            return True
        except Failed:
            return False

    def start_again(self, name, environment=None):
        process = self.process(name)
        if environment is None and not process.pid():
            process.start_again()
        elif environment is not None:
            process.start(process.record()["argv"], environment)

    def start_server(self, name):
        """Starts RabbitMQ or a Redis, and waits until it responds."""
        port = self.amqp_port if name == "broker" else self.stores.ports[name]
        await_free(port)
        self.process(name).start_again()
        if name == "broker":
            rabbitmq.wait_ready(self.directory, port)
        else:
            redis.wait_ready(self.directory, port, name=name)

    def freeze(self, name):
        """Freezes a process. Returns its pid for `thaw`, or None if it does not exist."""
        pid = self.process(name).pid()
        return pid if pid and send(signal.SIGSTOP, pid) else None

    def thaw(self, pid):
        """Continues a process. Does nothing if it has been killed since."""
        if pid:
            send(signal.SIGCONT, pid)

    def restart(self, name):
        """Restarts RabbitMQ or Redis gracefully."""
        self._cluster(f"restart-{name}", self.directory)

    def go_by(self, name, port, other_port):
        """Makes the daemon use the other port instead of the port."""
        process = self.process(name)
        argv = process.record()["argv"]
        at = argv.index("--config") + 1
        with open(argv[at], encoding="utf-8") as file:
            text = file.read()
        argv[at] = os.path.join(self.directory, f"{name}.yaml")
        with open(argv[at], "w", encoding="utf-8") as file:
            file.write(text.replace(f":{port}/", f":{other_port}/"))
        process.stop()
        process.start(argv)
        process.wait_until(lambda: self.counters(name), 30)

    # -- counters ---------------------------------------------------------------------------------

    def note_counters(self, name):
        """Adds the growth of the process's counters since the last call."""
        seen = self.counters(name)
        before = self.last_seen.get(name, {})
        for key, value in seen.items():
            grown = value - before.get(key, 0)
            self.counted[key] = self.counted.get(key, 0) + (grown if grown >= 0 else value)
        if seen:
            self.last_seen[name] = seen

    def counters(self, name):
        """Returns the current counters, or nothing while the process is not ready."""
        with open(self.process(name).log_path, encoding="utf-8", errors="replace") as log:
            ready = READY.findall(log.read())
        if not ready or not self.process(name).pid():
            return {}
        return scrape_counters(ready[-1])

    def count_of(self, *names):
        return sum(self.counted.get(name, 0) for name in names)
