#pragma once

#include "actors/runtime/inbound.hpp"
#include "messages/ports/commit.hpp"
#include "messages/ports/query.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// Messages between the actors, including those made of the ports' callbacks. protocol.hpp lists the
// receivers.

namespace ironbus::runtime {

// -- to an AGGREGATE ------------------------------------------------------------------------------

/// Handle this.
struct handle {
  inbound_ptr message;
};
/// Leave memory; queued messages go back to the bus.
struct leave {};
struct loaded {
  result<stored> record;
};
struct committed {
  commit_result version;
};
/// Whether the bus has confirmed message number `index` of the outbox.
struct published {
  uint64_t round = 0;
  size_t index = 0;
  result<std::monostate> outcome;
};
struct publish_again {
  uint64_t round = 0;
  size_t index = 0;
};
struct load_again {};
/// Whether a message that was delivered again may be handled.
struct admitted {
  std::string id;
  result<bool> verdict;
};

// -- to a SHARD -----------------------------------------------------------------------------------

struct delivered {
  std::shared_ptr<const delivery> message;
};
/// The number of the attempt to acquire the shard; results of earlier attempts are ignored.
struct acquired {
  uint64_t attempt = 0;
  result<uint64_t> epoch;
};
struct attention_found {
  uint64_t attempt = 0;
  std::string_view kind;
  result<std::vector<attention>> records;
};
/// A message of the conductor itself; handled like a delivered one.
struct made {
  inbound_ptr message;
};
/// An aggregate has handled one message.
struct finished {
  std::string subject;
  uint64_t number = 0;   ///< Number of the actor, as its shard counts them.
  bool decided = false;  ///< The next member is valid; false for a message that was only rejected.
  std::optional<timestamp> deadline{};
};
/// A commit was rejected because of its epoch: another conductor owns the shard.
struct fenced {
  uint64_t epoch = 0;
};
/// It is unknown whether a commit under that epoch was applied; the store may still apply it.
struct in_doubt {
  std::string subject;
  uint64_t number = 0;
  uint64_t epoch = 0;
};
/// The bus has lost its connection: the owner of the shard is unknown.
struct disconnected {};
/// The store may have lost its last writes.
struct store_restarted {};
struct deadline_tick {
  uint64_t generation = 0;
};
struct passivation_tick {};
struct acquire_again {
  uint64_t attempt = 0;
};
struct power_sync_tick {};
struct power_sync_page {
  result<std::vector<listed>> nodes;
};

}  // namespace ironbus::runtime
