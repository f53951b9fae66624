#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <string>
#include <vector>

namespace ironbus::http {

/// Refuses what is no name of a trait.
result<std::monostate> check_trait(const std::string& name);

/// The list under "traits" of a body, each once and in order.
result<std::vector<std::string>> read_traits(const json& body);

}  // namespace ironbus::http
