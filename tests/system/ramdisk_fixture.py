"""The real service, and a virtual machine with our ramdisk. Its images come from a server of the test."""

import os
import shutil
import subprocess
import threading
import unittest
import urllib.parse

from harness import ROOT, Daemon, free_address, poll, scratch
from ramdisk_images import Images, breaks_off_once
from ramdisk_machine import GIB, Machine, make_ramdisk, plant

LIMIT = 180  # Seconds, for an emulated machine on a busy host.
MAC = "52:54:00:aa:00:01"
SETTINGS = """
fake: {{journal: {folder}/journal, power_delay: "0.1"}}
deploy: {{fast_track: true}}
agent:
  callback_networks: [127.0.0.0/8]
  command_wait_interval: 200ms
  command_timeout: 60s
"""


class RamdiskTest(unittest.TestCase):
    further_settings = ""
    further_parameters = ""  # Further parameters of the ramdisk's kernel.
    disk_format = "raw"
    made_as = ()  # Options of demo_image.py.

    @classmethod
    def setUpClass(cls):
        make_ramdisk()

    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.daemon = Daemon(self.folder, settings=SETTINGS.format(folder=self.folder) + self.further_settings, listen=free_address()).start()
        self.addCleanup(self.daemon.stop)
        self.api = self.daemon.api
        self.images = Images(self.make_image(*self.made_as), breaks_off_once)
        self.addCleanup(self.images.server_close)
        self.addCleanup(self.images.shutdown)

    def make_image(self, *options):
        path = os.path.join(self.folder, "image")
        subprocess.run([os.path.join(ROOT, "ops", "ramdisk_parts", "demo_image.py"), "--output", path, *options],
                       check=True, capture_output=True)
        return path

    def parameters(self, machine):
        api = f"http://10.0.2.2:{urllib.parse.urlsplit(self.api.url).port}"
        out = (f"ipa-api-url={api} ipa-debug=1 BOOTIF=01-{MAC.replace(':', '-')} "
               f"ipa-advertise-host=127.0.0.1 ipa-advertise-port={machine.port} {self.further_parameters}")
        if self.api.node("vm")["provision_state"].startswith("inspect"):
            out += f" ipa-inspection-callback-url={api}/v1/continue_inspection"
        return out

    def add_machine(self, firmware="bios", capabilities="", further_info=None, **more):
        node = self.api.create("vm", **more, deploy_interface="direct", inspect_interface="agent",
                               properties={"root_device": {"serial": "s== ROOT-1"}, "capabilities": capabilities},
                               instance_info={"image_source": f"http://10.0.2.2:{self.images.server_port}/target.img",
                                              "image_disk_format": self.disk_format, "image_os_hash_algo": "sha256",
                                              "image_os_hash_value": self.images.sum, **(further_info or {})})
        made = self.api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": MAC})
        self.assertEqual(made.status, 201, made)
        self.machine = Machine(self.folder, node["uuid"], MAC, os.path.join(self.folder, "journal"), self.parameters,
                               firmware)
        self.addCleanup(self.machine.stop)
        plant(self.machine.root, 5 * GIB, (0, 1 << 30, 5 * GIB - 20000))
        plant(self.machine.data, 1 << 28, (0, 1 << 27, (1 << 28) - 20000))
        self.api.move("vm", "manage", "manageable")
        return node["uuid"]

    def move(self, verb, state, **more):
        self.api.ask_for_state("vm", verb, **more)
        try:
            return self.api.until("vm", state, LIMIT)
        except AssertionError as failed:
            raise AssertionError(f"{failed}\nconsole:\n{self.machine.tail()}") from None

    def deploy(self, verb="active"):
        """Returns the message of the deployed system."""
        threading.Thread(target=self.boot_the_disk_next, args=(self.machine.console_size(),), daemon=True).start()
        hello = f"http://10.0.2.2:{self.images.server_port}/hello"
        self.move(verb, "active", configdrive={"meta_data": {"hello": hello, "hostname": "deployed"}})
        return poll(lambda: self.images.hellos, "the deployed system calls back", LIMIT)[0]

    def boot_the_disk_next(self, before):
        """Boots from the disk after the agent has turned the machine off, perhaps `before` the call."""
        poll(lambda: "powering off" in self.machine.tail(before), "the agent powers the machine off", LIMIT)
        self.machine.from_disk = True
