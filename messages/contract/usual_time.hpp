#pragma once

#include "messages/base/codec.hpp"
#include "messages/base/time.hpp"
#include "messages/contract/step_durations.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ironbus {

struct node;

/// How long runs of a step on machines of one kind usually take: the part of the learned data that
/// decisions and answers use.
struct usual_time {
  std::string kind;  ///< In the form of key_of.
  uint64_t runs = 0;
  int64_t median_ms = 0;
  int64_t p99_ms = 0;

  bool operator==(const usual_time&) const = default;

  timestamp expected_end(timestamp began) const;
  /// When a run becomes overdue: after the time in which 99 of 100 runs have ended, plus a tenth of
  /// it and at least five seconds. One run in 100 is no reason for an alarm.
  timestamp overdue_at(timestamp began) const;
};

member_codecs<usual_time> members_of(const usual_time*);

/// Unset: too few runs are known.
std::optional<usual_time> usual_time_of(const step_durations& kind);
/// Reads it from a summary.
std::optional<usual_time> read_usual_time(std::string_view summary);

/// By kind of run; null: not read yet. Immutable.
using usual_times = std::shared_ptr<const std::map<std::string, usual_time, std::less<>>>;

/// The kind of run for a step on this machine.
std::string kind_of_run(const node& machine, std::string_view interface, std::string_view step);

}  // namespace ironbus
