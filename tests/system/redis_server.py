"""A Redis of its own for a test, which may damage its file."""

import os
import signal
import subprocess

from harness import free_address, poll


class RedisServer:
    def __init__(self, folder):
        self.folder = folder
        self.port = free_address().rpartition(":")[2]
        self.process = None

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self):
        os.makedirs(self.folder, exist_ok=True)
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                ["redis-server", "--port", self.port, "--bind", "127.0.0.1", "--dir", self.folder,
                 "--appendonly", "yes", "--appendfsync", "always", "--save", "",
                 "--auto-aof-rewrite-percentage", "0"], stdin=subprocess.DEVNULL, stdout=log)
        poll(lambda: self.command("PING", check=False) == "PONG", "Redis answers")
        return self

    def command(self, *words, check=True):
        """Returns the output of redis-cli."""
        done = subprocess.run(["redis-cli", "-p", self.port, *words], capture_output=True,
                              text=True, check=False, stdin=subprocess.DEVNULL)
        assert not check or (done.returncode == 0 and "ERR" not in done.stdout), done
        return done.stdout.strip()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)

    def log_of_commands(self):
        """Returns the path of the append-only file in use."""
        place = os.path.join(self.folder, "appendonlydir")
        names = [name for name in os.listdir(place) if name.endswith(".incr.aof")]
        assert len(names) == 1, names
        return os.path.join(place, names[0])
