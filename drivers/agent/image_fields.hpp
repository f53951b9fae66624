#pragma once

#include "messages/base/json.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ironbus {

/// The text under a key; empty if there is none.
std::string info_text(const json& document, const char* key);

/// A whole number, given as a number or a text.
std::optional<int64_t> whole_number(const json& document);

/// A boolean, given as such or as a text.
std::optional<bool> truth_of(const json& document);

}  // namespace ironbus
