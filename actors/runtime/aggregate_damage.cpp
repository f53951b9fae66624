#include "actors/runtime/acknowledge.hpp"
#include "actors/runtime/aggregate_actor.hpp"
#include "messages/platform/log.hpp"

#include <caf/all.hpp>

#include <algorithm>

// What an AGGREGATE does while nobody can read what the store holds of it. It asks again now and
// then, so it goes on by itself once somebody has repaired the record.

namespace ironbus {

using runtime::local;

namespace {

/// Messages that wait for the repair. They count as work of the whole shard: more of them would
/// keep its other nodes from theirs.
constexpr size_t kept_messages_max = 8;

bool waits_for_repair(const inbound_ptr& x) { return x->from_bus && x->reply_to.empty(); }

}  // namespace

result<std::monostate> aggregate_state::read_record(const std::string& text) {
  try {
    return it_->restore(text);
  } catch (const std::exception& e) {  // a defect of ours must not take the shard down
    return fail(error_code::internal, e.what());
  }
}

void aggregate_state::on_damaged(const failure& why) {
  forget();  // or a create would take the damaged record for an empty one
  if (!std::exchange(damaged_, true))
    log::error("what the store holds of a node or record cannot be read",
               {{log_key::node, me_.subject}, {log_key::error, why.message}});
  store_failed({why.code, "What is stored of it cannot be read: " + why.message});
  auto surplus = std::count_if(queue_.begin(), queue_.end(), waits_for_repair) -
                 static_cast<ptrdiff_t>(kept_messages_max);
  for (auto it = queue_.begin(); surplus > 0; it = queue_.erase(it)) {
    it = std::find_if(it, queue_.end(), waits_for_repair);
    dead_letter(*env_, **it, why.message);
    self_->send(me_.shard, local{runtime::finished{me_.subject, me_.number}});
    --surplus;
  }
}

}  // namespace ironbus
