#pragma once

#include "gateways/http/access/keystone/token_document.hpp"

namespace ironbus::http {

/// Whether a path fits the pattern of an access rule: `*` and `{name}` stand for a part of one
/// segment, `**` for any text.
bool matches_path(std::string_view pattern, std::string_view path);

/// Whether a rule permits the request. `target`: path and query as received. Paths of the form
/// that the API documents match, no other spelling of them.
bool is_permitted(const std::vector<access_rule>& rules, std::string_view service_type,
                  std::string_view method, std::string_view target);

}  // namespace ironbus::http
