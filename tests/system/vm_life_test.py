#!/usr/bin/python3
"""The life of a machine from power-on to a system that calls back, as with `ops/demo --vm`: with the service's own
DHCP, its ramdisk and QEMU, in each way to boot. Where no network can be created, it boots from virtual media in QEMU's
own network, and the test says so."""

import os
import subprocess
import sys
import unittest

import harness

sys.path.insert(0, os.path.join(harness.ROOT, "ops", "demo_parts"))

import vm_demo  # noqa: E402
from vm_ways import WAYS  # noqa: E402

LIMIT = 300  # Seconds, on a busy machine. docs/how-to/boot_virtual_machines.md has the usual times.
CACHE = os.path.join(harness.ROOT, "build", "ramdisk")


def make(*argv):
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{argv}: {done.stdout[-1000:]}{done.stderr[-2000:]}"


def made_ramdisk():
    folder = os.path.join(CACHE, "test")
    make(os.path.join(harness.ROOT, "ops/ramdisk"), "--output", folder)
    return folder


def made_image():
    path = os.path.join(CACHE, "test.img")
    make("/usr/bin/python3", "-B", os.path.join(harness.ROOT, "ops/ramdisk_parts/demo_image.py"),
         "--output", path)
    return path


class Test(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        ramdisk, image = made_ramdisk(), made_image()  # They need the host's network.
        cls.place = vm_demo.choose_place(lambda line: print(line, file=sys.stderr, flush=True))
        cls.service = vm_demo.Service(harness.daemon_path(), ramdisk, image, cls.place).__enter__()
        cls.addClassCleanup(cls.service.__exit__, None, None, None)

    def lead(self, name):
        if name not in self.place.ways:
            self.skipTest(f"in {self.place.title} there are only: {', '.join(self.place.ways)}")
        said = []
        try:
            timeline = self.service.lead(WAYS[name], said.append, LIMIT)
        except vm_demo.Failed as failure:
            self.fail("\n".join([*said, str(failure)]))
        print("\n" + "\n".join(vm_demo.table([(WAYS[name].title, [timeline])])), file=sys.stderr)
        for moment, _ in vm_demo.MOMENTS:
            self.assertIn(moment, timeline.seconds)

    def test_ipmi_bios_and_ipxe(self):
        self.lead("bios")

    def test_redfish_uefi_and_virtual_media(self):
        self.lead("media")

    def test_redfish_uefi_http_boot_and_secure_boot(self):
        self.lead("secureboot")


if __name__ == "__main__":
    unittest.main(verbosity=2)
