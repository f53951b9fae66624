#include "messages/wire/token_change.hpp"

#include "messages/base/enum_text.hpp"

namespace ironbus {

namespace {

constexpr enum_text<token_change> change_names{{"revoke", "note_use"}};

}  // namespace

std::string_view to_string(token_change x) { return change_names[x]; }

bool from_string(std::string_view name, token_change& out) { return change_names.read(name, out); }

}  // namespace ironbus
