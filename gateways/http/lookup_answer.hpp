#pragma once

#include "gateways/http/call.hpp"

namespace ironbus::http {

/// Answers a ramdisk that has found its node: {"node": …, "config": …}. `token`: null where it is
/// not told one.
void answer_lookup(call& x, unsigned status, const json& snapshot, const json& token);

}  // namespace ironbus::http
