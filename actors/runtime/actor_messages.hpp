#pragma once

#include "actors/runtime/inbound.hpp"
#include "messages/ports/commit.hpp"
#include "messages/ports/query.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// What the actors send each other and what the ports' callbacks become; who takes what is said in
// protocol.hpp.

namespace ironbus::runtime {

// -- to an AGGREGATE ------------------------------------------------------------------------------

/// Handle this.
struct handle {
  inbound_ptr message;
};
/// Leave memory; what waits goes back to the bus.
struct leave {};
struct loaded {
  result<stored> record;
};
struct committed {
  commit_result version;
};
/// Message number `index` of the outbox is safe, or not.
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
/// Whether a message that came again may be handled.
struct admitted {
  std::string id;
  result<bool> verdict;
};

// -- to a SHARD -----------------------------------------------------------------------------------

struct delivered {
  std::shared_ptr<const delivery> message;
};
/// Of which attempt to acquire the shard this is; of an earlier one it means nothing any more.
struct acquired {
  uint64_t attempt = 0;
  result<uint64_t> epoch;
};
struct attention_found {
  uint64_t attempt = 0;
  std::string_view kind;
  result<std::vector<attention>> records;
};
/// Of a conductor's own making: hand it over like one that was delivered.
struct made {
  inbound_ptr message;
};
/// An aggregate has handled one message.
struct finished {
  std::string subject;
  uint64_t number = 0;  ///< Of the actor, as its shard counts them.
  bool decided =
      false;  ///< The next holds; a message that was only turned away says nothing of it.
  std::optional<timestamp> deadline{};
};
/// A commit was refused by the epoch: somebody else owns the shard.
struct fenced {
  uint64_t epoch = 0;
};
/// Nobody knows whether a commit under that epoch holds: what the store was sent may be done yet.
struct in_doubt {
  std::string subject;
  uint64_t number = 0;
  uint64_t epoch = 0;
};
/// The bus has lost its connection: nobody knows who owns the shard now.
struct disconnected {};
/// The store may have forgotten the last that it was told.
struct store_restarted {};
struct deadline_tick {
  uint64_t generation = 0;
};
struct passivation_tick {};
struct acquire_again {
  uint64_t attempt = 0;
};
struct survey_tick {};
struct survey_page {
  result<std::vector<listed>> nodes;
};

}  // namespace ironbus::runtime
