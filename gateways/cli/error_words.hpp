#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus::cli {

/// What the body of a gateway's error says in words, printable and without the point at its end;
/// empty: nothing.
std::string error_words(const json& body);

/// The same of a body that has not been read yet.
std::string error_words(std::string_view body);

}  // namespace ironbus::cli
