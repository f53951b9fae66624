#pragma once

#include "messages/base/errors.hpp"
#include "messages/base/json.hpp"

#include <string>
#include <variant>
#include <vector>

namespace ironbus::http {

class call;
struct body_table;

/// Rejects an invalid trait name.
result<std::monostate> check_trait(const std::string& name);

extern const body_table traits_body;

/// The list "traits" of the body, sorted and without duplicates.
result<std::vector<std::string>> read_traits(const call& call);

}  // namespace ironbus::http
