#include "messages/contract/api_token.hpp"

#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/crypto/digest.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr std::string_view token_prefix = "ibt_";
constexpr size_t id_digits = 32;
constexpr size_t secret_characters = 43;
constexpr size_t uuid_groups[] = {8, 4, 4, 4, 12};

std::string with_dashes(std::string_view digits) {
  std::string out;
  for (const auto length : uuid_groups) {
    append_item(out, digits.substr(0, length), "-");
    digits.remove_prefix(length);
  }
  return out;
}

bool is_base64url(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

std::optional<timestamp> time_or_none(const json& attributes, const char* name) {
  return attributes.at(name).get<std::optional<timestamp>>();
}

rights::identity identity_of_token(const json& attributes) {
  rights::identity out;
  out.user_name = member_text(attributes, "created_by");
  out.user_id = member_text(attributes, "created_by_id");
  out.roles = attributes.at("roles").get<std::vector<std::string>>();
  out.is_system = attributes.at("system").get<bool>();
  out.project_id = member_text(attributes, "project_id");
  out.project_name = member_text(attributes, "project_name");
  return out;
}

}  // namespace

bool begins_like_token(std::string_view text) { return text.starts_with(token_prefix); }

std::optional<token_parts> parse_token(std::string_view text) {
  constexpr size_t size = token_prefix.size() + id_digits + 1 + secret_characters;
  if (!begins_like_token(text) || text.size() != size) return std::nullopt;
  text.remove_prefix(token_prefix.size());
  token_parts out{with_dashes(text.substr(0, id_digits)), std::string{text.substr(id_digits + 1)}};
  if (text[id_digits] != '_' || !is_uuid(out.uuid) || !is_base64url(out.secret))
    return std::nullopt;
  return out;
}

std::string to_string(const token_parts& x) {
  auto id = x.uuid;
  std::erase(id, '-');
  return std::string{token_prefix} + id + "_" + x.secret;
}

std::string digest_of(const token_parts& x) { return sha256_of(x.uuid + ":" + x.secret); }

bool has_digest(const token_parts& sent, std::string_view digest) {
  const auto own = digest_of(sent);
  if (own.size() != digest.size()) return false;
  unsigned differences = 0;
  for (size_t i = 0; i < own.size(); ++i)
    differences |= static_cast<unsigned char>(own[i]) ^ static_cast<unsigned char>(digest[i]);
  return differences == 0;
}

result<api_token> read_api_token(const json& attributes) {
  try {
    api_token out;
    out.uuid = attributes.at("uuid").get<std::string>();
    out.name = attributes.at("name").get<std::string>();
    out.digest = attributes.at("digest").get<std::string>();
    out.who = identity_of_token(attributes);
    out.expires_at = attributes.at("expires_at").get<timestamp>();
    out.revoked_at = time_or_none(attributes, "revoked_at");
    out.last_used_at = time_or_none(attributes, "last_used_at");
    return out;
  } catch (const json::exception& error) {
    return fail(error_code::internal, std::string{"the record of a token: "} + error.what());
  }
}

std::string key_of_identity(const rights::identity& who, const std::string& name) {
  return who.user_id.empty() ? "name:" + name : "id:" + who.user_id;
}

}  // namespace ironbus
