#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ironbus::ramdisk {

/// One partition, in sectors of its table.
struct partition {
  int number = 0;
  std::string type;  // GPT: the type's GUID in upper case; MBR: two hexadecimal digits
  std::array<unsigned char, 16> guid{};  // GPT: its own GUID in disk format
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::string name;
  bool active = false;  // MBR
};

struct partition_table {
  enum class kind { none, gpt, dos };

  kind label = kind::none;
  std::string identifier;  // "0x" and 8 digits for an MBR, the GUID for a GPT
  std::uint64_t sector = 512;
  std::uint64_t first_usable = 0;
  std::vector<partition> partitions;
};

/// Reads bytes at an offset; fewer at the end.
using disk_reader = std::function<std::string(std::uint64_t place, std::size_t size)>;

/// The table on a disk. An inconsistent table counts as none.
partition_table read_partition_table(const disk_reader& read, std::uint64_t sector);

/// The sector size for which a GPT was made, 512 or 4096; 0: no GPT.
std::uint64_t gpt_sector_size(const disk_reader& read);

/// The error for an image with a GPT for another sector size than the disk's.
std::string wrong_sector_size(const std::string& device, std::uint64_t sector,
                              std::uint64_t built_for);

/// A GUID in disk format as text in lower case.
std::string guid_text(const unsigned char* bytes);

/// Maximum of partitions in a master boot record.
constexpr std::size_t mbr_partitions_max = 4;
constexpr const char* efi_system_type = "C12A7328-F81F-11D2-BA4B-00A0C93EC93B";
constexpr const char* linux_data_type = "0FC63DAF-8483-4772-8E79-3D69D8477DE4";

}  // namespace ironbus::ramdisk
