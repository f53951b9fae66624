#pragma once

#include "messages/wire/routing.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ironbus {

struct executor_options {
  std::string name;         ///< Member name, as announced in the store.
  std::string incarnation;  ///< As announced; with the name it owns claims.
  /// Conductor groups to work for; "" is the group of nodes without one.
  std::vector<std::string> groups{""};
  uint32_t shards = routing::default_shards;  ///< The same everywhere.
  uint16_t prefetch = 256;                    ///< Steps of a group at once, at most.
  /// Pause before store, bus or another worker's claim is tried again: doubles from first to
  /// second.
  std::chrono::milliseconds retry_first{500};
  std::chrono::milliseconds retry_longest{2000};
  std::chrono::milliseconds members_cached{1000};  ///< How long "alive" is believed.
  /// How long after its deadline a step whose driver never answered is given up.
  std::chrono::milliseconds overdue_grace{30000};
  uint32_t survey_reads_max = 32;  ///< Power states of a survey read at once, at most.
  std::chrono::milliseconds survey_read_timeout{60000};
};

/// What the executor has done since it was made; may be read on any thread.
struct executor_counters {
  std::atomic<uint64_t> executed{0};              ///< Steps handed to a driver's run.
  std::atomic<uint64_t> recovered{0};             ///< Steps taken over from a dead worker.
  std::atomic<uint64_t> duplicates_dropped{0};    ///< Requests for a step that runs here already.
  std::atomic<uint64_t> outcomes_republished{0};  ///< Requests for a step that had ended.
  std::atomic<uint64_t> failed{0};                ///< Outcomes `failed` told for the first time.
  std::atomic<uint64_t> rejected{0};              ///< Requests nobody can read: dead-lettered.
  std::atomic<uint64_t> probed{0};                ///< Questions how a step in an agent goes.
  std::atomic<uint64_t> surveyed{0};              ///< Power states read for surveys.
};

}  // namespace ironbus
