#include "gateways/http/access/keystone/token_validator.hpp"

#include "messages/platform/log.hpp"

namespace ironbus::http {

namespace {

constexpr unsigned status_ok = 200;
constexpr unsigned status_refused = 401;
constexpr unsigned status_unknown = 404;

web_request validation_of(const token_question& asked, const keystone_access& access) {
  web_request out;
  out.url = access.tokens_url + "?nocatalog" + (asked.allow_expired ? "&allow_expired=1" : "");
  // The last one says that this service checks the access rules of application credentials.
  out.headers = {{"X-Auth-Token", access.token},
                 {"X-Subject-Token", asked.token},
                 {"Accept", "application/json"},
                 {"OpenStack-Identity-Access-Rules", "1"}};
  return out;
}

token_check unavailable(const std::string& why) {
  log::error("http: Keystone cannot check a token", {{log_key::error, why}});
  return tl::unexpected(token_refusal::unavailable);
}

token_check read_answer(const result<web_answer>& got) {
  if (!got) return unavailable(got.error().message);
  if (got->status == status_unknown) return tl::unexpected(token_refusal::invalid);
  if (got->status != status_ok)
    return unavailable(
        "Keystone answered with the status " + std::to_string(got->status) +
        (got->status == 403 ? ". The service's user needs the role admin or service" : ""));
  auto token = parse_validated_token(got->body);
  if (!token) return unavailable("Keystone answered, but " + token.error().message);
  return std::make_shared<const validated_token>(std::move(*token));
}

}  // namespace

token_validator::token_validator(keystone_options options, web_client& web)
    : options_{std::move(options)}, web_{web}, login_{options_, web} {}

void token_validator::warm_up() {
  login_.get([](const service_login::access_ptr&) {});
}

void token_validator::validate(token_question asked, callback done) {
  login_.get([this, asked = std::move(asked),
              done = std::move(done)](const service_login::access_ptr& access) {
    if (!access) return done(tl::unexpected(token_refusal::unavailable));
    send(asked, access, true, done);
  });
}

void token_validator::send(const token_question& asked, const service_login::access_ptr& access,
                           bool again, callback done) {
  web_.send(validation_of(asked, *access),
            [this, asked, access, again, done = std::move(done)](const result<web_answer>& got) {
              read(asked, access, again, got, done);
            });
}

void token_validator::read(const token_question& asked, const service_login::access_ptr& access,
                           bool again, const result<web_answer>& got, const callback& done) {
  if (!got || got->status != status_refused) return done(read_answer(got));
  login_.forget(access);
  if (!again) return done(unavailable("Keystone refuses the service's own token."));
  login_.get([this, asked, done](const service_login::access_ptr& renewed) {
    if (!renewed) return done(tl::unexpected(token_refusal::unavailable));
    send(asked, renewed, false, done);
  });
}

}  // namespace ironbus::http
