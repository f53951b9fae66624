#include "gateways/http/access/token_authenticator.hpp"
#include "gateways/http/api/error.hpp"
#include "gateways/http/api/permission.hpp"
#include "gateways/http/resources/handlers.hpp"
#include "gateways/http/resources/records.hpp"
#include "gateways/http/resources/token_request.hpp"
#include "gateways/http/services/services.hpp"
#include "gateways/http/view/request_body.hpp"
#include "messages/base/text.hpp"
#include "messages/base/uuid.hpp"
#include "messages/model/snapshot.hpp"

#include <algorithm>
#include <array>

namespace ironbus::http {

namespace {

constexpr size_t role_bytes_max = 64;
constexpr size_t scope_bytes_max = 255;

constexpr std::array new_token_fields{
    body_field{.name = "name",
               .type = body_type::text,
               .flags = needed | not_empty,
               .size_max = scope_bytes_max,
               .description = "For people; not unique."},
    body_field{.name = "roles",
               .type = body_type::texts,
               .flags = may_be_null,
               .size_max = role_bytes_max,
               .description = "At most those of the user, unless an administrator of the system "
                              "asks; the user's roles by default."},
    body_field{.name = "system",
               .type = body_type::boolean,
               .flags = may_be_null,
               .description = "The scope is the system."},
    body_field{.name = "project_id",
               .type = body_type::text,
               .flags = may_be_null,
               .size_max = scope_bytes_max,
               .description = "The scope is this project. Without a scope, that of the user."},
    body_field{.name = "project_name",
               .type = body_type::text,
               .flags = may_be_null,
               .size_max = scope_bytes_max,
               .description = "The name of that project, for rules that compare it. Of a user "
                              "other than an administrator of the system it is ignored."},
    body_field{.name = "expires_at",
               .type = body_type::text,
               .flags = needed,
               .size_max = 64,
               .description = "A time (RFC 3339), at most api.token_lifetime_max from now."},
};

/// The token that made the request, or began its session. Unset: the user signed in another way.
task<std::optional<api_token>> read_used_token(const call_ptr& call) {
  if (call->proof != token_authenticator::method) co_return std::optional<api_token>();
  const auto found = co_await read_record(api_tokens, call, call->credential);
  auto token = co_await read_api_token(found.description);
  co_return std::optional<api_token>(std::move(token));
}

/// The latest expiry of a new token. A token can create others only if one of its roles says so,
/// and they end no later than it does: a stolen token cannot be renewed.
task<timestamp> last_expiry(const call_ptr& call) {
  const auto lifetime = call->services.options.tokens.lifetime_max;
  const timestamp last = call->services.time.now() + lifetime;
  const auto used = co_await read_used_token(call);
  if (!used) co_return last;
  if (!rights::has_role(used->who, token_creator_role))
    co_return fail(error_code::forbidden, "A token cannot create tokens, unless it has the role '" +
                                              std::string(token_creator_role) +
                                              "'. Sign in another way.");
  co_return std::min(last, used->expires_at);
}

task<> check_token_number(const call_ptr& call, const std::string& creator) {
  const auto most = call->services.options.tokens.per_user_max;
  std::vector<std::string> values(1, creator);
  std::string collection(api_tokens.kind().collection);
  const auto counts = co_await count_rows(call, std::move(collection),
                                          std::string(token_creator_column), std::move(values));
  if (counts.at(0) >= most)
    co_await fail(error_code::conflict,
                  "Cannot create the token: the option api.tokens_per_user_max allows " +
                      std::to_string(most) +
                      ". Revoked tokens count until a week after their expiry.");
}

void add_creator(const call& call, const std::string& creator, json& fields) {
  fields["creator"] = creator;
  fields["created_by"] = call.user.empty() ? json{} : json(call.user);
  fields["created_by_id"] = call.who.user_id.empty() ? json{} : json(call.who.user_id);
}

/// The only answer that contains the token.
void respond_new_token(call& call, const json& attributes, const token_parts& token) {
  const auto base = call.base();
  const auto& kind = api_tokens.kind();
  response out;
  out.status = 201;
  append_object(out.body, select_full(kind, call.version), shown_document{attributes},
                {call.version, base, kind.api_path()});
  out.body.insert(1, "\"token\":" + to_text(to_string(token)) + ",");
  out.headers.emplace_back("Location",
                           base + "/v1/" + std::string{kind.api_path()} + "/" + token.uuid);
  out.headers.emplace_back("Cache-Control", "no-store");
  call.respond(std::move(out));
}

}  // namespace

const body_table new_token_body{.name = "NewToken", .fields = new_token_fields};

task<> list_tokens(const call_ptr& call) {
  auto wanted = co_await read_list(*call, api_tokens.kind(), no_filters, false);
  if (!is_allowed(*call, "baremetal:token:list_all")) {
    filter own{std::string(token_creator_column), filter::op::equal, {}};
    own.values.push_back(user_key(*call));
    wanted.wanted.filters.push_back(std::move(own));
  }
  co_await answer_list(call, api_tokens.kind(), std::move(wanted));
}

task<> create_token(const call_ptr& call) {
  const auto body = co_await read_body(*call);
  const auto last = co_await last_expiry(call);
  const auto now = call->services.time.now();
  const auto grant = grant_of(*call);
  auto fields = co_await fields_of_new_token(body, grant, now, last);
  const auto creator = user_key(*call);
  co_await check_token_number(call, creator);
  add_creator(*call, creator, fields);
  token_parts token;
  token.uuid = random_uuid();
  token.secret = random_token();
  fields["digest"] = digest_of(token);
  create_record what{std::move(fields), call->version};
  const auto answer =
      co_await ask_record(call, std::move(what), record_subject(token_type, token.uuid));
  const auto attributes = co_await parse_own_json(answer);
  respond_new_token(*call, attributes, token);
}

task<> show_token(const call_ptr& call) { return show_record(api_tokens, call); }

/// This gateway forgets the token whatever the answer, because the record may have changed.
task<> revoke_api_token(const call_ptr& call) {
  const auto& uuid = call->arguments[0];
  if (!is_uuid(uuid))
    co_await invalid("Expected the UUID of a token, got " + to_text(uuid.substr(0, 80)) + ".");
  change_token what{token_change::revoke};
  const auto done =
      co_await tried(ask_record(call, std::move(what), record_subject(token_type, uuid)));
  if (call->services.tokens != nullptr) call->services.tokens->forget(uuid);
  co_await done;
  call->respond_empty(204);
}

}  // namespace ironbus::http
