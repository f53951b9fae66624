#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ironbus {

/// Reads the keys of a driver_info and remembers the first error. Accepts numbers as texts and
/// texts as numbers, because clients send both. null and "" count as absent.
class driver_info_reader {
public:
  /// Anything but an object counts as an empty object.
  explicit driver_info_reader(const json& document);

  std::string text(std::string_view key);
  /// Like text; true and false become these words.
  std::string text_or_boolean(std::string_view key);
  std::optional<int64_t> number(std::string_view key, int64_t min, int64_t max);
  /// 0 to 255, also as 0x00 to 0xff. Returned as written.
  std::string byte(std::string_view key);
  std::optional<bool> boolean(std::string_view key);
  std::optional<std::string> word(std::string_view key, std::span<const std::string_view> allowed);

  void refuse(std::string_view key, std::string_view allowed);
  void refuse_missing(std::string_view key);
  const std::optional<failure>& wrong() const { return wrong_; }

private:
  const json& value(std::string_view key) const;

  const json& document_;
  std::optional<failure> wrong_;
};

/// "17", "0x11": a number from 0 to 255. Unset for any other text.
std::optional<int> read_byte(std::string_view text);

}  // namespace ironbus
