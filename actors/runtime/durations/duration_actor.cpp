#include "actors/runtime/durations/duration_actor.hpp"

#include <caf/all.hpp>

namespace ironbus {

using runtime::local;

namespace {

constexpr std::chrono::seconds between_rounds{10};

}  // namespace

runtime::duration_actor::behavior_type duration_state::start(std::shared_ptr<environment> env) {
  env_ = std::move(env);
  learner_ = std::make_unique<duration_learner>(
      env_->records, [learning = runtime::duration_actor{self_}](std::function<void()> rest) {
        caf::anon_send(learning, local{runtime::answered{std::move(rest)}});
      });
  self_->delayed_send(self_, between_rounds, local{runtime::learn_durations{}});
  return {
      [this](const local<runtime::learn_durations>&) { learn(); },
      [](const local<runtime::answered>& x) { x->rest(); },
  };
}

void duration_state::learn() {
  learner_->learn([this](bool more) {
    if (more) return learn();
    self_->delayed_send(self_, between_rounds, local{runtime::learn_durations{}});
  });
}

runtime::duration_actor::behavior_type duration_behavior(duration_state::pointer self,
                                                         std::shared_ptr<environment> env) {
  return self->state.start(std::move(env));
}

}  // namespace ironbus
