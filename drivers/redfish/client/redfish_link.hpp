#pragma once

#include "messages/base/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ironbus {

struct redfish_account;

// Readers for resources. They accept any document. A malformed member counts as missing.

/// The path and query of a link on that BMC, with escapes for blanks and similar characters,
/// without its fragment. Unset if it leads to another host or is not a link. A Location may be a
/// complete URL.
std::optional<std::string> path_on_bmc(const redfish_account& bmc, std::string_view link);

/// Escapes the characters that a path must not contain (RFC 3986, §3.3). Keeps existing escapes,
/// and a query if `keeps_query`.
std::string escaped_path(std::string_view path, bool keeps_query);

/// Whether a path has a segment "." or "..".
bool has_dot_segment(std::string_view path);

/// The last segment of a path, without escapes: the id of most resources.
std::string last_segment(std::string_view path);

/// Whether two links name the same resource: with or without a slash at the end, a fragment or
/// escapes.
bool is_same_path(std::string_view left, std::string_view right);

/// Whether a document is a service root, by the members that all BMCs have.
bool is_service_root(const json& document);

/// A nested member; null if there is none.
const json& member_at(const json& resource, std::initializer_list<std::string_view> names);

/// The link under these names: {"@odata.id": …}, or by mistake the path itself. Empty: none.
std::string link_at(const json& resource, std::initializer_list<std::string_view> names);
/// Links of a list under these names, or of a collection's Members.
std::vector<std::string> links_at(const json& resource,
                                  std::initializer_list<std::string_view> names);

/// Texts under `name` and "@Redfish.AllowableValues"; unset: the BMC does not report them.
std::optional<std::vector<std::string>> allowed_values(const json& object, std::string_view name);

/// A number, also one in a text: 512 or "512". Null for any other value.
json number_in(const json& value);

/// The target URI of an action; empty: none.
std::string action_target(const json& resource, std::string_view action);

}  // namespace ironbus
