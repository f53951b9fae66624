#pragma once

#include "messages/base/json.hpp"

#include <memory>
#include <string>
#include <variant>

namespace ironbus::http {

/// What the network_data of a node must look like: a JSON Schema (draft 7). Thread safe.
class network_data_schema {
public:
  /// OpenStack's schema of network_data.
  network_data_schema();

  /// That of a file. `invalid` if it cannot be read, or is no schema by which one could check.
  static result<network_data_schema> read(const std::string& path);

  /// `invalid` with the places and the reasons. An empty object says nothing, and is right.
  result<std::monostate> check(const json& network_data) const;

private:
  struct compiled;

  explicit network_data_schema(std::shared_ptr<const compiled> x) : schema_(std::move(x)) {}
  static std::shared_ptr<const compiled> compile(json document);

  std::shared_ptr<const compiled> schema_;
};

}  // namespace ironbus::http
