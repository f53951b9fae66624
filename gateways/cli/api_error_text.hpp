#pragma once

#include "messages/base/json.hpp"

#include <string>
#include <string_view>

namespace ironbus::cli {

/// The text of a gateway's error body, printable and without a full stop at its end. Empty: the
/// body has none.
std::string api_error_text(const json& body);

/// The same for an unparsed body.
std::string api_error_text(std::string_view body);

}  // namespace ironbus::cli
