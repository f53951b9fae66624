#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::metrics {

/// Numbers for names that outsiders choose, used as metric labels. Names known at the start have
/// fixed numbers. The first `further_max` other names get one each, if they are short and consist
/// of letters, digits and "._-". All others share the last number, "other". So no outsider can make
/// the series grow or displace a known name. Any thread.
class bounded_names {
public:
  static constexpr size_t letters_max = 64;

  bounded_names(std::vector<std::string> known, size_t further_max);

  size_t number_of(std::string_view name);
  std::string name_of(size_t number) const;
  /// The number of numbers.
  size_t size() const { return numbers_max_ + 1; }

private:
  const size_t numbers_max_;
  mutable std::shared_mutex mutex_;  ///< Guards the members below.
  std::map<std::string, size_t, std::less<>> numbers_;
  std::vector<std::string> names_;
};

}  // namespace ironbus::metrics
