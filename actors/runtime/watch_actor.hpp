#pragma once

#include "actors/runtime/boot_watch.hpp"
#include "actors/runtime/environment.hpp"
#include "actors/runtime/group_watch.hpp"
#include "actors/runtime/member_watch.hpp"
#include "actors/runtime/protocol.hpp"

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>

#include <memory>
#include <optional>

namespace ironbus {

/// Checks the list of members periodically. When one has left, or the broker may have reassigned
/// shards, it has all shards checked. It also maintains environment::served, notifies nodes whose
/// boot files are lost, and returns unused memory.
class watch_state {
public:
  static inline constexpr const char* name = "watch";

  using pointer = runtime::watch_actor::stateful_pointer<watch_state>;

  explicit watch_state(pointer self) : self_(self) {}

  runtime::watch_actor::behavior_type start(std::shared_ptr<environment> env);

private:
  void check();
  /// Makes the consumer of each shard check its ownership: the broker does not announce the active
  /// consumer.
  void check_shards();
  void search_lost_locations();
  void tell(const boot_watch::order& lost);
  void return_memory();

  pointer self_;
  std::shared_ptr<environment> env_;
  member_watch members_;
  group_watch groups_{group_watch::clock::now()};
  std::optional<boot_watch> places_;
  uint64_t generation_ = 0;
  uint64_t nodes_peak_ = 0;  ///< Since memory was last returned.
};

/// Sends an empty message to a shard's queue: the conductor that receives it acquires the shard
/// unless it owns it.
void check_shard(environment& env, uint32_t shard);

runtime::watch_actor::behavior_type watch_behavior(watch_state::pointer self,
                                                   std::shared_ptr<environment> env);

}  // namespace ironbus
