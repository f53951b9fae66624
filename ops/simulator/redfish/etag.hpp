#pragma once

#include "messages/base/json.hpp"

#include <string>

namespace ironbus::simulator {

/// The strong ETag of a resource, in quotes. Ignores DateTime, which changes by itself.
std::string etag_of(const json& shown);

}  // namespace ironbus::simulator
