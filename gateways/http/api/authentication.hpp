#pragma once

#include "gateways/http/api/task.hpp"
#include "gateways/http/services/options.hpp"

#include <string>

namespace ironbus::http {

/// Whether the sender of a call may make it. If not, the call is answered with 401 or fails as
/// `unavailable`. `api` has set `matched` before.
task<bool> admit(const call_ptr& call);

/// Whether a user is one of api.read_only_users. An empty name means no authentication, which
/// allows everything.
bool may_only_read(const std::string& user, const gateway_options& options);

}  // namespace ironbus::http
