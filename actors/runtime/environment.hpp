#pragma once

#include "actors/inspection/processing/engine.hpp"
#include "actors/node/base/context.hpp"
#include "actors/runtime/conductor_counters.hpp"
#include "actors/runtime/metrics/node_metrics.hpp"
#include "actors/runtime/runtime_options.hpp"
#include "messages/base/time.hpp"
#include "messages/events/webhook_sender.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/process_description.hpp"
#include "messages/ports/store.hpp"

#include <caf/actor_addr.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace ironbus {

/// Data shared by all actors of a conductor. The ports outlive all actors.
struct environment {
  environment(bus& bus_port, store& store_port, const driver_catalog& declared,
              const inspection::engine& engine, const clock& clock_port, policy_ptr installation,
              conductor_options conductor, runtime_options how, webhook_sender* webhooks = nullptr)
      : messages(bus_port),
        records(store_port),
        drivers(declared),
        inspecting(engine),
        time(clock_port),
        receivers(webhooks),
        policy(std::move(installation)),
        options(std::move(conductor)),
        runtime(std::move(how)),
        nodes(declared, runtime.sensor_metrics_nodes, runtime.sensors_interval) {}

  bus& messages;
  store& records;
  const driver_catalog& drivers;
  const inspection::engine& inspecting;
  const clock& time;
  webhook_sender* receivers = nullptr;  ///< Null: there are no webhooks.
  const policy_ptr policy;
  const conductor_options options;
  const runtime_options runtime;

  conductor_counters counters;
  node_metrics nodes;
  /// The groups that driver workers serve; null: unknown. Only the watch actor writes it.
  std::atomic<std::shared_ptr<const served_groups>> served{};
  /// How long steps take; null: not read yet. Only the duration actor writes it.
  std::atomic<usual_times> usual{};
  caf::actor_addr suspects;  ///< The suspects actor.

  context decide_context(uint64_t epoch) const {
    return {.now = time.now(),
            .drivers = drivers,
            .policy = *policy,
            .options = options,
            .conductor = runtime.name,
            .host = runtime.host.empty() ? runtime.name : runtime.host,
            .inspection = inspecting.chosen_policy(),
            .rules = inspecting.rules().now(),
            .served = served,
            .usual = usual,
            .epoch = epoch};
  }
};

/// A shard owned by this conductor. The epoch changes when the shard is acquired again.
struct shard_lease {
  uint32_t shard = 0;
  std::atomic<uint64_t> epoch{0};
};

}  // namespace ironbus
