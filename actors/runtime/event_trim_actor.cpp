#include "actors/runtime/event_trim_actor.hpp"

#include <caf/all.hpp>

namespace ironbus {

using runtime::local;

namespace {

constexpr std::chrono::seconds between_looks{60};

void show(metrics::gauge& shown, uint64_t now) { shown += static_cast<int64_t>(now) - shown; }

}  // namespace

runtime::event_trim_actor::behavior_type event_trim_state::start(std::shared_ptr<environment> env) {
  env_ = std::move(env);
  measure();
  return {
      [this](const local<runtime::trim_events>&) { trim(); },
      [this](const local<runtime::events_trimmed>& x) {
        if (x->outcome && x->outcome->more) return trim();
        measure();
      },
      [this](const local<runtime::log_measured>& x) { rest(x->log); },
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

void event_trim_state::measure() {
  env_->records.read_events({0, {}, 0, true},
                            [trimmer = runtime::event_trim_actor{self_}](result<event_page> log) {
                              caf::anon_send(trimmer, local{runtime::log_measured{std::move(log)}});
                            });
}

void event_trim_state::rest(const result<event_page>& log) {
  if (log) {
    auto& of_log = env_->counters;
    show(of_log.log_newest, log->newest);
    show(of_log.log_oldest, log->complete_after);
    show(of_log.log_bytes, log->bytes);
    show(of_log.log_entries, log->count);
  }
  self_->delayed_send(self_, between_looks, local{runtime::trim_events{}});
}

runtime::event_trim_actor::behavior_type event_trim_behavior(event_trim_state::pointer self,
                                                             std::shared_ptr<environment> env) {
  return self->state.start(std::move(env));
}

}  // namespace ironbus
