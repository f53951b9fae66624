"""A daemon that builds boot ISOs from a kernel and a ramdisk, and simulated machines that boot from them."""

import hashlib
import os
import random
import shutil
import subprocess
import unittest

import iso_parts
from fleet import IMAGE
from harness import OPEN_NETWORK, Daemon, free_address, scratch
from simulated_fleet import SHORT, Fleet

SETTINGS = """
drivers: {{enabled_hardware_types: [redfish]}}
pxe: {{http_root: {folder}/boot}}
image: {{cache_path: {folder}/cache, networks: [127.0.0.0/8]}}
conductor:
  sync_power_state_interval: 1
  file_url_allowed_paths: [{folder}/ramdisk]
  deploy_kernel: "{source}/kernel"
  deploy_ramdisk: "{source}/ramdisk"
  bootloader: "{loader}/esp.img"
redfish: {{request_timeout: 4s, connect_timeout: 2s, power_on_conflict_retry_interval: 1s}}
agent: {{callback_networks: [127.0.0.0/8], command_wait_interval: 100ms}}
"""
TIMES = SHORT.rstrip("}\n") + ", agent: 0.2, agent_step: 0.2}\n"
KERNEL_BYTES, RAMDISK_BYTES = 3_000_001, 7_654_321
LIMIT = 120  # Seconds for each change of state. A machine with two cores has other work.


def read(path):
    with open(path, "rb") as file:
        return file.read()


def sum_of(content):
    return hashlib.sha256(content).hexdigest()


class Machines(unittest.TestCase):
    """A daemon and a fleet. With `AGENTS`, the machines' ramdisks have agents."""

    AGENTS = False
    BIOS = True

    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.sources = os.path.join(self.folder, "ramdisk")
        os.makedirs(self.sources)
        some = random.Random(7)
        self.write("kernel", some.randbytes(KERNEL_BYTES))
        self.write("ramdisk", some.randbytes(RAMDISK_BYTES))
        iso_parts.make_esp(os.path.join(self.sources, "esp.img"))
        for source in iso_parts.ISOLINUX if self.BIOS else ():
            shutil.copy(source, self.sources)

    def write(self, name, content):
        with open(os.path.join(self.sources, name) + ".new", "wb") as file:
            file.write(content)
        os.replace(os.path.join(self.sources, name) + ".new", os.path.join(self.sources, name))

    def start(self, machines=2, source=None, listen=None):
        place = "file://" + self.sources
        settings = SETTINGS.format(folder=self.folder, source=source or place, loader=place)
        self.daemon = Daemon(os.path.join(self.folder, "one"), settings=settings,
                             listen=listen or free_address()).start(**OPEN_NETWORK if listen else {})
        self.addCleanup(self.stop)
        more = ["--api", self.daemon.api.url] if self.AGENTS else []
        self.fleet = Fleet(machines, "--profile", "openbmc", *more, scenario=TIMES)
        self.machines = self.fleet.machines()
        self.api = self.daemon.api

    def stop(self):
        self.assertEqual((self.daemon.stop(), self.fleet.stop()), (0, 0))

    def enrol(self, number, boot="redfish-virtual-media", deploy="direct", **more):
        machine = self.machines[number]
        info = {"redfish_address": machine["redfish_address"], "redfish_verify_ca": False,
                "redfish_username": machine["user"], "redfish_password": machine["password"],
                **more.pop("driver_info", {})}
        node = self.api.create(f"node-{number}", driver="redfish", boot_interface=boot,
                               deploy_interface=deploy, driver_info=info,
                               **{"instance_info": IMAGE, **more})
        for mac in machine["macs"]:
            made = self.api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": mac})
            self.assertEqual(made.status, 201, made)
        return node["uuid"]

    def move(self, number, verb, state):
        self.api.ask_for_state(f"node-{number}", verb)
        return self.api.until(f"node-{number}", state, LIMIT)

    def state(self, number):
        return self.fleet.state(self.machines[number]["name"])

    def clean(self, number, **more):
        """Returns the URL of the boot ISO of a machine that is being cleaned and waits for an agent."""
        uuid = self.enrol(number, **more)
        self.move(number, "manage", "manageable")
        self.move(number, "provide", "clean wait")
        return uuid, self.disc_of(number)

    def disc_of(self, number):
        discs = [one for one in self.state(number)["media"].values()]
        self.assertEqual(len(discs), 1, discs)
        return discs[0]

    def files(self, uuid):
        return os.path.join(self.folder, "boot", uuid)

    def shared(self):
        return sorted(name for name in os.listdir(os.path.join(self.folder, "boot", ".shared"))
                      if name.startswith("part-"))


def curl(url, *arguments):
    done = subprocess.run(["curl", "-sS", *arguments, url], timeout=60, capture_output=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
