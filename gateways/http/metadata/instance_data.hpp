#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ironbus::http {

/// The metadata of an instance, as in its config drive.
struct instance_data {
  json meta_data;  ///< An object with `uuid` of the node, and `name` if there is one.
  std::optional<std::string> user_data;
  json network_data;  ///< In OpenStack's form; null if there is none.
  json vendor_data;   ///< An object; null if there is none.

  std::string id() const;
  std::string host_name() const;
  /// Name and key of each, in order.
  std::vector<std::pair<std::string, std::string>> public_keys() const;
};

/// Reads a node's instance_info.configdrive if it is an object. If it is an image or a URL, uses
/// the node's own fields instead.
instance_data read_instance_data(const json& attributes);

/// Whether the node has an instance that may request metadata.
bool has_instance(const json& attributes);

}  // namespace ironbus::http
