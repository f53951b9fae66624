#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ironbus {

/// A range of BMC firmware versions. Vendors add words ("iLO 5 v2.78"), so the first number with a
/// point counts, else the first number.
class firmware_range {
public:
  /// All versions, including an unknown one.
  firmware_range() = default;

  /// "7", "7.10": versions with that prefix. "6-7", "6-", "-5.10": from, to or between these,
  /// compared with the given precision. Unset: invalid.
  static std::optional<firmware_range> parse(std::string_view text);

  bool is_all() const { return first_.empty() && last_.empty(); }
  bool holds(std::string_view version) const;

private:
  using numbers = std::vector<uint32_t>;

  numbers first_;  ///< Empty: no lower limit.
  numbers last_;   ///< Empty: no upper limit.
};

}  // namespace ironbus
