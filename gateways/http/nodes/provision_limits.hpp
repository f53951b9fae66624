#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/model/provision_state.hpp"

namespace ironbus::http {

/// Fails with `unavailable` if as many nodes are worked on as the options allow
/// (max_concurrent_deploy, max_concurrent_clean). Counted when the request comes: of requests at
/// the same moment a few more may pass.
task<> check_limits(const call_ptr& call, provision_event event);

}  // namespace ironbus::http
