#pragma once

#include "messages/base/json.hpp"

#include <string>

namespace ironbus::simulator {

/// The strong ETag of what a resource shows, in quotes. What passes by itself does not count.
std::string etag_of(const json& shown);

}  // namespace ironbus::simulator
