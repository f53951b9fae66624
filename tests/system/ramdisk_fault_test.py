#!/usr/bin/python3
"""Disks, power and clocks that fail while our ramdisk works on a machine: the operator sees the cause, and a retry
works. Prints the error texts."""

from harness import main, poll
from ramdisk_fault_fixture import FaultTest, tell
from ramdisk_fixture import LIMIT
from ramdisk_images import drips, serves

BAD_SECTOR = 20480  # A sector in the middle of the image's partition.


class Faults(FaultTest):
    def test_a_disk_that_fails_in_the_middle(self):
        self.make_available()
        self.images.conduct = serves
        sound = self.machine.root_drive
        self.machine.root_drive = (
            f"driver=raw,file.driver=blkdebug,file.image.driver=file,file.image.filename={self.machine.root},"
            f"file.inject-error.0.event=write_aio,file.inject-error.0.iotype=write,file.inject-error.0.sector={BAD_SECTOR},"
            "file.inject-error.0.once=on,werror=report")
        error = self.error_of("active", "deploy failed")
        self.assertIn("Input/output error", error)
        tell("disk error in the middle", error)
        self.machine.root_drive = sound
        self.deploy_well()

    def test_a_power_loss_in_the_middle(self):
        self.make_available()
        self.images.conduct = drips
        self.api.ask_for_state("vm", "active")
        poll(lambda: self.images.sent > len(self.images.image) // 2, "half of the image is sent", LIMIT)
        self.machine.cut_power()
        error = self.await_failure("deploy failed")
        tell("power cut in the middle", error)
        self.deploy_well()

    def test_a_clock_that_is_wrong_by_a_year(self):
        for clock in ("2028-01-01T00:00:00", "2020-01-01T00:00:00"):
            with self.subTest(clock):
                self.add_machine()
                self.machine.clock = clock
                self.move("provide", "available")
                self.assertIn("command execute_clean_step is done", self.machine.tail())
                self.machine.cut_power()
                self.assertEqual(self.api.call("DELETE", "/v1/nodes/vm").status, 204)


if __name__ == "__main__":
    main()
