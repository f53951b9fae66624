"""A machine on which our ramdisk writes a partition image."""

import os

from harness import poll
from partition_image import make_partition_image
from partition_roots import UUID
from ramdisk_fixture import LIMIT, MAC, RamdiskTest

# A part of the section `agent`.
PROGRAMS_ALLOWED = "  enable_bios_bootloader_install: true\n"
PARTITIONED = {"image_type": "partition", "kernel": "in the image", "ramdisk": "in the image", "root_gb": 2}


class PartitionTest(RamdiskTest):
    firmware = "bios"
    capabilities = "boot_mode:bios"
    contents = {}

    def make_image(self):
        path = os.path.join(self.folder, "image")
        make_partition_image(path, **self.contents)
        return path

    def add(self, **more):
        uuid = self.add_machine(firmware=self.firmware, automated_clean=False, capabilities=self.capabilities,
                                further_info={**PARTITIONED, **more})
        self.move("provide", "available")
        return uuid

    def check(self, said, uuid, root):
        self.assertEqual((said["from"], said["uuid"], said["mac"]), ("target", uuid, MAC))
        self.assertEqual(said["fw"], "bios" if self.firmware == "bios" else "efi")
        kind = self.contents.get("file_system", "ext4")
        self.assertIn(f"root: {UUID} is on /dev/{root}, {kind}", self.machine.tail())

    def failure(self, verb):
        """Returns last_error of a failed deployment."""
        self.api.ask_for_state("vm", verb)

        def failed():
            node = self.api.node("vm")
            return node["provision_state"] == "deploy failed" and node

        return poll(failed, "the deployment fails", LIMIT)["last_error"]
