#pragma once

#include "gateways/http/api/call.hpp"
#include "gateways/http/services/audit_trail.hpp"

namespace ironbus::http {

/// What the audit says about a call that is answered with `status`. Calls of ramdisks are neither
/// changes nor refusals in this sense.
audit_entry audit_entry_of(const call& call, unsigned status);

}  // namespace ironbus::http
