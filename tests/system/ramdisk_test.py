#!/usr/bin/python3
"""Our ramdisk inspects, cleans and deploys a virtual machine until the deployed system calls back. Kernel, QEMU disks
and the service are real."""

import os
import subprocess

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

    def test_a_uefi_machine_boots_with_the_entry_made_by_the_agent(self):
        self.add_machine(firmware="uefi", automated_clean=False)
        self.move("provide", "available")
        self.assertEqual(self.deploy()["fw"], "efi")
        self.assertIn("'ironic1' is \\EFI\\BOOT\\BOOTX64.EFI", self.machine.tail())

    def test_a_deployed_machine_is_rescued(self):
        self.add_machine(automated_clean=False, rescue_interface="agent")
        self.move("provide", "available")
        self.deploy()
        self.machine.from_disk = False
        self.move("rescue", "rescue", rescue_password="let me in")
        self.assertIn("ironbus_agent", self.by_ssh("let me in", "ps; cat /etc/.rescued").stdout)
        self.assertNotEqual(self.by_ssh("let me out", "true").returncode, 0)

    def test_a_network_card_with_a_driver_in_the_ramdisk(self):
        self.add_machine()
        self.machine.card = "e1000e"
        self.move("inspect", "manageable")
        inventory = self.api.get("/v1/nodes/vm/inventory").json["inventory"]
        self.assertEqual([one["mac_address"] for one in inventory["interfaces"]], [MAC])

    def by_ssh(self, password, command):
        """Runs a command as a user who knows only the machine's address."""
        answer = os.path.join(self.folder, "answer")
        with open(answer, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\necho '{password}'\n")
        os.chmod(answer, 0o700)
        return subprocess.run(
            ["ssh", "-F", "none", "-p", str(self.machine.ssh_port), "-o", "StrictHostKeyChecking=no",
             "-o", "UserKnownHostsFile=/dev/null", "-o", "NumberOfPasswordPrompts=1",
             "-o", "PreferredAuthentications=password", "rescue@127.0.0.1", command],
            env={**os.environ, "SSH_ASKPASS": answer, "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": "none"},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)

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


class Compressed(RamdiskTest):
    disk_format = ""  # The agent detects it.
    made_as = ("--qcow2",)

    def test_a_qcow2_image_without_a_format_is_written_as_its_disk_content(self):
        self.add_machine(automated_clean=False)
        self.move("provide", "available")
        self.assertEqual(self.deploy()["from"], "target")


if __name__ == "__main__":
    main()
