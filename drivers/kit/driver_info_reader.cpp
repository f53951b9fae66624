#include "drivers/kit/driver_info_reader.hpp"

#include "messages/base/secrets.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <charconv>

namespace ironbus {

namespace {

constexpr size_t shown_bytes = 64;

const json nothing;

}  // namespace

driver_info_reader::driver_info_reader(const json& document) : document_{document} {}

const json& driver_info_reader::value(std::string_view key) const {
  if (!document_.is_object()) return nothing;
  const auto found = document_.find(key);
  return found == document_.end() ? nothing : *found;
}

std::string driver_info_reader::text(std::string_view key) {
  const auto& found = value(key);
  if (found.is_null()) return {};
  if (found.is_string()) return found.get<std::string>();
  if (found.is_number()) return to_text(found);
  refuse(key, "a text");
  return {};
}

std::string driver_info_reader::text_or_boolean(std::string_view key) {
  return value(key).is_boolean() ? to_text(value(key)) : text(key);
}

std::optional<int64_t> driver_info_reader::number(std::string_view key, int64_t min, int64_t max) {
  const auto written = text(key);
  if (written.empty()) return std::nullopt;
  int64_t out = 0;
  const auto* end = written.data() + written.size();
  const auto read = std::from_chars(written.data(), end, out);
  if (read.ec == std::errc{} && read.ptr == end && out >= min && out <= max) return out;
  refuse(key, "a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  return std::nullopt;
}

std::string driver_info_reader::byte(std::string_view key) {
  auto out = text(key);
  if (!out.empty() && !read_byte(out)) refuse(key, "a number from 0 to 255, or from 0x00 to 0xff");
  return out;
}

std::optional<bool> driver_info_reader::boolean(std::string_view key) {
  if (value(key).is_boolean()) return value(key).get<bool>();
  const auto written = text(key);
  if (written.empty()) return std::nullopt;
  const auto out = boolean_word(written);
  if (!out) refuse(key, "true, false");
  return out;
}

std::optional<std::string> driver_info_reader::word(std::string_view key,
                                                    std::span<const std::string_view> allowed) {
  auto out = text(key);
  if (out.empty()) return std::nullopt;
  if (std::find(allowed.begin(), allowed.end(), out) == allowed.end()) refuse(key, join(allowed));
  return out;
}

void driver_info_reader::refuse(std::string_view key, std::string_view allowed) {
  if (wrong_) return;
  auto message = "driver_info." + std::string{key};
  message +=
      is_secret_key(key) ? " cannot be used" : " is " + to_text(value(key)).substr(0, shown_bytes);
  wrong_ = failure{error_code::invalid, message + "; allowed: " + std::string{allowed} + "."};
}

void driver_info_reader::refuse_missing(std::string_view key) {
  if (!wrong_) wrong_ = failure{error_code::invalid, "driver_info lacks " + std::string{key} + "."};
}

std::optional<int> read_byte(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  int out = 0;
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out, hex ? 16 : 10);
  if (text.empty() || read.ec != std::errc{} || read.ptr != end || out < 0 || out > 255)
    return std::nullopt;
  return out;
}

}  // namespace ironbus
