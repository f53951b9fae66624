#pragma once

#include "actors/inspection/processing/engine.hpp"
#include "actors/node/base/context.hpp"
#include "actors/runtime/conductor_counters.hpp"
#include "actors/runtime/group_watch.hpp"
#include "actors/runtime/runtime_options.hpp"
#include "actors/runtime/suspects.hpp"
#include "messages/base/time.hpp"
#include "messages/ports/bus.hpp"
#include "messages/ports/store.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace ironbus {

/// What every actor of a conductor shares. The ports outlive all actors.
struct environment {
  environment(bus& bus_port, store& store_port, const driver_catalog& declared,
              const inspection::engine& engine, const clock& clock_port, policy_ptr installation,
              conductor_options conductor, runtime_options how)
      : messages(bus_port),
        records(store_port),
        drivers(declared),
        inspecting(engine),
        time(clock_port),
        policy(std::move(installation)),
        options(std::move(conductor)),
        runtime(std::move(how)) {}

  bus& messages;
  store& records;
  const driver_catalog& drivers;
  const inspection::engine& inspecting;
  const clock& time;
  const policy_ptr policy;
  const conductor_options options;
  const runtime_options runtime;
  std::shared_ptr<suspects> came_again = std::make_shared<suspects>(records, runtime.name);

  conductor_counters counters;
  /// Shared with callbacks that may come when the conductor has ended.
  std::shared_ptr<group_watch> groups = std::make_shared<group_watch>(group_watch::clock::now());

  context decide_context() const {
    return {.now = time.now(),
            .drivers = drivers,
            .policy = *policy,
            .options = options,
            .conductor = runtime.name,
            .host = runtime.host.empty() ? runtime.name : runtime.host,
            .inspection = inspecting.by(),
            .rules = inspecting.rules().now(),
            .served = groups->served()};
  }
};

/// A shard as owned by this conductor. The epoch changes when the shard is taken over anew.
struct shard_lease {
  uint32_t shard = 0;
  std::atomic<uint64_t> epoch{0};
};

}  // namespace ironbus
