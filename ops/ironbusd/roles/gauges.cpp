// The numbers of a process's roles, for /metrics.

#include "gateways/amqp/amqp_bus.hpp"
#include "ops/ironbusd/roles/process.hpp"

namespace ironbus::daemon {

namespace {

void add_conductor(std::vector<gauge>& out, const std::unique_ptr<conductor>& from) {
  const auto add = [&](std::string name, uint64_t conductor_counters::*which) {
    // The conductor is made after the health server and may not be there yet.
    out.push_back({"conductor_" + std::move(name),
                   [&from, which] { return from ? from->counters().*which : 0; }});
  };
  add("messages_total", &conductor_counters::messages);
  add("duplicates_total", &conductor_counters::duplicates);
  add("commits_total", &conductor_counters::commits);
  add("stale_commits_total", &conductor_counters::stale_commits);
  add("resumed_total", &conductor_counters::resumed);
  add("dead_lettered_total", &conductor_counters::dead_lettered);
  add("nodes_in_memory", &conductor_counters::nodes_in_memory);
}

void add_driver(std::vector<gauge>& out, const executor_counters& from) {
  const auto add = [&](std::string name, const std::atomic<uint64_t>& value) {
    out.push_back({"driver_" + std::move(name), [&value] { return value.load(); }});
  };
  add("steps_executed_total", from.executed);
  add("steps_recovered_total", from.recovered);
  add("steps_failed_total", from.failed);
  add("duplicates_dropped_total", from.duplicates_dropped);
  add("outcomes_republished_total", from.outcomes_republished);
  add("rejected_total", from.rejected);
  add("steps_probed_total", from.probed);
  add("power_states_surveyed_total", from.surveyed);
}

void add_amqp(std::vector<gauge>& out, const amqp_counters& from) {
  const auto add = [&](std::string name, const std::atomic<uint64_t>& value) {
    out.push_back({"amqp_" + std::move(name), [&value] { return value.load(); }});
  };
  add("published_total", from.published);
  add("confirmed_total", from.confirmed);
  add("delivered_total", from.delivered);
  add("redelivered_total", from.redelivered);
  add("acked_total", from.acked);
  add("reconnects_total", from.reconnects);
}

}  // namespace

std::vector<gauge> process::gauges() const {
  std::vector<gauge> out;
  if (settings_.has_role("conductor")) add_conductor(out, conductor_);
  if (driver_) add_driver(out, driver_->counters());
  if (const auto* amqp = dynamic_cast<const amqp_bus*>(bus_.get())) add_amqp(out, amqp->counters());
  return out;
}

}  // namespace ironbus::daemon
