#include "tests/simulation/cluster/cluster.hpp"

#include "tests/simulation/cluster/agent_scripts.hpp"

#include <algorithm>

namespace ironbus::simulation {

namespace {

policy_ptr policy_of(const cluster_size& size) {
  installation_policy out;
  out.shards = size.shards;
  out.clean_step_priority_override = {{"bios.factory_reset", 10}, {"raid.delete_configuration", 5}};
  return std::make_shared<const installation_policy>(std::move(out));
}

/// The conductor groups of the driver with that index.
std::vector<std::string> groups_of_driver(size_t index) {
  const auto [without, other] = conductor_groups;
  const std::array<std::vector<std::string>, 3> served{{{without}, {without, other}, {other}}};
  return served[index % served.size()];
}

std::string_view name_of(role x) {
  constexpr std::array<std::string_view, 3> names{"gateway", "conductor", "driver"};
  return names[static_cast<size_t>(x)];
}

}  // namespace

cluster::cluster(surroundings& around, cluster_size size, machine_habits habits,
                 machine_model::observer begun)
    : around_{around},
      size_{size},
      habits_{habits},
      begun_{std::move(begun)},
      policy_{policy_of(size)},
      catalog_{build_catalog(policy_->drivers).value()},
      broker_{around.loop, random_stream{around.random.next()}},
      store_{around.loop, random_stream{around.random.next()}} {
  const auto add = [this](role kind, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
      places_.push_back({kind, std::string{name_of(kind)} + "-" + std::to_string(i + 1),
                         kind == role::driver ? groups_of_driver(i) : std::vector<std::string>{}});
  };
  add(role::gateway, size.gateways);
  add(role::conductor, size.conductors);
  add(role::driver, size.drivers);
}

cluster::~cluster() {
  for (auto& place : places_) place.running.reset();
}

void cluster::start() {
  for (auto& place : places_) start(place);
}

void cluster::start(process_place& place) {
  place.bus = std::make_unique<bus_link>(place.name, broker_, around_.loop,
                                         random_stream{around_.random.next()});
  place.store = std::make_unique<store_link>(place.name, store_, around_.loop,
                                             random_stream{around_.random.next()});
  process_parts parts{*place.bus, *place.store, policy_, catalog_, {}, {}};
  parts.on_frozen = [&place](bool frozen) {
    place.bus->set_paused(frozen);
    place.store->set_paused(frozen);
  };
  parts.on_killed = [&place] {
    place.bus->end();
    place.store->end();
  };
  place.running = make(place, std::move(parts));
}

std::unique_ptr<process> cluster::make(const process_place& place, process_parts parts) {
  switch (place.role) {
    case role::gateway: {
      auto out = std::make_unique<gateway_process>(around_, place.name, std::move(parts));
      out->start();
      return out;
    }
    case role::conductor: {
      auto out = std::make_unique<conductor_process>(around_, place.name, std::move(parts));
      out->start();
      return out;
    }
    default: {
      auto out = std::make_unique<driver_process>(around_, place.name, place.groups,
                                                  std::move(parts), machines_, agents_);
      out->start();
      return out;
    }
  }
}

void cluster::kill(process_place& place, uint32_t calls, std::chrono::nanoseconds down) {
  if (!place.running) return;
  place.running->on_death([this, &place, down] {
    around_.loop.after(std::chrono::nanoseconds{0}, [this, &place, down] { bury(place, down); });
  });
  if (calls == 0) return place.running->kill();
  place.running->kill_at_call(calls);
}

/// Removes a killed process. Never while it runs, because a process may be killed within its own
/// call.
void cluster::bury(process_place& place, std::chrono::nanoseconds down) {
  place.running.reset();
  place.bus.reset();
  place.store.reset();
  around_.loop.after(down, [this, &place] { start(place); });
}

void cluster::ask(api_request request, std::function<void(api_answer)> done) {
  std::vector<gateway_process*> up;
  for (const auto& place : places_)
    if (place.role == role::gateway && place.running && place.running->alive())
      up.push_back(static_cast<gateway_process*>(place.running.get()));
  if (!up.empty()) return around_.random.any_of(up)->ask(std::move(request), std::move(done));
  around_.loop.after(std::chrono::milliseconds{1}, [done = std::move(done)] { done({}); });
}

bool cluster::serves(const std::string& owner, const std::string& group) const {
  const auto name = owner.substr(0, owner.find('/'));
  return std::any_of(places_.begin(), places_.end(), [&](const process_place& place) {
    return place.name == name &&
           std::find(place.groups.begin(), place.groups.end(), group) != place.groups.end();
  });
}

void cluster::add_machine(const std::string& node, const std::string& mac) {
  auto machine =
      std::make_unique<machine_model>(around_.loop, node, around_.random.next(), habits_, begun_);
  if (!mac.empty()) {
    const auto place = "10.0.0.1:" + std::to_string(10'000 + agents_.size());
    auto agent = std::make_unique<machine_agent>(
        around_.loop, around_.random, script_of_agent(node, mac), "http://" + place,
        [this](api_request request, std::function<void(api_answer)> done) {
          ask(std::move(request), std::move(done));
        });
    machine->on_power([agent = agent.get()](power_state state) { agent->on_power(state); });
    agent_nodes_.insert(node);
    agents_.emplace(place, std::move(agent));
  }
  machines_.emplace(node, std::move(machine));
}

}  // namespace ironbus::simulation
