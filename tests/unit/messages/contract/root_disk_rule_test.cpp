#include "messages/contract/root_disk_rule.hpp"

#include <boost/test/unit_test.hpp>

using ironbus::may_be_root;
using ironbus::root_candidate;

BOOST_AUTO_TEST_SUITE(root_disk_rule)

BOOST_AUTO_TEST_CASE(virtual_media_of_bmcs_are_no_root_disks) {
  for (const auto& disk :
       {root_candidate{false, "usb", "AMI", "Virtual HDisk0"},
        root_candidate{false, "usb", "iDRAC", "LCDRIVE"},
        root_candidate{false, "usb", "HP", "iLO LUN 00 Media 0"},
        root_candidate{false, "usb", "ATEN", "Virtual Disk"},
        root_candidate{false, "usb", "", "OpenBMC Media"}, root_candidate{true, "sata", "a", "b"}})
    BOOST_TEST(!may_be_root(disk), disk.vendor << " " << disk.model);
}

BOOST_AUTO_TEST_CASE(disks_of_machines_and_hypervisors_are) {
  for (const auto& disk : {root_candidate{}, root_candidate{false, "sata", "ATA", "SAMSUNG"},
                           root_candidate{false, "sas", "VMware", "Virtual disk"},
                           root_candidate{false, "", "Msft", "Virtual Disk"},
                           root_candidate{false, "usb", "SanDisk", "Silo Ultra"},
                           root_candidate{false, "usb", "QEMU", "QEMU HARDDISK"}})
    BOOST_TEST(may_be_root(disk), disk.vendor << " " << disk.model);
}

BOOST_AUTO_TEST_SUITE_END()
