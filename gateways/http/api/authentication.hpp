#pragma once

#include "gateways/http/api/task.hpp"
#include "gateways/http/services/options.hpp"

#include <string>

namespace ironbus::http {

/// Whether the sender of a call may make it; otherwise it is answered 401, or fails as
/// `unavailable`. What `api` has matched is set by then.
task<bool> admit(const call_ptr& call);

/// Whether a user is one of api.read_only_users. Empty: nobody was asked, who may do all.
bool may_only_read(const std::string& user, const gateway_options& options);

}  // namespace ironbus::http
