#include "drivers/image/image_format.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

using namespace std::string_view_literals;

uint64_t big_endian(std::string_view bytes, size_t offset, size_t width) {
  if (offset + width > bytes.size()) return 0;
  uint64_t out = 0;
  for (size_t i = 0; i < width; ++i)
    out = out << 8U | static_cast<unsigned char>(bytes[offset + i]);
  return out;
}

uint32_t little_endian(std::string_view bytes, size_t offset) {
  uint32_t out = 0;
  for (size_t i = 4; i > 0 && offset + 4 <= bytes.size(); --i)
    out = out << 8U | static_cast<unsigned char>(bytes[offset + i - 1]);
  return out;
}

bool has_at(std::string_view bytes, size_t offset, std::string_view what) {
  return offset + what.size() <= bytes.size() && bytes.substr(offset, what.size()) == what;
}

struct signature {
  std::string_view format;
  size_t offset;
  std::string_view bytes;
};

/// Formats that are never written: QEMU would read them by other rules, or they only look like an
/// image.
constexpr std::array foreign{
    signature{"vmdk", 0, "KDMV"sv},
    signature{"vmdk", 0, "COWD"sv},
    signature{"vmdk", 0, "# Disk DescriptorFile"sv},
    signature{"vhd", 0, "conectix"sv},
    signature{"vhdx", 0, "vhdxfile"sv},
    signature{"vdi", 0x40, "\x7f\x10\xda\xbe"sv},
    signature{"qed", 0, "QED\0"sv},
    signature{"luks", 0, "LUKS\xba\xbe"sv},
    signature{"parallels", 0, "WithoutFreeSpace"sv},
    signature{"parallels", 0, "WithouFreSpacExt"sv},
    signature{"bochs", 0, "Bochs Virtual HD Image"sv},
    signature{"cloop", 0, "#!/bin/sh\n#V2.0 Format"sv},
    signature{"gzip", 0, "\x1f\x8b\x08"sv},
    signature{"xz", 0, "\xfd\x37zXZ\0"sv},
    signature{"zstd", 0, "\x28\xb5\x2f\xfd"sv},
    signature{"bzip2", 0, "BZh"sv},
};

// -- qcow2 ----------------------------------------------------------------------------------------

constexpr auto qcow_magic = "QFI\xfb"sv;
constexpr size_t qcow2_header_bytes = 72;
constexpr uint64_t disk_bytes_max = uint64_t{1} << 60U;

// Incompatible features: bits of the eight bytes at offset 72, version 3.
constexpr uint64_t corrupt_feature = 1U << 1U;
constexpr uint64_t external_data_feature = 1U << 2U;
constexpr uint64_t known_features =
    0x1f;  // dirty, corrupt, external data, compression, subclusters

std::string danger_of_features(uint64_t features) {
  if ((features & external_data_feature) != 0) return "has its data in another file";
  if ((features & corrupt_feature) != 0) return "is marked as corrupt";
  if ((features & ~known_features) != 0) return "needs unsupported qcow2 features";
  return {};
}

std::string danger_of_qcow2(std::string_view head) {
  const auto version = big_endian(head, 4, 4);
  if (head.size() < qcow2_header_bytes) return "ends within its header";
  if (version != 2 && version != 3) return "has an unsupported qcow2 version";
  if (big_endian(head, 8, 8) != 0) return "has a backing file";
  const auto cluster_bits = big_endian(head, 20, 4);
  if (cluster_bits < 9 || cluster_bits > 21) return "has an invalid qcow2 cluster size";
  if (big_endian(head, 24, 8) == 0 || big_endian(head, 24, 8) > disk_bytes_max)
    return "has an invalid disk size";
  if (big_endian(head, 32, 4) != 0) return "is encrypted";
  if (version == 2) return {};
  if (big_endian(head, 100, 4) < 104) return "has a header that is too short";
  return danger_of_features(big_endian(head, 72, 8));
}

image_content look_at_qcow(std::string_view head) {
  image_content out;
  if (big_endian(head, 4, 4) == 1) {
    out.format = "qcow";
    return out;
  }
  out.format = "qcow2";
  out.danger = danger_of_qcow2(head);
  if (out.danger.empty()) out.disk_bytes = big_endian(head, 24, 8);
  return out;
}

// -- disks and ISO images -------------------------------------------------------------------------

constexpr size_t table_offset = 446;
constexpr size_t entry_bytes = 16;
constexpr unsigned char protective = 0xee;

/// A boot sector of a file system has the same signature, but no table.
struct boot_table {
  unsigned entries = 0;
  bool guards_gpt = false;
};

std::optional<boot_table> read_boot_table(std::string_view head) {
  if (!has_at(head, 510, "\x55\xaa"sv)) return std::nullopt;
  boot_table out;
  for (size_t i = 0; i < 4; ++i) {
    const auto entry = head.substr(table_offset + i * entry_bytes, entry_bytes);
    const auto flag = static_cast<unsigned char>(entry[0]);
    const auto type = static_cast<unsigned char>(entry[4]);
    if (flag != 0 && flag != 0x80) return std::nullopt;
    if (type == 0) continue;
    if (little_endian(entry, 12) == 0) return std::nullopt;
    ++out.entries;
    out.guards_gpt = out.guards_gpt || type == protective;
  }
  if (out.entries == 0) return std::nullopt;
  return out;
}

bool has_gpt(std::string_view head) {
  return has_at(head, 512, "EFI PART"sv) || has_at(head, 4096, "EFI PART"sv);
}

bool is_disc(std::string_view head) {
  return has_at(head, 32769, "CD001"sv) || has_at(head, 34817, "CD001"sv);
}

image_content look_at_disk(std::string_view head, uint64_t file_bytes) {
  image_content out;
  out.disk_bytes = file_bytes;
  const auto table = read_boot_table(head);
  out.partitioned = table.has_value();
  if (is_disc(head)) {
    out.format = "iso";
    return out;
  }
  if (!table) return out;
  out.format = "gpt";
  if (table->guards_gpt && !has_gpt(head)) out.danger = "announces a GPT, but has none";
  return out;
}

std::string_view foreign_format(std::string_view head, std::string_view tail) {
  for (const auto& row : foreign)
    if (has_at(head, row.offset, row.bytes)) return row.format;
  if (tail.starts_with("conectix")) return "vhd";
  if (tail.starts_with("koly")) return "dmg";
  return {};
}

bool fits_declared(const image_content& found, std::string_view declared) {
  if (declared.empty() || declared == found.format) return true;
  if (declared == "raw") return found.format == "gpt" || found.format == "iso";
  return declared == "gpt" && found.format == "iso" && found.partitioned;
}

bool is_permitted(std::string_view format, const std::vector<std::string>& permitted) {
  const auto has = [&](std::string_view name) {
    return std::find(permitted.begin(), permitted.end(), name) != permitted.end();
  };
  return has(format) || (format == "gpt" && has("raw"));
}

failure unfit(const std::string& what) { return {error_code::invalid, "The image " + what + "."}; }

}  // namespace

image_content look_at_image(std::string_view head, std::string_view tail, uint64_t file_bytes) {
  if (head.starts_with(qcow_magic)) return look_at_qcow(head);
  if (const auto format = foreign_format(head, tail); !format.empty()) {
    image_content out;
    out.format = format;
    return out;
  }
  auto out = look_at_disk(head, file_bytes);
  if (file_bytes == 0) out.danger = "is empty";
  return out;
}

std::optional<failure> check_image_content(const image_content& found, std::string_view declared,
                                           const std::vector<std::string>& permitted) {
  if (!found.danger.empty()) return unfit("(" + std::string{found.format} + ") " + found.danger);
  static constexpr std::array<std::string_view, 4> judged{"raw", "gpt", "iso", "qcow2"};
  const bool known = std::find(judged.begin(), judged.end(), found.format) != judged.end();
  if (!known || !is_permitted(found.format, permitted))
    return unfit("is " + std::string{found.format} +
                 " by its content, which is not permitted; allowed: " + join(permitted));
  if (fits_declared(found, declared)) return std::nullopt;
  return unfit("is " + std::string{found.format} +
               " by its content, but instance_info.image_disk_format says " +
               std::string{declared.substr(0, 40)});
}

}  // namespace ironbus
