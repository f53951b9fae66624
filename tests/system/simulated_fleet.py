"""`ironbusd simulate` as a process, for tests that control its machines."""

import base64
import json
import os
import re
import signal
import ssl
import subprocess
import urllib.request

import harness

READY = re.compile(r"ironbusd simulate ready listen=(\S+) tls=(\S+) machines=(\d+)")
SHORT = "times: {power_on: 0.2, power_off: 0.2, shutdown: 0.3, post: 0.4, bios_settings: 0.1, " \
        "volume: 0.5, firmware: 1, bmc_restart: 0.5}\n"


def unverified():
    """Returns a TLS context without verification, since each machine has its own self-signed certificate."""
    out = ssl.create_default_context()
    out.check_hostname = False
    out.verify_mode = ssl.CERT_NONE
    return out


def ask(machine, method, path, body=None):
    words = f"{machine['user']}:{machine['password']}".encode()
    request = urllib.request.Request(
        machine["redfish_address"] + path, method=method,
        data=json.dumps(body).encode() if body else None,
        headers={"Authorization": "Basic " + base64.b64encode(words).decode(),
                 "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30, context=unverified()) as answer:
        text = answer.read()
    return json.loads(text) if text else None


class Fleet:
    def __init__(self, machines, *arguments, scenario=SHORT, listen="127.0.0.1:0"):
        path = os.path.join(harness.scratch(), "scenario.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(scenario)
        self.process = subprocess.Popen(
            [harness.daemon_path(), "simulate", "--listen", listen, "--scenario", path,
             *(["--machines", str(machines)] if machines else []), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = READY.match(line)
        if not found:
            raise AssertionError(f"not ready: {line!r} {self.process.stderr.read()!r}")
        self.url = ("https" if found[2] == "on" else "http") + "://" + found[1]

    def machines(self):
        with urllib.request.urlopen(self.url + "/simulate/machines", context=unverified(),
                                    timeout=60) as answer:
            return harness.json.load(answer)["machines"]

    def state(self, name):
        return next(one["state"] for one in self.machines() if one["name"] == name)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=60)
        return self.process.returncode
