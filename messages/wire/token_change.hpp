#pragma once

#include <cstdint>
#include <string_view>

namespace ironbus {

/// How a command changes a token: revoke it, or note that it was used now.
enum class token_change : uint8_t { revoke, note_use, count_ };
std::string_view to_string(token_change x);
bool from_string(std::string_view name, token_change& out);

}  // namespace ironbus
