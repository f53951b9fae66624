#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ironbus {

/// Versions of a BMC's firmware. Vendors write them with words around them ("iLO 5 v2.78"), so the
/// first number with a point in it counts, else the first number.
class firmware_range {
public:
  /// All versions, also one that is not known.
  firmware_range() = default;

  /// "7", "7.10": those that begin so. "6-7", "6-", "-5.10": from, to or between these, each as far
  /// as it is written. Unset: it is none of that.
  static std::optional<firmware_range> parse(std::string_view text);

  bool is_all() const { return first_.empty() && last_.empty(); }
  bool holds(std::string_view version) const;

private:
  using numbers = std::vector<uint32_t>;

  numbers first_;  ///< Empty: from the oldest on.
  numbers last_;   ///< Empty: up to the newest.
};

}  // namespace ironbus
