#pragma once

#include "ops/simulator/redfish/call.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

/// A resource and its methods. `pattern` is relative to /redfish/v1, unless it starts with
/// /redfish;
/// `*` stands for an id, `{…}` for a name of the profile.
struct route {
  std::string_view pattern;
  handler get = nullptr;
  handler post = nullptr;
  handler patch = nullptr;
  handler remove = nullptr;
  std::string_view open = {};  ///< The method that needs no login.
  /// Whether the profile has this resource with these ids; null: it always has.
  bool (*there)(const profile& kind, std::span<const std::string> ids) = nullptr;
};

struct route_match {
  std::optional<route> row;  ///< Unset: no such resource.
  std::vector<std::string> ids;
};

/// `path` begins with /redfish and has no trailing slash.
route_match find_route(const profile& kind, std::string_view path);

handler handler_of(const route& row, std::string_view method);
/// Value of the header Allow.
std::string allowed_methods(const route& row);

}  // namespace ironbus::simulator
