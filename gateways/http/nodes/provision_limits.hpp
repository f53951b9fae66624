#pragma once

#include "gateways/http/api/call.hpp"
#include "messages/model/provision_state.hpp"

#include <functional>

namespace ironbus::http {

/// Goes on unless as many nodes are worked on as the options allow (max_concurrent_deploy,
/// max_concurrent_clean); then the call is refused with 503. Counted when the request comes: of
/// requests at the same moment a few more may pass.
void within_limits(const call_ptr& x, provision_event event, std::function<void()> go_on);

}  // namespace ironbus::http
