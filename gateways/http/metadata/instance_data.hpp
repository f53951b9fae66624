#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::http {

/// What an instance is told of itself, as the config drive would.
struct instance_data {
  json meta_data;  ///< An object, with `uuid` of the node, and `name` where there is one.
  std::optional<std::string> user_data;
  json network_data;  ///< OpenStack's form; null: there is none.
  json vendor_data;   ///< An object; null: there is none.

  std::string id() const;
  std::string host_name() const;
  /// Name and key of each, in their order.
  std::vector<std::pair<std::string, std::string>> public_keys() const;
};

/// Of a node's attributes: instance_info.configdrive where that is an object. One that is an image
/// or a URL is not looked into: then there is what the node itself says.
instance_data read_instance_data(const json& attributes);

/// Whether a node has an instance that may ask.
bool has_instance(const json& attributes);

}  // namespace ironbus::http
