#pragma once

#include "messages/crypto/secret_box.hpp"
#include "messages/ports/store.hpp"

#include <chrono>
#include <set>
#include <string>
#include <string_view>

namespace ironbus::daemon {

/// The aggregate with the record of the keys of this store: for each id a known text that the key
/// has encrypted. The store has at most one.
inline constexpr std::string_view secret_keys_aggregate = "secret_keys";

/// Checks the keys of this process (null: none) against the record, and adds the writing key to it.
/// `invalid` names the missing or wrong key: then this process must not use the store.
/// `unavailable`: the store does not answer within `patience`. Blocks.
result<std::monostate> check_secret_keys(store& raw, const secret_box* box,
                                         std::chrono::milliseconds patience);

/// The ids in the record's snapshot.
std::set<std::string> recorded_key_ids(const std::string& snapshot);

/// The snapshot with the writing key of the box, which must have one.
std::string with_writing_key(const std::string& snapshot, const secret_box& box);

/// The snapshot with these ids only.
std::string with_key_ids(const std::string& snapshot, const std::set<std::string>& ids);

}  // namespace ironbus::daemon
