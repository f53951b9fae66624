#pragma once

#include "messages/base/json.hpp"

#include <memory>
#include <string>
#include <variant>

namespace ironbus::http {

/// A JSON Schema (draft 7) that checks a node's network_data. Thread safe.
class network_data_schema {
public:
  /// OpenStack's schema of network_data.
  network_data_schema();

  /// The schema from a file. `invalid` if the file cannot be read or is not a usable schema.
  static result<network_data_schema> read(const std::string& path);

  /// `invalid` with the paths and the reasons. Accepts an empty object.
  result<std::monostate> check(const json& network_data) const;

private:
  struct compiled;

  explicit network_data_schema(std::shared_ptr<const compiled> x) : schema_(std::move(x)) {}
  static std::shared_ptr<const compiled> compile(json document);

  std::shared_ptr<const compiled> schema_;
};

}  // namespace ironbus::http
