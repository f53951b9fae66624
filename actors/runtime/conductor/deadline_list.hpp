#pragma once

#include "messages/base/time.hpp"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace ironbus {

/// The next deadline of each subject that has one.
class deadline_list {
public:
  /// Instead of what was noted for the subject; empty: it has none any more.
  void set(const std::string& subject, std::optional<timestamp> moment);
  /// The earliest of all.
  std::optional<timestamp> next() const;
  /// A subject whose deadline has come, which is taken off the list.
  std::optional<std::string> take_due(timestamp now);
  void clear();

private:
  using by_moment = std::multimap<timestamp, std::string>;

  by_moment by_moment_;
  std::unordered_map<std::string, by_moment::iterator> by_subject_;
};

}  // namespace ironbus
