#pragma once

#include "messages/base/time.hpp"
#include "ops/ironbusd/commands/requests.hpp"

namespace ironbus::daemon {

// `ironbus token create`, `list`, `show` and `revoke`. Each returns the exit code.
int run_token_create(const token_request& asked);
int run_token_list(const token_request& asked);
int run_token_show(const token_request& asked);
int run_token_revoke(const token_request& asked);

/// The body of the request that creates a token.
json new_token_document(const token_request& asked, timestamp now);

/// An answer of /v1/tokens as a table.
std::string token_table_text(const json& answer, timestamp now);

/// "active", "expired" or "revoked".
std::string token_state(const json& token, timestamp now);

}  // namespace ironbus::daemon
