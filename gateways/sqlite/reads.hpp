#pragma once

#include "gateways/sqlite/database/database.hpp"
#include "messages/ports/commit.hpp"

namespace ironbus::sqlite {

/// The reads of the store, each for the function of the same name in `store`. All throw
/// `database_error`.

result<stored> read_record(database& file, const std::string& aggregate, const std::string& id);
result<std::string> read_holder(database& file, const unique_key& key);
std::vector<attention> read_attention(database& file, const std::string& aggregate, uint32_t shard);

}  // namespace ironbus::sqlite
