#pragma once

#include "gateways/http/api/task.hpp"

namespace ironbus::http {

/// Fails with `invalid` unless there is a chassis of that UUID, or it is null.
task<> check_chassis(const call_ptr& call, const json& uuid);

}  // namespace ironbus::http
