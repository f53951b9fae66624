#pragma once

#include "messages/base/host_source.hpp"
#include "messages/ports/membership.hpp"
#include "messages/ports/query.hpp"
#include "messages/wire/commands.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ironbus {

/// Tracks the boot file locations of driver workers in the store's list of members, and decides
/// when to search for nodes whose location is lost. A location counts as present for a while after
/// it was last seen, so a restart of a worker is no loss. Only one conductor searches, the first by
/// name. While no location is lost, this costs one query a minute without result rows.
class boot_watch {
public:
  using clock = steady_clock;

  static constexpr std::chrono::seconds absence_tolerated{15};
  static constexpr std::chrono::seconds look_interval{60};
  /// While nodes with lost boot files are found: a rebuild may have to download files first, or may
  /// fail, and is then retried.
  static constexpr std::chrono::seconds retry_interval{15};
  /// How many nodes are notified at once.
  static constexpr size_t page_size = 500;

  /// A node and its command.
  using order = std::pair<std::string, boot_place_lost>;

  boot_watch(clock::time_point now, std::string conductor)
      : begun_{now}, conductor_{std::move(conductor)} {}

  /// Takes the current list.
  void take(const std::vector<member>& members, clock::time_point now);
  /// The next query for the store, if one is due; `found` takes its rows.
  std::optional<query> due(clock::time_point now);
  std::vector<order> found(const result<std::vector<listed>>& nodes, clock::time_point now);

private:
  bool is_there(const std::string& place) const { return last_seen_.contains(place); }

  const clock::time_point begun_;
  const std::string conductor_;
  bool looks_ = false;  ///< This conductor searches.
  std::map<std::string, clock::time_point> last_seen_;
  clock::time_point next_look_{};
  bool looking_ = false;
  bool found_some_ = false;  ///< In this search.
  std::string marker_;       ///< Of the page before; empty: a search starts.
};

}  // namespace ironbus
