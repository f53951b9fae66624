#pragma once

#include <string_view>

namespace ironbus {

/// Whether a trait may be called so: a standard name, or CUSTOM_ followed by A-Z, 0-9 and _; at
/// most 255 characters.
bool is_trait_name(std::string_view name);

}  // namespace ironbus
