#include "actors/runtime/conductor/deadline_list.hpp"

namespace ironbus {

void deadline_list::set(const std::string& subject, std::optional<timestamp> moment) {
  if (const auto old = by_subject_.find(subject); old != by_subject_.end()) {
    by_moment_.erase(old->second);
    by_subject_.erase(old);
  }
  if (moment) by_subject_.emplace(subject, by_moment_.emplace(*moment, subject));
}

std::optional<timestamp> deadline_list::next() const {
  if (by_moment_.empty()) return std::nullopt;
  return by_moment_.begin()->first;
}

std::optional<std::string> deadline_list::take_due(timestamp now) {
  if (by_moment_.empty() || by_moment_.begin()->first > now) return std::nullopt;
  auto subject = std::move(by_moment_.begin()->second);
  by_moment_.erase(by_moment_.begin());
  by_subject_.erase(subject);
  return subject;
}

void deadline_list::clear() {
  by_moment_.clear();
  by_subject_.clear();
}

}  // namespace ironbus
