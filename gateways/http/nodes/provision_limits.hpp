#pragma once

#include "gateways/http/api/task.hpp"
#include "messages/model/provision_state.hpp"

namespace ironbus::http {

/// Fails with `unavailable` if as many nodes are in progress as the options allow
/// (max_concurrent_deploy, max_concurrent_clean). Counts when the request arrives, so concurrent
/// requests may exceed the limit slightly.
task<> check_limits(const call_ptr& call, provision_event event);

}  // namespace ironbus::http
