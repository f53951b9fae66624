#pragma once

#include "gateways/http/api/call.hpp"

namespace ironbus::http {

/// Carries a call on if its sender may make it; answers 401 or 503 otherwise. What `api` has
/// matched is set by then.
void admit(const call_ptr& x, void (*go_on)(const call_ptr&));

/// How much of a body is read of a request that names nobody, on a path that is not for everybody:
/// enough to answer 401 to an honest mistake.
size_t unnamed_body_bytes_max(size_t otherwise, const route* matched, const services& with,
                              const request& head);

}  // namespace ironbus::http
