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

/// Knows which places for boot files driver workers have, by the store's list of members, and when
/// to look for nodes whose place is lost. A worker that restarts is not missed: a place counts as
/// there for a while after it was last seen. One of the conductors looks, the first by name. As
/// long as no place is lost that costs one question a minute, which no row answers.
class boot_watch {
public:
  using clock = steady_clock;

  static constexpr std::chrono::seconds absence_tolerated{15};
  static constexpr std::chrono::seconds look_interval{60};
  /// As long as there are nodes that wait for theirs: what is fetched first, or cannot be written,
  /// is asked for again.
  static constexpr std::chrono::seconds retry_interval{15};
  /// How many nodes are told at once.
  static constexpr size_t page_size = 500;

  /// A node and what it is told.
  using order = std::pair<std::string, boot_place_lost>;

  boot_watch(clock::time_point now, std::string conductor)
      : begun_{now}, conductor_{std::move(conductor)} {}

  /// Takes the list as it is now.
  void take(const std::vector<member>& members, clock::time_point now);
  /// What to ask the store now, if anything; `found` takes its answer.
  std::optional<query> due(clock::time_point now);
  std::vector<order> found(const result<std::vector<listed>>& nodes, clock::time_point now);

private:
  bool is_there(const std::string& place) const { return last_seen_.contains(place); }

  const clock::time_point begun_;
  const std::string conductor_;
  bool looks_ = false;  ///< It is this conductor that does.
  std::map<std::string, clock::time_point> last_seen_;
  clock::time_point next_look_{};
  bool looking_ = false;
  bool found_some_ = false;  ///< In this look.
  std::string marker_;       ///< Of the page before; empty: a look begins.
};

}  // namespace ironbus
