#pragma once

#include "actors/webhooks/delivery_rules.hpp"
#include "messages/platform/closed_counters.hpp"

#include <map>
#include <mutex>
#include <string>

namespace ironbus {

/// Metrics of the webhooks that a conductor delivers. Any thread.
class webhook_metrics {
public:
  webhook_metrics();

  void count(delivery_result result) { deliveries_[static_cast<size_t>(result)] += 1; }
  void count_dead_letter() { ++given_up_; }

  /// The state of a webhook that is delivered here, by its UUID.
  struct state {
    std::string name;
    uint64_t lag = 0;  ///< Positions of the log that remain to be read.
    uint64_t dead_letters = 0;
  };
  void show(const std::string& uuid, state now);
  void hide(const std::string& uuid);

private:
  metrics::samples read(uint64_t state::*number) const;

  metrics::closed_counters deliveries_;
  metrics::counter given_up_{
      {"ironbus_webhook_events_given_up_total", "Events that became dead letters of a webhook."}};
  mutable std::mutex mutex_;  ///< Guards the next member.
  std::map<std::string, state> states_;
  const metrics::registration lag_;  ///< Last, because they read the other members.
  const metrics::registration dead_letters_;
};

}  // namespace ironbus
