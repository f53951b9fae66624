#pragma once

#include "gateways/http/api/call.hpp"

namespace ironbus::http {

/// Whether the client would rather see what it has written: "Prefer: return=representation"
/// (RFC 7240). Of two wishes about `return` the first counts.
bool prefers_representation(const header_list& headers);

/// Answers a PUT that has been carried out: 204, or 200 with what it made, if the client prefers.
void respond_replaced(call& call, const json& made);

}  // namespace ironbus::http
