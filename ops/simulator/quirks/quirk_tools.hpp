#pragma once

#include "ops/simulator/quirks/quirk.hpp"

#include <functional>

namespace ironbus::simulator {

bool is_read(const http::request& request);
bool succeeded(const http::response& given);
/// Whether the request is an accepted reset of the system.
bool is_reset(const quirk_exchange& x);
/// The ResetType of a reset; empty: the body has none.
std::string reset_type_of(const http::request& request);

/// An error response in the form of the profile.
http::response quirk_problem(const profile& kind, const fault& why);
/// A whole response with a JSON document.
http::response quirk_document(unsigned status, const json& body);
/// Changes the body, if it is a JSON object and `change` returns true. Returns whether it did.
bool edit_body(http::response& given, const std::function<bool(json&)>& change);
/// Replaces every occurrence. Returns whether there was one.
bool replace_all_of(std::string& text, std::string_view wanted, std::string_view replacement);
std::string* header_of(http::header_list& headers, std::string_view name);

}  // namespace ironbus::simulator
