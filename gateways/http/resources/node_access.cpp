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

// Paths below /v1/nodes that a node of that name would hide.
constexpr std::array<std::string_view, 6> reserved_names{
    "maintenance", "management", "states", "vendor_passthru", "detail", "validate",
};

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// RFC 3986 unreserved characters.
bool is_free_name(std::string_view x) {
  static constexpr std::string_view others = "-._~";
  return !x.empty() && x.size() <= 255 && std::all_of(x.begin(), x.end(), [](char c) {
    return is_letter_or_digit(c) || others.find(c) != std::string_view::npos;
  });
}

/// Labels of letters, digits and inner dashes (RFC 1123).
bool is_host_name(std::string_view x) {
  if (!is_free_name(x)) return false;
  while (true) {
    const auto dot = x.find('.');
    const auto label = x.substr(0, dot);
    if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-' ||
        label.find_first_of("_~") != std::string_view::npos)
      return false;
    if (dot == std::string_view::npos) return true;
    x.remove_prefix(dot + 1);
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
    return refuse("this word is reserved");
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

void with_node_uuid(const call_ptr& x, const std::string& ident,
                    std::function<void(const std::string& uuid)> go_on, error_code missing) {
  if (is_uuid(ident)) return go_on(ident);
  if (auto ok = check_ident(ident); !ok) return x->refuse(ok.error());
  if (x->version < names_since) return x->refuse(no_such_node(ident, missing));
  auto resolved = [x, ident, missing, go_on = std::move(go_on)](const result<std::string>& uuid) {
    if (uuid) return go_on(*uuid);
    const bool unknown = uuid.error().code == error_code::not_found;
    x->refuse(unknown ? no_such_node(ident, missing) : uuid.error());
  };
  x->with.records.resolve({"nodes.name", ident}, x->either<std::string>(std::move(resolved)));
}

void with_node_text(const call_ptr& x, const std::string& ident,
                    std::function<void(const std::string&, const std::string&)> go_on,
                    error_code missing) {
  auto load = [x, ident, missing, go_on = std::move(go_on)](const std::string& uuid) {
    auto loaded = [x, ident, missing, uuid, go_on](const result<stored>& record) {
      if (record && !record->erased) return go_on(uuid, record->snapshot);
      const bool unknown = record || record.error().code == error_code::not_found;
      x->refuse(unknown ? no_such_node(ident, missing) : record.error());
    };
    x->with.records.load("node", uuid, x->either<stored>(std::move(loaded)));
  };
  with_node_uuid(x, ident, std::move(load), missing);
}

void with_node(const call_ptr& x, const std::string& ident,
               std::function<void(const std::string&, const json&)> go_on, error_code missing) {
  auto read = [x, go_on = std::move(go_on)](const std::string& uuid, const std::string& text) {
    auto snapshot = parse_own_json(text);
    if (!snapshot) return x->refuse(snapshot.error());
    go_on(uuid, *snapshot);
  };
  with_node_text(x, ident, std::move(read), missing);
}

}  // namespace ironbus::http
