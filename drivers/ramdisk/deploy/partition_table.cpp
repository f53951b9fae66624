#include "drivers/ramdisk/deploy/partition_table.hpp"

#include "drivers/ramdisk/base/text.hpp"

#include <algorithm>
#include <cctype>

namespace ironbus::ramdisk {

namespace {

constexpr std::size_t mbr_size = 512;
constexpr std::size_t entries_max = 1024;
constexpr std::uint64_t sector_max = 1ULL << 48;  // still a number in bytes

std::uint64_t little_endian(const std::string& bytes, std::size_t place, std::size_t size) {
  std::uint64_t out = 0;
  for (std::size_t i = size; i > 0; --i)
    out = out << 8 | static_cast<unsigned char>(bytes[place + i - 1]);
  return out;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

partition gpt_partition(const std::string& entry, int number) {
  partition out;
  out.number = number;
  out.type = upper(guid_text(reinterpret_cast<const unsigned char*>(entry.data())));
  std::copy_n(reinterpret_cast<const unsigned char*>(entry.data()) + 16, 16, out.guid.begin());
  out.first = little_endian(entry, 32, 8);
  out.count = little_endian(entry, 40, 8) - out.first + 1;
  for (std::size_t i = 56; i + 1 < 128 && entry[i] != '\0'; i += 2) out.name += entry[i];
  return out;
}

bool read_gpt(const disk_reader& read, partition_table& out) {
  const auto header = read(out.sector, 512);
  if (header.size() < 512 || header.compare(0, 8, "EFI PART") != 0) return false;
  const auto place = little_endian(header, 72, 8);
  const auto count = little_endian(header, 80, 4);
  const auto size = little_endian(header, 84, 4);
  if (size < 128 || size > 4096 || count > entries_max || place > sector_max) return false;
  out.label = partition_table::kind::gpt;
  out.identifier = guid_text(reinterpret_cast<const unsigned char*>(header.data()) + 56);
  out.first_usable = little_endian(header, 40, 8);
  const auto entries = read(place * out.sector, static_cast<std::size_t>(count * size));
  for (std::size_t i = 0; (i + 1) * size <= entries.size(); ++i) {
    const auto entry = entries.substr(i * size, 128);
    const bool used =
        std::any_of(entry.begin(), entry.begin() + 16, [](char c) { return c != '\0'; });
    if (used && little_endian(entry, 40, 8) >= little_endian(entry, 32, 8))
      out.partitions.push_back(gpt_partition(entry, static_cast<int>(i) + 1));
  }
  return true;
}

/// Offset of an entry in the master boot record.
std::size_t entry_place(std::size_t i) { return 446 + i * 16; }

void read_mbr(const std::string& head, partition_table& out) {
  out.label = partition_table::kind::dos;
  auto digits = head.substr(440, 4);
  std::reverse(digits.begin(), digits.end());
  out.identifier = "0x" + to_hex(digits);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto place = entry_place(i);
    const auto type = head.substr(place + 4, 1);
    if (type[0] == '\0') continue;
    partition one;
    one.number = static_cast<int>(i) + 1;
    one.type = to_hex(type);
    one.active = (static_cast<unsigned char>(head[place]) & 0x80) != 0;
    one.first = little_endian(head, place + 8, 4);
    one.count = little_endian(head, place + 12, 4);
    out.partitions.push_back(one);
  }
}

}  // namespace

std::string guid_text(const unsigned char* bytes) {
  constexpr std::array order{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
  std::string raw;
  for (const auto place : order) raw += static_cast<char>(bytes[place]);
  auto out = to_hex(raw);
  for (const auto place : {20, 16, 12, 8}) out.insert(static_cast<std::size_t>(place), "-");
  return out;
}

std::uint64_t gpt_sector_size(const disk_reader& read) {
  for (const std::uint64_t sector : {512, 4096}) {
    partition_table table;
    table.sector = sector;
    if (read_gpt(read, table)) return sector;
  }
  return 0;
}

std::string wrong_sector_size(const std::string& device, std::uint64_t sector,
                              std::uint64_t built_for) {
  const auto need = std::to_string(sector);
  return "The image has a partition table for sectors of " + std::to_string(built_for) +
         " bytes, but the disk " + device + " has sectors of " + need +
         " bytes. Use an image built for " + need +
         "-byte sectors, a partition image, or another root disk (root_device).";
}

partition_table read_partition_table(const disk_reader& read, std::uint64_t sector) {
  partition_table out;
  out.sector = sector;
  const auto head = read(0, mbr_size);
  if (read_gpt(read, out)) return out;
  out = partition_table{};
  out.sector = sector;
  if (head.size() < mbr_size || head.compare(510, 2, "\x55\xaa") != 0) return out;
  const auto flags_fit = [&head](std::size_t i) {
    return (static_cast<unsigned char>(head[entry_place(i)]) & 0x7f) == 0;
  };
  if (flags_fit(0) && flags_fit(1) && flags_fit(2) && flags_fit(3)) read_mbr(head, out);
  return out;
}

}  // namespace ironbus::ramdisk
