#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"
#include "drivers/ramdisk/base/text.hpp"
#include "drivers/ramdisk/bootloader/boot_entry.hpp"
#include "drivers/ramdisk/deploy/config_drive.hpp"
#include "drivers/ramdisk/deploy/digest.hpp"
#include "drivers/ramdisk/deploy/disk_tools.hpp"
#include "drivers/ramdisk/deploy/image_info.hpp"
#include "drivers/ramdisk/deploy/partition_table.hpp"
#include "drivers/ramdisk/deploy/partitioning.hpp"

#include <boost/test/unit_test.hpp>
#include <unistd.h>

#include <filesystem>
#include <fstream>

using namespace ironbus::ramdisk;
namespace fs = std::filesystem;

namespace {

std::string bytes_of(std::uint64_t value, int size) {
  std::string out;
  for (int i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

/// A disk of 1 MiB with a GPT of one EFI system partition.
std::string gpt_disk() {
  std::string out(1 << 20, '\0');
  const std::string system_type{"\x28\x73\x2a\xc1\x1f\xf8\xd2\x11\xba\x4b\x00\xa0\xc9\x3e\xc9\x3b",
                                16};
  out.replace(512, 8, "EFI PART");
  out.replace(512 + 40, 8, bytes_of(34, 8));
  out.replace(512 + 72, 8, bytes_of(2, 8));
  out.replace(512 + 80, 8, bytes_of(128, 4) + bytes_of(128, 4));
  out.replace(1024, 16, system_type);
  out.replace(1024 + 16, 16, "0123456789abcdef");
  out.replace(1024 + 32, 16, bytes_of(64, 8) + bytes_of(127, 8));
  out.replace(1024 + 56, 6, std::string{"E\0S\0P\0", 6});
  return out;
}

partition_table table_in(const std::string& disk) {
  return read_partition_table(
      [&disk](std::uint64_t place, std::size_t size) {
        return place < disk.size() ? disk.substr(place, size) : "";
      },
      512);
}

nlohmann::json good_image() {
  return {{"id", "i"},
          {"urls", {"http://x/i"}},
          {"os_hash_algo", "sha256"},
          {"os_hash_value", "00"},
          {"disk_format", "raw"}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ramdisk_deploy)

BOOST_AUTO_TEST_CASE(reads_a_gpt) {
  const auto out = table_in(gpt_disk());
  BOOST_TEST((out.label == partition_table::kind::gpt));
  BOOST_REQUIRE(out.partitions.size() == 1U);
  BOOST_TEST(out.partitions[0].type == efi_system_type);
  BOOST_TEST(out.partitions[0].first == 64U);
  BOOST_TEST(out.partitions[0].count == 64U);
  BOOST_TEST(out.partitions[0].name == "ESP");
}

BOOST_AUTO_TEST_CASE(rejects_a_damaged_gpt) {
  auto disk = gpt_disk();
  disk.replace(512 + 84, 4, bytes_of(1 << 30, 4));
  BOOST_TEST((table_in(disk).label == partition_table::kind::none));
  BOOST_TEST((table_in("").label == partition_table::kind::none));
  disk = gpt_disk();
  disk.replace(512 + 72, 8, bytes_of(1ULL << 60, 8));
  BOOST_TEST(table_in(disk).partitions.empty());
}

BOOST_AUTO_TEST_CASE(reads_an_mbr_and_its_identifier) {
  std::string disk(1024, '\0');
  disk.replace(440, 4, "\x78\x56\x34\x12");
  disk[446] = '\x80';
  disk[446 + 4] = '\x83';
  disk.replace(446 + 8, 8, bytes_of(2048, 4) + bytes_of(4096, 4));
  disk.replace(510, 2, "\x55\xaa");
  const auto out = table_in(disk);
  BOOST_TEST((out.label == partition_table::kind::dos));
  BOOST_TEST(out.identifier == "0x12345678");
  BOOST_REQUIRE(out.partitions.size() == 1U);
  BOOST_TEST(out.partitions[0].active);
  BOOST_TEST(out.partitions[0].type == "83");
}

BOOST_AUTO_TEST_CASE(places_the_config_drive_at_the_end) {
  partition_table table;
  table.label = partition_table::kind::gpt;
  const auto first = last_place(table, 10ULL << 30, config_drive_max);
  BOOST_TEST(first % 2048 == 0U);
  BOOST_TEST((first + config_drive_max / 512) * 512 <= (10ULL << 30) - 34 * 512);
  table.label = partition_table::kind::dos;
  BOOST_TEST(last_place(table, 8ULL << 40, config_drive_max) < 1ULL << 32);
  BOOST_TEST(last_place(table, 1 << 20, config_drive_max) == 0U);
}

BOOST_AUTO_TEST_CASE(rejects_an_invalid_config_drive) {
  BOOST_CHECK_THROW(config_drive_bytes("%%%", {}), command_failure);
  BOOST_CHECK_THROW(config_drive_bytes(to_base64("not gzip"), {}), command_failure);
  // gzip of "config\n"
  const std::string packed{
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\xce\xcf\x4b\xcb\x4c\xe7\x02\x00\x9a\xe9\x50\x1a"
      "\x07\x00\x00\x00",
      27};
  BOOST_CHECK_THROW(gunzipped(packed.substr(0, 14), 100), command_failure);
  BOOST_CHECK_THROW(gunzipped(packed, 3), command_failure);
}

BOOST_AUTO_TEST_CASE(detects_a_config_drive_by_its_label) {
  std::string disc(36 * 1024, '\0');
  disc.replace(0x8001, 5, "CD001");
  disc.replace(0x8000 + 40, 32, "config-2                        ");
  BOOST_TEST(is_config_drive(disc));
  disc.replace(0x8000 + 40, 8, "other   ");
  BOOST_TEST(!is_config_drive(disc));
  std::string fat(36 * 1024, '\0');
  fat.replace(43, 11, "CONFIG-2   ");
  BOOST_TEST(is_config_drive(fat));
  BOOST_TEST(!is_config_drive(""));
}

BOOST_AUTO_TEST_CASE(checks_images_like_the_stock_agent) {
  BOOST_TEST(read_image_info(good_image(), false).hash_algorithm == "sha256");
  for (const auto* field : {"id", "urls"}) {
    auto image = good_image();
    image.erase(field);
    BOOST_CHECK_THROW(read_image_info(image, false), command_failure);
  }
  auto image = good_image();
  image["os_hash_value"] = nullptr;
  BOOST_CHECK_THROW(read_image_info(image, false), command_failure);
  image.erase("os_hash_algo");
  image["checksum"] = std::string(32, 'a');
  BOOST_CHECK_THROW(read_image_info(image, false), command_failure);
  BOOST_TEST(read_image_info(image, true).checksum.size() == 32U);
  image["checksum"] = std::string(64, 'a');
  BOOST_TEST(read_image_info(image, false).checksum.size() == 64U);
  image["urls"] = {7};
  BOOST_CHECK_THROW(read_image_info(image, false), command_failure);
  BOOST_CHECK_THROW(read_image_info("odd", false), command_failure);
}

BOOST_AUTO_TEST_CASE(computes_checksums_and_finds_them_in_files) {
  digest sum{"SHA256"};
  sum.add("abc", 3);
  const auto digits = sum.finish();
  BOOST_TEST(digits == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  BOOST_TEST(checksum_in(digits + "\n", "x.img") == digits);
  BOOST_TEST(checksum_in("# all\n" + std::string(64, '0') + "  y.img\n" + digits + " *x.img\n",
                         "x.img") == digits);
  BOOST_TEST(checksum_in("SHA256 (x.img) = " + digits + "\nother line\n", "x.img") == digits);
  BOOST_TEST(checksum_in("nothing here\n", "x.img").empty());
  BOOST_CHECK_THROW(digest{"crc32"}, command_failure);
}

BOOST_AUTO_TEST_CASE(lays_out_partitions_around_an_image) {
  image_info image;
  image.root_mb = 4000;
  image.swap_mb = 512;
  const auto out = plan_partitions(image, true, true, true);
  BOOST_REQUIRE(out.size() == 4U);
  BOOST_TEST(out.front().role == "efi");
  BOOST_TEST(out.back().role == "root");
  const auto script = sfdisk_script(plan_partitions(image, false, false, false), false);
  BOOST_TEST(script == "label: dos\nsize=512MiB, type=82\nsize=4000MiB, type=83, bootable\n");
}

BOOST_AUTO_TEST_CASE(preserves_an_ephemeral_partition_only_with_the_same_table) {
  image_info image;
  image.root_mb = 40;
  image.ephemeral_mb = 10;
  const auto wanted = plan_partitions(image, false, true, false);  // BIOS boot, ephemeral, root
  partition_table table;
  for (const auto& one : wanted) {
    partition found;
    found.number = static_cast<int>(table.partitions.size()) + 1;
    found.type = one.type;
    found.count = static_cast<std::uint64_t>(one.mib) * 2048;
    table.partitions.push_back(found);
  }
  BOOST_TEST(difference(table, wanted).empty());
  table.partitions[1].count += 2048;
  BOOST_TEST(difference(table, wanted) ==
             std::string{"its partition 2 has 11 MiB and the type "} + linux_data_type +
                 ", expected (ephemeral) 10 MiB and " + linux_data_type);
  table.partitions.pop_back();
  BOOST_TEST(difference(table, wanted) == "it has 2 partitions, expected 3");
}

BOOST_AUTO_TEST_CASE(rejects_an_unbootable_partition_image_before_changing_the_disk) {
  const auto folder = fs::temp_directory_path() / ("ironbus-sysfs." + std::to_string(::getpid()));
  fs::create_directories(folder);
  image_info image;
  check_bootable(image, folder, false);  // of a whole disk
  image.partition_image = true;
  check_bootable(image, folder, true);
  const auto refused = [&](bool allowed, const std::string& words) {
    BOOST_CHECK_EXCEPTION(
        check_bootable(image, folder, allowed), command_failure,
        [&](const command_failure& x) { return x.details.find(words) != std::string::npos; });
  };
  refused(false, "agent.enable_bios_bootloader_install");
  image.deploy_boot_mode = "uefi";
  refused(true, "the machine was started in mode bios");
  fs::create_directories(folder / "firmware/efi");
  check_bootable(image, folder, false);
  image.deploy_boot_mode = "bios";
  refused(true, "the machine was started in mode uefi");
  fs::remove_all(folder);
}

BOOST_AUTO_TEST_CASE(reads_file_system_uuids) {
  std::string head(0x10200, '\0');
  BOOST_TEST(file_system_uuid(head).empty());
  auto other = head;
  other.replace(0, 4, "XFSB").replace(32, 16, "0123456789abcdef");
  BOOST_TEST(file_system_uuid(other) == "30313233-3435-3637-3839-616263646566");
  other = head;
  other.replace(0x10040, 8, "_BHRfS_M").replace(0x10020, 16, "0123456789abcdef");
  BOOST_TEST(file_system_uuid(other) == "30313233-3435-3637-3839-616263646566");
  head.replace(0x438, 2, "\x53\xef");
  head.replace(0x468, 16, "0123456789abcdef");
  BOOST_TEST(file_system_uuid(head) == "30313233-3435-3637-3839-616263646566");
  BOOST_TEST(file_system_uuid("short").empty());
}

BOOST_AUTO_TEST_CASE(finds_a_subvolume_by_its_mount) {
  const std::string mounts =
      "21 1 0:2 / / rw - rootfs rootfs rw\n"
      "30 21 254:4 / /mnt/root rw,nosuid - ext4 /dev/vda4 rw\n"
      "31 21 0:27 /@ /mnt/root rw,nosuid,nodev - btrfs /dev/vda4 rw,subvolid=256,subvol=/@\n"
      "32 21 254:1 / /mnt/esp rw - vfat /dev/vda1 rw\n";
  BOOST_TEST(path_within(mounts, "/mnt/root") == "/@");
  BOOST_TEST(path_within(mounts, "/mnt/esp").empty());
  BOOST_TEST(path_within(mounts, "/mnt").empty());
}

BOOST_AUTO_TEST_CASE(a_boot_entry_is_first_and_replaces_equal_ones) {
  const auto folder = fs::temp_directory_path() / ("ironbus-efivars." + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string guid = "-8be4df61-93ca-11d2-aa0d-00e098032b8c";
  const auto write = [&](const std::string& name, const std::string& value) {
    std::ofstream{folder / (name + guid)} << bytes_of(7, 4) << value;
  };
  const auto system = table_in(gpt_disk()).partitions.at(0);
  write("Boot0000", load_option({"\\EFI\\old.efi", "debian"}, system));
  write("Boot0003", load_option({"\\EFI\\pxe.efi", "network"}, system));
  write("BootOrder", bytes_of(0, 2) + bytes_of(3, 2));
  const boot_entries entries{folder};
  entries.put_first({"\\EFI\\debian\\shimx64.efi", "debian"}, system);
  BOOST_TEST((read_file(folder / ("BootOrder" + guid)).value() ==
              bytes_of(7, 4) + bytes_of(0, 2) + bytes_of(3, 2)));
  const auto option = read_file(folder / ("Boot0000" + guid)).value().substr(4);
  BOOST_TEST(label_of(option) == "debian");
  BOOST_TEST((option.substr(0, 4) == bytes_of(1, 4)));
  BOOST_TEST(option.find("0123456789abcdef") != std::string::npos);
  BOOST_TEST(entries.remove({"network"}) == 1);
  BOOST_TEST((read_file(folder / ("BootOrder" + guid)).value() == bytes_of(7, 4) + bytes_of(0, 2)));
  fs::remove_all(folder);
}

BOOST_AUTO_TEST_CASE(takes_the_loader_that_the_disk_names) {
  const auto folder = fs::temp_directory_path() / ("ironbus-esp." + std::to_string(::getpid()));
  fs::create_directories(folder / "EFI/BOOT");
  fs::create_directories(folder / "EFI/debian");
  BOOST_TEST(!find_boot_loader(folder));
  std::ofstream{folder / "EFI/BOOT/BOOTX64.EFI"} << "x";
  BOOST_TEST(find_boot_loader(folder)->path == "\\EFI\\BOOT\\BOOTX64.EFI");
  std::string text;
  for (const char c : std::string{"shimx64.efi,debian,,entry"}) text += std::string{c, '\0'};
  std::ofstream{folder / "EFI/debian/BOOTX64.CSV"} << text;
  BOOST_TEST(find_boot_loader(folder)->path == "\\EFI\\debian\\shimx64.efi");
  BOOST_TEST(find_boot_loader(folder)->label == "debian");
  fs::remove_all(folder);
}

BOOST_AUTO_TEST_SUITE_END()
