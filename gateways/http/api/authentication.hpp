#pragma once

#include "gateways/http/access/sign_in.hpp"
#include "gateways/http/api/task.hpp"
#include "gateways/http/services/options.hpp"

#include <string>

namespace ironbus::http {

/// Whether the sender of a call may make it. If not, the call is answered with 401 or fails as
/// `unavailable`. `api` has set `matched` before.
task<bool> admit(const call_ptr& call);

/// Proves the user of a request again, after its call is answered. `unavailable`: it is not known
/// now. Calls `done` once, on any thread; may drop it when the service stops.
void prove_again(const sign_in& users, const request& asked,
                 std::function<void(result<proved_user>)> done);

/// Whether a user is one of api.read_only_users. An empty name means no authentication, which
/// allows everything.
bool may_only_read(const std::string& user, const gateway_options& options);

}  // namespace ironbus::http
