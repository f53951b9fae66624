#include "drivers/kit/bmc/answer_cache.hpp"

#include <algorithm>
#include <iterator>

namespace ironbus {

std::optional<http_response> answer_cache::find(const std::string& target,
                                                std::chrono::milliseconds age_max,
                                                time_point now) const {
  const auto found = std::find_if(known_.begin(), known_.end(), [&](const known_answer& entry) {
    return entry.target == target;
  });
  if (found == known_.end() || now - found->asked_at >= age_max) return std::nullopt;
  return found->answer;
}

void answer_cache::keep(const std::string& target, http_response answer, time_point asked_at) {
  const auto before = std::find_if(known_.begin(), known_.end(), [&](const known_answer& entry) {
    return entry.target == target;
  });
  if (before != known_.end()) forget(before);
  bytes_ += target.size() + answer.body.size();
  known_.push_front({target, std::move(answer), asked_at});
  while (bytes_ > bytes_max_) forget(std::prev(known_.end()));
}

void answer_cache::clear() {
  known_.clear();
  bytes_ = 0;
}

void answer_cache::forget(std::list<known_answer>::iterator entry) {
  bytes_ -= entry->target.size() + entry->answer.body.size();
  known_.erase(entry);
}

}  // namespace ironbus
