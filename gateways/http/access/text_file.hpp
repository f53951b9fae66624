#pragma once

#include "messages/base/errors.hpp"

#include <string>

namespace ironbus::http {

/// The content of a file. `invalid` if it cannot be read: "'/x' cannot be read: <reason>".
result<std::string> read_text_file(const std::string& path);

}  // namespace ironbus::http
