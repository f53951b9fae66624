#!/usr/bin/python3
"""A virtual machine is led by our ramdisk through inspection, cleaning and deployment, until the deployed system
calls back: a real kernel, real disks of QEMU and the real service."""

import hashlib
import http.server
import os
import re
import shutil
import subprocess
import threading
import unittest
import urllib.parse

from harness import ROOT, Daemon, free_address, main, poll, scratch
from ramdisk_machine import GIB, Machine, holds_planted, make_ramdisk, plant

MAC = "52:54:00:aa:00:01"
SETTINGS = """
fake: {{journal: {folder}/journal, power_delay: "0.1"}}
deploy: {{fast_track: true}}
agent:
  callback_networks: [127.0.0.0/8]
  command_wait_interval: 200ms
  command_timeout: 60s
"""


class Images(http.server.ThreadingHTTPServer):
    """Serves one image, with ranges; the first connection breaks off in the middle. Keeps who says hello."""

    daemon_threads = True

    def __init__(self, path):
        super().__init__(("127.0.0.1", 0), ImageHandler)
        with open(path, "rb") as file:
            self.image = file.read()
        self.tag = '"' + hashlib.sha256(self.image).hexdigest()[:16] + '"'
        self.ranges = []
        self.hellos = []
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()


class ImageHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.startswith("/hello"):
            self.server.hellos.append(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query)))
            return self.reply(200, b"hello")
        wanted = re.fullmatch(r"bytes=(\d+)-", self.headers["Range"] or "")
        self.server.ranges.append(self.headers["Range"])
        if wanted and self.headers["If-Range"] == self.server.tag:
            begin, size = int(wanted[1]), len(self.server.image)
            return self.reply(206, self.server.image[begin:], ("Content-Range", f"bytes {begin}-{size - 1}/{size}"))
        if len(self.server.ranges) == 1:
            return self.reply(200, self.server.image, only=len(self.server.image) // 2)
        return self.reply(200, self.server.image)

    def reply(self, status, body, *headers, only=None):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", self.server.tag)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body[:only])
        self.close_connection = True

    def log_message(self, *_):
        pass


class Life(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        make_ramdisk()

    def setUp(self):
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.daemon = Daemon(self.folder, settings=SETTINGS.format(folder=self.folder), listen=free_address()).start()
        self.addCleanup(self.daemon.stop)
        self.api = self.daemon.api
        self.images = Images(self.make_image())
        self.addCleanup(self.images.server_close)
        self.addCleanup(self.images.shutdown)

    def make_image(self):
        path = os.path.join(self.folder, "image")
        subprocess.run([os.path.join(ROOT, "ops", "ramdisk_parts", "demo_image.py"), "--output", path], check=True,
                       capture_output=True)
        return path

    def parameters(self, machine):
        api = f"http://10.0.2.2:{urllib.parse.urlsplit(self.api.url).port}"
        out = (f"ipa-api-url={api} ipa-debug=1 BOOTIF=01-{MAC.replace(':', '-')} "
               f"ipa-advertise-host=127.0.0.1 ipa-advertise-port={machine.port}")
        if self.api.node("vm")["provision_state"].startswith("inspect"):
            out += f" ipa-inspection-callback-url={api}/v1/continue_inspection"
        return out

    def add_machine(self, uefi=False, **more):
        node = self.api.create("vm", **more, deploy_interface="direct", inspect_interface="agent",
                               properties={"root_device": {"serial": "s== ROOT-1"}},
                               instance_info={"image_source": f"http://10.0.2.2:{self.images.server_port}/target.img",
                                              "image_disk_format": "raw", "image_os_hash_algo": "sha256",
                                              "image_os_hash_value": hashlib.sha256(self.images.image).hexdigest()})
        made = self.api.call("POST", "/v1/ports", {"node_uuid": node["uuid"], "address": MAC})
        self.assertEqual(made.status, 201, made)
        self.machine = Machine(self.folder, node["uuid"], MAC, os.path.join(self.folder, "journal"), self.parameters,
                               uefi)
        self.addCleanup(self.machine.stop)
        plant(self.machine.root, 5 * GIB, (0, 1 << 30, 5 * GIB - 20000))
        plant(self.machine.data, 1 << 28, (0, 1 << 27, (1 << 28) - 20000))
        self.api.move("vm", "manage", "manageable")
        return node["uuid"]

    def move(self, verb, state, **more):
        self.api.ask_for_state("vm", verb, **more)
        try:
            return self.api.until("vm", state, 90)
        except AssertionError as failed:
            raise AssertionError(f"{failed}\nconsole:\n{self.machine.tail()}") from None

    def test_from_inspection_to_the_deployed_system(self):
        uuid = self.add_machine()
        self.move("inspect", "manageable")
        self.check_inventory(self.api.get("/v1/nodes/vm/inventory").json["inventory"])

        self.move("provide", "available")
        self.assertFalse(holds_planted(self.machine.root), "the root disk was not erased")
        self.assertFalse(holds_planted(self.machine.data), "the NVMe disk was not erased")

        said = self.deploy()
        self.assertIsNone(self.images.ranges[0])
        self.assertTrue(any((one or "").startswith("bytes=") for one in self.images.ranges[1:]), self.images.ranges)
        self.assertEqual(said["from"], "target")
        self.assertEqual(said["fw"], "bios")
        self.assertEqual(said["hostname"], "deployed")
        self.assertEqual(said["configdrive"], "config-2:vda2")
        self.assertEqual(said["mac"], MAC)
        self.assertEqual(said["uuid"], uuid)

    def test_a_machine_with_uefi_boots_by_the_entry_that_the_agent_makes(self):
        self.add_machine(uefi=True, automated_clean=False)
        self.move("provide", "available")
        self.assertEqual(self.deploy()["fw"], "efi")
        self.assertIn("'ironic1' is \\EFI\\BOOT\\BOOTX64.EFI", self.machine.tail())

    def deploy(self):
        """What the deployed system says of itself."""
        threading.Thread(target=self.boot_the_disk_next, daemon=True).start()
        hello = f"http://10.0.2.2:{self.images.server_port}/hello"
        self.move("active", "active", configdrive={"meta_data": {"hello": hello, "hostname": "deployed"}})
        return poll(lambda: self.images.hellos, "the deployed system calls back", 90)[0]

    def boot_the_disk_next(self):
        """Once the agent has turned the machine off."""
        poll(lambda: "powering off" in self.machine.tail(), "the agent powers off", 90)
        self.machine.from_disk = True

    def check_inventory(self, inventory):
        disks = {disk["serial"]: disk for disk in inventory["disks"]}
        self.assertEqual(set(disks), {"ROOT-1", "DATA-1"})
        self.assertEqual(disks["ROOT-1"]["size"], 5 * GIB)
        self.assertEqual(disks["DATA-1"]["tran"], "nvme")
        self.assertTrue(disks["DATA-1"]["by_path"].endswith("-nvme-1"))
        self.assertEqual([one["mac_address"] for one in inventory["interfaces"]], [MAC])
        self.assertEqual(inventory["interfaces"][0]["ipv4_address"], "10.0.2.15")
        self.assertEqual(inventory["boot"]["current_boot_mode"], "bios")
        self.assertEqual(inventory["boot"]["pxe_interface"], MAC)
        self.assertEqual(inventory["system_vendor"]["manufacturer"], "QEMU")


if __name__ == "__main__":
    main()
