#pragma once

#include "gateways/http/call.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ironbus::http {

/// A process of the installation, as it introduces itself. Its description is a JSON object with
/// "host", "roles", "drivers", "conductor_group" and, if known, "started_at".
struct fleet_member {
  std::string host;
  std::string conductor_group;
  std::vector<std::string> drivers;
  json started_at;
  bool conducts = false;
};

/// The members that are alive, one a host; refuses the call if the store cannot tell.
void with_fleet(const call_ptr& x, std::function<void(const std::vector<fleet_member>&)> go_on);

}  // namespace ironbus::http
