#include "gateways/http/access/client_certificate/certificate_users.hpp"

#include "gateways/http/access/access_files.hpp"
#include "gateways/http/access/text_file.hpp"
#include "messages/base/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace ironbus::http {

namespace {

constexpr size_t rules_of_user_max = 64;
constexpr size_t rule_bytes_max = 4096;
constexpr size_t digest_digits = 64;

constexpr std::array<std::string_view, 4> name_kinds{"DNS:", "email:", "URI:", "IP:"};

bool is_digest(std::string_view text) {
  return text.size() == digest_digits && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool is_alternative_name(std::string_view text) {
  return std::any_of(name_kinds.begin(), name_kinds.end(), [&](std::string_view kind) {
    return text.starts_with(kind) && text.size() > kind.size();
  });
}

/// The rule as certificates are compared with it; unset if it has no valid form.
std::optional<std::string> normal_rule(const std::string& written) {
  const std::string_view text{written};
  const auto value = text.substr(std::min(text.size(), text.find(':') + 1));
  if (text.size() > rule_bytes_max || value.empty()) return std::nullopt;
  if (text.starts_with("subject:")) return written;
  if (text.starts_with("spki:"))
    return is_digest(lower(value)) ? std::optional{lower(text)} : std::nullopt;
  if (!text.starts_with("san:") || !is_alternative_name(value)) return std::nullopt;
  return value.starts_with("DNS:") ? "san:DNS:" + lower(value.substr(4)) : written;
}

tl::unexpected<failure> wrong_certificates(const std::string& user, const std::string& sentence) {
  return fail(error_code::invalid, "user '" + user.substr(0, 64) + "': " + sentence);
}

}  // namespace

result<std::monostate> certificate_users::add(const std::string& user, const json& rules,
                                              const rights::identity& who) {
  if (!rules.is_array() || rules.empty() || rules.size() > rules_of_user_max)
    return wrong_certificates(user, "'certificates' must be a list of 1 to 64 texts.");
  for (const auto& rule : rules) {
    const auto written = rule.is_string() ? rule.get<std::string>() : rule.dump();
    const auto normal = normal_rule(written);
    if (!normal)
      return wrong_certificates(
          user, "the certificate '" + written.substr(0, 128) +
                    "' is not valid; allowed: subject:NAME, san:DNS:NAME, san:email:ADDRESS, "
                    "san:URI:URI, san:IP:ADDRESS, or spki: with 64 hexadecimal digits.");
    const auto [place, is_new] = by_rule_.emplace(*normal, who);
    if (!is_new)
      return wrong_certificates(user, "the certificate '" + written.substr(0, 128) +
                                          "' is also of the user '" +
                                          place->second.user_name.substr(0, 64) + "'.");
  }
  return {};
}

result<certificate_users> certificate_users::parse(const std::string& text) {
  auto map = read_access_map(text);
  if (!map) return tl::unexpected(map.error());
  certificate_users out;
  for (auto& [user, entry] : map->items()) {
    json rules;
    if (entry.is_object() && entry.contains("certificates")) {
      rules = std::move(entry["certificates"]);
      entry.erase("certificates");
    }
    const auto who = read_identity(user, entry);
    if (!who) return tl::unexpected(who.error());
    if (auto added = out.add(user, rules, *who); !added) return tl::unexpected(added.error());
  }
  return out;
}

result<certificate_users> certificate_users::read(const std::string& path) {
  const auto text = read_text_file(path);
  if (!text) return tl::unexpected(text.error());
  return parse(*text).map_error([&](const failure& x) {
    return failure{x.code, "'" + path + "': " + x.message};
  });
}

const rights::identity* certificate_users::find(const verified_certificate& certificate) const {
  const auto of_rule = [this](const std::string& rule) {
    const auto found = by_rule_.find(rule);
    return found != by_rule_.end() ? &found->second : nullptr;
  };
  if (const auto* user = of_rule("spki:" + certificate.spki_sha256)) return user;
  if (const auto* user = of_rule("subject:" + certificate.subject)) return user;
  for (const auto& name : certificate.names)
    if (const auto* user = of_rule("san:" + name)) return user;
  return nullptr;
}

}  // namespace ironbus::http
