#include "gateways/http/access/access_files.hpp"

#include "gateways/http/access/text_file.hpp"
#include "messages/base/text.hpp"
#include "messages/base/yaml.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

// Each role implies those after it.
constexpr std::array<std::string_view, 4> implying_roles{"admin", "manager", "member", "reader"};

constexpr size_t roles_max = 64;

struct text_member {
  std::string_view name;
  std::string rights::identity::*value;
};
constexpr std::array<text_member, 5> text_members{{
    {"project", &rights::identity::project_id},
    {"project_name", &rights::identity::project_name},
    {"project_domain", &rights::identity::project_domain_id},
    {"user_id", &rights::identity::user_id},
    {"user_domain", &rights::identity::user_domain_id},
}};

json access_scalar(const std::string& text, bool quoted) {
  if (!quoted && (text == "true" || text == "false")) return text == "true";
  return text;
}

result<json> read_access_map(const std::string& text) {
  auto read = read_access_document(text);
  if (!read) return read;
  if (read->is_null() || *read == "") return json::object();
  if (!read->is_object()) return fail(error_code::invalid, "it is not a map.");
  return *std::move(read);
}

failure within(const std::string& path, const failure& x) {
  return {x.code, "'" + path + "': " + x.message};
}

failure wrong_user(const std::string& user, const std::string& sentence) {
  return {error_code::invalid, "user '" + user.substr(0, 64) + "': " + sentence};
}

void add_role(std::vector<std::string>& roles, std::string_view role) {
  if (std::find(roles.begin(), roles.end(), role) == roles.end()) roles.emplace_back(role);
}

void add_implied_roles(std::vector<std::string>& roles) {
  const auto first =
      std::find_first_of(implying_roles.begin(), implying_roles.end(), roles.begin(), roles.end());
  for (auto implied = first; implied != implying_roles.end(); ++implied) add_role(roles, *implied);
}

result<std::monostate> take_roles(const std::string& user, const json& value,
                                  rights::identity& who) {
  auto roles = read_role_list(value);
  if (!roles) return tl::unexpected(wrong_user(user, roles.error().message));
  who.roles = std::move(*roles);
  return {};
}

result<std::monostate> take_member(const std::string& user, const std::string& name,
                                   const json& value, rights::identity& who) {
  if (name == "roles") return take_roles(user, value, who);
  if (name == "system") {
    if (!value.is_boolean())
      return tl::unexpected(wrong_user(user, "'system' must be true or false."));
    who.is_system = value.get<bool>();
    return {};
  }
  const auto* text = std::find_if(text_members.begin(), text_members.end(),
                                  [&](const auto& x) { return x.name == name; });
  if (text == text_members.end())
    return tl::unexpected(
        wrong_user(user, "'" + name.substr(0, 64) + "' is unknown; allowed: roles, system, " +
                             join(text_members, [](const auto& x) { return x.name; }) + "."));
  if (!value.is_string() || value.get_ref<const std::string&>().empty())
    return tl::unexpected(wrong_user(user, "'" + name + "' must be a text that is not empty."));
  who.*text->value = value.get<std::string>();
  return {};
}

result<rights::identity> identity_from(const std::string& user, const json& entry) {
  if (!entry.is_object())
    return tl::unexpected(
        wrong_user(user, "expected a map such as {roles: [admin], system: true}."));
  rights::identity out;
  out.user_name = user;
  for (const auto& [name, value] : entry.items())
    if (auto taken = take_member(user, name, value, out); !taken)
      return tl::unexpected(taken.error());
  if (out.roles.empty()) return tl::unexpected(wrong_user(user, "'roles' is missing."));
  if (out.is_system == !out.project_id.empty())
    return tl::unexpected(wrong_user(user, "needs either 'system: true' or 'project', not both."));
  return out;
}

}  // namespace

void add_implied_roles(rights::identity& who) { add_implied_roles(who.roles); }

result<json> read_access_document(const std::string& text) {
  auto read = load_yaml(text).and_then(
      [](const YAML::Node& root) { return read_yaml_value(root, access_scalar); });
  if (read) return *std::move(read);
  return fail(error_code::invalid,
              "line " + std::to_string(read.error().line) + ": " + read.error().what + ".");
}

result<std::vector<std::string>> read_role_list(const json& value) {
  const bool is_list = value.is_array() && !value.empty() && value.size() <= roles_max;
  if (!is_list || !std::all_of(value.begin(), value.end(), [](const json& x) {
        return x.is_string() && !x.get_ref<const std::string&>().empty();
      }))
    return fail(error_code::invalid,
                "'roles' must be a list of 1 to 64 names, such as [admin], [member] or [reader].");
  std::vector<std::string> out;
  for (const auto& role : value) add_role(out, lower(role.get_ref<const std::string&>()));
  add_implied_roles(out);
  return out;
}

result<user_roles> parse_user_roles(const std::string& text) {
  const auto map = read_access_map(text);
  if (!map) return tl::unexpected(map.error());
  user_roles out;
  for (const auto& [user, entry] : map->items()) {
    auto who = identity_from(user, entry);
    if (!who) return tl::unexpected(who.error());
    out.emplace(user, std::move(*who));
  }
  return out;
}

result<rule_texts> parse_rule_texts(const std::string& text) {
  const auto map = read_access_map(text);
  if (!map) return tl::unexpected(map.error());
  rule_texts out;
  for (const auto& [name, value] : map->items()) {
    if (!value.is_string())
      return fail(error_code::invalid,
                  "rule '" + name.substr(0, 128) +
                      "' must be a text such as \"role:admin and system_scope:all\".");
    out.emplace(name, value.get<std::string>());
  }
  return out;
}

result<user_roles> read_user_roles(const std::string& path) {
  const auto text = read_text_file(path);
  if (!text) return tl::unexpected(text.error());
  return parse_user_roles(*text).map_error([&](const failure& x) { return within(path, x); });
}

result<rights::rule_set> read_policy(const std::string& path, const rights::rule_options& options) {
  const auto text = read_text_file(path);
  if (!text) return tl::unexpected(text.error());
  return parse_rule_texts(*text)
      .and_then([&](const rule_texts& texts) { return rights::rule_set::with(texts, options); })
      .map_error([&](const failure& x) { return within(path, x); });
}

}  // namespace ironbus::http
