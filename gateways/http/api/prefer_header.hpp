#pragma once

#include "gateways/http/api/call.hpp"

namespace ironbus::http {

/// Whether the client asks for the new value: "Prefer: return=representation" (RFC 7240). The first
/// `return` preference counts.
bool prefers_representation(const header_list& headers);

/// Answers a successful PUT: 204, or 200 with the new value if the client prefers it.
void respond_replaced(call& call, const json& made);

}  // namespace ironbus::http
