#include "actors/runtime/event_trim_actor.hpp"

#include <caf/all.hpp>

namespace ironbus {

using runtime::local;

namespace {

constexpr std::chrono::seconds between_looks{60};

}  // namespace

runtime::event_trim_actor::behavior_type event_trim_state::start(std::shared_ptr<environment> env) {
  env_ = std::move(env);
  self_->delayed_send(self_, between_looks, local{runtime::trim_events{}});
  return {
      [this](const local<runtime::trim_events>&) { trim(); },
      [this](const local<runtime::events_trimmed>& x) {
        if (x->outcome && x->outcome->more) return trim();
        self_->delayed_send(self_, between_looks, local{runtime::trim_events{}});
      },
  };
}

void event_trim_state::trim() {
  const auto since = to_system_time(env_->time.now()) - env_->runtime.event_retention;
  env_->records.trim_events(
      {since, env_->runtime.event_bytes_max},
      [trimmer = runtime::event_trim_actor{self_}](result<trimmed_events> outcome) {
        caf::anon_send(trimmer, local{runtime::events_trimmed{std::move(outcome)}});
      });
}

runtime::event_trim_actor::behavior_type event_trim_behavior(event_trim_state::pointer self,
                                                             std::shared_ptr<environment> env) {
  return self->state.start(std::move(env));
}

}  // namespace ironbus
