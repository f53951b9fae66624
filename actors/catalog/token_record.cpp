#include "actors/catalog/token_record.hpp"

#include "messages/base/text.hpp"
#include "messages/contract/api_token.hpp"
#include "messages/wire/events.hpp"

#include <algorithm>

namespace ironbus {

namespace {

constexpr size_t token_text_max = 255;
constexpr size_t digest_digits = 64;

tl::unexpected<failure> bad_token(const std::string& text) {
  return fail(error_code::invalid, text);
}

bool is_token_role(const json& role) {
  if (!role.is_string()) return false;
  const auto& text = role.get_ref<const std::string&>();
  return !text.empty() && text.size() <= token_text_max && text == lower(text);
}

bool are_token_roles(const json& roles) {
  return !roles.empty() && roles.size() <= token_roles_max &&
         std::all_of(roles.begin(), roles.end(), is_token_role);
}

std::optional<timestamp> moment_of(const json& attributes, const char* name) {
  const auto read = parse_timestamp(member_text(attributes, name));
  return read ? std::optional{*read} : std::nullopt;
}

void revoke_token(record_decision& decision) {
  auto& attributes = decision.next.attributes;
  if (!attributes.at("revoked_at").is_null()) return;
  attributes["revoked_at"] = attributes["updated_at"] = decision.ctx().now;
  decision.emit(event::updated_suffix, {{"changed", {"revoked_at"}}});
}

void note_token_use(record_decision& decision) {
  auto& attributes = decision.next.attributes;
  const auto last = moment_of(attributes, "last_used_at");
  if (last && decision.ctx().now - *last < token_use_noted_every) return;
  attributes["last_used_at"] = decision.ctx().now;
  decision.changed = true;
}

}  // namespace

result<std::monostate> check_token(const json& attributes) {
  const auto name = member_text(attributes, "name");
  if (name.empty() || name.size() > token_text_max)
    return bad_token("Invalid value for 'name'; allowed: a text of 1 to 255 characters.");
  if (!are_token_roles(attributes.at("roles")))
    return bad_token("Invalid value for 'roles'; allowed: a list of 1 to " +
                     std::to_string(token_roles_max) + " names in lower case.");
  if ((attributes.at("system") == true) == !member_text(attributes, "project_id").empty())
    return bad_token("A token needs either 'system': true or a 'project_id', not both.");
  if (!moment_of(attributes, "expires_at"))
    return bad_token("Invalid value for 'expires_at'; allowed: a time (RFC 3339).");
  if (member_text(attributes, "digest").size() != digest_digits)
    return bad_token("The digest of the token's secret is missing.");
  return {};
}

void begin_token(record_decision& decision) {
  if (const auto end = moment_of(decision.next.attributes, "expires_at"))
    decision.next.until = *end + token_kept_after_expiry;
}

void change_token_record(record_decision& decision, const change_token& command) {
  if (decision.type().name != token_type)
    return decision.refuse({error_code::invalid, "Only tokens can be revoked."});
  command.change == token_change::revoke ? revoke_token(decision) : note_token_use(decision);
}

void end_expired_token(record_decision& decision) {
  if (!decision.next.until || decision.ctx().now < *decision.next.until) return;
  decision.erased = true;
  decision.emit(event::deleted_suffix, json::object());
}

}  // namespace ironbus
