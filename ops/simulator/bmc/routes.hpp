#pragma once

#include "ops/simulator/redfish/call.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus::simulator {

/// A resource and what can be done with it. `pattern` is below /redfish/v1, except for the one that
/// leads there; `*` stands for an id, and `{…}` for what the profile calls it.
struct route {
  std::string_view pattern;
  handler get = nullptr;
  handler post = nullptr;
  handler patch = nullptr;
  handler remove = nullptr;
  std::string_view open = {};  ///< The method that needs no login.
  /// Where the resource is there for some profiles or ids only.
  bool (*there)(const profile& kind, std::span<const std::string> ids) = nullptr;
};

struct route_match {
  std::optional<route> row;  ///< Unset: there is no such resource.
  std::vector<std::string> ids;
};

/// `path` begins with /redfish and has no slash at its end.
route_match find_route(const profile& kind, std::string_view path);

handler handler_of(const route& row, std::string_view method);
/// The header Allow.
std::string allowed_methods(const route& row);

}  // namespace ironbus::simulator
