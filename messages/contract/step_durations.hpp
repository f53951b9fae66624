#pragma once

#include "messages/base/codec.hpp"
#include "messages/base/json.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

/// A distribution of durations: counts in buckets whose bounds grow by a twentieth, so that a
/// quantile of any size is accurate to 2.5 % (as in "DDSketch", VLDB 2019). Older values count less
/// and less.
class duration_sketch {
public:
  void add(double seconds);

  uint64_t count() const;
  /// The seconds within which this share (0 to 1) of all runs has ended; 0 if there are none.
  double quantile(double share) const;

  struct bucket {
    uint64_t number = 0;
    uint64_t count = 0;

    bool operator==(const bucket&) const = default;
  };
  std::vector<bucket> buckets;  ///< The buckets that are not empty, by number.

  bool operator==(const duration_sketch&) const = default;
};

/// Durations of one step on machines of one kind. One record in the store ("duration", its key).
struct step_durations {
  static constexpr int schema = 1;

  std::string driver;
  std::string vendor;  ///< properties.vendor of the node; empty: unset.
  std::string model;
  std::string interface;
  std::string step;
  duration_sketch taken;
  std::string log;        ///< The event log that it was learned from,
  uint64_t position = 0;  ///< and the last position read.

  bool operator==(const step_durations&) const = default;
};

member_codecs<duration_sketch::bucket> members_of(const duration_sketch::bucket*);
member_codecs<duration_sketch> members_of(const duration_sketch*);
member_codecs<step_durations> members_of(const step_durations*);

/// Reads the five names of an event or a summary, without durations; empty if one is missing.
step_durations named_in_document(const json& document);

/// The key: the five names, each cut to 64 bytes.
std::string key_of(const step_durations& x);

/// {"driver", "vendor", "model", "interface", "step", "runs", "median_seconds", "p99_seconds"}.
json summary_of(const step_durations& kind);

/// Limit of the number of records.
inline constexpr size_t step_durations_max = 4096;

inline constexpr std::string_view step_durations_aggregate = "duration";
inline constexpr std::string_view step_durations_collection = "durations";

}  // namespace ironbus
