#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

/// Whether the sender of a call may make it; otherwise it is answered 401, or fails as
/// `unavailable`. What `api` has matched is set by then.
task<bool> admit(const call_ptr& call);

/// How much of a body is read of a request that names nobody, on a path that is not for everybody:
/// enough to answer 401 to an honest mistake.
size_t unnamed_body_bytes_max(size_t otherwise, const route* matched, const services& services,
                              const request& head);

}  // namespace ironbus::http
