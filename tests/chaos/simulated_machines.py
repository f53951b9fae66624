"""Runs `ironbusd simulate` as a process."""

import json
import ssl
import subprocess
import tempfile
import urllib.request

import testbed  # noqa: F401, its path to ops
from backends import roles


class SimulatedMachines:
    """`with SimulatedMachines(N, scenario) as fleet:` runs the machines."""

    def __init__(self, count, scenario, *arguments):
        self.count = count
        self.scenario = scenario
        self.arguments = arguments

    def __enter__(self):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as scenario:
            scenario.write(self.scenario)
            scenario.flush()
            self.process = subprocess.Popen(
                [roles.daemon_path(), "simulate", "--machines", str(self.count), "--listen",
                 "127.0.0.1:0", "--scenario", scenario.name, *self.arguments],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
            line = self.process.stdout.readline()
        ready = dict(word.split("=", 1) for word in line.split() if "=" in word)
        assert "listen" in ready, line
        self.url = f"https://{ready['listen']}/simulate/machines"
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)
        self.process.stdout.close()

    def machines(self):
        """Returns the list of machines. Each machine has its own self-signed certificate."""
        unverified = ssl.create_default_context()
        unverified.check_hostname = False
        unverified.verify_mode = ssl.CERT_NONE
        with urllib.request.urlopen(self.url, context=unverified, timeout=60) as answer:
            return json.load(answer)["machines"]
