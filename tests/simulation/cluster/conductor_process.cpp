#include "tests/simulation/cluster/conductor_process.hpp"

#include "messages/base/uuid.hpp"
#include "messages/ports/process_description.hpp"

#include <caf/all.hpp>
#include <caf/scheduler/test_coordinator.hpp>

namespace ironbus::simulation {

namespace {

/// Pause between an announcement and the check of its result.
constexpr std::chrono::milliseconds soon{20};

runtime_options options_of(const std::string& name) {
  runtime_options out;
  out.name = name;
  out.threads = 0;
  out.drain_limit = std::chrono::milliseconds{0};
  return out;
}

/// If an agent's token is lost, its calls are rejected: the node continues when the callback
/// timeout expires.
conductor_options waiting_options() {
  conductor_options out;
  constexpr std::chrono::minutes for_agents{10};
  out.deploy_callback_timeout = out.clean_callback_timeout = out.inspect_wait_timeout =
      out.rescue_callback_timeout = out.service_callback_timeout = for_agents;
  return out;
}

/// Rules also apply to data that drivers find.
inspection::policy inspection_policy() {
  inspection::policy_options out;
  out.supported_interfaces = ".*";
  return inspection::make_policy(out).value();
}

/// The test clock does not report its next timeout, but its base class keeps them in order.
struct open_clock : caf::detail::test_actor_clock {
  static std::optional<time_point> next(const caf::detail::test_actor_clock& clock) {
    const auto& all = clock.*(&open_clock::schedule_);
    if (all.empty()) return std::nullopt;
    return all.begin()->first;
  }
};

}  // namespace

// -- announcements --------------------------------------------------------------------------------

announcing::announcing(process& owner, store& records, member who, lease_ptr held)
    : owner_{owner}, announcer_{records, std::move(who), std::move(held), [] {}} {}

void announcing::start() { announce(); }

void announcing::announce() {
  announcer_.announce();
  owner_.enter_after(soon, [this] {
    const auto pause = announcer_.pause();
    if (pause.count() == 0) return announce();
    owner_.enter_after(pause - soon, [this] { announce(); });
  });
}

// -- the role -------------------------------------------------------------------------------------

conductor_process::conductor_process(surroundings& around, const std::string& name,
                                     process_parts parts)
    : process{around, name},
      parts_{std::move(parts)},
      messages_{*this, parts_.messages},
      records_{*this, parts_.records},
      inspecting_{inspection_policy(), {}} {}

conductor_process::~conductor_process() {
  kill();
  role_->stop();
  rules_->stop();
  run_all_ready();
  drop_callbacks();
  run_all_ready();
}

void conductor_process::start() {
  enter([this] {
    role_ = std::make_unique<conductor>(messages_, records_, parts_.catalog, inspecting_, time_,
                                        parts_.policy, waiting_options(), options_of(name()));
    rules_ = std::make_unique<inspection::rule_follower>(
        messages_, records_, records_, inspecting_.rules(), [](const std::string&) {}, 0);
    run_with(role_->scheduler());
    rules_->start();
    run_with(rules_->scheduler());
    role_->start();
    messages_.start();
    member who{name(), random_uuid(), encode_description({name(), {"conductor"}, {}, {""}, 1, {}})};
    announcing_ = std::make_unique<announcing>(*this, records_, std::move(who), nullptr);
    announcing_->start();
  });
}

void conductor_process::run_with(caf::scheduler::abstract_coordinator& scheduler) {
  auto& added = dynamic_cast<caf::scheduler::test_coordinator&>(scheduler);
  added.clock().current_time = steady_clock::now();
  schedulers_.push_back(&added);
}

void conductor_process::refresh_time() {
  for (auto* scheduler : schedulers_) {
    const auto passed = steady_clock::now() - scheduler->clock().now();
    if (passed.count() > 0) scheduler->advance_time(passed);
  }
}

/// Actors of different systems communicate by bus and store only.
void conductor_process::run_all_ready() {
  for (auto* scheduler : schedulers_)
    while (scheduler->try_run_once()) continue;
}

void conductor_process::run_ready() {
  for (auto* scheduler : schedulers_)
    while (alive() && scheduler->try_run_once()) continue;
  wake_when_due();
}

void conductor_process::wake_when_due() {
  std::optional<host_source::steady_time> next;
  for (auto* scheduler : schedulers_)
    if (const auto due = open_clock::next(scheduler->clock()); due && (!next || *due < *next))
      next = due;
  const auto now = steady_clock::now();
  if (!next || (awake_at_ && *awake_at_ > now && *awake_at_ <= *next)) return;
  awake_at_ = *next;
  enter_after(*next - now, [] {});
}

}  // namespace ironbus::simulation
