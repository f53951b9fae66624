#!/usr/bin/python3
"""A virtual machine is led by our ramdisk through inspection, cleaning and deployment, until the deployed system
calls back: a real kernel, real disks of QEMU and the real service."""

from harness import main
from ramdisk_fixture import MAC, RamdiskTest
from ramdisk_machine import GIB, holds_planted


class Life(RamdiskTest):
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
