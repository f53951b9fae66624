#!/usr/bin/python3
"""Partition images. Our ramdisk partitions the disk, writes the root file system and makes the disk bootable: for BIOS
with the image's own GRUB, for UEFI with the image's loaders. Then the deployed system calls back."""

from harness import main
from partition_image_fixture import PROGRAMS_ALLOWED, PartitionTest

EPHEMERAL = (1 + 550 + 500) << 20  # An offset in the middle of the partition after the EFI system partition.
MARK = b"left by the deployed system"


class Bios(PartitionTest):
    contents = {"grub": "bios", "file_system": "xfs"}
    further_settings = PROGRAMS_ALLOWED

    def test_it_boots_with_the_grub_of_the_image(self):
        uuid = self.add(swap_mb=64)
        said = self.deploy()
        self.check(said, uuid, "vda3")
        self.assertEqual(said["configdrive"], "config-2:vda2")


class Uefi(PartitionTest):
    firmware = "uefi"
    capabilities = "boot_mode:uefi"
    contents = {"efi": True, "file_system": "btrfs"}

    def test_it_boots_with_the_loaders_of_the_image_and_a_rebuild_keeps_the_ephemeral_partition(self):
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
        self.assertIn("expected 5. Nothing was changed.", self.failure("rebuild"))

    def update_info(self, path, value):
        done = self.api.call("PATCH", "/v1/nodes/vm", [{"op": "add", "path": path, "value": value}])
        self.assertEqual(done.status, 200, done)

    def mark(self):
        """Returns what the deployed system has written to its ephemeral partition."""
        with open(self.machine.root, "r+b") as disk:
            disk.seek(EPHEMERAL)
            disk.write(MARK)

    def is_marked(self):
        with open(self.machine.root, "rb") as disk:
            disk.seek(EPHEMERAL)
            return disk.read(len(MARK)) == MARK


if __name__ == "__main__":
    main()
