#include "tests/simulation/cluster/conductor_process.hpp"

#include "messages/base/uuid.hpp"
#include "messages/ports/process_description.hpp"

#include <caf/all.hpp>
#include <caf/scheduler/test_coordinator.hpp>

namespace ironbus::simulation {

namespace {

/// Between an announcement and the look at what the store's answer has made of it.
constexpr std::chrono::milliseconds soon{20};

runtime_options options_of(const std::string& name) {
  runtime_options out;
  out.name = name;
  out.threads = 0;
  out.drain_limit = std::chrono::milliseconds{0};
  return out;
}

/// The test clock does not tell when its next timeout is due, but its base keeps them in order.
struct open_clock : caf::detail::test_actor_clock {
  static std::optional<time_point> next(const caf::detail::test_actor_clock& clock) {
    const auto& all = clock.*(&open_clock::schedule_);
    if (all.empty()) return std::nullopt;
    return all.begin()->first;
  }
};

}  // namespace

// -- being there ----------------------------------------------------------------------------------

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
      records_{*this, parts_.records} {}

conductor_process::~conductor_process() {
  kill();
  role_->stop();
  while (scheduler_->try_run_once()) continue;
  drop_callbacks();
  while (scheduler_->try_run_once()) continue;
}

void conductor_process::start() {
  enter([this] {
    role_ = std::make_unique<conductor>(messages_, records_, parts_.catalog, inspecting_, time_,
                                        parts_.policy, conductor_options{}, options_of(name()));
    scheduler_ = &dynamic_cast<caf::scheduler::test_coordinator&>(role_->scheduler());
    scheduler_->clock().current_time = steady_clock::now();
    role_->start();
    messages_.start();
    member who{name(), random_uuid(), encode_description({name(), {"conductor"}, {}, {""}, 1, {}})};
    announcing_ = std::make_unique<announcing>(*this, records_, std::move(who), nullptr);
    announcing_->start();
  });
}

void conductor_process::refresh_time() {
  if (scheduler_ == nullptr) return;
  const auto passed = steady_clock::now() - scheduler_->clock().now();
  if (passed.count() > 0) scheduler_->advance_time(passed);
}

void conductor_process::run_ready() {
  while (alive() && scheduler_->try_run_once()) continue;
  wake_when_due();
}

void conductor_process::wake_when_due() {
  const auto next = open_clock::next(scheduler_->clock());
  const auto now = steady_clock::now();
  if (!next || (awake_at_ && *awake_at_ > now && *awake_at_ <= *next)) return;
  awake_at_ = *next;
  enter_after(*next - now, [] {});
}

}  // namespace ironbus::simulation
