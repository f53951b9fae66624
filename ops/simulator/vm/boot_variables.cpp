#include "ops/simulator/vm/boot_variables.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

namespace ironbus::simulator {

namespace {

using guid = std::array<uint8_t, 16>;

// {aaf32c78-947b-439a-a180-2e144ec37792}: a store of authenticated variables.
constexpr guid store_format{0x78, 0x2c, 0xf3, 0xaa, 0x7b, 0x94, 0x9a, 0x43,
                            0xa1, 0x80, 0x2e, 0x14, 0x4e, 0xc3, 0x77, 0x92};
// {8be4df61-93ca-11d2-aa0d-00e098032b8c}: the vendor of the variables that UEFI defines.
constexpr guid global{0x61, 0xdf, 0xe4, 0x8b, 0xca, 0x93, 0xd2, 0x11,
                      0xaa, 0x0d, 0x00, 0xe0, 0x98, 0x03, 0x2b, 0x8c};

constexpr size_t store_header_bytes = 28;
constexpr size_t variable_header_bytes = 60;
constexpr size_t alignment = 4;
constexpr uint16_t variable_begins = 0x55aa;
constexpr uint8_t valid_state = 0x3f;
constexpr uint8_t deleted_mask = 0xfd;  ///< Clears the bit of a valid variable in its state.
constexpr uint32_t attributes = 7;      ///< Non-volatile, accessible at boot and at run time.
// Outside the numbers that firmware and systems use.
constexpr uint16_t option_number = 0xb17d;
constexpr std::string_view option_name = "BootB17D";

// Offsets of fields in the header of a variable.
constexpr size_t state_at = 2;
constexpr size_t attributes_at = 4;
constexpr size_t name_size_at = 36;
constexpr size_t data_size_at = 40;
constexpr size_t vendor_at = 44;

template <class Number>
Number number_at(const std::string& bytes, size_t offset) {
  Number out = 0;
  for (size_t i = 0; i < sizeof(Number); ++i)
    out = static_cast<Number>(out | (Number{static_cast<uint8_t>(bytes[offset + i])} << (8 * i)));
  return out;
}

template <class Number>
void append(std::string& bytes, Number value) {
  for (size_t i = 0; i < sizeof(Number); ++i)
    bytes.push_back(static_cast<char>(static_cast<uint8_t>(value >> (8 * i))));
}

std::string wide(std::string_view text) {
  std::string out;
  for (const char letter : text) append(out, static_cast<uint16_t>(static_cast<uint8_t>(letter)));
  append(out, uint16_t{0});
  return out;
}

size_t aligned(size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

bool is_guid(const std::string& bytes, size_t offset, const guid& which) {
  return std::memcmp(bytes.data() + offset, which.data(), which.size()) == 0;
}

std::string variable(std::string_view name, const std::string& data) {
  std::string out;
  append(out, variable_begins);
  out.push_back(static_cast<char>(valid_state));
  out.push_back(0);
  append(out, attributes);
  out.resize(name_size_at, '\0');  // counter, time and key, which only signed variables have
  const auto wide_name = wide(name);
  append(out, static_cast<uint32_t>(wide_name.size()));
  append(out, static_cast<uint32_t>(data.size()));
  out.append(reinterpret_cast<const char*>(global.data()), global.size());
  out += wide_name + data;
  out.resize(aligned(out.size()), '\xff');
  return out;
}

/// EFI_LOAD_OPTION with only a URI as its path: the firmware selects the network card.
std::string load_option(const std::string& uri) {
  constexpr uint8_t messaging = 3;
  constexpr uint8_t kind_uri = 24;
  constexpr size_t node_header_bytes = 4;
  std::string path;
  path.push_back(messaging);
  path.push_back(kind_uri);
  append(path, static_cast<uint16_t>(node_header_bytes + uri.size()));
  path += uri;
  path += std::string{"\x7f\xff\x04\x00", node_header_bytes};
  std::string out;
  append(out, uint32_t{1});  // active
  append(out, static_cast<uint16_t>(path.size()));
  return out + wide("HTTP boot") + path;
}

/// The range of the variables in the store.
struct span {
  size_t begin = 0;
  size_t end = 0;
};

std::optional<span> find_store(const std::string& bytes) {
  constexpr size_t header_size_at = 48;  // of the firmware volume
  constexpr size_t volume_header_bytes = 56;
  if (bytes.size() < volume_header_bytes || bytes.compare(40, 4, "_FVH") != 0) return std::nullopt;
  const size_t offset = number_at<uint16_t>(bytes, header_size_at);
  if (offset + store_header_bytes > bytes.size() || !is_guid(bytes, offset, store_format))
    return std::nullopt;
  const size_t size = number_at<uint32_t>(bytes, offset + store_format.size());
  if (size < store_header_bytes || size > bytes.size() - offset) return std::nullopt;
  return span{offset + store_header_bytes, offset + size};
}

bool is_ours(const std::string& bytes, size_t offset) {
  const auto name_size = number_at<uint32_t>(bytes, offset + name_size_at);
  const auto name = bytes.substr(offset + variable_header_bytes, name_size);
  return is_guid(bytes, offset + vendor_at, global) &&
         (name == wide("BootNext") || name == wide(option_name));
}

/// Invalidates the variables of an earlier call. Returns the offset of the free space; unset if the
/// store is damaged.
std::optional<size_t> clear(std::string& bytes, const span& where) {
  size_t offset = where.begin;
  while (offset + variable_header_bytes <= where.end &&
         number_at<uint16_t>(bytes, offset) == variable_begins) {
    const size_t length = size_t{number_at<uint32_t>(bytes, offset + name_size_at)} +
                          number_at<uint32_t>(bytes, offset + data_size_at);
    if (length > where.end - offset - variable_header_bytes) return std::nullopt;
    if (is_ours(bytes, offset))
      bytes[offset + state_at] =
          static_cast<char>(static_cast<uint8_t>(bytes[offset + state_at]) & deleted_mask);
    offset = where.begin + aligned(offset - where.begin + variable_header_bytes + length);
  }
  return offset;
}

}  // namespace

result<std::monostate> set_http_boot(std::string& store, const std::string& uri) {
  const auto where = find_store(store);
  if (!where) return fail(error_code::invalid, "the file is not a store of UEFI variables");
  const auto free = clear(store, *where);
  if (!free) return fail(error_code::invalid, "the store of UEFI variables is damaged");
  std::string next;
  append(next, option_number);
  const auto added = variable(option_name, load_option(uri)) + variable("BootNext", next);
  if (*free > where->end || added.size() > where->end - *free)
    return fail(error_code::invalid, "the store of UEFI variables is full");
  store.replace(*free, added.size(), added);
  return {};
}

}  // namespace ironbus::simulator
