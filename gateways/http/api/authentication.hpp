#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

/// Whether the sender of a call may make it; otherwise it is answered 401, or fails as
/// `unavailable`. What `api` has matched is set by then.
task<bool> admit(const call_ptr& call);

}  // namespace ironbus::http
