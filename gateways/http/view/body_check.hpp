#pragma once

#include "gateways/http/view/body_table.hpp"
#include "gateways/http/view/view.hpp"
#include "messages/wire/commands.hpp"

#include <vector>

namespace ironbus::http {

/// Checks the body of a POST against the declarations of the resource: unknown, read-only, too new
/// or missing keys, and types. Converts values into their stored form (a MAC address in lower
/// case).
result<json> check_create(const resource& resource, json body, int version);

/// Checks a JSON patch (RFC 6902: add, replace, remove) in the same way. The node's actor checks
/// whether a path below a field exists.
result<std::vector<patch_operation>> check_patch(const resource& resource, const json& body,
                                                 int version);

/// One operation of a JSON patch.
extern const body_table patch_operation_body;

}  // namespace ironbus::http
