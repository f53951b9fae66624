#!/usr/bin/python3
"""Ramdisks that never call the service: the operator sees the cause, and a retry works. Prints the error texts."""

from harness import main
from ramdisk_fault_fixture import FaultTest, tell


class Silence(FaultTest):
    def clean_badly(self, fault):
        error = self.error_of("provide", "clean failed")
        tell(fault, error)
        self.assertIn("Timeout reached", error)
        self.assertIn("check if the ramdisk is running", error)

    def clean_well(self):
        self.move("manage", "manageable")
        self.move("provide", "available")

    def test_a_ramdisk_that_never_calls(self):
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

    def test_a_second_machine_with_the_same_address(self):
        self.add_machine()
        other = self.api.create("other")
        made = self.api.call("POST", "/v1/ports", {"node_uuid": other["uuid"], "address": self.machine.mac})
        self.assertEqual(made.status, 409)
        tell("two machines with one MAC", made.json["error_message"])


if __name__ == "__main__":
    main()
