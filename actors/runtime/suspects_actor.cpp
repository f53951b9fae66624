#include "actors/runtime/suspects_actor.hpp"

#include <caf/all.hpp>

namespace ironbus {

using runtime::local;

runtime::suspects_actor::behavior_type suspects_behavior(
    runtime::suspects_actor::stateful_pointer<suspects_state> self, step_claims* notes,
    std::string process) {
  auto make = [suspects_actor = runtime::suspects_actor{self}, notes, process](
                  const std::string& id, std::string key) {
    notes->claim_step(
        std::move(key), process, claim_purpose::keep,
        [suspects_actor, id](result<step_claim> found) {
          caf::anon_send(suspects_actor, local{runtime::note_made{id, std::move(found)}});
        });
  };
  auto end = [notes, process](std::string key) {
    notes->finish_step(std::move(key), process, "over", [](const result<std::monostate>&) {});
  };
  self->state.all = std::make_unique<suspects>(process, std::move(make), std::move(end));
  auto& all = *self->state.all;
  return {
      [&all](const local<runtime::message_redelivered>& given) {
        all.begin(given->id, [aggregate_actor = given->who, id = given->id](result<bool> verdict) {
          caf::anon_send(aggregate_actor, local{runtime::admitted{id, std::move(verdict)}});
        });
      },
      [&all](const local<runtime::decided>& x) { all.give_way(x->id); },
      [&all](const local<runtime::ended>& x) { all.end(x->id); },
      [&all](const local<runtime::note_made>& x) { all.noted(x->id, x->found); },
      [self](const local<runtime::leave>&) { self->quit(); },
  };
}

}  // namespace ironbus
