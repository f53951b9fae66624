#include "keystone_double.hpp"

#include "gateways/http/transport/message.hpp"

#include <algorithm>

namespace ironbus::test {

namespace {

using http::find_header;

constexpr const char* unauthorized_text = "The request you have made requires authentication.";
const std::string validation_path = std::string{keystone_double::internal_url} + "auth/tokens";

timestamp moment() { return ironbus::system_clock{}.now(); }

web_answer refusal(unsigned status, const std::string& title, const std::string& message) {
  web_answer out{status, {{"Content-Type", "application/json"}}, {}};
  if (status == 401)
    out.headers.emplace_back("WWW-Authenticate",
                             "Keystone uri=\"" + std::string{keystone_double::url} + "/v3\"");
  const json error{{"code", status}, {"message", message}, {"title", title}};
  out.body = to_text(json{{"error", error}});
  return out;
}

web_answer unauthorized() { return refusal(401, "Unauthorized", unauthorized_text); }
web_answer unknown_token() { return refusal(404, "Not Found", "Failed to validate token"); }

json domain_document() { return json{{"id", "default"}, {"name", "Default"}}; }

/// Keystone's form, with a Z.
std::string time_text(timestamp when) {
  auto out = to_string(when);
  return out.substr(0, out.find('+')) + "Z";
}

json token_document(const std::string& user, const std::vector<std::string>& roles,
                    timestamp expires) {
  json out{{"methods", json::array({"password"})},
           {"audit_ids", json::array({"wTyyEGtZRYa75o7STwH_jg"})},
           {"expires_at", time_text(expires)},
           {"issued_at", time_text(moment())}};
  out["user"] = json{{"id", "id-of-" + user},
                     {"name", user},
                     {"domain", domain_document()},
                     {"password_expires_at", nullptr}};
  if (!roles.empty()) out["roles"] = json::array();
  for (const auto& role : roles)
    out["roles"].push_back(json{{"id", "id-of-" + role}, {"name", role}});
  return out;
}

json catalog_document() {
  json endpoints = json::array();
  for (const auto& [interface, url] :
       std::map<std::string, std::string>{{"admin", "http://admin.test:5000/v3/"},
                                          {"internal", keystone_double::internal_url},
                                          {"public", "http://public.test:5000/v3/"}})
    endpoints.push_back(json{{"id", "id-of-" + interface},
                             {"interface", interface},
                             {"region_id", "RegionOne"},
                             {"region", "RegionOne"},
                             {"url", url}});
  json service{{"type", "identity"}, {"name", "keystone"}, {"id", "id-of-keystone"}};
  service["endpoints"] = endpoints;
  return json::array({service});
}

json wanted_login(const std::string& password) {
  const json domain{{"name", "Default"}};
  const json user{{"name", "ironic"}, {"password", password}, {"domain", domain}};
  const json project{{"name", "service"}, {"domain", domain}};
  json identity{{"methods", json::array({"password"})}};
  identity["password"] = json{{"user", user}};
  json auth{{"identity", identity}};
  auth["scope"] = json{{"project", project}};
  return json{{"auth", auth}};
}

}  // namespace

class keystone_double::fake_client final : public web_client {
public:
  explicit fake_client(keystone_double& server) : server_{server} {}
  void send(web_request asked, callback done) override { server_.send(asked, std::move(done)); }

private:
  keystone_double& server_;
};

std::unique_ptr<web_client> keystone_double::client() {
  return std::make_unique<fake_client>(*this);
}

void keystone_double::issue(const std::string& token, const std::string& user,
                            const std::string& project, const std::vector<std::string>& roles,
                            const json& other, std::chrono::seconds lifetime) {
  const std::lock_guard guard{mutex_};
  const auto expires = moment() + lifetime;
  auto document = token_document(user, roles, expires);
  if (!project.empty()) {
    document["project"] =
        json{{"id", "id-of-" + project}, {"name", project}, {"domain", domain_document()}};
    document["is_domain"] = false;
  }
  document.update(other);
  tokens_[token] = {document, expires};
}

void keystone_double::revoke(const std::string& token) {
  const std::lock_guard guard{mutex_};
  tokens_.at(token).revoked = true;
}

void keystone_double::revoke_own_tokens() {
  const std::lock_guard guard{mutex_};
  for (auto& row : own_) row.second.revoked = true;
}

void keystone_double::set_away(bool away) {
  const std::lock_guard guard{mutex_};
  away_ = away;
}

void keystone_double::hold() {
  const std::lock_guard guard{mutex_};
  holding_ = true;
}

void keystone_double::release() {
  std::vector<std::function<void()>> ready;
  {
    const std::lock_guard guard{mutex_};
    holding_ = false;
    ready.swap(held_);
  }
  for (const auto& one : ready) one();
}

size_t keystone_double::logins() const {
  const std::lock_guard guard{mutex_};
  return logins_;
}

size_t keystone_double::validations() const {
  const std::lock_guard guard{mutex_};
  return validations_;
}

std::vector<web_request> keystone_double::requests() const {
  const std::lock_guard guard{mutex_};
  return requests_;
}

void keystone_double::send(const web_request& asked, web_client::callback done) {
  std::unique_lock lock{mutex_};
  requests_.push_back(asked);
  auto got = answer(asked);
  if (holding_) {
    held_.push_back([got = std::move(got), done = std::move(done)] { done(got); });
    return;
  }
  lock.unlock();
  done(std::move(got));
}

result<web_answer> keystone_double::answer(const web_request& asked) {
  if (away_) return fail(error_code::unavailable, "Keystone at keystone.test cannot be reached.");
  if (asked.method == web_method::post && asked.url == std::string{url} + "/v3/auth/tokens")
    return log_in(asked);
  if (asked.method == web_method::get &&
      asked.url.substr(0, asked.url.find('?')) == validation_path)
    return validate(asked);
  return refusal(404, "Not Found", "Could not find: " + asked.url);
}

web_answer keystone_double::log_in(const web_request& asked) {
  ++logins_;
  const auto sent = parse_json(asked.body);
  if (!sent || find_header(asked.headers, "Content-Type") != "application/json")
    return refusal(400, "Bad Request", "Expecting to find valid JSON in request body.");
  if (*sent != wanted_login(password)) return unauthorized();
  const auto token = "own-" + std::to_string(logins_);
  const auto expires = moment() + own_lifetime;
  auto document = token_document("ironic", {own_role}, expires);
  own_[token] = {document, expires};
  document["catalog"] = catalog_document();
  return {201, {{"x-subject-token", token}}, to_text(json{{"token", document}})};
}

web_answer keystone_double::validate(const web_request& asked) {
  ++validations_;
  const auto query = asked.url.substr(validation_path.size());
  if (query != "?nocatalog" && query != "?nocatalog&allow_expired=1")
    return refusal(400, "Bad Request", "unknown query");
  const auto own = own_.find(std::string{find_header(asked.headers, "X-Auth-Token")});
  if (own == own_.end() || own->second.revoked || own->second.expires_at <= moment())
    return unauthorized();
  if (own_role != "service" && own_role != "admin")
    return refusal(403, "Forbidden",
                   "You are not authorized to perform the requested action: "
                   "identity:validate_token.");
  const auto found = tokens_.find(std::string{find_header(asked.headers, "X-Subject-Token")});
  if (found == tokens_.end()) return refusal(404, "Not Found", "Could not recognize Fernet token");
  const auto& token = found->second;
  const auto last =
      token.expires_at + (query.ends_with("=1") ? allowed_after_expiry : std::chrono::hours{0});
  if (token.revoked || last <= moment()) return unknown_token();
  const auto credential = token.document.find("application_credential");
  const bool has_rules = credential != token.document.end() && credential->contains("access_rules");
  if (has_rules && find_header(asked.headers, "OpenStack-Identity-Access-Rules") != "1")
    return unknown_token();
  return {200, {{"X-Subject-Token", found->first}}, to_text(json{{"token", token.document}})};
}

}  // namespace ironbus::test
