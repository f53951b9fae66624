#!/usr/bin/python3
"""Partition images on machines with UEFI that need more than a copy of the loaders: the image's own GRUB is installed
on the EFI system partition. Secure Boot is on, from the ramdisk to the deployed system."""

from harness import main
from partition_image_fixture import PROGRAMS_ALLOWED, PartitionTest


class Installed(PartitionTest):
    firmware = "uefi"
    capabilities = "boot_mode:uefi"
    contents = {"grub": "uefi", "file_system": "btrfs"}
    further_settings = PROGRAMS_ALLOWED

    def test_the_grub_of_the_image_is_installed_when_the_image_has_no_loader(self):
        uuid = self.add()
        self.check(self.deploy(), uuid, "vda3")
        self.assertIn("'ironic1' is \\EFI\\BOOT\\BOOTX64.EFI", self.machine.tail())


class SecureBoot(PartitionTest):
    firmware = "secure"
    capabilities = "boot_mode:uefi"
    contents = {"efi": True, "grub": "uefi"}
    further_settings = PROGRAMS_ALLOWED

    def test_the_signed_loaders_of_the_image_boot_it_and_its_grub_configures_them(self):
        uuid = self.add()
        self.check(self.deploy(), uuid, "vda3")
        said = self.machine.tail()
        self.assertIn("running the image's /usr/sbin/grub-mkconfig", said)
        self.assertIn("Secure boot enabled", said)


if __name__ == "__main__":
    main()
