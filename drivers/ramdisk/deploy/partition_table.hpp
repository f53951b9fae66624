#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// One partition, in sectors of the table it stands in.
struct partition {
  int number = 0;
  std::string type;  // GPT: the type's GUID in upper case; MBR: two hexadecimal digits
  std::array<unsigned char, 16> guid{};  // GPT: its own, as it stands on the disk
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::string name;
  bool active = false;  // MBR
};

struct partition_table {
  enum class kind { none, gpt, dos };

  kind label = kind::none;
  std::string identifier;  // "0x" and 8 digits of an MBR, the GUID of a GPT
  std::uint64_t sector = 512;
  std::uint64_t first_usable = 0;
  std::vector<partition> partitions;
};

/// Reads so many bytes of a place; fewer at the end.
using disk_reader = std::function<std::string(std::uint64_t place, std::size_t size)>;

/// The table on a disk. What contradicts itself is taken for none.
partition_table read_partition_table(const disk_reader& read, std::uint64_t sector);

/// A GUID as it stands on disks, as text in lower case.
std::string guid_text(const unsigned char* bytes);

/// A master boot record has room for so many.
constexpr std::size_t mbr_partitions_max = 4;
constexpr const char* efi_system_type = "C12A7328-F81F-11D2-BA4B-00A0C93EC93B";
constexpr const char* linux_data_type = "0FC63DAF-8483-4772-8E79-3D69D8477DE4";

}  // namespace ironbus::ramdisk
