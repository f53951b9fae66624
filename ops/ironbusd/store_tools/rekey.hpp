#pragma once

#include "messages/crypto/secret_box.hpp"
#include "messages/ports/store_maintenance.hpp"
#include "messages/sealing/sealed_text.hpp"

#include <chrono>
#include <set>
#include <string>

namespace ironbus::daemon {

/// The result of counting or of renewing the secrets of a store.
struct rekey_report {
  std::string store;
  std::string writing_id;             ///< Empty: values are written in clear.
  uint64_t records = 0;               ///< Aggregates that were examined.
  uint64_t rewritten = 0;             ///< Aggregates that were changed.
  uint64_t failures = 0;              ///< Aggregates with values that cannot be decrypted.
  std::string first_failure{};        ///< The sentence of the first one.
  sealing::key_counts counts{};       ///< Of the records and their outboxes, after the change.
  sealing::key_counts step_counts{};  ///< Of the outcomes of steps, which expire within a day.
  std::set<std::string> recorded{};   ///< The ids that a start of a process requires.

  /// For people. `log_kept`: how long the event log keeps decisions.
  std::string as_text(std::chrono::seconds log_kept) const;
  std::string as_json() const;
};

/// Counts the secrets by key id; changes nothing. The store may be in use.
result<rekey_report> count_store_secrets(store_maintenance& target, const secret_box* box);

/// Encrypts all secrets with the first key, and drops the ids of unused keys from the record of
/// keys. `forget`: id of a lost key, whose values become empty. The store may be in use; a repeated
/// call continues a stopped one. `conflict`: no process has started with the first key yet, unless
/// a key is lost, because then none can.
result<rekey_report> renew_store_secrets(store_maintenance& target, const secret_box& box,
                                         const std::string& forget);

}  // namespace ironbus::daemon
