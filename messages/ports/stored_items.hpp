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

/// A row with its position in the creation order, which all collections share.
struct stored_row {
  row content;
  uint64_t sequence = 0;  ///< 0: it has none yet and comes after all others.
};

/// A record and all its data, as of one commit.
struct stored_aggregate {
  std::string aggregate;
  std::string id;
  uint64_t version = 0;
  uint32_t shard = 0;
  bool erased = false;
  std::optional<int64_t> due_ms;  ///< The deadline, since 1970.
  std::string snapshot;           ///< Empty if erased.
  std::vector<stored_message> outbox{};
  std::vector<unique_key> keys{};  ///< Sorted by space and value.
  /// Sorted by position; columns by name and value, each pair once.
  std::vector<stored_row> rows{};
};

struct stored_epoch {
  uint32_t shard = 0;
  uint64_t epoch = 0;
};

struct stored_step_claim {
  std::string key;
  step_claim claim;
  int64_t changed_ms = 0;  ///< When it was created or got its outcome, since 1970.
};

/// All kinds of stored items except members, which end with their processes.
using stored_item = std::variant<stored_aggregate, stored_epoch, stored_step_claim>;

}  // namespace ironbus
