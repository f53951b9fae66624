#!/usr/bin/python3
"""What may go wrong while a machine is cleaned or deployed by our ramdisk: the operator is told what it was, and
trying again works. Prints a table of it."""

import sys

import ramdisk_images
from harness import main, poll
from ramdisk_fixture import RamdiskTest
from ramdisk_images import drips, serves

IMAGE_FAULTS = (  # what the server of images does, what last_error says
    (ramdisk_images.serves_another, "failed to verify against checksum"),
    (ramdisk_images.serves_a_shorter_one, "failed to verify against checksum"),
    (ramdisk_images.ends_early, "the connection broke off"),
    (ramdisk_images.stalls, "no answer in time"),
    (ramdisk_images.lies_about_ranges, "answers a request from byte"),
    (ramdisk_images.has_a_larger_one_than_the_disk, "there is room for 5368709120"),
    (ramdisk_images.refuses, "Received status code 403"),
)
BAD_SECTOR = 20480  # in the middle of the image's partition


def tell(fault, error):
    print(f"\n  {fault.replace('_', ' '):34} {error}", file=sys.stderr)


class Faults(RamdiskTest):
    further_parameters = "ipa-image-download-connection-timeout=2 ipa-image-download-connection-retries=1"

    def fail(self, verb, state, limit=90):  # noqa: A003
        """last_error, of a node that does not get there."""
        self.api.ask_for_state("vm", verb)
        return self.await_failure(state, limit)

    def await_failure(self, state, limit=90):
        node = poll(lambda: self.of_state(state), f"the node is in state {state}", limit)
        why = self.api.get("/v1/nodes/vm/why").json
        self.assertEqual(why["last_error"], node["last_error"])
        self.assertTrue(why["unblocked_by"] or why["waiting"] is None, why)
        return node["last_error"]

    def of_state(self, state):
        node = self.api.node("vm")
        return node if node["provision_state"] == state else None

    def make_available(self):
        self.add_machine(automated_clean=False)
        self.move("provide", "available")

    def deploy_well(self):
        self.images.conduct = serves
        self.assertEqual(self.deploy()["from"], "target")

    def test_images(self):
        self.make_available()
        for conduct, said in IMAGE_FAULTS:
            with self.subTest(conduct.__name__):
                self.images.conduct = conduct
                self.images.ranges.clear()
                error = self.fail("active", "deploy failed")
                self.assertRegex(error, said)
                tell(conduct.__name__, error)
        self.deploy_well()

    def test_a_disk_that_fails_in_the_middle(self):
        self.make_available()
        self.images.conduct = serves
        sound = self.machine.root_drive
        self.machine.root_drive = (
            f"driver=raw,file.driver=blkdebug,file.image.driver=file,file.image.filename={self.machine.root},"
            f"file.inject-error.0.event=write_aio,file.inject-error.0.sector={BAD_SECTOR},"
            "file.inject-error.0.once=on,werror=report")
        error = self.fail("active", "deploy failed")
        self.assertIn("Input/output error", error)
        tell("disk error in the middle", error)
        self.machine.root_drive = sound
        self.deploy_well()

    def test_power_that_goes_in_the_middle(self):
        self.make_available()
        self.images.conduct = drips
        self.api.ask_for_state("vm", "active")
        poll(lambda: self.images.sent > len(self.images.image) // 2, "half of the image is sent", 90)
        self.machine.cut_power()
        error = self.await_failure("deploy failed", 120)
        tell("power cut in the middle", error)
        self.deploy_well()

    def clean_badly(self, fault):
        error = self.fail("provide", "clean failed")
        tell(fault, error)
        self.assertIn("Timeout reached", error)
        self.assertIn("check if the ramdisk is running", error)

    def clean_well(self):
        self.move("manage", "manageable")
        self.move("provide", "available")

    def test_a_ramdisk_that_never_comes(self):
        self.add_machine()
        self.further_parameters = "rdinit=/nowhere init=/nowhere panic=-1"
        self.clean_badly("ramdisk panics")
        self.assertIn("Kernel panic", self.machine.tail())
        self.further_parameters = ""
        self.clean_well()

    def test_a_network_without_dhcp(self):
        self.add_machine()
        served, self.machine.network = self.machine.network, "hubport,id=net,hubid=0"
        self.clean_badly("DHCP silent")
        self.machine.network = served
        self.clean_well()

    def test_a_clock_that_is_a_year_off(self):
        for clock in ("2028-01-01T00:00:00", "2020-01-01T00:00:00"):
            with self.subTest(clock):
                self.add_machine()
                self.machine.clock = clock
                self.move("provide", "available")
                self.assertIn("command execute_clean_step is done", self.machine.tail())
                self.machine.cut_power()
                self.assertEqual(self.api.call("DELETE", "/v1/nodes/vm").status, 204)

    def test_a_second_machine_with_the_same_address(self):
        self.add_machine()
        other = self.api.create("other")
        made = self.api.call("POST", "/v1/ports", {"node_uuid": other["uuid"], "address": self.machine.mac})
        self.assertEqual(made.status, 409)
        tell("two machines with one MAC", made.json["error_message"])


if __name__ == "__main__":
    main()
