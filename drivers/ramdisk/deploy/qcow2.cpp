#include "drivers/ramdisk/deploy/qcow2.hpp"

#include "drivers/ramdisk/base/command_failure.hpp"
#include "drivers/ramdisk/base/files.hpp"

#include <zlib.h>

#include <algorithm>

namespace ironbus::ramdisk {

namespace {

constexpr std::size_t header_size = 112;
constexpr std::uint32_t cluster_bits_min = 9;
constexpr std::uint32_t cluster_bits_max = 21;
constexpr std::uint64_t table_entries_max = 4 << 20;  // QEMU's own limit: 32 MiB
constexpr std::uint64_t offset_mask = 0x00fffffffffffe00ULL;
constexpr std::uint64_t compressed_flag = 1ULL << 62;
constexpr std::uint64_t incompatible_corrupt = 2;
constexpr std::uint64_t incompatible_external = 4;
constexpr std::uint64_t incompatible_compression = 8;
constexpr std::uint64_t incompatible_known = 0x0b;  // dirty, corrupt, compression

std::uint64_t big_endian(const std::string& bytes, std::size_t place, std::size_t size) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < size; ++i)
    out = out << 8 | static_cast<unsigned char>(bytes[place + i]);
  return out;
}

[[noreturn]] void refuse_image(const std::string& why) {
  throw invalid_image("The qcow2 image " + why);
}

}  // namespace

bool is_qcow2(const std::string& beginning) {
  return beginning.compare(0, qcow2_magic_size, "QFI\xfb") == 0;
}

qcow2_image::qcow2_image(int file) : file_{file} { read_header(bytes_at(0, header_size)); }

void qcow2_image::read_header(const std::string& header) {
  if (!is_qcow2(header))
    refuse_image("has no qcow2 header. Correct instance_info.image_disk_format");
  const auto version = big_endian(header, 4, 4);
  if (version != 2 && version != 3)
    refuse_image("has version " + std::to_string(version) + "; supported: 2, 3");
  if (big_endian(header, 8, 8) != 0) refuse_image("has a backing file, which is not allowed");
  cluster_bits_ = static_cast<std::uint32_t>(big_endian(header, 20, 4));
  if (cluster_bits_ < cluster_bits_min || cluster_bits_ > cluster_bits_max)
    refuse_image("has an invalid cluster size");
  cluster_ = 1ULL << cluster_bits_;
  size_ = big_endian(header, 24, 8);
  if (big_endian(header, 32, 4) != 0) refuse_image("is encrypted");
  if (version == 3) {
    const auto features = big_endian(header, 72, 8);
    if ((features & incompatible_external) != 0)
      refuse_image("keeps its data in another file, which is not allowed");
    if ((features & incompatible_corrupt) != 0) refuse_image("is marked as corrupt");
    if ((features & ~incompatible_known) != 0) refuse_image("has unsupported features");
    if ((features & incompatible_compression) != 0 && static_cast<unsigned char>(header[104]) != 0)
      refuse_image("is compressed with zstd; supported: zlib");
  }
  const auto entries = big_endian(header, 36, 4);
  const auto covered = cluster_ * (cluster_ / 8);  // by one table
  if (entries > table_entries_max || size_ > entries * covered)
    refuse_image("has tables that do not fit its size");
  tables_ = table_at(big_endian(header, 40, 8), entries);
}

std::string qcow2_image::bytes_at(std::uint64_t place, std::size_t size) const {
  if (place > static_cast<std::uint64_t>(INT64_MAX) - size) refuse_image("points past its end");
  auto out = read_at(file_, size, static_cast<long long>(place));
  if (!out) refuse_image("cannot be read: " + last_error());
  out->resize(size);  // after the end of the file there are zeros
  return std::move(*out);
}

std::vector<std::uint64_t> qcow2_image::table_at(std::uint64_t place, std::size_t entries) const {
  const auto bytes = bytes_at(place, entries * 8);
  std::vector<std::uint64_t> out(entries);
  for (std::size_t i = 0; i < entries; ++i) out[i] = big_endian(bytes, i * 8, 8);
  return out;
}

std::string qcow2_image::compressed(std::uint64_t entry) const {
  const auto bits = 62 - (cluster_bits_ - 8);
  const auto place = entry & ((1ULL << bits) - 1);
  const auto sectors = ((entry & (compressed_flag - 1)) >> bits) + 1;
  const auto size = sectors * 512 - (place & 511);
  if (size > 2 * cluster_ + 1024) refuse_image("has a compressed cluster that is too long");
  auto source = bytes_at(place, static_cast<std::size_t>(size));
  std::string out(cluster_, '\0');
  z_stream inflater{};
  if (inflateInit2(&inflater, -12) != Z_OK) refuse_image("cannot be unpacked");
  inflater.next_in = reinterpret_cast<Bytef*>(source.data());
  inflater.avail_in = static_cast<uInt>(source.size());
  inflater.next_out = reinterpret_cast<Bytef*>(out.data());
  inflater.avail_out = static_cast<uInt>(out.size());
  const int status = inflate(&inflater, Z_FINISH);
  const bool whole = inflater.avail_out == 0 &&
                     (status == Z_STREAM_END || status == Z_BUF_ERROR || status == Z_OK);
  inflateEnd(&inflater);
  if (!whole) refuse_image("has a compressed cluster that is damaged");
  return out;
}

void qcow2_image::read(const std::function<void(std::uint64_t, const std::string&)>& data,
                       const std::function<void(std::uint64_t, std::uint64_t)>& zeros) const {
  const auto per_table = cluster_ / 8;
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const auto begin = i * per_table * cluster_;
    if (begin >= size_) break;
    const auto offset = tables_[i] & offset_mask;
    if (offset == 0) {
      zeros(begin, std::min(per_table * cluster_, size_ - begin));
      continue;
    }
    const auto table = table_at(offset, static_cast<std::size_t>(per_table));
    for (std::size_t k = 0; k < table.size(); ++k) {
      const auto place = begin + k * cluster_;
      if (place >= size_) break;
      const auto wanted = std::min(cluster_, size_ - place);
      const auto entry = table[k];
      const bool packed = (entry & compressed_flag) != 0;
      if (!packed && ((entry & 1) != 0 || (entry & offset_mask) == 0)) {
        zeros(place, wanted);
        continue;
      }
      auto bytes = packed ? compressed(entry)
                          : bytes_at(entry & offset_mask, static_cast<std::size_t>(cluster_));
      bytes.resize(static_cast<std::size_t>(wanted));
      data(place, bytes);
    }
  }
}

}  // namespace ironbus::ramdisk
