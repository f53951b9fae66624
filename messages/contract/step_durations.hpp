#pragma once

#include "messages/base/codec.hpp"
#include "messages/base/json.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// How long something has taken: counts in buckets whose bounds grow by a twentieth, so that a
/// quantile is right to within 2.5 % whatever its size (as in "DDSketch", VLDB 2019). What is long
/// ago counts less and less.
class duration_sketch {
public:
  void add(double seconds);

  uint64_t count() const;
  /// The seconds within which this share (0 to 1) of all has ended; 0 if there are none.
  double quantile(double share) const;

  struct bucket {
    uint64_t number = 0;
    uint64_t count = 0;

    bool operator==(const bucket&) const = default;
  };
  std::vector<bucket> buckets;  ///< Those with something in them, by number.

  bool operator==(const duration_sketch&) const = default;
};

/// Runs of one step on machines of one kind. One record in the store ("duration", its key).
struct step_durations {
  static constexpr int schema = 1;

  std::string driver;
  std::string vendor;  ///< As properties.vendor of the node says; empty: it does not.
  std::string model;
  std::string interface;
  std::string step;
  duration_sketch taken;
  std::string log;        ///< The log of events that it was learned from,
  uint64_t position = 0;  ///< and up to where.

  bool operator==(const step_durations&) const = default;
};

member_codecs<duration_sketch::bucket> members_of(const duration_sketch::bucket*);
member_codecs<duration_sketch> members_of(const duration_sketch*);
member_codecs<step_durations> members_of(const step_durations*);

/// The five names as an event or a summary has them, without any run; empty where one is missing.
step_durations named_in_document(const json& document);

/// What they are found by: the five names, each cut to 64 bytes.
std::string key_of(const step_durations& x);

/// {"driver", "vendor", "model", "interface", "step", "runs", "median_seconds", "p99_seconds"}.
json summary_of(const step_durations& kind);

/// How many kinds of runs are learned at most.
inline constexpr size_t step_durations_max = 4096;

inline constexpr std::string_view step_durations_aggregate = "duration";
inline constexpr std::string_view step_durations_collection = "durations";

}  // namespace ironbus
