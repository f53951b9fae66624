#include "actors/runtime/durations/duration_actor.hpp"

#include <caf/all.hpp>

namespace ironbus {

using runtime::local;

namespace {

constexpr std::chrono::seconds between_rounds{10};
constexpr uint32_t rounds_between_readings = 6;

}  // namespace

runtime::duration_actor::behavior_type duration_state::start(std::shared_ptr<environment> env) {
  env_ = std::move(env);
  learner_ = std::make_unique<duration_learner>(
      env_->records, [learning = runtime::duration_actor{self_}](std::function<void()> rest) {
        caf::anon_send(learning, local{runtime::answered{std::move(rest)}});
      });
  self_->delayed_send(self_, between_rounds, local{runtime::learn_durations{}});
  read();
  return {
      [this](const local<runtime::learn_durations>&) { learn(); },
      [](const local<runtime::answered>& x) { x->rest(); },
  };
}

void duration_state::learn() {
  learner_->learn([this](bool more) {
    if (more) return learn();
    if (++rounds_ >= rounds_between_readings || !env_->usual.load()) read();
    self_->delayed_send(self_, between_rounds, local{runtime::learn_durations{}});
  });
}

void duration_state::read() {
  rounds_ = 0;
  query all;
  all.collection = step_durations_collection;
  all.limit = step_durations_max;
  env_->records.list(std::move(all), [this, reader = runtime::duration_actor{self_}](
                                         result<std::vector<listed>> rows) {
    if (!rows) return;
    caf::anon_send(reader,
                   local{runtime::answered{[this, rows = *std::move(rows)] { keep(rows); }}});
  });
}

void duration_state::keep(const std::vector<listed>& rows) {
  auto known = std::make_shared<std::map<std::string, usual_time, std::less<>>>();
  for (const auto& row : rows)
    if (auto usual = read_usual_time(row.summary)) known->emplace(usual->kind, *usual);
  env_->usual = std::move(known);
}

runtime::duration_actor::behavior_type duration_behavior(duration_state::pointer self,
                                                         std::shared_ptr<environment> env) {
  return self->state.start(std::move(env));
}

}  // namespace ironbus
