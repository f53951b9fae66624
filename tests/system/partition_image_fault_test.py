#!/usr/bin/python3
"""Partition images that cannot be made bootable, are not allowed, or try to reach more than their disk."""

from harness import main
from partition_image_fixture import PROGRAMS_ALLOWED, PartitionTest
from ramdisk_machine import holds_planted

# Does what a hostile image would try, and prints the results.
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


class Refused(PartitionTest):
    contents = {"programs": {}}

    def test_programs_of_an_image_run_only_if_the_service_allows_it(self):
        self.add()
        self.assertIn("agent.enable_bios_bootloader_install", self.failure("active"))
        self.assertEqual(self.images.ranges, [])
        self.assertTrue(holds_planted(self.machine.root), "the disk was touched")


class NoLoader(PartitionTest):
    contents = {"programs": {}}
    further_settings = PROGRAMS_ALLOWED

    def test_an_image_without_a_boot_loader_is_reported(self):
        self.add()
        self.assertIn("has no boot loader: neither EFI files in /boot/efi/EFI", self.failure("active"))


class Hostile(PartitionTest):
    contents = {"programs": {"usr/sbin/grub-install": SPY}}
    further_settings = PROGRAMS_ALLOWED

    def test_a_program_of_an_image_can_access_its_disk_only(self):
        self.add()
        said = self.failure("active")
        self.assertIn("The image's /usr/sbin/grub-install ended with 3", said)
        for words in ("cmdline=[]", "net=[lo ]", "disks=[vda vda1 ]", "agents=[0]", "pattern=refused", "mount=refused",
                      "node=refused", "clock=refused", "modules=refused", "up=refused"):
            self.assertIn(words, said)
        self.assertIn("install_bootloader failed", self.machine.tail())  # The agent still runs.


if __name__ == "__main__":
    main()
