#include "drivers/ramdisk/inventory/inventory.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/inventory/root_disk.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <fstream>

using namespace ironbus::ramdisk;
namespace fs = std::filesystem;

namespace {

/// A machine's /sys and /proc in a temporary folder.
struct machine_folder {
  machine_folder() { fs::remove_all(root), fs::create_directories(root); }
  ~machine_folder() { fs::remove_all(root); }

  void write(const std::string& path, const std::string& text) const {
    fs::create_directories((root / path).parent_path());
    std::ofstream{root / path} << text;
  }

  void link(const std::string& path, const std::string& target) const {
    fs::create_directories((root / path).parent_path());
    fs::create_directory_symlink(root / target, root / path);
  }

  void add_sata_disk() const {
    const std::string device = "sys/devices/pci0000:00/0000:00:1f.2/ata2/host1/target1:0:0/1:0:0:0";
    write(device + "/block/sda/size", "19535040\n");
    write(device + "/block/sda/queue/rotational", "1\n");
    write(device + "/block/sda/queue/logical_block_size", "512\n");
    write(device + "/block/sda/queue/physical_block_size", "4096\n");
    write(device + "/model", "ACME DISK       \n");
    write(device + "/vendor", "ATA     \n");
    write(device + "/wwid", "naa.5000c500a0b1c2d3\n");
    write(device + "/vpd_pg80", std::string{"\0\x80\0\x08", 4} + "  SER-1 ");
    fs::create_directories(root / device / "scsi_device/1:0:0:0");
    link(device + "/block/sda/device", device);
    link("sys/block/sda", device + "/block/sda");
    write("sys/class/ata_port/ata2/port_no", "2\n");
  }

  void add_nvme_disk() const {
    const std::string device = "sys/devices/pci0000:00/0000:00:04.0/nvme/nvme0";
    write(device + "/nvme0n1/size", "8388608\n");
    write(device + "/nvme0n1/wwid", "eui.0025385b71b00c66\n");
    write(device + "/model", "FAST\n");
    write(device + "/serial", "NV-7\n");
    link(device + "/nvme0n1/device", device);
    link("sys/block/nvme0n1", device + "/nvme0n1");
  }

  const fs::path root =
      fs::temp_directory_path() / ("ironbus-inventory." + std::to_string(::getpid()));
  const hardware_roots roots{root / "sys", root / "proc", false};
};

disk disk_of(const std::string& name, std::uint64_t gib) {
  disk out;
  out.name = name;
  out.size = gib << 30;
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ramdisk_inventory, machine_folder)

BOOST_AUTO_TEST_CASE(reads_all_identifiers_of_a_disk) {
  add_sata_disk();
  write("sys/block/loop0/size", "100");
  write("sys/block/sr0/size", "100");
  write("sys/block/sdb/size", "0");
  const auto disks = list_disks(roots.sysfs);
  BOOST_REQUIRE(disks.size() == 1U);
  const auto out = document_of(disks[0]);
  BOOST_TEST(out["name"] == "/dev/sda");
  BOOST_TEST(out["size"] == 19535040ULL * 512);
  BOOST_TEST(out["model"] == "ACME DISK");
  BOOST_TEST(out["vendor"] == "ATA");
  BOOST_TEST(out["serial"] == "SER-1");
  BOOST_TEST(out["wwn"] == "0x5000c500a0b1c2d3");
  BOOST_TEST(out["hctl"] == "1:0:0:0");
  BOOST_TEST(out["by_path"] == "/dev/disk/by-path/pci-0000:00:1f.2-ata-2");
  BOOST_TEST(out["rotational"] == true);
  BOOST_TEST(out["physical_sectors"] == 4096);
  BOOST_TEST(out["tran"] == "sata");
}

BOOST_AUTO_TEST_CASE(an_nvme_disk_has_its_own_names) {
  add_nvme_disk();
  const auto disks = list_disks(roots.sysfs);
  BOOST_REQUIRE(disks.size() == 1U);
  const auto out = document_of(disks[0]);
  BOOST_TEST(out["serial"] == "NV-7");
  BOOST_TEST(out["wwn"] == "eui.0025385b71b00c66");
  BOOST_TEST(out["by_path"] == "/dev/disk/by-path/pci-0000:00:04.0-nvme-1");
  BOOST_TEST(out["hctl"].is_null());
  BOOST_TEST(partition_name("/dev/nvme0n1", 3) == "/dev/nvme0n1p3");
  BOOST_TEST(partition_name("/dev/sda", 3) == "/dev/sda3");
}

BOOST_AUTO_TEST_CASE(splits_a_long_wwn) {
  write("sys/block/sdc/size", "100");
  write("sys/block/sdc/device/wwid", "naa.600508b1001c2d3e4f5061728394a5b6");
  const auto out = document_of(list_disks(roots.sysfs).at(0));
  BOOST_TEST(out["wwn"] == "0x600508b1001c2d3e");
  BOOST_TEST(out["wwn_with_extension"] == "0x600508b1001c2d3e4f5061728394a5b6");
  BOOST_TEST(out["wwn_vendor_extension"] == "0x4f5061728394a5b6");
}

BOOST_AUTO_TEST_CASE(reads_cpu_memory_and_firmware) {
  write("proc/cpuinfo",
        "processor\t: 0\nphysical id\t: 0\nmodel name\t: Acme CPU\ncpu MHz\t\t: "
        "2000.100\nflags\t\t: vmx aes\n\n"
        "processor\t: 1\nphysical id\t: 1\n");
  write("proc/meminfo", "MemTotal:        1000000 kB\n");
  write("sys/class/dmi/id/sys_vendor", "Acme\n");
  write("sys/class/dmi/id/product_name", "X1\n");
  write("sys/class/dmi/id/bios_version", "1.2\n");
  const auto out =
      read_inventory(roots, read_kernel_parameters({{"BOOTIF", "01-52-54-00-aa-00-01"}}));
  BOOST_TEST(out["cpu"]["count"] == 2);
  BOOST_TEST(out["cpu"]["socket_count"] == 2);
  BOOST_TEST(out["cpu"]["model_name"] == "Acme CPU");
  BOOST_TEST(out["cpu"]["flags"] == nlohmann::json({"vmx", "aes"}));
  BOOST_TEST(out["memory"]["total"] == 1024000000);
  BOOST_TEST(out["memory"]["physical_mb"] == 976);
  BOOST_TEST(out["system_vendor"]["manufacturer"] == "Acme");
  BOOST_TEST(out["system_vendor"]["firmware"]["version"] == "1.2");
  BOOST_TEST(out["boot"]["current_boot_mode"] == "bios");
  BOOST_TEST(out["boot"]["pxe_interface"] == "52:54:00:aa:00:01");
  BOOST_TEST(out["bmc_address"] == "0.0.0.0");
  fs::create_directories(roots.sysfs / "firmware/efi");
  BOOST_TEST(boot_mode(roots) == "uefi");
}

BOOST_AUTO_TEST_CASE(an_empty_machine_has_an_inventory_too) {
  const auto out = read_inventory(roots, {});
  BOOST_TEST(out["disks"].empty());
  BOOST_TEST(out["interfaces"].empty());
  BOOST_TEST(out["cpu"]["count"] == 0);
  BOOST_TEST(read_pci_devices(roots).empty());
  BOOST_TEST(read_numa_topology(roots)["ram"].empty());
}

BOOST_AUTO_TEST_CASE(lists_interfaces_with_a_device) {
  write("sys/class/net/eth0/address", "52:54:00:AA:00:01\n");
  write("sys/class/net/eth0/carrier", "1\n");
  write("sys/class/net/eth0/speed", "-1\n");
  write("sys/class/net/eth0/device/vendor", "0x8086\n");
  write("sys/class/net/eth0/device/class", "0x020000\n");
  write("sys/class/net/lo/address", "00:00:00:00:00:00\n");
  const auto out = list_interfaces(roots.sysfs, false);
  BOOST_REQUIRE(out.size() == 1U);
  const auto document = document_of(out[0]);
  BOOST_TEST(document["mac_address"] == "52:54:00:aa:00:01");
  BOOST_TEST(document["has_carrier"] == true);
  BOOST_TEST(document["vendor"] == "0x8086");
  BOOST_TEST(document["speed_mbps"].is_null());
}

BOOST_AUTO_TEST_CASE(reads_pci_usb_and_numa) {
  write("sys/bus/pci/devices/0000:00:04.0/vendor", "0x8086\n");
  write("sys/bus/pci/devices/0000:00:04.0/device", "0x100e\n");
  write("sys/bus/usb/devices/1-1/product", "Key\n");
  write("sys/devices/system/node/node0/meminfo", "Node 0 MemTotal:       1000 kB\n");
  write("sys/devices/system/node/node0/cpu0/topology/core_id", "0\n");
  write("sys/devices/system/node/node0/cpu4/topology/core_id", "0\n");
  BOOST_TEST(read_pci_devices(roots)[0]["vendor_id"] == "8086");
  BOOST_TEST(read_usb_devices(roots)[0]["product"] == "Key");
  const auto numa = read_numa_topology(roots);
  BOOST_TEST(numa["ram"][0]["size_kb"] == 1000);
  BOOST_TEST(numa["cpus"][0]["thread_siblings"] == nlohmann::json({0, 4}));
}

BOOST_AUTO_TEST_CASE(splits_an_lldp_frame_up_to_its_damage) {
  const std::string head(14, 'x');
  const auto frame = head + std::string{"\x02\x02\x07Z\x04\x03\x05up\0\0", 11};
  BOOST_TEST(parse_lldp(frame) == nlohmann::json({{1, "075a"}, {2, "057570"}}));
  BOOST_TEST(parse_lldp(head + "\x02\xffZ").empty());
  BOOST_TEST(parse_lldp("short").is_null());
}

BOOST_AUTO_TEST_CASE(matches_hints_like_the_stock_agent) {
  BOOST_TEST(hint_matches("acme", "acme", false));
  BOOST_TEST(!hint_matches("acme", "acme 2", false));
  BOOST_TEST(hint_matches("<in> acme", "acme 2", false));
  BOOST_TEST(hint_matches("<or> a <or> b", "b", false));
  BOOST_TEST(!hint_matches("<or> a <or> b", "c", false));
  BOOST_TEST(hint_matches("<all-in> a <all-in> b", "cab", false));
  BOOST_TEST(hint_matches("s!= a", "b", false));
  BOOST_TEST(hint_matches(">= 50", "60", true));
  BOOST_TEST(!hint_matches(">= 50", "40", true));
  BOOST_TEST(hint_matches("40", "40.000000", true));
  BOOST_TEST(!hint_matches("<in>", "x", false));
}

BOOST_AUTO_TEST_CASE(the_root_disk_is_the_smallest_that_is_large_enough) {
  const std::vector<disk> disks{disk_of("/dev/sda", 900), disk_of("/dev/sdb", 5),
                                disk_of("/dev/sdc", 3)};
  BOOST_TEST(choose_root_disk(disks, {}).name == "/dev/sdb");
  BOOST_TEST(choose_root_disk(disks, {{"size", ">= 100"}}).name == "/dev/sda");
  BOOST_TEST(choose_root_disk(disks, {{"name", "/dev/sdc"}}).name == "/dev/sdc");
  BOOST_CHECK_THROW(choose_root_disk({disk_of("/dev/sdc", 3)}, {}), command_failure);
  BOOST_CHECK_THROW(choose_root_disk(disks, {{"serial", "none"}}), command_failure);
  BOOST_CHECK_THROW(choose_root_disk(disks, {{"colour", "red"}}), command_failure);
  BOOST_CHECK_THROW(choose_root_disk(disks, {{"rotational", "perhaps"}}), command_failure);
}

BOOST_AUTO_TEST_CASE(virtual_media_and_read_only_disks_are_never_the_root_disk) {
  std::vector<disk> disks{disk_of("/dev/sda", 5), disk_of("/dev/sdb", 6), disk_of("/dev/sdc", 900)};
  disks[0].transport = "usb";
  disks[0].vendor = "iDRAC";
  disks[0].model = "Virtual Floppy";
  disks[1].read_only = true;
  BOOST_TEST(choose_root_disk(disks, {}).name == "/dev/sdc");
  BOOST_TEST(choose_root_disk(disks, {{"size", "> 1"}}).name == "/dev/sdc");
  BOOST_CHECK_THROW(choose_root_disk(disks, {{"name", "/dev/sda"}}), command_failure);
  disks[0].vendor = "SanDisk";
  disks[0].model = "Ultra";
  BOOST_TEST(choose_root_disk(disks, {}).name == "/dev/sda");
}

BOOST_AUTO_TEST_CASE(skips_disks_that_the_node_names) {
  const nlohmann::json node{
      {"properties",
       {{"skip_block_devices", {{{"name", "/dev/sda"}}}}, {"root_device", {{"size", 5}}}}}};
  const auto left = without_skipped({disk_of("/dev/sda", 5), disk_of("/dev/sdb", 5)}, node);
  BOOST_REQUIRE(left.size() == 1U);
  BOOST_TEST(left[0].name == "/dev/sdb");
  BOOST_TEST(root_hints_of(node)["size"] == 5);
}

BOOST_AUTO_TEST_SUITE_END()
