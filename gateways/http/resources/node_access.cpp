#include "gateways/http/resources/node_access.hpp"

#include "gateways/http/services/services.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr int names_since = 5;
constexpr int free_names_since = 10;

// Paths below /v1/nodes that a node with this name would hide.
constexpr std::array<std::string_view, 6> reserved_names{
    "maintenance", "management", "states", "vendor_passthru", "detail", "validate",
};

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// RFC 3986 unreserved characters.
bool is_free_name(std::string_view text) {
  static constexpr std::string_view others = "-._~";
  return !text.empty() && text.size() <= 255 && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || others.find(c) != std::string_view::npos;
  });
}

/// Labels of letters, digits and inner dashes (RFC 1123).
bool is_host_name(std::string_view text) {
  if (!is_free_name(text)) return false;
  while (true) {
    const auto dot = text.find('.');
    const auto label = text.substr(0, dot);
    if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-' ||
        label.find_first_of("_~") != std::string_view::npos)
      return false;
    if (dot == std::string_view::npos) return true;
    text.remove_prefix(dot + 1);
  }
}

bool looks_like_uuid(std::string_view x) { return is_uuid(lower(x)); }

}  // namespace

result<std::monostate> check_node_name(const std::string& name, int version) {
  auto refuse = [&](const std::string& rule) {
    return fail(error_code::invalid,
                "Invalid value for 'name': " + to_text(name.substr(0, 80)) + "; " + rule + ".");
  };
  if (looks_like_uuid(name)) return refuse("a name must not be a UUID");
  if (std::find(reserved_names.begin(), reserved_names.end(), name) != reserved_names.end())
    return refuse("this word is reserved by the API");
  if (version < free_names_since ? !is_host_name(name) : !is_free_name(name))
    return refuse(version < free_names_since
                      ? "a name must be a host name"
                      : "at most 255 letters, digits and the characters -._~ are allowed");
  return {};
}

result<std::monostate> check_ident(const std::string& ident) {
  if (is_uuid(ident) || is_free_name(ident)) return {};
  return fail(error_code::invalid, "Expected a UUID or a name, got " +
                                       to_text(ident.substr(0, 80)) +
                                       "; a name has the characters A-Z, a-z, 0-9 and -._~.");
}

failure no_such_node(const std::string& ident, error_code missing) {
  return {missing, "Node " + ident.substr(0, 255) + " could not be found."};
}

task<std::string> resolve_node(const call_ptr& call, std::string ident, error_code missing) {
  if (is_uuid(ident)) co_return ident;
  co_await check_ident(ident);
  auto none = no_such_node(ident, missing);
  if (call->version < names_since) co_return tl::unexpected(std::move(none));
  co_return co_await resolve_existing(call, "nodes.name", std::move(ident), std::move(none));
}

task<node_text> read_node_text(const call_ptr& call, std::string ident, error_code missing) {
  auto none = no_such_node(ident, missing);
  node_text out;
  out.uuid = co_await resolve_node(call, std::move(ident), missing);
  auto found = co_await load_existing(call, "node", out.uuid, std::move(none));
  out.text = std::move(found.snapshot);
  co_return out;
}

task<node_record> read_node(const call_ptr& call, std::string ident, error_code missing) {
  const auto found = co_await read_node_text(call, std::move(ident), missing);
  node_record out;
  out.uuid = found.uuid;
  out.snapshot = co_await parse_own_json(found.text);
  co_return out;
}

}  // namespace ironbus::http
