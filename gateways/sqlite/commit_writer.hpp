#pragma once

#include "gateways/sqlite/database.hpp"
#include "messages/ports/store.hpp"

namespace ironbus::sqlite {

/// What the store changes, each within the transaction of the caller. Whatever can be refused is
/// refused before anything is written. All throw `database_error`.

/// See `store::apply`.
result<uint64_t> write_commit(database& file, const commit& x);
/// See `store::mark_published`.
void write_published(database& file, const std::string& aggregate, const std::string& id,
                     uint64_t version);
/// See `store::acquire_shard`.
uint64_t write_epoch(database& file, uint32_t shard);

}  // namespace ironbus::sqlite
