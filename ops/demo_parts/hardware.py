"""The machines of the demonstration, and the settings that the service needs for them."""

import json
import os
import random
import ssl
import subprocess
import tempfile
import urllib.request

from daemon import Failed


class Fake:
    """Machines that the service simulates itself (driver fake-hardware)."""

    settings = ""

    def __init__(self, binary, count, seed=1):
        del binary
        self.count = count
        self._chance = random.Random(seed)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def begin(self, api_url):
        """Returns the request bodies of the nodes."""
        del api_url
        return [self._node(f"machine-{number:02}") for number in range(self.count)]

    def _delays(self):
        """Step durations. Each machine has its own pace, so that the table shows different states."""
        pace = self._chance.uniform(0.6, 1.4)
        seconds = {"power": 0.3, "inspect.inspect_hardware": 1.0, "deploy": 0.35,
                   "deploy.deploy": 1.5}
        return {step: round(pace * time, 2) for step, time in seconds.items()}

    def _node(self, name):
        return {"driver": "fake-hardware", "name": name, "resource_class": "demo",
                "properties": {"cpus": 8, "memory_mb": 16384, "local_gb": 100, "cpu_arch": "x86_64"},
                "driver_info": {"fake_delays": self._delays()}}


class Redfish:
    """Simulated machines of six vendors, with BMCs that speak Redfish over TLS (ironbusd simulate).
    They boot from virtual media; then an agent looks up its node and runs commands."""

    settings = """\
drivers: {enabled_hardware_types: [redfish]}
agent: {callback_networks: [127.0.0.0/8]}
"""
    SCENARIO = """\
times: {power_on: 0.2, power_off: 0.2, shutdown: 0.3, post: 1, agent: 1, agent_step: 0.5}
"""
    ISO = "http://192.0.2.80/ramdisk.iso"  # never fetched: the machines are simulated

    def __init__(self, binary, count):
        self.binary = os.path.abspath(binary)
        self.count = count
        self.process = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            self.process.terminate()
            self.process.wait(30)
            self.process.stdout.close()

    def begin(self, api_url):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as scenario:
            scenario.write(self.SCENARIO)
            scenario.flush()
            self.process = subprocess.Popen(
                [self.binary, "simulate", "--machines", str(self.count), "--listen", "127.0.0.1:0",
                 "--api", api_url, "--scenario", scenario.name],
                text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
            ready = dict(word.split("=", 1) for word in self.process.stdout.readline().split()
                         if "=" in word)
        if "listen" not in ready:
            raise Failed("ironbusd simulate was not ready: it printed no 'listen=' line")
        return [self._node(machine) for machine in listed(ready["listen"])]

    def _node(self, machine):
        return {"driver": "redfish", "name": f"{machine['profile']}-{machine['name'][-2:]}",
                "resource_class": "demo", "inspect_interface": "redfish",
                "boot_interface": "redfish-virtual-media", "deploy_interface": "direct",
                "driver_info": {"redfish_address": machine["redfish_address"],
                                "redfish_system_id": machine["system_id"],
                                "redfish_username": machine["user"],
                                "redfish_password": machine["password"],
                                "redfish_verify_ca": False, "deploy_iso": self.ISO,
                                "ramdisk_image_download_source": "http"},
                "instance_info": {"image_source": "http://192.0.2.80/disk.img",
                                  "image_checksum": "d41d8cd98f00b204e9800998ecf8427e"}}


def listed(place):
    """Returns the simulator's list of machines. Each machine has its own self-signed certificate."""
    unverified = ssl.create_default_context()
    unverified.check_hostname = False
    unverified.verify_mode = ssl.CERT_NONE
    with urllib.request.urlopen(f"https://{place}/simulate/machines", context=unverified,
                                timeout=60) as answer:
        return json.load(answer)["machines"]
