#!/usr/bin/python3
"""Partition images: our ramdisk partitions the disk, writes the root's file system to it and makes it boot, by BIOS with
the image's own GRUB, by UEFI with the loaders that the image brings. Proof is the deployed system's call."""

import os

from harness import main, poll
from partition_image import UUID, make_partition_image
from ramdisk_fixture import LIMIT, MAC, RamdiskTest
from ramdisk_machine import holds_planted

# Goes on in the section agent.
PROGRAMS_ALLOWED = "  enable_bios_bootloader_install: true\n"
EPHEMERAL = (1 + 550 + 500) << 20  # in the middle of the partition that follows the EFI system partition
MARK = b"left by the deployed system"
# Tries what a hostile image would try, and says what came of it.
SPY = """#!/bin/sh
try() { "$@" >/dev/null 2>&1 && echo done || echo refused; }
set_clock() { date -s 2001-01-01; [ "$(date +%Y)" = 2001 ]; }
change() { echo "$1" >"$2"; }
echo "cmdline=[$(cat /proc/cmdline)] net=[$(ls /sys/class/net | tr '\\n' ' ')]"
echo "disks=[$(ls /dev | grep -E 'vd|nvme|sd' | tr '\\n' ' ')] agents=[$(ps | grep -c '[i]ronbus')]"
echo "pattern=$(try change '|/evil' /proc/sys/kernel/core_pattern) mount=$(try mount -t tmpfs none /mnt)"
echo "node=$(try mknod /tmp/memory c 1 1) clock=$(try set_clock) modules=$(try insmod /lib/modules/ext4.ko)"
echo "up=$(try chroot /proc/1/root/.. ls)"
kill -9 -1
exit 3
"""
PARTITIONED = {"image_type": "partition", "kernel": "in the image", "ramdisk": "in the image", "root_gb": 2}


class PartitionTest(RamdiskTest):
    boot_mode = "bios"
    contents = {}

    def make_image(self):
        path = os.path.join(self.folder, "image")
        make_partition_image(path, **self.contents)
        return path

    def add(self, **more):
        uuid = self.add_machine(uefi=self.boot_mode == "uefi", automated_clean=False,
                                capabilities="boot_mode:" + self.boot_mode, further_info={**PARTITIONED, **more})
        self.move("provide", "available")
        return uuid

    def check(self, said, uuid, root):
        self.assertEqual((said["from"], said["uuid"], said["mac"]), ("target", uuid, MAC))
        self.assertEqual(said["fw"], "efi" if self.boot_mode == "uefi" else "bios")
        self.assertIn(f"root: {UUID.replace('-', '')} is on {root}", self.machine.tail())

    def failure(self, verb):
        """last_error of a deployment that fails."""
        self.api.ask_for_state("vm", verb)

        def failed():
            node = self.api.node("vm")
            return node["provision_state"] == "deploy failed" and node

        return poll(failed, "the deployment fails", LIMIT)["last_error"]


class Bios(PartitionTest):
    contents = {"grub": True}
    further_settings = PROGRAMS_ALLOWED

    def test_it_boots_by_the_grub_of_the_image(self):
        uuid = self.add(swap_mb=64)
        said = self.deploy()
        self.check(said, uuid, "vda3")
        self.assertEqual(said["configdrive"], "config-2:vda2")


class Uefi(PartitionTest):
    boot_mode = "uefi"
    contents = {"efi": True}

    def test_it_boots_by_the_loaders_of_the_image_and_a_rebuild_preserves_what_is_ephemeral(self):
        uuid = self.add(ephemeral_gb=1)
        self.check(self.deploy(), uuid, "vda4")
        self.assertIn("'debian' is \\EFI\\debian\\shimx64.efi", self.machine.tail())
        self.mark()
        self.machine.from_disk = False
        self.images.hellos.clear()
        self.update_info("/instance_info/preserve_ephemeral", True)
        self.check(self.deploy("rebuild"), uuid, "vda4")
        self.assertTrue(self.is_marked())
        self.machine.from_disk = False
        self.update_info("/instance_info/swap_mb", 8)
        self.assertIn("wanted are 5. Nothing was changed.", self.failure("rebuild"))

    def update_info(self, path, value):
        done = self.api.call("PATCH", "/v1/nodes/vm", [{"op": "add", "path": path, "value": value}])
        self.assertEqual(done.status, 200, done)

    def mark(self):
        """Something that the deployed system has left on its ephemeral partition."""
        with open(self.machine.root, "r+b") as disk:
            disk.seek(EPHEMERAL)
            disk.write(MARK)

    def is_marked(self):
        with open(self.machine.root, "rb") as disk:
            disk.seek(EPHEMERAL)
            return disk.read(len(MARK)) == MARK


class Refused(PartitionTest):
    contents = {"programs": {}}

    def test_programs_of_an_image_are_run_only_where_the_service_allows_it(self):
        self.add()
        self.assertIn("agent.enable_bios_bootloader_install", self.failure("active"))
        self.assertEqual(self.images.ranges, [])
        self.assertTrue(holds_planted(self.machine.root), "the disk was touched")


class NoLoader(PartitionTest):
    contents = {"programs": {}}
    further_settings = PROGRAMS_ALLOWED

    def test_an_image_without_a_boot_loader_is_said_to_have_none(self):
        self.add()
        self.assertIn("has no boot loader: neither EFI files in /boot/efi/EFI", self.failure("active"))


class Hostile(PartitionTest):
    contents = {"programs": {"usr/sbin/grub-install": SPY}}
    further_settings = PROGRAMS_ALLOWED

    def test_a_program_of_an_image_sees_and_changes_nothing_but_its_disk(self):
        self.add()
        said = self.failure("active")
        self.assertIn("The image's /usr/sbin/grub-install ended with 3", said)
        for words in ("cmdline=[]", "net=[lo ]", "disks=[vda vda1 ]", "agents=[0]", "pattern=refused", "mount=refused",
                      "node=refused", "clock=refused", "modules=refused", "up=refused"):
            self.assertIn(words, said)
        self.assertIn("install_bootloader failed", self.machine.tail())  # and the agent lives


if __name__ == "__main__":
    main()
