#!/usr/bin/python3
"""Kernels and ramdisks from web servers. The service downloads each file once for all nodes, with any boot
interface, and serves it. A web server of the test has the files."""

import base64
import hashlib
import os
import random
import shutil
import unittest

from harness import Daemon, free_address, main, poll, scratch
from image_server import USER, ImageServer

INTERFACES = ("ipxe", "pxe", "http-ipxe", "http")
SIZES = {"kernel": 700_001, "ramdisk": 2_000_003, "esp.img": 300_007, "slow-kernel": 8_000_009, "live.iso": 900_001}
SETTINGS = """
drivers:
  enabled_hardware_types: [manual-management]
  default_deploy_interface: direct
dhcp: {{dhcp_provider: none}}
pxe: {{http_root: {folder}/boot}}
conductor: {{task_poll_longest: 1s}}
image:
  cache_path: {folder}/cache
  networks: [127.0.0.0/8, "::1/128"]
  redirect_hosts: [localhost]
  stall_timeout: 1s
  retry_pause: 10ms
  download_attempts: 2
"""


class BootSources(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server, cls.other = ImageServer(), ImageServer()
        for name, size in SIZES.items():
            cls.server.files[name] = cls.other.files[name] = random.Random(name).randbytes(size)
        cls.folder = scratch()
        cls.daemon = Daemon(cls.folder, settings=SETTINGS.format(folder=cls.folder), listen=free_address()).start()
        cls.count = 0

    @classmethod
    def tearDownClass(cls):
        cls.server.released.set()
        try:
            cls.daemon.stop()
        finally:
            for one in (cls.server, cls.other):
                one.stop()
            shutil.rmtree(cls.folder, ignore_errors=True)

    @property
    def api(self):
        return self.daemon.api

    def url(self, mode, name):
        return f"{self.server.url}/{mode}/{name}"

    def clean(self, interface, **driver_info):
        """Returns the UUID of a node that is about to boot the ramdisk."""
        type(self).count += 1
        name = f"node{self.count}"
        info = {"deploy_kernel": self.url("plain", "kernel"), "deploy_ramdisk": self.url("plain", "ramdisk"),
                "bootloader": self.url("plain", "esp.img"), **driver_info}
        node = self.api.create(name, driver="manual-management", boot_interface=interface, driver_info=info)
        made = self.api.call("POST", "/v1/ports",
                             {"node_uuid": node["uuid"], "address": f"52:54:00:00:01:{self.count:02x}"})
        self.assertEqual(made.status, 201, made)
        self.api.move(name, "manage", "manageable")
        self.api.ask_for_state(name, "provide")
        return node["uuid"]

    def served(self, uuid, name):
        return self.api.get(f"/v1/boot/{uuid}/{name}")

    def until_served(self, uuid, name):
        def got():
            answer = self.served(uuid, name)
            return answer.status == 200 and answer.body
        return poll(got, f"{name} of {uuid}")

    def abort(self, uuid):
        poll(lambda: self.api.node(uuid)["provision_state"] == "clean wait", "clean wait")
        self.api.ask_for_state(uuid, "abort")
        poll(lambda: not os.path.exists(f"{self.folder}/boot/{uuid}"), "the boot files to go")

    def failure_of(self, *words, interface="pxe", **driver_info):
        uuid = self.clean(interface, **driver_info)
        poll(lambda: self.api.node(uuid)["provision_state"] == "clean failed", "clean failed")
        error = self.api.node(uuid)["last_error"]
        for word in words:
            self.assertIn(word, error)
        self.assertNotIn("geheim", error)
        self.assertFalse(os.path.exists(f"{self.folder}/boot/{uuid}/kernel"))

    def test_every_boot_interface_uses_one_download_for_all_nodes(self):
        nodes = [(interface, self.clean(interface)) for interface in INTERFACES * 2]
        for interface, uuid in nodes:
            script = self.until_served(uuid, "config").decode()
            for name in ("kernel", "ramdisk"):
                self.assertIn(f"{self.api.url}/v1/boot/{uuid}/{name} ", script)
                self.assertTrue(self.until_served(uuid, name) == self.server.files[name], name)
                self.assertEqual(os.stat(f"{self.folder}/boot/{uuid}/{name}").st_mode & 0o777, 0o644)
            if interface in ("pxe", "http"):
                self.assertIn(f"/{uuid}/kernel ", self.until_served(uuid, "grub.cfg").decode())
            if interface == "http":
                disk = self.until_served(uuid, "boot.img")
                for name in ("kernel", "ramdisk", "esp.img"):
                    self.assertIn(self.server.files[name], disk)
        inodes = {os.stat(f"{self.folder}/boot/{uuid}/kernel").st_ino for _, uuid in nodes}
        self.assertEqual(len(inodes), 1)
        for name in ("kernel", "ramdisk", "esp.img"):
            self.assertEqual(self.server.times(f"/plain/{name}"), 1, name)
        for _, uuid in nodes:
            self.abort(uuid)

    def test_a_slow_download_survives_a_kill(self):
        uuid = self.clean("pxe", deploy_kernel=self.url("slow", "slow-kernel"))
        poll(lambda: self.api.node(uuid)["provision_state"] == "clean wait", "clean wait")
        why = self.api.get(f"/v1/nodes/{uuid}/why").json
        self.assertIn("prepare_ramdisk", str(why))
        self.assertEqual(self.served(uuid, "kernel").status, 404)
        self.daemon.kill()
        self.daemon.start()
        self.server.released.set()
        self.addCleanup(self.server.released.clear)
        self.assertTrue(self.until_served(uuid, "kernel") == self.server.files["slow-kernel"])
        ranges = self.server.ranges("/slow/slow-kernel")
        self.assertEqual(len(ranges), 2, ranges)
        self.assertRegex(ranges[1], r"bytes=[1-9]\d+-")
        self.daemon.kill()  # The finished part stays.
        self.daemon.start()
        self.assertTrue(self.until_served(uuid, "kernel") == self.server.files["slow-kernel"])
        self.abort(uuid)

    def test_a_checksum_in_the_url_is_verified(self):
        good = hashlib.sha512(self.server.files["kernel"]).hexdigest()
        uuid = self.clean("ipxe", deploy_kernel=self.url("chunked", "kernel") + "#sha512=" + good,
                          ramdisk_image_download_source="http")
        script = self.until_served(uuid, "config").decode()
        self.assertIn(f"/v1/boot/{uuid}/kernel ", script)  # The machine would not verify it.
        self.assertIn(self.url("plain", "ramdisk") + " ", script)
        self.abort(uuid)
        self.failure_of("has the wrong checksum", "/chunked/kernel'",
                        deploy_kernel=self.url("chunked", "kernel") + "#sha256=" + "0" * 64)

    def test_errors_and_redirects_of_a_server_fail_the_step_with_the_url(self):
        self.failure_of("Cannot fetch the boot file", "/gone/kernel'", "answered with HTTP 404",
                        deploy_kernel=self.url("gone", "kernel"))
        self.failure_of("wrong credentials", deploy_kernel=self.url("basic", "kernel"))
        self.failure_of("redirects to", "is not allowed", interface="http",
                        deploy_kernel=f"http://localhost:{self.server.port}/to/{self.other.port}/kernel")
        self.failure_of("outside the networks that are allowed", interface="ipxe",
                        deploy_kernel="http://169.254.169.254/latest/meta-data")

    def test_allowed_credentials_and_redirects_are_used(self):
        uuid = self.clean("pxe", deploy_kernel=self.url("basic", "kernel"), deploy_ramdisk=self.url("basic", "ramdisk"),
                          image_pull_secret=self.in_base64(USER))
        self.assertTrue(self.until_served(uuid, "kernel") == self.server.files["kernel"])
        self.abort(uuid)
        uuid = self.clean("pxe", deploy_kernel=self.url(f"to-name/{self.other.port}", "kernel"))
        self.assertTrue(self.until_served(uuid, "kernel") == self.server.files["kernel"])
        self.abort(uuid)

    @staticmethod
    def in_base64(text):
        return base64.b64encode(text.encode()).decode()


UNKNOWN = """
auto_discovery: {{enabled: true, driver: manual-management}}
conductor:
  deploy_kernel: {server}/plain/kernel
  deploy_ramdisk: {server}/plain/ramdisk
dhcp: {{dhcp_provider: dnsmasq}}
dnsmasq: {{dhcp_hostsdir: {folder}/hosts, dhcp_optsdir: {folder}/opts}}
"""


class UnknownMachines(unittest.TestCase):
    """Boot files of machines without a node."""

    def setUp(self):
        self.server = ImageServer()
        self.addCleanup(self.server.stop)
        for name in ("kernel", "ramdisk"):
            self.server.files[name] = random.Random(name).randbytes(SIZES[name])
        self.folder = scratch()
        self.addCleanup(shutil.rmtree, self.folder, True)
        own = [x for x in SETTINGS.splitlines() if not x.startswith(("dhcp:", "conductor:"))]
        settings = ("\n".join(own) + UNKNOWN).format(folder=self.folder, server=self.server.url)
        self.daemon = Daemon(self.folder, settings=settings, listen=free_address()).start()
        self.addCleanup(self.daemon.stop)

    def until_served(self, path):
        def got():
            answer = self.daemon.api.get(path)
            return answer.status == 200 and answer.body
        return poll(got, path)

    def test_grub_boots_files_of_a_web_server(self):
        self.assertIn("linux $base/discovery/kernel ", self.until_served("/grub/discovery.cfg").decode())
        for name in ("kernel", "ramdisk"):
            self.assertTrue(self.until_served(f"/v1/boot/discovery/{name}") == self.server.files[name], name)
            self.assertIn(f"/v1/boot/discovery/{name} ", self.until_served("/v1/boot/discovery/config").decode())
        self.daemon.kill()
        self.server.files.clear()  # The service keeps its copies.
        self.daemon.start()
        self.assertTrue(self.until_served("/v1/boot/discovery/kernel"))
        self.until_served("/grub/discovery.cfg")


if __name__ == "__main__":
    main()
