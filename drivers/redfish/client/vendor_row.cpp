#include "drivers/redfish/client/vendor_row.hpp"

#include "messages/base/text.hpp"

#include <algorithm>
#include <array>

namespace ironbus {

namespace {

constexpr size_t vendor_rows_max = 100;
constexpr size_t row_text_bytes_max = 100;

bool is_row_text(const std::string& text) {
  return !text.empty() && text.size() <= row_text_bytes_max;
}

bool take_vendor(const std::string& text, vendor_row& out) {
  out.vendor = lower(text);
  return is_row_text(text);
}
bool take_model(const std::string& text, vendor_row& out) {
  out.model = lower(text);
  return is_row_text(text);
}
bool take_firmware(const std::string& text, vendor_row& out) {
  const auto read = firmware_range::parse(text);
  if (read) out.firmware = *read;
  return read.has_value();
}
bool take_boot_whole(const std::string& text, vendor_row& out) {
  out.habits.boot_whole = text == "true";
  return text == "true" || text == "false";
}
bool take_optical_drive(const std::string& text, vendor_row& out) {
  out.habits.optical_drive = text;
  return is_row_text(text);
}
bool take_media_boot_interface(const std::string& text, vendor_row& out) {
  out.habits.media_boot_interface = text;
  return is_row_text(text);
}

struct row_key {
  std::string_view name;
  std::string_view allowed;
  bool (*take)(const std::string& text, vendor_row& out);
};

constexpr std::string_view row_text_allowed = "a text of 1 to 100 bytes";

constexpr std::array row_keys{
    row_key{"vendor", row_text_allowed, &take_vendor},
    row_key{"model", row_text_allowed, &take_model},
    row_key{"firmware", "versions such as 7, 7.10, 6-7, 6- or -5.10", &take_firmware},
    row_key{"boot_whole", "true or false", &take_boot_whole},
    row_key{"optical_drive", row_text_allowed, &take_optical_drive},
    row_key{"media_boot_interface", row_text_allowed, &take_media_boot_interface},
};

std::optional<failure> take_key(const std::string& place, const std::string& name,
                                const std::string& text, vendor_row& out) {
  const auto found = std::find_if(row_keys.begin(), row_keys.end(),
                                  [&](const auto& row) { return row.name == name; });
  if (found == row_keys.end())
    return failure{error_code::invalid, place + ": unknown key '" + name.substr(0, 80) +
                                            "'; allowed: " + vendor_row_keys() + "."};
  if (found->take(text, out)) return std::nullopt;
  return failure{error_code::invalid,
                 place + "." + name + ": '" + text.substr(0, 80) +
                     "' is not allowed; allowed: " + std::string{found->allowed} + "."};
}

}  // namespace

std::string vendor_row_keys() {
  return join(row_keys, [](const row_key& row) { return row.name; });
}

result<std::vector<vendor_row>> read_vendor_rows(std::span<const vendor_row_text> rows) {
  const std::string option = "redfish.vendor_rows";
  if (rows.size() > vendor_rows_max)
    return fail(error_code::invalid, option + ": has " + std::to_string(rows.size()) +
                                         " rows; allowed: up to " +
                                         std::to_string(vendor_rows_max) + ".");
  std::vector<vendor_row> out;
  for (const auto& row : rows) {
    const auto place = option + "[" + std::to_string(out.size()) + "]";
    auto& made = out.emplace_back();
    for (const auto& [name, text] : row)
      if (auto wrong = take_key(place, name, text, made)) return tl::unexpected(std::move(*wrong));
    if (made.vendor.empty())
      return fail(error_code::invalid, place + ": lacks the key vendor; allowed: " +
                                           std::string{row_text_allowed} + ".");
  }
  return out;
}

}  // namespace ironbus
