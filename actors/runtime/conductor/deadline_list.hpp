#pragma once

#include "messages/base/time.hpp"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace ironbus {

/// The next deadline of each subject.
class deadline_list {
public:
  /// Replaces the deadline of the subject; empty: removes it.
  void set(const std::string& subject, std::optional<timestamp> moment);
  /// The earliest of all.
  std::optional<timestamp> next() const;
  /// Removes and returns a subject whose deadline has passed.
  std::optional<std::string> take_due(timestamp now);
  void clear();

private:
  using by_moment = std::multimap<timestamp, std::string>;

  by_moment by_moment_;
  std::unordered_map<std::string, by_moment::iterator> by_subject_;
};

}  // namespace ironbus
