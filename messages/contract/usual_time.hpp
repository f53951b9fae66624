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

/// How long runs of a step on machines of one kind take as a rule: what decisions and answers go
/// by, of all that has been learned.
struct usual_time {
  std::string kind;  ///< As key_of says.
  uint64_t runs = 0;
  int64_t median_ms = 0;
  int64_t p99_ms = 0;

  bool operator==(const usual_time&) const = default;

  timestamp expected_end(timestamp began) const;
  /// From when on a run is overdue: 99 in a hundred have ended, and as the hundredth is nothing to
  /// tell of, there has been a tenth of that time more, and five seconds at least.
  timestamp overdue_at(timestamp began) const;
};

member_codecs<usual_time> members_of(const usual_time*);

/// Unset: too few runs have been seen to say anything of the next.
std::optional<usual_time> usual_time_of(const step_durations& kind);
/// The same of its summary.
std::optional<usual_time> read_usual_time(std::string_view summary);

/// By their kinds; null: not read yet. Immutable.
using usual_times = std::shared_ptr<const std::map<std::string, usual_time, std::less<>>>;

/// What runs of a step on this machine are found by.
std::string kind_of_run(const node& machine, std::string_view interface, std::string_view step);

}  // namespace ironbus
