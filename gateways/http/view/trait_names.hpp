#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <string>
#include <variant>
#include <vector>

namespace ironbus::http {

class call;
struct body_table;

/// Refuses what is no name of a trait.
result<std::monostate> check_trait(const std::string& name);

extern const body_table traits_body;

/// The list under "traits" of the body, each once and in order.
result<std::vector<std::string>> read_traits(const call& call);

}  // namespace ironbus::http
