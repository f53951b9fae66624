#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

/// Fails with `invalid` unless the chassis exists or `uuid` is null.
task<> check_chassis(const call_ptr& call, const json& uuid);

}  // namespace ironbus::http
