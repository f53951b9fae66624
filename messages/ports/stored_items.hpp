#pragma once

#include "messages/ports/commit.hpp"
#include "messages/ports/step_claims.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ironbus {

/// An entry of an outbox with the version of the commit that added it.
struct stored_message {
  uint64_t version = 0;
  outbox_entry entry;
};

/// A row with its place in the order of creation, which is one for all collections.
struct stored_row {
  row content;
  uint64_t sequence = 0;  ///< 0: it has none yet and comes after all that have.
};

/// A record and all that hangs on it, as of one commit.
struct stored_aggregate {
  std::string aggregate;
  std::string id;
  uint64_t version = 0;
  uint32_t shard = 0;
  bool erased = false;
  std::optional<int64_t> due_ms;  ///< The deadline, since 1970.
  std::string snapshot;           ///< Empty if erased.
  std::vector<stored_message> outbox{};
  std::vector<unique_key> keys{};  ///< By space and value.
  std::vector<stored_row> rows{};  ///< By their places; columns by name and value, each pair once.
};

struct stored_epoch {
  uint32_t shard = 0;
  uint64_t epoch = 0;
};

struct stored_step_claim {
  std::string key;
  step_claim claim;
  int64_t changed_ms = 0;  ///< When it was made or got its outcome, since 1970.
};

/// Everything a store keeps; members are not kept, for they end with their processes.
using stored_item = std::variant<stored_aggregate, stored_epoch, stored_step_claim>;

}  // namespace ironbus
