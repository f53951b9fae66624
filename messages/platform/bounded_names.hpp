#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::metrics {

/// Numbers for names that others choose, as labels of metrics. Those known from the start have
/// their numbers; of the others the first `further_max` get one each, where they are short and of
/// letters, digits and "._-" only. All the rest share the last number, which is "other", so that
/// nobody can make series grow, nor take the place of what is known. Any thread.
class bounded_names {
public:
  static constexpr size_t letters_max = 64;

  bounded_names(std::vector<std::string> known, size_t further_max);

  size_t number_of(std::string_view name);
  std::string name_of(size_t number) const;
  /// Of numbers there are.
  size_t size() const { return numbers_max_ + 1; }

private:
  const size_t numbers_max_;
  mutable std::shared_mutex mutex_;  ///< Guards the rest.
  std::map<std::string, size_t, std::less<>> numbers_;
  std::vector<std::string> names_;
};

}  // namespace ironbus::metrics
