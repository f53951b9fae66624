#include "messages/platform/bounded_names.hpp"

#include <algorithm>
#include <mutex>

namespace ironbus::metrics {

namespace {

bool is_plain(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '.' || letter == '_' || letter == '-';
}

bool is_presentable(std::string_view name) {
  return !name.empty() && name.size() <= bounded_names::letters_max &&
         std::all_of(name.begin(), name.end(), is_plain);
}

}  // namespace

bounded_names::bounded_names(std::vector<std::string> known, size_t further_max)
    : numbers_max_(known.size() + further_max), names_(std::move(known)) {
  for (size_t i = 0; i < names_.size(); ++i) numbers_.emplace(names_[i], i);
}

size_t bounded_names::number_of(std::string_view name) {
  {
    const std::shared_lock reading{mutex_};
    if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
    if (names_.size() >= numbers_max_ || !is_presentable(name)) return numbers_max_;
  }
  const std::lock_guard writing{mutex_};
  if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second;
  if (names_.size() >= numbers_max_) return numbers_max_;
  numbers_.emplace(name, names_.size());
  names_.emplace_back(name);
  return names_.size() - 1;
}

std::string bounded_names::name_of(size_t number) const {
  const std::shared_lock reading{mutex_};
  return number < names_.size() ? names_[number] : "other";
}

}  // namespace ironbus::metrics
