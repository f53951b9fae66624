#include "gateways/http/access/keystone/service_login.hpp"

#include "gateways/http/access/keystone/token_document.hpp"
#include "gateways/http/transport/message.hpp"
#include "messages/base/json.hpp"
#include "messages/platform/log.hpp"

#include <algorithm>

namespace ironbus::http {

namespace {

constexpr std::chrono::seconds renewal_margin{120};
constexpr std::chrono::seconds login_pause{5};
constexpr unsigned status_created = 201;
constexpr unsigned status_unauthorized = 401;

/// A token of a short life is used for half of it.
timestamp renewal_of(timestamp now, timestamp expires) {
  const auto half = (expires - now) / 2;
  return expires - std::min<timestamp::duration>(renewal_margin, half);
}

}  // namespace

service_login::service_login(const keystone_options& options, web_client& web)
    : options_{options}, web_{web} {}

web_request service_login::request() const {
  const json user{{"name", options_.username},
                  {"password", options_.password},
                  {"domain", json{{"name", options_.user_domain_name}}}};
  const json project{{"name", options_.project_name},
                     {"domain", json{{"name", options_.project_domain_name}}}};
  const json identity{{"methods", json::array({"password"})}, {"password", json{{"user", user}}}};
  const json scope{{"project", project}};
  web_request out;
  out.method = web_method::post;
  out.url = identity_v3(options_.auth_url) + "/auth/tokens";
  out.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
  out.body = to_text(json{{"auth", json{{"identity", identity}, {"scope", scope}}}});
  return out;
}

void service_login::get(callback done) {
  std::unique_lock lock{mutex_};
  if (held_ && ironbus::system_clock{}.now() < held_->renewed_after) {
    const auto held = held_;
    lock.unlock();
    return done(held);
  }
  if (steady_clock::now() < blocked_until_) {
    lock.unlock();
    return done(nullptr);
  }
  waiting_.push_back(std::move(done));
  if (waiting_.size() > 1) return;  // A login is running.
  lock.unlock();
  web_.send(request(), [this](result<web_answer> got) { finish(got); });
}

void service_login::forget(const access_ptr& refused) {
  std::lock_guard guard{mutex_};
  if (held_ == refused) held_ = nullptr;
}

result<service_login::access_ptr> service_login::read(const result<web_answer>& got) const {
  if (!got) return tl::unexpected(got.error());
  if (got->status == status_unauthorized)
    return fail(error_code::unavailable,
                "Keystone refuses the user '" + options_.username +
                    "'; check username, password, project_name and their domains in the section "
                    "keystone_authtoken");
  const auto token = find_header(got->headers, "X-Subject-Token");
  if (got->status != status_created || token.empty())
    return fail(error_code::unavailable,
                "Keystone answered a login with the status " + std::to_string(got->status));
  auto issued = parse_issued_token(got->body, {options_.interface, options_.region_name});
  if (!issued)
    return fail(error_code::unavailable,
                "Keystone answered a login, but " + issued.error().message);
  return std::make_shared<const keystone_access>(
      keystone_access{std::string{token}, identity_v3(issued->identity_url) + "/auth/tokens",
                      renewal_of(ironbus::system_clock{}.now(), issued->expires_at)});
}

void service_login::finish(const result<web_answer>& got) {
  const auto access = read(got);
  if (!access)
    log::error("http: cannot log in to Keystone, so its tokens cannot be checked",
               {{log_key::error, access.error().message}});
  std::vector<callback> waiting;
  {
    std::lock_guard guard{mutex_};
    held_ = access ? *access : nullptr;
    if (!access) blocked_until_ = steady_clock::now() + login_pause;
    waiting.swap(waiting_);
  }
  for (const auto& done : waiting) done(access ? *access : nullptr);
}

}  // namespace ironbus::http
